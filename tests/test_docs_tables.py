"""Tables of the documentation say what the measured pages say, and of which policies their figures are."""

from __future__ import annotations

import re
import shutil

import champions_table
import generated_pages
import guided_table
import shipped_now
import strength_table

from cogitable.agents.policy.file import load_networks
from cogitable.benchmarks.guided import TABLES
from cogitable.envs import GAMES, get_game
from cogitable.training.measure.policies_played import PlayedPolicy, digests, read_policies

RESULTS = champions_table.RESULTS
OF_NOW = digests(load_networks(shipped_now.POLICIES / "cogdrive_neon.zip")[0])
NEON, OLD = PlayedPolicy("any.zip", OF_NOW["weights"], OF_NOW["value"]), PlayedPolicy("cogdrive_neon.zip", "01234567")


def cells(line: str) -> list[str]:
    """Return the cells of a line of a table."""
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_the_table_of_strength_says_what_the_cards_say(tmp_path):
    """Every kind of table of every card is in it, once, but for those at which another policy plays."""
    _, _, *lines = strength_table.strength_table()
    rows = [cells(line) for line in lines]
    assert len({tuple(row[:2]) for row in rows}) == len(rows)
    assert all(re.fullmatch(r"\d+\.\d % \(\d+\.\d - \d+\.\d\)", share) for row in rows for share in row[3:])
    told = {row[0]: [other[1] for other in rows if other[0] == row[0]] for row in rows}
    assert told["CogDrive Neon"] == ["2"]
    assert told["Brass Empire"] == ["2", "3", "4", "5", "6, reserves: draft"]
    for decks in ("", ", decks drafted", ", decks random"):
        for leaders in ("", ", leaders True"):
            assert told[f"Cogs and Commissars{decks}{leaders}"] == ["2", "3", "4", "6"]
    titles = [row[0] for row in rows]
    assert titles.index("Brass Empire") < titles.index("Brass Empire, mode battle")
    card = "# A game: the shipped policy\n\nduplicate deals (every deal is played from every seat)\n\n"
    shares = f"{card}| won against | share (95 % interval) |\n| --- | --- |\n| `heuristic` | 1 % |\n\n| a | b |\n"
    assert strength_table.card_rows(shares, 5) == [["A game", "5", "20.0 %", "-", "1 %", "-"]]
    by_table = (
        f"{shares}\n| against | tables | side | seats | share won | opponents' share | mean return |\n| - |\n"
        "| `heuristic` | all | all | 9 | 2 % | 8 % | 0 |\n"
        "| `heuristic` | city=old, big=True | all | 9 | 3 % | 7 % | 0 |\n"
        "| `random` | num_players=4 | all | 9 | 4 % | 6 % | 0 |\n"
    )
    assert strength_table.card_rows(by_table, 2) == [
        ["A game", "2, city: old, big", "50.0 %", "-", "3 %", "-"],
        ["A game", "4", "25.0 %", "4 %", "-", "-"],
    ]
    assert strength_table.card_rows(by_table, 2, {"num_players=4"}) == strength_table.card_rows(by_table, 2)[:1]
    (tmp_path / "brass_empire-solitaire.md").write_text(by_table.replace("duplicate deals", "deals"))
    assert len(list(strength_table.strength_table(tmp_path))) == 2


def test_the_table_of_searches_says_what_was_measured_first_of_each_kind_of_table(tmp_path):
    head = "| table | search | it took | against | seats | of them won | of the others' | ahead | policies |\n| --- |\n"
    alone = "Brass Empire, solitaire, hardest level"
    row = "| {} | `search:network=policy,{},seconds=0.05` | 9 ms | `{}` | {} | {} | 5 % | +9.0 | {} |\n"
    page = tmp_path / "guided.md"
    page.write_text(
        head
        + row.format("Brass Empire, 3 seats", "rollouts=quick,root=race", "policy", 120, "43.3 % (35 - 51)", "")
        + row.format("Brass Empire, 3 seats", "rollouts=quick,horizon=16", "policy", 60, "50.0 % (40 - 60)", "")
        + row.format("Brass Empire, teams, 4 seats", "horizon=4", "heuristic", 60, "60.0 % (50 - 70)", "")
        + row.format("CogDrive Neon", "root=race", "policy", 60, "70.0 % (60 - 80)", NEON)
        + row.format(alone, "root=race", "policy", 60, "14 % (9 - 20)", "")
        + row.format("CogDrive Neon", "root=race", "search:simulations=10000", 60, "80.0 % (70 - 90)", OLD)
        + row.format("Brass Empire, 2 seats", "root=race", "policy", 60, "60 % (50 - 70)", NEON)
        + row.format("Brass Empire, 2 seats", "horizon=16", "search:simulations=10000", 60, "90 % (80 - 95)", OLD)
    )
    _, _, *lines = guided_table.guided_table(page)
    assert [cells(line) for line in lines] == [
        ["Brass Empire, 3 seats", "quick race", "1.3 times: 43.3 % (35 - 51) of 120", "5 %", "-", "-", "-"],
        ["Brass Empire, teams, 4 seats", "4", "-", "-", "60.0 % (50 - 70) of 60", "5 %", "-"],
        ["CogDrive Neon", "race", "70.0 % (60 - 80) of 60", "5 %", "-", "-", "80.0 % (70 - 90) of 60 *"],
        [alone, "race", "14 % (9 - 20) of 60", "5 %; +9.0 points ahead", *["-"] * 3],
        ["Brass Empire, 2 seats", "race", "60 % (50 - 70) of 60", "5 %", "-", "-", "90 % (80 - 95) of 60 *, by 16"],
    ]
    _, _, *ours = guided_table.guided_table()
    kinds = [line.split("|")[1].strip() for line in ours]
    assert len(kinds) == len(set(kinds)) and {table.name for table in TABLES} <= set(kinds)


