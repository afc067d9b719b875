"""Reports say which policies played, by digests that change when one is trained on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from games.kuhn_poker import GAME as KUHN
from kuhn_sides import sides_by_seat
from networks import opinionated
from typer.testing import CliRunner

from cogitable.agents.policy.agent import shipped_policy
from cogitable.agents.policy.file import describe, load_networks, save_policy
from cogitable.agents.policy.network import PolicyNetwork
from cogitable.envs import get_game
from cogitable.envs.table import OptionError
from cogitable.training.cli import app
from cogitable.training.measure.policies_played import (
    PlayedPolicy,
    digests,
    policies_played,
    read_policies,
    told_policies,
)

SETUP = KUHN.setup()
COGS = get_game("cogs_and_commissars").setup()


def kept(network: PolicyNetwork, path) -> str:
    """Save a policy without its value and return the name of its file."""
    save_policy(path, replace(network, value=None), describe(SETUP, 0, {}))
    return str(path)


def test_digests_tell_what_plays_and_what_searches():
    network, other = opinionated(SETUP, 1), opinionated(SETUP, 2)
    found = digests({"": network})
    assert found == digests({"": opinionated(SETUP, 1)}) and len(set(found.values())) == 3
    for changed, wanted in (
        ({"value": other.value}, {"value"}),
        ({"value": None}, {"value"}),
        ({"quick": replace(other, value=None)}, {"copy"}),
        ({"layers": other.layers}, {"weights"}),
    ):
        after = digests({"": replace(network, **changed)})
        assert {part for part in found if after[part] != found[part]} == wanted
    assert digests({"a": network, "b": other}) != digests({"a": other, "b": network})
    touched = opinionated(SETUP, 1)
    touched.layers[0][0][0, 0] = np.nextafter(touched.layers[0][0][0, 0], np.float32(9))
    assert digests({"": touched})["weights"] != found["weights"]


def test_policies_are_those_that_agents_play_by():
    networks, _ = load_networks(shipped_policy(COGS))
    name, of = "cogs_and_commissars.zip", digests(networks)
    played, asked, copied = (
        PlayedPolicy(name, of["weights"]),
        PlayedPolicy(name, of["weights"], of["value"]),
        PlayedPolicy(name, **of),
    )
    assert policies_played([COGS], ["random", "heuristic", "search:simulations=5"]) == []
    for spec in ("policy", "policy:deterministic=false", "level:beginner", f"policy:{shipped_policy(COGS)}"):
        assert policies_played([COGS], ["random", spec]) == [played]
    assert policies_played([COGS], ["random"], ["policy"]) == [played]
    assert policies_played([COGS], ["policy"], values=["policy"]) == [asked]
    searches = ["search:network=policy,simulations=5", "search:network=policy,rollouts=quick,simulations=5"]
    for specs, wanted in ((searches[:1], asked), (searches[1:], copied), (["level:champion"], copied)):
        assert policies_played([COGS, COGS], [*specs, "policy"]) == policies_played([COGS], ["policy", *specs])
        assert policies_played([COGS], specs) == [wanted]
    assert policies_played([COGS], [*searches[::-1], "policy"]) == policies_played([COGS], searches) == [copied]
    with pytest.raises(OptionError, match="nobody"):
        policies_played([COGS], ["nobody"])


def test_every_kind_of_table_tells_its_own_policy():
    setups = [COGS, COGS.game.setup(num_players=3), COGS.game.setup(decks="drafted")]
    files = [played.file for played in policies_played(setups, ["policy"])]
    assert files == ["cogs_and_commissars-drafted.zip", "cogs_and_commissars.zip"]


def test_what_is_told_can_be_read():
    for spec in ("policy", "search:network=policy,simulations=5", "level:champion"):
        text = f"# A page\n\n| `policy` | 3 |\n{told_policies([COGS], [spec])}"
        assert read_policies(text) == policies_played([COGS], [spec]) != []
    assert told_policies([COGS], ["random"]) == "" and read_policies("`a.zip` and `b.zip` (weights)") == []


def test_a_file_that_is_gone_costs_nobody_the_page(tmp_path):
    assert "not known any more" in told_policies([SETUP], [f"policy:{tmp_path / 'gone.zip'}"])


@pytest.mark.parametrize(
    "command",
    [
        "arena games.kuhn_poker --agents random POLICY --games 2 --processes 1",
        "balance games.kuhn_poker --agents random POLICY --games 2 --processes 1",
        "balance games.kuhn_poker --agents random POLICY --games 2 --processes 1 --side first",
        "compare games.kuhn_poker --agent POLICY --other random --games 2",
        "compare games.kuhn_poker --agent random --other POLICY --games 2",
        "exploit games.kuhn_poker --agent POLICY --steps 1 --games 2 --quiet --run RUN",
    ],
)
def test_reports_end_with_the_policies(command, tmp_path, monkeypatch):
    if "--side" in command:
        sides_by_seat(monkeypatch)
    file, page = kept(opinionated(SETUP, 1), tmp_path / "one.zip"), tmp_path / "page.md"
    words = command.replace("POLICY", f"policy:{file}").replace("RUN", str(tmp_path / "run")).split()
    done = CliRunner().invoke(app, [*words, "--markdown", str(page)])
    assert done.exit_code == 0, done.output
    *_, before, last = page.read_text().splitlines()
    assert before == "" and last == f"Policies: `one.zip` (weights {digests({'': opinionated(SETUP, 1)})['weights']})."


def test_beliefs_tell_the_model_of_the_others_too(tmp_path):
    player, model = (kept(opinionated(SETUP, seed), tmp_path / f"{seed}.zip") for seed in (1, 2))
    words = ["beliefs", "games.kuhn_poker", "--policy", model, "--agent", f"policy:{player}", "--games", "2"]
    done = CliRunner().invoke(app, [*words, "--share", "1", "--particles", "4"])
    assert done.exit_code == 0, done.output
    assert [played.file for played in read_policies(done.output)] == ["1.zip", "2.zip"]


def test_arenas_that_take_luck_off_tell_whose_value_told_it(tmp_path):
    model, page = tmp_path / "value.zip", tmp_path / "page.md"
    save_policy(model, opinionated(SETUP, 3), describe(SETUP, 0, {}))
    of = digests({"": opinionated(SETUP, 3)})
    player = kept(opinionated(SETUP, 1), tmp_path / "one.zip")
    words = ["arena", "games.kuhn_poker", "--agents", "random", f"policy:{player}", "--games", "2", "--processes", "1"]
    words += ["--variance-reduction", "--value", str(model), "--rerolls", "1", "--markdown", str(page)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    one, value = read_policies(page.read_text())
    assert one.file == "one.zip" and value == PlayedPolicy("value.zip", of["weights"], of["value"])


def test_a_report_without_policies_names_none(tmp_path):
    page = tmp_path / "page.md"
    words = ["arena", "games.kuhn_poker", "--agents", "random", "search:simulations=2", "--games", "2"]
    assert CliRunner().invoke(app, [*words, "--processes", "1", "--markdown", str(page)]).exit_code == 0
    assert "Policies" not in page.read_text()
