"""Games with sides and many seats in arenas and balance reports."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest
from games.kuhn_poker import GAME as KUHN
from typer.testing import CliRunner

from cogitable.training.cli import app
from cogitable.training.cli.common import console
from cogitable.training.measure.arena.arena import Arena
from cogitable.training.measure.arena.report import as_csv, as_json, as_markdown, as_tables
from cogitable.training.measure.arena.schedule import mixed_lineups, schedule
from cogitable.training.measure.balance.balance import Balance, balance
from cogitable.training.measure.balance.report import as_dict
from cogitable.training.measure.balance.report import as_markdown as balance_markdown
from cogitable.training.measure.intervals import number
from cogitable.training.measure.match import wins
from cogitable.training.measure.wording import percent

AGENTS = ["random", "python:plain_agents:Hash", "python:plain_agents:First"]


def top_and_rest(setup, state):
    """The holder of the top card plays alone."""
    top = state.kuhn_deck[: setup.num_seats].argmax()
    return ["top" if seat == top else "rest" for seat in range(setup.num_seats)]


@pytest.fixture
def sides(monkeypatch):
    """Give Kuhn poker sides that show at the end only."""
    monkeypatch.setitem(KUHN.__dict__, "sides", top_and_rest)


def arena_of(seats, games=96, **more):
    return Arena(KUHN.setup(num_players=seats), AGENTS, games=games, seed=2, **more)


def test_an_arena_tells_how_each_agent_does_on_each_side(sides):
    arena = arena_of(4)
    arena.run(1)
    won, seating = wins(arena.returns), arena.plan.seating
    assert ((arena.sides == "top").sum(axis=1) == 1).all()
    held = 0
    for standing in arena.standings():
        own = seating == arena.agents.index(standing.agent)
        assert set(standing.sides) == {"rest", "top"}
        for side, rate in standing.sides.items():
            assert rate.mean == pytest.approx(won[own & (arena.sides == side)].mean())
            assert rate.low <= rate.mean <= rate.high
            of_all = standing.sides_of_all[side]
            assert of_all.mean == pytest.approx((won * (arena.sides == side))[own].mean())
            assert of_all.low <= of_all.mean <= of_all.high
        assert sum(rate.mean for rate in standing.sides_of_all.values()) == pytest.approx(standing.win_rate.mean)
        assert standing.mean_return.mean == pytest.approx(arena.returns[own].mean(), abs=1e-6)
        assert standing.mean_return.low < standing.mean_return.mean < standing.mean_return.high
        held += (own & (arena.sides == "top")).sum()
    assert held == len(arena.plan)


def test_a_side_that_an_agent_never_held_is_won_by_none_of_its_seats(monkeypatch):
    monkeypatch.setitem(KUHN.__dict__, "sides", lambda setup, state: ["a", "b", "c"])
    arena = arena_of(3, games=30)
    arena.run(1)
    own = arena.plan.seating == 1
    arena.sides[own] = "elsewhere"
    standing = next(one for one in arena.standings() if one.agent == arena.agents[1])
    assert list(standing.sides) == ["elsewhere"]
    assert {side: rate.mean for side, rate in standing.sides_of_all.items() if side != "elsewhere"} == dict.fromkeys(
        "abc", 0
    )
    (row,) = [line for line in as_markdown(arena).splitlines() if line.startswith(f"| {standing.agent} | - | 0.0 %")]
    assert row.count("| - | 0.0 %") == 3


def test_partners_are_not_compared(sides):
    arena = arena_of(3, games=60)
    arena.run(1)
    a, b = arena.agents[:2]
    ahead = []
    for seating, held, returns in zip(arena.plan.seating, arena.sides, arena.returns, strict=True):
        pairs = [(i, j) for i in np.flatnonzero(seating == 0) for j in np.flatnonzero(seating == 1)]
        values = [(np.sign(returns[i] - returns[j]) + 1) / 2 for i, j in pairs if held[i] != held[j]]
        ahead += [np.mean(values)] if values else []
    assert len(ahead) < 60
    assert arena.against(a, b).mean == pytest.approx(np.mean(ahead))
    assert arena.against(a, b).mean + arena.against(b, a).mean == pytest.approx(1)


@pytest.mark.parametrize("cut", [0, 900, -5])
def test_sides_are_kept_with_the_games(sides, tmp_path, cut):
    whole = arena_of(4, folder=tmp_path)
    whole.run(1)
    text = (tmp_path / "games.csv").read_text()
    assert text.splitlines()[0].endswith("decisions,over,side_0,side_1,side_2,side_3")
    (tmp_path / "games.csv").write_text(text[:cut])
    again = arena_of(4, folder=tmp_path)
    assert (again.sides[again.done] == whole.sides[again.done]).all()
    again.run(1)
    assert (tmp_path / "games.csv").read_text() == text
    assert as_json(again) == as_json(whole)


def test_reports_show_sides_where_there_are_any(sides, monkeypatch):
    arena = arena_of(3, games=30)
    arena.run(1)
    found = json.loads(as_json(arena))
    rows = {row["agent"]: row for row in csv.DictReader(io.StringIO(as_csv(arena)))}
    text = as_markdown(arena)
    heads = ["rest", "won as rest, of all seats", "top", "won as top, of all seats"]
    assert f"| win rate by side | {' | '.join(heads)} | mean return | interval |" in text
    for standing, part in zip(arena.standings(), found["standings"], strict=True):
        assert part["sides"]["top"]["mean"] == standing.sides["top"].mean
        assert part["mean_return_interval"] == [number(limit) for limit in standing.mean_return[1:]]
        assert float(rows[standing.agent]["as rest"]) == standing.sides["rest"].mean
        assert part["sides_of_all"]["top"]["mean"] == standing.sides_of_all["top"].mean
        assert float(rows[standing.agent]["won as rest"]) == standing.sides_of_all["rest"].mean
        pairs = [(standing.sides[side], standing.sides_of_all[side]) for side in ("rest", "top")]
        cells = ["  ".join(percent(rate)) for pair in pairs for rate in pair]
        assert f"| {standing.agent} | {' | '.join(cells)} | {standing.mean_return.mean:+.3f} |" in text
    screen = console()
    with screen.capture() as shown:
        screen.print(as_tables(arena))
    assert "win rate by side" in shown.get()
    part = shown.get().split("won on a side, of all seats")[1]
    assert all(percent(one.sides_of_all["top"])[0] in part for one in arena.standings())
    monkeypatch.setitem(KUHN.__dict__, "sides", None)
    without = arena_of(3, games=30)
    without.run(1)
    assert "by side" not in as_markdown(without)
    assert "as rest" not in as_csv(without)
    assert np.array_equal(without.returns, arena.returns)


def test_copies_of_an_agent_sit_side_by_side_as_often_as_chance_has_it():
    lineups = mixed_lineups(2, 6, 400, seed=3)
    assert len({tuple(lineup) for lineup in lineups}) == 20  # all ways to seat three and three
    beside = (lineups == np.roll(lineups, 1, axis=1)).mean()
    assert beside == pytest.approx(2 / 5, abs=0.04)


@pytest.mark.parametrize(("agents", "seats"), [(2, 5), (3, 10), (5, 5), (12, 7)])
def test_every_agent_gets_every_seat_of_its_deals_alike(agents, seats):
    plan = schedule(agents, seats, 40 * seats, 1)
    for deal in range(40):
        games = plan.seating[plan.deals == deal]
        counts = [np.bincount(games[:, seat], minlength=agents) for seat in range(seats)]
        assert all((count == counts[0]).all() for count in counts)
    totals = np.bincount(plan.seating.ravel(), minlength=agents)
    assert totals.max() - totals.min() <= seats


def test_balance_of_several_numbers_of_players_is_one_table(sides):
    reports = [
        balance(KUHN.setup(num_players=n), agent, games=40, seed=1, processes=1)
        for agent in ("random", "python:plain_agents:Hash")
        for n in (4, 2)
    ]
    text = balance_markdown(reports)
    head = "| in every seat | players | games | rest wins | top wins | decisions, mean | 95th percentile | cut off |"
    lines = text.splitlines()
    rows = lines[lines.index(head) + 2 : lines.index(head) + 6]
    order = [("random", 2), ("random", 4), ("python:plain_agents:Hash", 2), ("python:plain_agents:Hash", 4)]
    for row, (agent, n) in zip(rows, order, strict=True):
        found = next(r for r in reports if r.agent == agent and r.setup.num_seats == n)
        rates = [" ".join(percent(found.by_side()[side])) for side in ("rest", "top")]
        lengths = [f"{found.decisions.mean():.1f}", f"{np.percentile(found.decisions, 95):.0f}"]
        assert row == f"| {' | '.join([agent, str(n), '40', *rates, *lengths, '0'])} |"
        (section,) = [part for part in text.split("\n## ") if part.startswith(f"{n} players\n")]
        assert f"| {agent} | 40 | " in section and "| side | random | python:plain_agents:Hash |" in section
        assert as_dict(found)["players"] == n
        top = (found.sides == "top") & (found.wins() == 1)
        assert found.by_side()["top"].mean == pytest.approx(top.sum() / 40)
    targets = [target.text for target in reports[0].targets()]
    assert targets == ["every seat wins 20-30 % of its games", "every game ends by its rules"]


def test_balance_command_takes_several_numbers_of_players(tmp_path):
    path = tmp_path / "b.json"
    args = ["balance", "games.kuhn_poker", "--agents", "random", "--players", "2", "3", "4", "--games", "8"]
    args += ["--processes", "1", "--json", str(path)]
    done = CliRunner().invoke(app, args)
    assert done.exit_code == 0, done.output
    assert [part["players"] for part in json.loads(path.read_text())] == [2, 3, 4]
    assert "players" in done.output
    for more, words in (
        (["--set", "num_players=3"], "'num_players' is set twice"),
        (["--players", "9"], "'num_players' is 9"),
    ):
        done = CliRunner().invoke(app, [*args, *more])
        assert done.exit_code == 2
        assert words in done.stderr


@pytest.mark.parametrize(("games", "sure"), [(40, False), (4000, True)])
def test_a_seat_that_wins_too_often_is_named_and_whether_that_may_be_chance(games, sure):
    returns = np.full((games, 4), -1, np.float32)
    winners = np.resize(np.repeat(np.arange(4), [14, 10, 9, 7]), games)
    returns[np.arange(games), winners] = 3
    setup, ones = KUHN.setup(num_players=4), np.ones(games, np.int8)
    found = Balance(setup, "random", 0, returns, np.full(games, 6), ones, np.full((games, 4), "", object))
    target = found.targets()[0]
    assert target.text == "every seat wins 20-30 % of its games"
    assert target.wrong == ("seat 0", "seat 3")
    assert target.verdict == ("fails" if sure else "fails?")
    told = "**fails**" if sure else "fails?"
    assert f"| {target.text} | {told}: seat 0, seat 3 |" in balance_markdown([found])


# One team


@pytest.fixture
def one_team(monkeypatch):
    """Tables of three whose seats are all one team."""
    setup = KUHN.setup(num_players=3)
    monkeypatch.setattr(setup, "teams", (0, 0, 0))
    return setup


def test_agents_that_make_up_a_whole_team_play_each_deal_by_themselves(one_team):
    arena = Arena(one_team, ["python:plain_agents:First", "python:plain_agents:Hash", "random"], games=40, seed=3)
    arena.run(1)
    assert len(arena.plan) == 120
    assert (arena.plan.seating == arena.plan.seating[:, :1]).all()
    for deal in range(40):
        games = np.flatnonzero(arena.plan.deals == deal)
        assert sorted(arena.plan.seating[games, 0]) == [0, 1, 2]
        assert len(set(arena.plan.seeds[games])) == 1
    first, other = (arena.returns[arena.plan.seating[:, 0] == number, 0] for number in (0, 1))
    share = ((np.sign(first - other) + 1) / 2).mean()
    assert arena.against(*arena.agents[:2]).mean == pytest.approx(share)
    assert [standing.games for standing in arena.standings()] == [40] * 3
    assert all(standing.rating is None for standing in arena.standings())  # nobody has met anybody
    means = [standing.win_rate.mean for standing in arena.standings()]
    assert means == sorted(means, reverse=True)