def exploited(won: str, gain: str, policies: str) -> str:
    """A page of an exploiter, as far as it is read."""
    return (
        "# Exploiting\n\nA policy trained for 2,000,000 learner steps (60.5 minutes, seed 0) at one seat.\n\n"
        "| exploiter at | seats | won | the agent's share | mean return | the agent's | gain |\n| --- |\n"
        f"| all seats | 2000 | {won} | 50.0 % 49.9-50.1 | +0.1 | +0.0 | {gain} |\n| seat 0 | 9 | 1.0 % 0.0-2.0 |\n\n"
        "## How it learned\n\n| learner steps | won | mean return |\n| --- | --- | --- |\n"
        "| 600,000 | 53.0 % 51.0-55.0 | +0.0 |\n| 2,000,000 | 51.0 % 49.0-53.0 | +0.0 |\n\n## What it does\n"
        f"\nPolicies: {policies}.\n"
    )


def test_the_tables_of_champions_say_what_pages_say(tmp_path):
    for page in RESULTS.glob("*_strength.md"):
        shutil.copy(page, tmp_path)
    page, hour = tmp_path / "exploit_cogdrive_neon_policy.md", tmp_path / "exploit_cogdrive_neon_policy_60.md"
    page.write_text(exploited("50.1 % 48.0-52.0", "+0.010 (-0.020 to +0.040)", str(NEON)))
    hour.write_text(exploited("55.1 % 53.0-57.0", "+0.100 (+0.060 to +0.140)", str(OLD)))
    strength = tmp_path / "cogdrive_neon_strength.md"
    strength.write_text(
        "| | agent |\n| --- |\n| 1 | policy |\n\n| row against column | policy | heuristic | random |\n| --- |\n"
        f"| policy | | 60.0 % 58.0-62.0 | 99.0 % 98.0-99.9 |\n| heuristic | 40.0 % |\n\nPolicies: {NEON}.\n"
    )
    _, _, first, *_ = champions_table.champions_table(tmp_path)
    told = ["CogDrive Neon", "99.0 % (98.0-99.9)", "60.0 % (58.0-62.0)", "50.1 % (48.0-52.0)", "55.1 % (53.0-57.0) *"]
    assert cells(first) == told
    _, _, *lines = champions_table.exploiters_table(tmp_path)
    best = "53.0 %, after 0.6 million steps"
    assert [cells(line) for line in lines] == [
        ["CogDrive Neon", "10", "2,000,000", "50.1 % (48.0-52.0): nothing found", "50.0 %", best],
        ["", "60", "2,000,000", "55.1 % (53.0-57.0) *", "50.0 %", best],
    ]
    strength.write_text(strength.read_text().replace(NEON.weights, OLD.weights))
    assert cells(list(champions_table.champions_table(tmp_path))[2])[1:3] == [f"{share} *" for share in told[1:3]]


def test_every_champion_has_all_its_figures():
    _, _, *lines = champions_table.champions_table()
    share = r"\d+\.\d % \(\d+\.\d-\d+\.\d\)( \*)?"
    assert all(re.fullmatch(share, cell) for line in lines for cell in cells(line)[1:])
    _, _, *lines = champions_table.exploiters_table()
    assert len(lines) == len(list(RESULTS.glob("exploit_*_policy*.md")))


def test_the_policies_of_now_are_named_by_their_digests():
    """The table of digests says first which are shipped."""
    text = (generated_pages.ROOT / "docs" / "measuring.md").read_text()
    titles = {get_game(name).title: name for name in GAMES}
    _, rows = text.split("| weights of | now |")[1].split("\n\n")[0].split("\n", 1)
    told = {titles[title]: now.strip("`") for title, now, *_ in (cells(line) for line in rows.splitlines()[1:])}
    files = {name: shipped_now.POLICIES / f"{name}.zip" for name in told}
    assert told == {name: digests(load_networks(file)[0])["weights"] for name, file in files.items()}


def test_pages_of_policies_before_are_listed(tmp_path):
    for name, played in (("new", ""), ("old", str(OLD))):
        (tmp_path / f"{name}.md").write_text(f"# Page\n\nPolicies: {played}.\n")
    assert generated_pages.results_list(tmp_path).endswith("now: [old](_generated/results/old.md).\n")
    (tmp_path / "old.md").unlink()
    assert "before" not in generated_pages.results_list(tmp_path)


def test_pages_that_tell_of_policies_say_which():
    """Of a page without the line nobody could tell whether it is of the policies of now."""
    by_policy = re.compile(r"(\| |Exploiting |how )`?(policy|level|search:network)\b")
    asked = [page for page in RESULTS.glob("*.md") if by_policy.search(page.read_text())]
    assert len(asked) > 80
    for page in asked:
        assert read_policies(page.read_text()), page.name
