"""Reports of training runs: their numbers on cases worked out by hand, their pages, and runs that are not whole."""

from __future__ import annotations

import csv
import io
import json
import math
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch as th
from games.kuhn_poker import GAME as KUHN
from games.treasure import GAME as TREASURE
from rich.console import Console
from tiny_runs import TINY as SHORT
from tiny_runs import tiny
from typer.testing import CliRunner

from cogitable.agents.policy.file import describe, load_policy, save_policy
from cogitable.agents.policy.network import PolicyNetwork
from cogitable.envs.table import OptionError, SaveFileError
from cogitable.training.cli import app
from cogitable.training.learn.config.training_config import load_config, to_yaml
from cogitable.training.learn.league.league import League
from cogitable.training.learn.report.games import Use, calibration, discounted, play_values, restored
from cogitable.training.learn.report.numbers import Part, began, pool, read_run, smoothed, stages
from cogitable.training.learn.report.page import _more_at_random, _verdict
from cogitable.training.learn.report.writing import examine, report
from cogitable.training.learn.run.folder import CHECKPOINT
from cogitable.training.learn.run.run import train
from cogitable.training.measure import plots
from cogitable.training.measure.intervals import clustered_mean, ratio
from connect_four import GAME

th.set_num_threads(1)
TINY = {**SHORT, "evaluation.every": 200}
PNG = b"\x89PNG"


def a_run(folder, game="connect_four", **more):
    return train(load_config(game, None, {**TINY, **more}), folder, quiet=True).folder


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    return a_run(tmp_path_factory.mktemp("runs") / "run")


@pytest.fixture
def run(trained, tmp_path):
    return shutil.copytree(trained, tmp_path / "run")


@pytest.fixture
def real_pictures():
    """For tests that look at what is drawn, which takes longer than all else in a report."""


@pytest.fixture(autouse=True)
def pictures_in_name_only(request, monkeypatch):
    if "real_pictures" not in request.fixturenames:
        monkeypatch.setattr(plots, "save_figure", lambda figure, path: Path(path).write_bytes(PNG))


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def told(found):
    """Return the summary that a terminal shows."""
    from cogitable.training.learn.report.page import as_summary

    console = Console(file=io.StringIO(), width=200)
    console.print(as_summary(found))
    return console.file.getvalue()


# Numbers by hand


@pytest.mark.often("1.5-True", "-0.5-False")
@pytest.mark.parametrize(("change", "warned"), [(1.0, False), (1.5, True), (-0.5, False)])
def test_a_learner_that_comes_to_play_more_at_random_is_told_of(run, change, warned):
    path = run / "metrics.csv"
    written = rows(path)
    for number, row in enumerate(written):
        row["train/entropy_loss"] = str(-0.2 * (1 + (change - 1) * number / (len(written) - 1)))
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, written[0])
        table.writeheader()
        table.writerows(written)
    found = report(run, games=4)
    assert ("a smaller `ppo.ent_coef` than" in found.page.read_text()) is warned
    assert ("more at random" in told(found)) is warned


@pytest.mark.parametrize(("change", "warned"), [(1.5, True), (1.0, False)])
def test_a_rise_within_the_first_tenth_is_one(run, change, warned):
    path = run / "metrics.csv"
    first, *_ = rows(path)
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, first)
        table.writeheader()
        for number in range(1, 101):
            entropy = -0.2 * (change if number > 3 else 1)
            table.writerow(first | {"steps": str(128 * number), "train/entropy_loss": str(entropy)})
    assert bool(_more_at_random(read_run(run))) is warned


def test_discounted_sums_end_with_their_episodes():
    rewards = np.array([[1.0, 0.0], [2.0, 4.0], [8.0, 0.0], [16.0, 1.0]])
    done = np.array([[False, False], [True, False], [False, True], [True, True]])
    wanted = [[1 + 0.5 * 2, 0.5 * 4], [2, 4], [8 + 0.5 * 16, 0], [16, 1]]
    np.testing.assert_array_equal(discounted(rewards, done, 0.5), wanted)


