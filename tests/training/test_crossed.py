"""One agent for whoever is on a side now, another for everybody else: who decides, what is counted, what is told."""

from __future__ import annotations

import json

import numpy as np
import pytest
from games.kuhn_poker import GAME as KUHN
from plain_agents import Chance, First, Hash
from typer.testing import CliRunner

import connect_four
from cogitable.envs import get_game
from cogitable.envs.table import OptionError
from cogitable.training.cli import app
from cogitable.training.measure.balance.balance import balance
from cogitable.training.measure.crossed.crossed import crossed
from cogitable.training.measure.crossed.report import as_dict, as_json, as_markdown
from cogitable.training.measure.match import MatchResult, Watcher, deal_seeds, play_match
from cogitable.training.measure.wording import percent

SETUP = connect_four.GAME.setup()
FIRST, HASH = "python:plain_agents:First", "python:plain_agents:Hash"


def top_and_rest(setup, state):
    """The holder of the top card plays alone."""
    top = state.kuhn_deck[: setup.num_seats].argmax()
    return ["top" if seat == top else "rest" for seat in range(setup.num_seats)]


def travelling(setup, state):
    """The role goes to the other seat after every third decision."""
    return ["hot" if seat == state.decisions // 3 % 2 else "cold" for seat in range(2)]


@pytest.fixture
def fixed(monkeypatch):
    """Give Kuhn poker sides that the deal decides."""
    monkeypatch.setitem(KUHN.__dict__, "sides", top_and_rest)


@pytest.fixture
def travel(monkeypatch):
    """Give Connect Four a role that travels."""
    monkeypatch.setitem(connect_four.GAME.__dict__, "sides", travelling)


def by_turn(tables, rows):
    """Agent 1 takes every third decision of a game, whoever sits there."""
    return (tables.states["decisions"][rows] % 3 == 2).astype(np.int64)


class Thirds(Watcher):
    """Every third decision takes the lowest legal action; of the others it counts how many do."""

    def __init__(self) -> None:
        self.thirds = self.others = self.lowest = 0

    def decided(self, tables, rows, games, actions):
        third = by_turn(tables, rows) == 1
        first = tables.masks[rows].argmax(axis=1) == actions
        assert first[third].all()
        self.thirds += third.sum()
        self.others += (~third).sum()
        self.lowest += first[~third].sum()


def test_casting_decides_in_the_place_of_the_seating():
    seating, seen, asked = np.zeros((20, 2), int), Thirds(), []

    class Asked(First):
        def act(self, view):
            asked.append(len(view))
            return super().act(view)

    result = play_match(SETUP, [Hash(SETUP), Asked(SETUP)], seating, np.arange(20), 7, watcher=seen, casting=by_turn)
    assert np.array_equal(result.seating, seating)
    assert sum(asked) == seen.thirds == (result.decisions // 3).sum()
    assert seen.lowest < seen.others / 2  # the other agent is another one


def test_casting_by_seat_is_the_seating():
    seating, seeds = np.tile([0, 1], (30, 1)), np.arange(30)
    players = [Chance(SETUP), Hash(SETUP)]
    one = play_match(SETUP, players, seating, seeds, 8, agent_seed=3)
    two = play_match(
        SETUP, players, np.zeros_like(seating), seeds, 8, agent_seed=3, casting=lambda tables, rows: tables.seats[rows]
    )
    assert np.array_equal(one.returns, two.returns)
    assert np.array_equal(one.decisions, two.decisions)


@pytest.mark.parametrize(
    ("casting", "words"),
    [
        (lambda tables, rows: np.zeros(rows.size), "casting must give 4 integers, not float64"),
        (lambda tables, rows: np.zeros(1, int), "casting must give 4 integers"),
        (lambda tables, rows: np.full(rows.size, 2), "casting names agents 2 to 2; there are 2"),
        (lambda tables, rows: np.full(rows.size, -1), "there are 2"),
    ],
)
def test_a_casting_that_names_nobody_is_refused(casting, words):
    with pytest.raises(OptionError, match=words):
        play_match(SETUP, [First(SETUP), Hash(SETUP)], np.zeros((4, 2), int), np.arange(4), casting=casting)


def test_joined_matches_keep_their_order_and_records():
    seeds = deal_seeds(1, 9)
    whole = play_match(SETUP, [Hash(SETUP)], np.zeros((9, 2), int), seeds, record=[1, 7])
    parts = [
        play_match(SETUP, [Hash(SETUP)], np.zeros((len(part), 2), int), part, record=record)
        for part, record in ((seeds[:5], [1]), (seeds[5:], [2]))
    ]
    joined = MatchResult.joined(parts)
    assert np.array_equal(joined.seeds, whole.seeds)
    assert np.array_equal(joined.returns, whole.returns)
    assert sorted(joined.actions) == [1, 7]
    assert all(np.array_equal(joined.actions[game], whole.actions[game]) for game in (1, 7))


def test_an_agent_against_itself_is_its_balance_and_all_play_the_same_deals(fixed):
    setup = KUHN.setup(num_players=3)
    found = crossed(setup, ["random", HASH], "top", games=70, seed=5, processes=1)
    assert len(found) == 70
    for agent in found.agents:
        equal, alone = found.results[agent, agent], balance(setup, agent, 70, 5, processes=1)
        assert np.array_equal(equal.returns, alone.returns)
        assert found.cell(agent, agent).win_rate == alone.by_side()["top"]
    for result in found.results.values():
        assert np.array_equal(result.seeds, deal_seeds(5, 70))
        # The deal alone says who holds the top card, so it is the same seat for every pair.
        assert np.array_equal(result.sides, found.results["random", "random"].sides)


def test_the_side_is_followed_from_seat_to_seat(travel):
    found = crossed(SETUP, [FIRST, HASH], "hot", games=33, seed=2, processes=1)

    def cast(tables, rows):
        turn = tables.states["decisions"][rows]
        return (turn % 2 != turn // 3 % 2).astype(np.int64)

    expected = play_match(
        SETUP, [First(SETUP), Hash(SETUP)], np.zeros((33, 2), int), deal_seeds(2, 33), casting=cast, record=range(33)
    )
    result = found.results[FIRST, HASH]
    assert np.array_equal(result.returns, expected.returns)
    assert np.array_equal(result.decisions, expected.decisions)
    assert (expected.decisions > 6).all()  # so the role had been with both seats
    hot = np.where(result.sides == "hot", result.wins(), 0).sum(axis=1)
    cell = found.cell(FIRST, HASH)
    assert cell.win_rate.mean == pytest.approx(hot.mean())
    assert cell.win_rate.low < cell.win_rate.mean + 1e-9 < cell.win_rate.high + 2e-9
    assert cell.mean_decisions == result.decisions.mean()
    assert cell.decisions_95 == np.percentile(result.decisions, 95)
    assert not np.array_equal(result.decisions, found.results[HASH, FIRST].decisions)


def test_the_other_side_is_the_same_games_seen_from_there(travel):
    hot, cold = (crossed(SETUP, [FIRST, HASH], side, games=20, seed=2, processes=1) for side in ("hot", "cold"))
    assert np.array_equal(hot.results[FIRST, HASH].returns, cold.results[HASH, FIRST].returns)
    rates = hot.cell(FIRST, HASH).win_rate.mean, cold.cell(HASH, FIRST).win_rate.mean
    assert sum(rates) == pytest.approx(1)


def test_processes_do_not_change_the_result():
    game = get_game("comrade").setup(max_turns=2)
    told: list[tuple[int, int]] = []
    one, two = (
        as_json([crossed(game, ["random", FIRST], "informer", 40, 3, processes, lambda *counts: told.append(counts))])
        for processes in (1, 2)
    )
    assert one == two
    assert [done for done, _ in told if done == 160] == [160, 160]
    assert {total for _, total in told} == {160}


def test_games_that_are_cut_off_are_counted_and_drawn():
    found = crossed(get_game("comrade").setup(max_decisions=4), ["random", FIRST], "informer", 8, 1, processes=1)
    for pair in found.results:
        cell = found.cell(*pair)
        assert (cell.truncated, cell.games, cell.mean_decisions, cell.decisions_95) == (8, 8, 4, 4)
        assert cell.win_rate.mean == 0.5
    assert "| 4.0 (4), 8 cut off |" in as_markdown([found])


@pytest.mark.parametrize(
    ("game", "agents", "side", "words"),
    [
        ("connect_four", ["random"], "informer", "Connect Four has no sides"),
        ("comrade", ["random"], "spy", "has no side 'spy'; the sides are \"dissident's side\", 'informer'"),
        ("comrade", ["random", "random"], "informer", "different"),
        ("comrade", [], "informer", "none"),
        ("comrade", ["what"], "informer", "what"),
    ],
)
def test_what_cannot_be_crossed_is_refused(game, agents, side, words):
    setup = SETUP if game == "connect_four" else get_game(game).setup()
    with pytest.raises(OptionError, match=words):
        crossed(setup, agents, side, games=2, processes=1)


def test_options_that_vary_tell_rows_apart_and_the_others_stand_above(fixed):
    setups = [KUHN.setup(num_players=n, max_decisions=most) for n, most in ((3, 9), (3, 8))]
    text = as_markdown([crossed(setup, ["random", FIRST], "top", 6, processes=1) for setup in setups])
    assert text.startswith("# Kuhn poker: agents by side, top\n")
    rows = [line.split(" | ")[:3] for line in text.splitlines() if line.startswith("| 3 | ")]
    assert rows == [["| 3", most, agent] for most in ("9", "8") for agent in ("random", FIRST)] * 2
    assert f"| players | max_decisions | top | others: random | others: {FIRST} |" in text
    alike = as_markdown([crossed(setups[0], ["random"], "top", 6, processes=1)])
    assert alike.startswith("# Kuhn poker, max_decisions 9: agents by side, top\n")


def test_no_games_are_refused(fixed):
    with pytest.raises(OptionError, match="at least"):
        crossed(KUHN.setup(), ["random"], "top", games=0)


def test_the_command_prints_and_writes_a_row_for_every_agent_and_number_of_players(tmp_path):
    args = ["balance", "comrade", "--players", "5", "6", "--agents", "random", FIRST, "--side", "informer"]
    args += ["--games", "6", "--set", "max_turns=2", "--processes", "1"]
    args += ["--markdown", str(tmp_path / "c.md"), "--json", str(tmp_path / "c.json")]
    done = CliRunner().invoke(app, args)
    assert done.exit_code == 0, done.output
    game = get_game("comrade")
    found = [
        crossed(game.setup(num_players=n, max_turns=2), ["random", FIRST], "informer", 6, processes=1) for n in (5, 6)
    ]
    text = (tmp_path / "c.md").read_text()
    assert text == as_markdown(found)
    assert json.loads((tmp_path / "c.json").read_text()) == [as_dict(one) for one in found]
    lines = text.splitlines()
    assert lines.count(f"| players | informer | others: random | others: {FIRST} |") == 2
    for one in found:
        for agent in one.agents:
            cells = [" ".join(percent(one.cell(agent, others).win_rate)) for others in one.agents]
            assert f"| {one.setup.num_seats} | {agent} | {' | '.join(cells)} |" in lines
    refused = CliRunner().invoke(app, ["spy" if word == "informer" else word for word in args[:-4]])
    assert refused.exit_code == 2
    assert "no side 'spy'" in refused.stderr
