"""Policies that become those which come with their games: their files and their cards."""

from __future__ import annotations

import shlex
from dataclasses import replace
from unittest.mock import ANY

import numpy as np
import pytest
import typer
from tiny_runs import tiny
from typer.testing import CliRunner

from cogitable.agents.factory import make_agent
from cogitable.agents.policy.file import load_policy, save_policy
from cogitable.envs import get_game
from cogitable.envs.table import CogitableError, OptionError, Tables
from cogitable.envs.table.files.atomic import write_atomically
from cogitable.training.learn.config.teaching import QuickSettings, ValueSettings
from cogitable.training.learn.config.training_config import load_config, to_yaml
from cogitable.training.learn.run.run import train
from cogitable.training.learn.teaching.quick import quicken_file
from cogitable.training.learn.teaching.value import teach_file
from cogitable.training.measure.evaluate import Evaluation, Score, evaluate, evaluate_alone
from cogitable.training.measure.intervals import Mean, Rate
from cogitable.training.ship import policy as shipping
from cogitable.training.ship.card import Measured, _details, _figures
from cogitable.training.ship.changes import changes
from cogitable.training.ship.making import _weighed, told_of_making
from cogitable.training.ship.policy import _plays_apart, main, ship
from cogitable.training.ship.retell import retell
from cogitable.training.ship.unseen import without_unseen
from connect_four import GAME


@pytest.mark.parametrize("more", [{}, {"network.critic": "everything"}], ids=["", "its critic sees everything"])
def test_what_training_has_never_seen_weighs_nothing_in_what_is_shipped(more, tmp_path):
    """A run of one round of four decisions a table sees no stone above the lowest rows; most weights are as drawn."""
    config = tiny(steps=8, **more)
    result = train(config, tmp_path / "run", quiet=True)
    network, _ = load_policy(result.policy)
    ours = without_unseen(network, config)
    first, kept = network.layers[0][0], ours.layers[0][0]
    silent = (kept == 0).all(axis=1)
    assert 20 < silent.sum() < len(silent) - 5
    np.testing.assert_array_equal(kept[~silent], first[~silent])
    setup = GAME.setup()
    tables = Tables(setup, 50, seed=3)
    np.testing.assert_allclose(network.logits(tables.observations), ours.logits(tables.observations), atol=1e-6)
    assert without_unseen(network, config.model_copy(update={"seed": config.seed + 1})).arrays()["weights0"].all()
    rounded = first + np.random.default_rng(1).uniform(-5e-8, 5e-8, first.shape).astype(np.float32)
    elsewhere = replace(network, layers=((rounded, network.layers[0][1]), *network.layers[1:]))
    there = without_unseen(elsewhere, config).layers[0][0]
    np.testing.assert_array_equal((there == 0).all(axis=1), silent, err_msg="other machines round otherwise")


def test_what_a_chain_of_runs_has_never_seen_is_known_from_its_first_one(tmp_path):
    first = train(tiny(steps=8), tmp_path / "first", quiet=True)
    second = train(tiny(steps=8, **{"network.start": str(first.policy)}), tmp_path / "second", quiet=True)
    alone = load_policy(second.policy)[0], load_policy(second.policy)[1].model_copy(update={"earlier": []})
    save_policy(tmp_path / "alone.zip", *alone)  # as versions wrote it that did not tell
    silent = []
    for name, policy in (("alone", tmp_path / "alone.zip"), ("chain", second.policy)):
        ship(policy, ["random"], games=2, folder=tmp_path / name)
        weights = load_policy(tmp_path / name / "connect_four.zip")[0].layers[0][0]
        silent.append(int((weights == 0).all(axis=1).sum()))
    assert silent[0] == 0 and silent[1] > 10


def test_whom_a_run_played_may_be_gone_when_it_is_shipped(tmp_path):
    first = train(tiny(steps=8), tmp_path / "first", quiet=True)
    rival = tmp_path / "rival.zip"
    rival.write_bytes(first.policy.read_bytes())
    second = train(tiny(steps=8, **{"league.baselines": [f"policy:{rival}"]}), tmp_path / "second", quiet=True)
    rival.unlink()
    ship(second.policy, ["random"], games=2, folder=tmp_path)
    assert (tmp_path / "connect_four.zip").is_file()