def test_calibration_of_a_case_worked_out_by_hand():
    values = np.repeat(np.arange(10) / 10, 20).astype(np.float32)
    outcomes = np.tile([0.0, 1.0], 100)
    found = calibration(values, outcomes, np.arange(200))
    assert [one.count for one in found.bins] == [20] * 10
    np.testing.assert_allclose([one.predicted for one in found.bins], np.arange(10) / 10, atol=1e-6)
    half = 2.093 * math.sqrt(5 / 19 / 20)  # Student's quantile of 19 degrees; the variance of ten 0 and ten 1
    for one in found.bins:
        np.testing.assert_allclose(one.observed, (0.5, 0.5 - half, 0.5 + half), atol=2e-3)
    assert [one.true for one in found.bins] == [False] * 3 + [True] * 5 + [False] * 2
    assert found.bias == pytest.approx(0.45 - 0.5)
    assert found.error == pytest.approx(np.abs(np.arange(10) / 10 - 0.5).mean())
    assert found.explained == pytest.approx(1 - (0.25 + np.var(np.arange(10) / 10)) / 0.25)


def test_a_value_that_knows_what_comes_is_calibrated():
    generator = np.random.default_rng(1)
    values = generator.uniform(-1, 1, 4000)
    outcomes = np.where(generator.random(4000) < (1 + values) / 2, 1.0, -1.0)
    found = calibration(values, outcomes, np.arange(4000))
    assert sum(one.true for one in found.bins) >= 8
    assert found.explained == pytest.approx(1 / 3, abs=0.05)
    wrong = calibration(-values, outcomes, np.arange(4000))
    assert sum(one.true for one in wrong.bins) <= 3
    assert wrong.explained < 0


@pytest.mark.parametrize("each", [1, 10], ids=["apart", "ten of an episode"])
def test_what_a_right_value_is_off_by_is_said(each):
    generator, found = np.random.default_rng(5), []
    for _ in range(200):
        known = generator.uniform(-1, 1, 300)
        outcomes = np.where(generator.random(300) < (1 + known) / 2, 1.0, -1.0)
        found.append(calibration(known.repeat(each), outcomes.repeat(each), np.arange(300).repeat(each)))
    error, by_chance = (np.mean([getattr(one, name) for one in found]) for name in ("error", "by_chance"))
    assert by_chance == pytest.approx(error, rel=0.07)
    assert f"on average (by {found[0].by_chance:.3f} if it were exactly right), bias" in _verdict(found[0])
    one_episode = calibration(np.zeros(5), np.arange(5.0), np.zeros(5, int))
    assert math.isnan(one_episode.by_chance) and "exactly right" not in _verdict(one_episode)


