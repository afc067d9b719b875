"""The benchmark harness runs and reports; how fast anything is is no matter of tests."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from cogitable.agents.base import View
from cogitable.agents.random_agent import RandomAgent
from cogitable.benchmarks import guided, headroom, horizons, report, time_to_strength
from cogitable.benchmarks.plan import SECTIONS, Row, Size
from cogitable.benchmarks.session import Series, task
from cogitable.benchmarks.time_to_strength import AIMS, Reached, Version, first_good, options_of, run_to, told_ratio
from cogitable.envs import GAMES
from cogitable.envs.registry import get_game
from cogitable.envs.table.tables import Tables
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.measure.policies_played import policies_played

ROOT = Path(__file__).resolve().parent.parent


def bench(*arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "cogitable.benchmarks", *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "COLUMNS": "170"}, capture_output=True, text=True)


def test_our_side_is_measured_written_and_compared(tmp_path):
    first, text = tmp_path / "first.json", tmp_path / "speed.md"
    tiny = ("--ours-only", "--rounds", "2", "--seconds", "0.001")
    done = bench("connect_four", *tiny, "--json", str(first), "--markdown", str(text))
    assert done.returncode == 0, done.stderr
    result = json.loads(first.read_text())
    (section,) = result["sections"]
    assert section["skipped"] == []
    assert {line["ours"]["name"] for line in section["rows"]} >= {"compiled loop", "Tables.step, 1024 tables"}
    for line in section["rows"]:
        assert "peer" not in line
        assert len(line["ours"]["values"]) == 2
        assert min(line["ours"]["values"]) > 0
    assert result["machine"]["versions"]["cogitable"]
    assert "compiled loop" in text.read_text()
    assert not list(tmp_path.glob("*.tmp"))
    console = Console(record=True, width=170)
    report.compared(result, result, console)
    assert "1.00x" in console.export_text()


def test_another_version_is_measured_from_its_own_sources(tmp_path):
    """A version with figures of its own, in a folder of any name."""
    package = tmp_path / "version-0"
    (package / "benchmarks" / "ours").mkdir(parents=True)
    (package / "__init__.py").touch()
    for name in ("__init__.py", "worker.py"):
        (package / "benchmarks" / name).write_text((ROOT / "benchmarks" / name).read_text())
    (package / "benchmarks" / "ours" / "tables.py").write_text(
        "loop = batched = lambda **options: lambda seconds, number: {'rate': 10.0 + number}\n"
    )
    written = tmp_path / "speed.json"
    tiny = ("--rounds", "3", "--seconds", "0.001", "--json", str(written))
    done = bench("connect_four", "--before", str(package), *tiny)
    assert done.returncode == 0, done.stderr
    (section,) = json.loads(written.read_text())["sections"]
    assert {line["ours"]["name"] for line in section["rows"]} >= {"compiled loop", "Tables.step, 1024 tables"}
    assert len(section["rows"]) == len({line["ours"]["name"] for line in section["rows"]})
    for line in section["rows"]:
        assert line["peer"]["name"] == "the same in version-0"
        assert line["peer"]["values"] == [10.0, 11.0, 12.0]
        assert line["ratio"] == line["ours"]["median"] / 11
        assert "aim" not in line
    shutil.rmtree(package / "benchmarks" / "ours")
    done = bench("connect_four", "--before", str(package), "--only", "compiled loop, 2", *tiny)
    assert "Tables.step" not in done.stdout
    assert "the same in version-0: not installed or not there" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess",), "no section 'chess'"),
        (("search", "--compare", __file__), "is not a JSON report"),
        (("search", "--before", "docs"), "docs has no benchmarks/worker.py"),
        (("search", "--before", ".", "--ours-only"), "--ours-only leaves out what --before measures"),
        (("search", "--only", "chess"), "nothing has 'chess' in its name; there is search, CogDrive Neon"),
    ],
)
def test_bad_input_is_refused_at_once(arguments, said):
    done = bench(*arguments)
    assert done.returncode == 2
    assert said in done.stderr


def test_a_row_without_its_peer_is_left_out_with_the_reason():
    ours, peer = task("ours", "a:b"), task("peer", "c:d")
    row = Row("speed", "decisions/s", ours, peer, 5)
    found, missing = report.lines([row], {ours: {"rate": Series([1.0])}}, {peer: "not installed"})
    assert found == []
    assert missing == [{"what": "speed: peer", "reason": "not installed"}]


@pytest.mark.parametrize(("ratio", "met"), [(4.9, False), (5.0, True)])
def test_an_aim_is_met_from_its_least_ratio_on(ratio, met):
    ours, peer = task("ours", "a:b"), task("peer", "c:d")
    figures = {ours: {"rate": Series([ratio, ratio + 1, ratio - 1])}, peer: {"rate": Series([1.0])}}
    ((line,), _) = report.lines([Row("speed", "decisions/s", ours, peer, 5)], figures, {})
    assert line["ratio"] == ratio
    assert line["aim"]["met"] is met


def test_every_game_is_measured():
    assert set(GAMES) <= set(SECTIONS)


def test_every_measurement_exists():
    for section in SECTIONS.values():
        for row in section.rows(Size()):
            for one in (row.ours, row.peer):
                if one:
                    module, name = one.target.split(":")
                    source = (ROOT / "benchmarks" / Path(*module.split("."))).with_suffix(".py").read_text()
                    assert f"def {name}(" in source


def test_strength_is_reached_by_two_evaluations_in_a_row():
    aim = AIMS["connect_four"]
    rates = [0.93, 0.97, 0.9, 0.96, 0.95]
    rows = [{"steps": str(4096 * n), "win_rate": str(rate), "against": "random"} for n, rate in enumerate(rates, 1)]
    others = [{"steps": "9", "win_rate": "1.0", "against": "heuristic"}] * 2
    assert first_good([*others, *rows], aim) == 2 * 4096
    assert first_good(rows[2:], aim) == 5 * 4096
    assert first_good(rows[:1], aim) is None
    assert first_good(rows[2:4], aim) is None
    given = ["new:options.cards=a.toml", "old:x=1", "new:seed=3"]
    assert options_of(given, "new") == {"options.cards": "a.toml", "seed": "3"}


def training(monkeypatch, code: str) -> None:
    """Have runs execute some Python in their folder in place of training."""
    monkeypatch.setattr(
        time_to_strength,
        "_started",
        lambda aim, version, folder, settings: subprocess.Popen(
            [sys.executable, "-c", code], cwd=folder, stderr=subprocess.PIPE, text=True
        ),
    )


def test_a_run_that_ends_by_itself_is_read_to_its_last_line_and_told_with_its_cost(monkeypatch):
    aim, version = AIMS["connect_four"], Version(ROOT, {})
    training(monkeypatch, "sum(range(10 ** 7))")
    steps, processor, clock = run_to(aim, version, 0, 60)
    assert steps is None and 0 < processor < clock + 1
    rows = "".join(f"{4096 * n},0.97,random\\n" for n in (1, 2))
    training(
        monkeypatch,
        f"import os; os.mkdir('run'); open('run/evaluations.csv', 'w').write('steps,win_rate,against\\n{rows}')",
    )
    assert run_to(aim, version, 0, 60).steps == 2 * 4096
    training(monkeypatch, "while True: pass")
    assert run_to(aim, version, 0, 0.2).steps is None
    training(monkeypatch, "raise SystemExit('no card is called Bob')")
    with pytest.raises(SystemExit, match="failed to train connect_four, seed 3: no card is called Bob"):
        run_to(aim, version, 3, 60)


def test_runs_that_were_given_up_are_told_as_bounds():
    good, quick = Reached(4096, 100.0, 1.0), Reached(4096, 50.0, 1.0)
    never, early = Reached(None, 1800.0, 1.0), Reached(None, 10.0, 1.0)
    assert told_ratio([good] * 3, [quick] * 3) == "2.00"
    assert told_ratio([good, early, quick], [quick] * 3) == "2.00", "a run without end is the longest one"
    assert told_ratio([never] * 3, [good] * 3) == "> 18.00" and told_ratio([good] * 2, [quick, never]) == "< 0.11"
    assert "not known" in told_ratio([never], [early])


@pytest.mark.parametrize("name", AIMS)
def test_both_settings_of_an_aim_are_a_configuration(name):
    aim = AIMS[name]
    for settings in (aim.config, {**aim.config, **aim.tuned}):
        config = load_config(aim.game, "demo" if name == "cogdrive_neon" else None, settings)
        assert [setup.num_seats for setup in config.setups().values()] == [2]
        assert config.threads == 1
    assert config.ppo.gae_lambda == aim.tuned.get("ppo.gae_lambda", 0.95)


def test_what_search_wins_in_a_fixed_time_is_told_by_table(tmp_path, monkeypatch, capsys):
    """Two short runs: the second one measures only what the first has not."""
    told, page = tmp_path / "guided.jsonl", tmp_path / "guided.md"
    command = ["guided", "--lines", str(told), "--markdown", str(page), "--seconds", "0.0001", "--games", "2"]
    monkeypatch.setattr(guided, "TABLES", [guided.Table("CogDrive", "cogdrive_neon", against=("random",))])
    monkeypatch.setattr(sys, "argv", command)
    guided.main()
    (first,) = told.read_text().splitlines()
    line = json.loads(first)
    spec = "search:network=policy,rollouts=policy,horizon=16,root=race,seconds=0.0001"
    assert (line["taken"], line["agent"]) == (2, spec)
    again = guided.Table("Once more", "cogdrive_neon", seating="team", against=("random",))
    monkeypatch.setattr(guided, "TABLES", [*guided.TABLES, again])
    guided.main()
    assert [json.loads(one)["table"] for one in told.read_text().splitlines()] == ["CogDrive", "Once more"]
    assert told.read_text().splitlines()[0] == first
    assert f"| CogDrive | `{spec}` | {1000 * line['took']:.0f} ms | `random` | 2 |" in page.read_text()
    assert "Once more" in capsys.readouterr().out
    (played,) = policies_played([get_game("cogdrive_neon").setup()], [spec])
    assert line["policies"] == str(played) and page.read_text().count(f" {played} |") == 2
    monkeypatch.setattr(sys, "argv", [*command, "--seed", "1"])
    guided.main()
    assert len(told.read_text().splitlines()) == 4  # other deals are other measurements
    monkeypatch.setattr(sys, "argv", [*command, "--only", "Once", "--search", "search:network=policy"])
    guided.main()
    last = json.loads(told.read_text().splitlines()[-1])
    assert (last["table"], last["agent"]) == ("Once more", "search:network=policy,seconds=0.0001")


def test_what_was_measured_with_policies_before_is_measured_anew(tmp_path, monkeypatch):
    told, page = tmp_path / "guided.jsonl", tmp_path / "guided.md"
    tables = [guided.Table("CogDrive", "cogdrive_neon", against=("policy", "random"))]
    monkeypatch.setattr(guided, "TABLES", tables)
    command = ["guided", "--lines", str(told), "--games", "2", "--search", "search:network=policy,simulations=2"]
    monkeypatch.setattr(sys, "argv", command)
    guided.main()
    now = [json.loads(line) for line in told.read_text().splitlines()]
    first, second = now
    before = [{**first, "policies": "`cogdrive_neon.zip` (weights 01234567)"}, {**second, "setup": "other rules"}]
    of_old = {key: value for key, value in first.items() if key != "setup"}  # no line of a version before has it
    monkeypatch.setattr(sys, "argv", [*command, "--markdown", str(page)])
    for lines in (before, [of_old, second], now):
        told.write_text("".join(json.dumps(line) + "\n" for line in lines))
        guided.main()
        found = [json.loads(line) for line in told.read_text().splitlines()]
        told_of = [(line["against"], line["policies"], line["setup"]) for line in found]
        assert sorted(told_of) == [(line["against"], line["policies"], line["setup"]) for line in now]
    assert found == now, "what is there is not measured again"
    assert page.read_text().count("| CogDrive |") == 2
    page.unlink()
    monkeypatch.setattr(guided, "_measure_missing", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        guided.main()
    assert page.read_text().count("| CogDrive |") == 2, "the page is written however a run ends"


@pytest.mark.parametrize(
    ("module", "arguments", "said"),
    [
        (guided, "--only CogDrive Nosuch", "--only Nosuch: no row has it in its name; there are CogDrive Neon; "),
        (guided, "--games 0", "--games: must be at least 1, not 0"),
        (guided, "--games many", "--games: invalid whole number value: 'many'"),
        (guided, "--seed -1", "--seed: must be at least 0, not -1"),
        (time_to_strength, "--checkout now=. --seeds 0", "--seeds: must be at least 1, not 0"),
        (headroom, "cogdrive_neon --scenarios 1", "--scenarios: must be at least 2, not 1"),
        (headroom, "cogdrive_neon --actions 1", "--actions: must be at least 2, not 1"),
        (headroom, "cogdrive_neon --decisions 0", "--decisions: must be at least 1, not 0"),
        (headroom, "chess", "chess"),
        (horizons, "cogdrive_neon --scenarios 1", "--scenarios: must be at least 2, not 1"),
        (horizons, "cogdrive_neon --pairs 0", "--pairs: must be at least 1, not 0"),
        (horizons, "cogdrive_neon --set seats=9", "seats"),
    ],
)
def test_what_cannot_be_measured_is_refused_at_once(monkeypatch, capsys, module, arguments, said):
    monkeypatch.setattr(sys, "argv", ["measure", *arguments.split()])
    with pytest.raises(SystemExit) as refused:
        module.main()
    assert refused.value.code == 2 and said in capsys.readouterr().err


def test_how_long_decisions_take_is_counted_where_there_is_a_choice():
    setup = get_game("cogdrive_neon").setup()
    timed, tables = guided.Timed(RandomAgent(setup, 1)), Tables(setup, 8, seed=1)
    choices = 0
    for _ in range(30):
        choices += int((tables.masks.sum(axis=1) > 1).sum())
        tables.step(timed.act(View.of(tables)))
    assert timed.choices == choices < 240 and timed.seconds > 0
    again, other = (guided.Timed(RandomAgent(setup, seed)) for seed in (1, 2))
    other.reseed(np.random.SeedSequence(7))
    again.reseed(np.random.SeedSequence(7))
    assert (again.act(View.of(tables)) == other.act(View.of(tables))).all()


def test_how_far_playouts_should_go_on_is_told_by_horizon(tmp_path, monkeypatch, capsys):
    """What the end says of a difference agrees with itself; nearer to it are more evaluations and more chance."""
    page = tmp_path / "horizons.md"
    command = ["horizons", "cogdrive_neon", "--pairs", "12", "--scenarios", "40", "--markdown", str(page)]
    monkeypatch.setattr(sys, "argv", command)
    horizons.main()
    lines = [line.split("|")[1:-1] for line in page.read_text().splitlines() if "|" in line][2:]
    table = [[cell.strip() for cell in line] for line in lines]
    assert [row[0] for row in table] == ["0", "1", "2", "4", "8", "16", "32", "64", "end"]
    evaluations, correlation, variance, apart = ([float(row[place]) for row in table] for place in (1, 2, 3, 4))
    assert all(len(row) == 5 + len(horizons.BUDGETS) for row in table)
    assert evaluations == sorted(evaluations) and evaluations[0] < 5 < 30 < evaluations[-1]
    assert correlation[-1] == 1 and variance[0] < variance[5] < variance[-1]
    assert all(shared < alone for shared, alone in zip(variance[1:], apart[1:], strict=True))
    assert "CogDrive Neon\n\n12 pairs of actions" in capsys.readouterr().out


def test_what_a_horizon_gains_is_judged_by_other_scenarios():
    """What is told right is gained whole, by more scenarios the more; what is mere luck gains nothing."""
    rng = np.random.default_rng(1)
    truth = np.repeat([0.1, -0.1], 500)
    told = truth[:, None, None] + rng.normal(size=(1000, 200, 1))
    judged = np.concatenate([told, rng.normal(size=told.shape), truth[:, None, None] + np.zeros_like(told)], axis=2)
    assert horizons.gained(judged, 2, 1) == pytest.approx(0.05)  # the end itself: the other is better at half of them
    few, many, luck = horizons.gained(judged, 0, 5), horizons.gained(judged, 0, 100), horizons.gained(judged, 1, 100)
    assert abs(luck) < 0.005 < few < many < 0.05


def test_what_is_left_to_be_found_owes_nothing_to_luck():
    """Of actions that are all alike the best gains nothing; one that is better is found, and judged by other luck."""
    rng = np.random.default_rng(0)
    alike = [headroom.gained(one, one) for one in rng.normal(size=(2000, 6, 40))]
    assert abs(np.mean(alike)) < 3 * np.std(alike) / np.sqrt(2000)
    better = rng.normal(size=(6, 400)) + np.array([0, 0, 0, 1, 0, -1])[:, None]
    assert headroom.gained(better, better) == pytest.approx((better[3] - better[0]).mean())
    assert headroom.gained(better, -better) == pytest.approx(-(better[3] - better[0]).mean()), "others judge"
    shared = rng.normal(size=400)
    nothing = np.array([shared, shared - 0.01, shared])
    assert headroom.gained(nothing, nothing) == 0


def test_what_was_not_measured_is_told_as_nothing():
    """No game has ended; all gains are alike, or of one game; and no share of the policy was so small."""
    sure = np.full(3, 0.95)
    found = headroom.Headroom(np.zeros(3), np.arange(3), np.full(3, 2), sure, float("nan"), 2.0)
    told = dict(headroom.rows(found))
    assert told["decisions with a choice, a seat and game"] == told["all of them together"] == "-"
    assert told["that many more games won"] == "-"
    assert told["the best gains, in returns"] == "+0.0000"
    assert told["policy's share 0 to 90 %"] == "0.0% of them"
    assert told["policy's share 90 to 99 %"] == "100.0% of them; gain +0.0000"
    told = dict(headroom.rows(found._replace(decisions=10.0, gains=np.array([0.1, 0.1, 0.4]), clusters=np.zeros(3))))
    assert told["the best gains, in returns"] == "+0.2000" and told["that many more games won"] == "+100.0 of 100"
    alike = horizons.Differences(np.zeros((4, 9)), np.zeros(9))
    for differences in ([alike], [alike] * 3):
        table = horizons.rows(differences, np.zeros(9))
        assert {row[2] for row in table} == {"-"} and not any("nan" in cell for row in table for cell in row)


def test_headroom_before_any_game_has_ended_does_not_know_how_long_games_are():
    found = headroom.measure(get_game("cogdrive_neon").setup(), 1, 2, 2, 0)
    assert np.isnan(found.decisions)


def test_headroom_of_a_policy_is_written(tmp_path, monkeypatch, capsys):
    page = tmp_path / "headroom.md"
    size = ["--decisions", "12", "--scenarios", "20", "--actions", "3"]
    command = ["headroom", "cogdrive_neon", "--set", "num_players=2", *size, "--markdown", str(page)]
    monkeypatch.setattr(sys, "argv", command)
    headroom.main()
    table = dict(line.split(" | ") for line in page.read_text().replace("| ", "", 1).splitlines() if " | " in line)
    cells = {key.strip("| "): value.strip("| ") for key, value in table.items()}
    assert cells["decisions followed"] == "12"
    assert 2 <= float(cells["actions compared at each"]) <= 3
    assert float(cells["decisions with a choice, a seat and game"]) > 5
    sure = [float(cell.split("%")[0]) for key, cell in cells.items() if key.startswith("policy's share")]
    assert len(sure) == len(headroom.SURE) - 1 and sum(sure) == pytest.approx(100, abs=0.3)
    assert page.read_text() in capsys.readouterr().out