@pytest.mark.parametrize(("what", "words"), [("none.zip", "no file none.zip"), ("folder", "folder is a folder")])
def test_what_cannot_be_shipped_is_said_in_one_line(what, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    app = typer.Typer()
    app.command()(main)
    done = CliRunner().invoke(app, [what])
    assert done.exit_code == 2
    assert words in done.output and "Traceback" not in done.output


def test_shipping_measures_the_policy_and_writes_its_card(tmp_path):
    result = train(tiny(steps=128), tmp_path / "run", quiet=True)
    measured = ship(result.policy, ["random"], games=20, folder=tmp_path / "policies")
    _, info = load_policy(tmp_path / "policies" / "connect_four.zip")
    assert info.figures == {"random": measured.first["random"].total.won.mean}
    shipped, trained = (load_policy(path)[0] for path in (tmp_path / "policies" / "connect_four.zip", result.policy))
    np.testing.assert_array_equal(shipped.layers[-1][0], trained.layers[-1][0])
    text = (tmp_path / "policies" / "connect_four.md").read_text()
    assert f"| `random` | {measured.first['random'].total.won} |" in text
    config = text.split("```yaml\n")[1].split("```")[0]
    write_atomically(tmp_path / "again.yaml", config)
    assert load_config(source=tmp_path / "again.yaml") == tiny(steps=128)


def test_a_card_tells_how_the_value_was_taught_and_how_good_it_is(tmp_path):
    policy = train(tiny(steps=128), tmp_path / "run", quiet=True).policy
    ship(policy, ["random"], games=2, folder=tmp_path)
    assert "## Its value" not in (tmp_path / "connect_four.md").read_text()
    found = teach_file(policy, policy, "connect_four", ValueSettings(2000, layers=(8, 4), seed=3))
    ship(policy, ["random"], games=2, folder=tmp_path)
    text = (tmp_path / "connect_four.md").read_text()
    assert "\ncogitable value connect_four --policy FILE --positions 2000 --layers 8,4 --seed 3\n" in text
    assert "the policy's last hidden layer through hidden layers (8, 4),\nand was" in text
    assert f"the seat to move is {found.error:.3f}, the variance of returns {found.variance:.3f}; of all" in text
    assert "## Its quick copy" not in text
    near = quicken_file(policy, policy, "connect_four", QuickSettings(1000, layers=(4,), seed=3))
    ship(policy, ["random"], games=2, folder=tmp_path)
    text = (tmp_path / "connect_four.md").read_text()
    assert "\ncogitable quicken connect_four --policy FILE --decisions 1000 --layers 4 --seed 3\n" in text
    assert (
        f"\npolicy prefers in {100 * near.agreed:.1f} %; what it would draw differs by {near.apart:.3f} of the" in text
    )
    assert load_policy(tmp_path / "connect_four.zip")[0].quick is not None
    assert "\nIn 65,536 positions" in text and f"in {100 * found.side:.1f} % of them." in text


def test_a_card_tells_of_the_runs_that_a_policy_went_on_from(tmp_path):
    first = train(tiny(steps=128), tmp_path / "first", quiet=True)
    second = train(tiny(steps=256, **{"network.start": str(first.policy)}), tmp_path / "second", quiet=True)
    ship(second.policy, ["random"], games=2, folder=tmp_path)
    text = (tmp_path / "connect_four.md").read_text()
    assert "for 384 learner steps in 2 runs, without" in text
    assert "\nThe best policy after 128 learner steps went on:\n" in text
    file, command = text.partition("## How it was trained")[2].split("went on:\n")
    assert "steps: 128\n" in file and "start:" not in file
    assert "--set steps=256\n" in command and f"--set network.start={first.policy} " in command
    shipped = tmp_path / "connect_four.zip"
    (began,) = load_policy(first.policy)[1].runs()
    assert load_policy(shipped)[1].runs() == load_policy(second.policy)[1].runs() == [began, ANY]
    third = train(tiny(steps=128, **{"network.start": str(shipped)}), tmp_path / "third", quiet=True)
    ship(third.policy, ["random"], games=2, folder=tmp_path / "third")
    assert "for 512 learner steps in 3 runs" in (tmp_path / "third" / "connect_four.md").read_text()


def test_the_end_of_a_card_is_written_anew_from_the_file(tmp_path):
    ship(train(tiny(steps=128), tmp_path / "run", quiet=True).policy, ["random"], games=2, folder=tmp_path)
    assert retell(tmp_path) == []
    card = tmp_path / "connect_four.md"
    text = card.read_text()
    measured, heading, _ = text.partition("## How it was trained")
    card.write_text(f"measured once\n\n{measured}{heading}\n\nby heart\n")
    assert retell(tmp_path) == [card] and card.read_text() == f"measured once\n\n{text}"


def test_who_plays_alone_is_measured_once_and_has_nobody_behind_the_slash():
    modes = {f"pool={pool}": {"mode": "solitaire", "num_players": 1, "pool": pool} for pool in (20, 40)}
    setups, made = {name: get_game("brass_empire").setup(**options) for name, options in modes.items()}, []

    def agent(setup):
        made.append(setup)
        return make_agent("heuristic", setup, 1)

    against = ["random", "heuristic"]
    found = evaluate(setups, agent, against, 8, 3)
    assert len(made) == 2 and found["random"].total.won == found["heuristic"].total.won
    assert list(found["heuristic"].tables) == list(setups)
    measured = Measured(8, {"one": found}, evaluate_alone(setups, against, 8, 3), apart=True)
    text, total = _figures(measured), found["random"].total
    assert f"| one | - | {total.returns} / - | {total.won} / - |" in text
    assert text.count("| one |") == 1 and text.count("| none | `") == 2
    other = measured.alone["random"].total
    assert f"| none | `random` | / {other.returns} | / {other.won} |" in text
    told = " ".join(text.split())
    assert "the policy plays alone; the opponents play the same deals apart. 8 games in each line" in told
    assert "- one: the policy plays alone." in told and "same games" not in text + _details(measured)
    assert _details(measured).count("| - | pool=20 |") == 1


def test_a_whole_team_has_the_opponents_game_behind_the_slash():
    setup = get_game("great_machine_coop").setup(num_players=2)
    assert _plays_apart(["team"], [setup]) and not _plays_apart(["team", "one"], [setup])
    assert not _plays_apart(["team"], [GAME.setup()])
    rates = [Rate(share, share - 0.1, share + 0.1) for share in (0.8, 0.4)]
    returns = [Mean(value, value - 0.1, value + 0.1) for value in (0.6, -0.2)]
    score = Score(10, rates[0], rates[1], rates[0], rates[1], *returns, Mean(0.4, 0.3, 0.5))
    found = {"heuristic": Evaluation("heuristic", score, {"": score})}
    text = _figures(Measured(10, {"team": found}, {}, apart=True))
    assert "| one team's | `heuristic` | +0.600 (+0.500 to +0.700) / -0.200 | 80.0 % (70.0 - 90.0) / 40.0 % |" in text
    assert "play the same deals apart" in text and "- one team's: the policy has all seats." in text
    text = _figures(Measured(10, {"one": found}, {}))
    assert "Before the slash" in text and "in the same games" in text and "among copies of the opponent" in text


def test_the_folder_is_tried_before_anything_is_measured(tmp_path, monkeypatch):
    policy = train(tiny(steps=8), tmp_path / "run", quiet=True).policy
    monkeypatch.setattr(shipping, "evaluate", lambda *_, **__: pytest.fail("measured all the same"))
    (tmp_path / "file").write_text("")
    with pytest.raises(CogitableError, match=r"cannot write .*file.connect_four\.zip"):
        ship(policy, ["random"], games=2, folder=tmp_path / "file")
    app = typer.Typer()
    app.command()(main)
    assert "greater than or equal to 1" in CliRunner().invoke(app, [str(policy), "--games", "0"]).output


def test_no_policy_is_shipped_without_its_card(tmp_path, monkeypatch):
    policy = train(tiny(steps=8), tmp_path / "run", quiet=True).policy

    def fails(*_):
        raise OptionError("no card")

    monkeypatch.setattr(shipping, "card", fails)
    with pytest.raises(OptionError, match="no card"):
        ship(policy, ["random"], games=2, folder=tmp_path)
    assert not (tmp_path / "connect_four.zip").exists()


def test_the_command_on_a_card_makes_the_same_card(tmp_path):
    first = train(tiny(steps=8), tmp_path / "first", quiet=True)
    second = train(tiny(steps=8, **{"network.start": str(first.policy)}), tmp_path / "second", quiet=True)
    ship(second.policy, ["random"], games=2, folder=tmp_path, variant="quick")
    text = (tmp_path / "connect_four-quick.md").read_text()
    assert "training.ship FILE --games 2 --variant quick --against random\n" in text


CHANGED = [
    {"steps": 128},
    {"minutes": 1.5, "seed": 7, "league.baselines": ["random", "policy:it's/one of two.zip"], "tables": 128},
    {"steps": 64, "network.layers": [32, 16], "ppo.final_learning_rate": 4.0e-5, "ppo.target_kl": 0.03},
    {"steps": 64, "mix": [{}], "league.latest_share": 0, "imitation.agent": "heuristic"},
]


@pytest.mark.parametrize("file", CHANGED)
@pytest.mark.parametrize("wanted", CHANGED)
def test_options_on_top_of_a_file_make_the_configuration_that_they_tell(wanted, file, tmp_path):
    file, wanted = (load_config("connect_four", overrides=options) for options in (file, wanted))
    write_atomically(tmp_path / "file.yaml", to_yaml(file, brief=True))
    words = shlex.split(" ".join(changes(wanted, file)))
    assert words[::2] == ["--set"] * (len(words) // 2) and (words == []) == (wanted == file)
    options = dict(word.split("=", 1) for word in words[1::2])
    assert load_config(source=tmp_path / "file.yaml", overrides=options) == wanted


def test_a_run_like_the_one_before_is_told_by_what_has_changed(tmp_path):
    first = train(tiny(steps=128), tmp_path / "first", quiet=True)
    more = {"network.start": str(first.policy), "seed": 5, "league.max_snapshots": 3}
    second = train(tiny(steps=64, **more), tmp_path / "second", quiet=True)
    told = told_of_making(load_policy(second.policy)[1])
    assert told.count("```yaml") == 1 and "\nThe best policy after 128 learner steps went on:\n" in told
    command = told.split("```sh\n")[1].split("```")[0]
    options = f"--set seed=5 \\\n  --set network.start={first.policy} \\\n  --set league.max_snapshots=3 \\\n"
    assert command == f"cogitable train connect_four --config FILE \\\n  {options}  --set steps=64\n"


def test_runs_that_began_with_the_same_file_did_not_go_on_from_one_another(tmp_path):
    info = load_policy(train(tiny(steps=128), tmp_path / "run", quiet=True).policy)[1]

    def begun(start: str, seed: int):
        network = info.config["network"] | {"start": start}
        return info.model_copy(update={"config": info.config | {"network": network, "seed": seed}})

    beside = "\nThe best policy after 128 learner steps stayed. Beside this another run began with the same file:\n"
    for starts, links in ((("a.zip", "a.zip"), 1), (("a.zip", "b.zip"), 0), (("policy", "policy"), 0)):
        runs = [begun(start, seed) for seed, start in enumerate(starts, 2)]
        told = told_of_making(runs[1].model_copy(update={"earlier": [info, runs[0]]}))
        assert (told.count(beside), told.count(" went on:\n")) == (links, 2 - links)
    mean = info.model_copy(update={"averaged": [128, 128]})
    after = begun("a.zip", 3).model_copy(update={"earlier": [begun("a.zip", 2), mean]})
    assert beside not in told_of_making(after)


def test_a_mean_is_told_by_how_often_each_policy_counts():
    told = _weighed([8, 8, 1200, None])
    assert told.endswith(": 2 after 8 learner steps, 1 after 1,200 learner steps and 1 already a mean")