def test_decisions_of_one_episode_are_one_observation():
    values, outcomes = np.zeros(400), np.tile([0.0, 1.0], 200)
    episodes = np.tile([0, 1], 200) + 2 * (np.arange(400) // 40)  # 20 episodes, all of whose decisions came out alike
    (alike,), (apart,) = (calibration(values, outcomes, e).bins for e in (episodes, np.arange(400)))
    assert alike.observed.high - alike.observed.low > 4 * (apart.observed.high - apart.observed.low)


def test_equal_values_share_a_bin_and_equal_outcomes_have_no_interval():
    found = calibration(np.full(30, 0.25), np.ones(30), np.arange(30))
    (only,) = found.bins
    assert (only.count, only.predicted, only.observed.mean) == (30, 0.25, 1.0)
    assert only.true is None
    assert math.isnan(found.explained)


def test_ratio_is_clustered_mean():
    generator = np.random.default_rng(2)
    values, clusters = generator.normal(size=50), generator.integers(7, size=50)
    sums, sizes = np.bincount(clusters, values, minlength=9), np.bincount(clusters, minlength=9)
    np.testing.assert_allclose(ratio(sums, sizes), clustered_mean(values, clusters))
    assert math.isnan(ratio(np.zeros(2), np.zeros(2)).mean)
    assert ratio(np.array([3.0]), np.array([2])).mean == 1.5


def test_stages_and_running_means():
    assert [began(np.arange(count)) for count in (1.0, 20, 100)] == [0.0, 0.5, 1.0]
    assert math.isnan(began(np.full(3, np.nan)))
    assert stages(np.arange(100.0)) == (4.5, 49.5, 94.5)
    assert stages(np.array([np.nan, 3.0])) == (3.0, 3.0, 3.0)
    assert all(map(math.isnan, stages(np.zeros(0))))
    values = np.arange(80.0)
    values[40] = np.nan
    smooth = smoothed(values)
    np.testing.assert_allclose(smooth[10:30], np.arange(10, 30))
    assert smooth[0] == 1.0  # of 0, 1 and 2
    assert smooth[40] == np.mean([38, 39, 41, 42])


def test_the_hardest_of_the_pool_come_first_and_those_never_met_last():
    config = tiny(**{"league.baselines": ["random", "search:simulations=2"]})
    league = League([GAME.setup()], config.league)
    league.record(np.full(300, 1), np.ones(300), np.ones(300))
    league.record(np.full(300, 2), np.tile([0.0, 1.0, 0.0], 100), np.ones(300))
    found = pool(league)
    assert [entry.name for entry in found] == ["search:simulations=2", "random", "latest"]
    assert found[0].score.mean == pytest.approx(1 / 3, abs=0.01)
    assert found[0].score.low < 1 / 3 < found[0].score.high < 0.45
    assert found[-1].itself
    assert math.isnan(found[-1].score.mean)
    assert sum(entry.share for entry in found) == pytest.approx(1)


def test_what_is_open_seldom_is_not_called_never_taken():
    assert Use("a", "", 100, 9, 0, 0).is_never_taken()
    for open_, preferred, taken in ((99, 0, 0), (100, 1, 0), (100, 0, 1)):
        assert not Use("a", "", open_, 9, preferred, taken).is_never_taken()


# A run


def test_report_has_a_page_pictures_and_tables(run, real_pictures):
    found = report(run, games=20, quiet=True)
    page = found.page.read_text()
    assert found.page == run / "report.md"
    for name in ("strength", "learning", "calibration", "pool"):
        assert f"(report/{name}.png)" in page
        assert (run / "report" / f"{name}.png").read_bytes().startswith(PNG)
    for link in ("report/calibration.csv", "report/pool.csv", "report/actions.csv", "metrics.csv", "evaluations.csv"):
        assert f"({link})" in page
        assert (run / link).is_file()
    assert not [path for path in (run / "report").iterdir() if path.name.startswith(".")]
    summary = json.loads((run / "summary.json").read_text())
    assert f"best policy is that of {summary['best_steps']:,} steps" in page
    assert "512 learner steps in 4 rounds" in page
    assert "to the end" in page


def test_curves_are_those_of_the_folder(run):
    found = read_run(run)
    written = rows(run / "metrics.csv")
    curves = dict(found.learning())
    np.testing.assert_allclose(curves["entropy"], [-float(row["train/entropy_loss"]) for row in written])
    np.testing.assert_allclose(curves["value error"], [float(row["train/value_loss"]) for row in written])
    np.testing.assert_allclose(
        curves["explained variance"], [float(row["train/explained_variance"]) for row in written]
    )
    measured = [row for row in rows(run / "evaluations.csv") if not (row["table"] or row["side"])]
    assert len(measured) >= 2
    strength = found.totals()["random"]
    for column in ("steps", "win_rate", "win_rate_low", "win_rate_high"):
        np.testing.assert_allclose(strength[column], [float(row[column]) for row in measured])


def test_tables_hold_what_the_report_says_and_the_same_again_for_the_same_seed(run):
    found = report(run, games=20, quiet=True)
    bins = rows(run / "report" / "calibration.csv")
    assert sum(int(row["decisions"]) for row in bins) == found.calibration.decisions > 200
    assert found.calibration.episodes == 64
    actions = rows(run / "report" / "actions.csv")
    assert [row["name"] for row in actions] == list(GAME.setup().action_names)
    assert sum(int(row["taken"]) for row in actions) == found.play.decisions
    assert sum(int(row["preferred"]) for row in actions) == found.play.decisions
    again, other = examine(run, games=20), examine(run, games=20, seed=1)
    assert (again.play, again.calibration, again.pool) == (found.play, found.calibration, found.pool)
    assert other.play != found.play
    assert other.calibration != found.calibration


def test_what_an_earlier_report_had_besides_goes(run):
    report(run, games=4, quiet=True)
    (run / "report" / "notes.txt").write_text("mine")
    assert (run / "report" / "changes.png").exists()
    shutil.rmtree(run / "snapshots")
    (run / CHECKPOINT).unlink()
    (run / "last.zip").unlink()
    page = report(run, games=4, quiet=True).page.read_text()
    left = {path.name for path in (run / "report").iterdir()}
    assert left == {"strength.png", "learning.png", "actions.csv", "notes.txt"}
    assert "policy files hold no value" in page
    assert "nothing is known of the pool" in page
    assert "nothing to hold it against" in page


def fixed_policy(setup, biases):
    """Return a network that prefers actions by their biases whatever it sees."""
    weights = np.zeros((setup.layout.size, setup.num_actions), np.float32)
    return PolicyNetwork(((weights, np.array(biases, np.float32)),), "relu")


def test_actions_that_a_policy_never_takes_are_named(run):
    setup = GAME.setup()
    shy = fixed_policy(setup, [0.2, 0.1, 0.0, -80, 0.0, 0.0, 0.0])
    save_policy(run / "best.zip", shy, describe(setup, 400, {}))
    found = report(run, games=30, quiet=True)
    blocks, actions = found.play.never_taken()
    assert blocks == []  # Connect Four has but one
    assert [one.name for one in actions] == ["column 3"]
    (row,) = (row for row in rows(run / "report" / "actions.csv") if row["name"] == "column 3")
    assert (row["taken"], row["preferred"]) == ("0", "0")
    assert int(row["open"]) >= 100
    page = found.page.read_text()
    assert f"| column 3 | {int(row['open']):,} | 30 |" in page
    assert "1 action" in told(found)


def test_what_changed_is_counted_at_the_same_decisions(run):
    setup = GAME.setup()
    save_policy(run / "best.zip", fixed_policy(setup, [0, 1, 0.5, 0, 0, 0, 0]), describe(setup, 400, {}))
    for path in (run / "snapshots").glob("*.zip"):
        path.unlink()
    same, other = fixed_policy(setup, [0, 1, 0.5, 0, 0, 0, 0]), fixed_policy(setup, [2, 1, 0.5, 0, 0, 0, 0])
    save_policy(run / "snapshots" / "0000000300.zip", same, describe(setup, 300, {}))
    save_policy(run / "snapshots" / "0000000100.zip", other, describe(setup, 100, {}))
    found = report(run, games=30, quiet=True)
    by_steps = {change.steps: change for change in found.play.changes}
    assert by_steps[300].same.mean == 1.0
    assert all(shift.gained.mean == 0 for shift in by_steps[300].shifts)
    assert by_steps[100].name == "oldest snapshot"
    shifts = {shift.name: shift for shift in by_steps[100].shifts}
    uses = {use.name: use for use in found.play.actions}
    # the other one drops into column 0 as long as it can, the best one into column 1
    lost, gained = shifts["column 0"], shifts["column 1"]
    assert lost.before == 1.0
    assert lost.now == uses["column 0"].preferred / uses["column 0"].open
    assert gained.now == 1.0
    assert lost.gained.mean < 0 < gained.gained.mean
    assert lost.gained.mean == pytest.approx(lost.now - lost.before)
    assert lost.gained.low <= lost.gained.mean <= lost.gained.high
    assert by_steps[100].same.mean < 0.3
    assert {row["steps"] for row in rows(run / "report" / "changes.csv")} == {"100", "300", "512"}


def test_a_value_is_asked_of_the_checkpoint_and_held_against_its_discounted_returns(run):
    numbers = read_run(run)
    learner, _, env = restored(numbers, CHECKPOINT, 0)
    with th.no_grad():
        learner.policy.value_net.weight.zero_()
        learner.policy.value_net.bias.fill_(0.25)
    learner.gamma = 0.0  # then only the last decision of an episode gets anything: 1, 0 or -1
    try:
        found = play_values(learner, env, 64, 0)
    finally:
        env.close()
    (only,) = found.bins
    assert (only.predicted, only.count) == (0.25, found.decisions)
    assert found.episodes == 64
    ended = only.observed.mean * only.count
    assert ended == pytest.approx(round(ended), abs=1e-6)
    assert abs(ended) <= 64
    assert found.bias == pytest.approx(0.25 - only.observed.mean)


def test_episodes_that_were_cut_off_are_left_out(tmp_path):
    folder = a_run(tmp_path / "run", options={"max_decisions": 5})
    page = report(folder, games=4, quiet=True).page.read_text()
    assert "Every game was cut off" in page
    found = examine(a_run(tmp_path / "some", options={"max_decisions": 12}), games=64).calibration
    assert found.cut_off > 0 < found.episodes
    assert found.cut_off + found.episodes == 64


# Other runs


def test_kuhn_poker_has_blocks(tmp_path):
    folder = a_run(tmp_path / "run", "games.kuhn_poker")
    setup = KUHN.setup()
    save_policy(folder / "best.zip", fixed_policy(setup, [0, -80]), describe(setup, 400, {}))
    found = report(folder, games=100, quiet=True)
    blocks, actions = found.play.never_taken()
    assert [one.name for one in blocks] == ["bet a chip; after a bet, call"]
    assert actions == []  # told by their block
    assert "bet a chip; after a bet, call" in told(found)
    table = {row["block"]: row for row in rows(folder / "report" / "blocks.csv")}
    assert table["pass; after a bet, fold"]["taken"] == table["pass; after a bet, fold"]["open"]


def test_mixes_and_games_of_sides_are_told_by_table_and_side(tmp_path, real_pictures):
    mix = [{"num_players": 3}, {"num_players": 4}]
    found = report(a_run(tmp_path / "run", "games.treasure", mix=mix), games=12, quiet=True)
    assert Part("random", "num_players=3", "") in found.run.parts()
    assert "2 kinds of table" in found.page.read_text()
    assert (found.page.parent / "report" / "parts.png").read_bytes().startswith(PNG)
    assert found.play.games == 12
    assert TREASURE.setup(num_players=3).num_actions == len(found.play.actions)


def test_runs_of_zero_evaluations_say_so(tmp_path):
    folder = a_run(tmp_path / "run", **{"evaluation.against": []})
    found = report(folder, games=8, quiet=True)
    assert "names nobody to be measured against" in found.page.read_text()
    assert "not measured yet" in told(found)
    assert not (folder / "report" / "strength.png").exists()
    assert found.play.games == 8


@pytest.mark.parametrize(("steps", "words"), [(512, "to the end"), (513, "not at its end")])
def test_run_that_is_not_measured_at_its_end_has_come_to_it_by_its_budget(run, steps, words):
    (run / "summary.json").unlink()
    changes = {**TINY, "evaluation.final_games": 0, "steps": steps}
    (run / "config.yaml").write_text(to_yaml(load_config("connect_four", None, changes)))
    page = report(run, games=4, quiet=True).page.read_text()
    assert f"minutes, {words}; the best policy" in page
    assert "random" in page.split("## Learning")[0]


def test_run_that_has_not_learned_anything_has_a_report(run):
    for path in ("summary.json", "best.zip", "last.zip", CHECKPOINT, "metrics.csv", "evaluations.csv"):
        (run / path).unlink()
    found = report(run, games=4, quiet=True)
    page = found.page.read_text()
    assert "has not learned anything yet" in page
    assert "has no policy yet" in page
    assert "No evaluation is written down yet" in page
    assert list((run / "report").iterdir()) == []
    assert "not measured yet" in told(found)


def test_a_stopped_run_has_a_report_of_its_last_checkpoint(tmp_path, monkeypatch):
    from cogitable.training.learn.run import running

    iterate = running.Run._iterate

    def stopping(self, progress):
        iterate(self, progress)
        self.stop = self.counters.iteration == 3

    monkeypatch.setattr(running.Run, "_iterate", stopping)
    result = train(tiny(**{"evaluation.every": 10_000}), tmp_path / "r", quiet=True)
    assert result.stopped
    found = report(result.folder, games=8, quiet=True)
    page = found.page.read_text()
    assert "384 learner steps in 3 rounds" in page
    assert "not at its end; no best policy was chosen yet, the last policy (384 steps) stands for it" in page
    assert found.calibration is not None
    assert found.play is not None
    # the last line may have been cut off by a kill
    whole = (result.folder / "metrics.csv").read_text()
    (result.folder / "metrics.csv").write_text(whole + "500,0.1")
    assert read_run(result.folder).steps == 384


def test_summary_of_an_earlier_end_is_not_taken_for_the_present(run):
    summary = json.loads((run / "summary.json").read_text())
    (run / "summary.json").write_text(json.dumps(summary | {"steps": 256}))
    found = report(run, games=4, quiet=True)
    assert not found.run.finished
    assert "when the run first ended, after 256 steps" in found.page.read_text()


# Damage


def test_folder_without_a_run_is_named(tmp_path):
    with pytest.raises(OptionError, match=r"no run to report on in .*: config.yaml is missing"):
        report(tmp_path, quiet=True)
    with pytest.raises(OptionError, match="games is 0"):
        report(tmp_path, games=0, quiet=True)


@pytest.mark.parametrize(
    ("name", "damage", "message"),
    [
        (CHECKPOINT, lambda c: c[: len(c) // 2], r"checkpoint.zip: damaged"),
        ("best.zip", lambda c: c[: len(c) // 2], r"best.zip: damaged"),
        ("metrics.csv", lambda c: c.replace(b"train/value_loss", b"train/x"), r"column 'train/value_loss' is missing"),
        ("metrics.csv", lambda c: b"steps\n\xff\n", r"metrics.csv: line 2: the file is not UTF-8"),
        ("evaluations.csv", lambda c: c.replace(b"win_rate_low", b"low"), r"column 'win_rate_low' is missing"),
        ("summary.json", lambda c: c[:40], r"summary.json: damaged"),
        ("summary.json", lambda c: b"[]", r"summary.json: damaged"),
    ],
)
def test_damaged_files_are_named(run, name, damage, message):
    (run / name).write_bytes(damage((run / name).read_bytes()))
    with pytest.raises(SaveFileError, match=message):
        report(run, games=4, quiet=True)
    assert not (run / "report.md").exists()


def test_number_that_is_none_is_named(run):
    lines = (run / "evaluations.csv").read_text().splitlines()
    cells = lines[1].split(",")
    cells[lines[0].split(",").index("win_rate")] = "much"
    (run / "evaluations.csv").write_text("\n".join([lines[0], ",".join(cells), *lines[2:]]) + "\n")
    with pytest.raises(SaveFileError, match=r"evaluations.csv: at 256 steps win_rate is 'much', not a number"):
        report(run, games=4, quiet=True)


def test_policy_of_another_game_is_refused(run):
    setup = KUHN.setup()
    save_policy(run / "best.zip", fixed_policy(setup, [0, 0]), describe(setup, 1, {}))
    with pytest.raises(OptionError, match=r"best.zip: this policy was trained for 'kuhn_poker'"):
        report(run, games=4, quiet=True)


def test_report_that_cannot_be_written_is_named(run):
    (run / "report").write_text("a file in the way")
    with pytest.raises(SaveFileError, match=r"report cannot be written"):
        report(run, games=4, quiet=True)


def test_report_changes_nothing_of_the_run(run):
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    report(run, games=4, quiet=True)
    assert {path: path.read_bytes() for path in before} == before
    assert load_policy(run / "best.zip")[1].steps > 0


# From the command line


def test_reports_on_the_command_line(run, tmp_path):
    done = CliRunner().invoke(app, ["report", str(run), "--games", "4"])
    assert done.exit_code == 0, done.output
    for word in ("against random", "entropy", "explained variance", "hardest opponents", "never taken", "report.md"):
        assert word in done.output
    wrong = CliRunner().invoke(app, ["report", str(tmp_path / "nowhere")])
    assert wrong.exit_code == 2
    assert "there is no run to report on" in wrong.output
