"""Balance reports: what is counted is what was played."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter

import numpy as np
import pytest
from games import treasure
from plain_agents import Hash

import connect_four
from cogitable.envs import get_game
from cogitable.envs.table import OptionError
from cogitable.training.measure.arena_report import percent
from cogitable.training.measure.balance import Balance, Tally, balance
from cogitable.training.measure.balance_report import as_dict, as_json, as_markdown
from cogitable.training.measure.intervals import Rate
from cogitable.training.measure.match import deal_seeds, play_match

SETUP = connect_four.GAME.setup()
COLUMNS = 7
NO_SIDES = np.full((100, 2), "", object)


def with_hooks(setup, **hooks):
    """Return a set-up game that also names its card uses or sides."""
    twin = object.__new__(type(setup))
    twin.__dict__.update(setup.__dict__)
    twin.game = object.__new__(type(setup.game))
    twin.game.__dict__.update(setup.game.__dict__)
    for name, hook in hooks.items():
        object.__setattr__(twin.game, name, hook)
    return twin


def column_use(setup, state, action):
    """The middle column is no card; the others are, by the seat that uses them."""
    return None if action == 3 else (f"column {action}", f"seat {state.seat}")


def test_seats_lengths_and_draws_are_those_of_the_games():
    found = balance(SETUP, "random", games=70, seed=3, processes=1)
    assert len(found) == 70
    assert sum(rate.mean for rate in found.seats()) == pytest.approx(1)
    assert found.seats()[0].mean == found.wins()[:, 0].mean()
    assert (found.decisions >= 7).all()
    assert found.draws() == (found.returns == 0).all(axis=1).sum()
    assert found.by_side() == {}
    assert found.cards == {}
    assert "every card is worth playing" not in found.targets()


def test_processes_do_not_change_a_report():
    one, two = (as_json([balance(SETUP, "random", games=70, seed=3, processes=p)]) for p in (1, 2))
    assert one == two
    assert one != as_json([balance(SETUP, "random", games=70, seed=4, processes=1)])


def test_card_uses_are_counted_decision_by_decision():
    setup = with_hooks(SETUP, card_uses=column_use)
    found = balance(setup, "python:plain_agents:Hash", games=40, seed=1, processes=1)
    record = play_match(SETUP, [Hash(SETUP)], np.zeros((40, 2), int), deal_seeds(1, 40), record=range(40))
    taken: Counter = Counter()
    users: dict = {}
    for game, actions in record.actions.items():
        for turn, action in enumerate(actions.tolist()):
            if action != 3:
                use = (f"column {action}", f"seat {turn % 2}")
                taken[use] += 1
                users.setdefault(use, set()).add(game)
    assert {use: tally.taken for use, tally in found.cards.items() if tally.taken} == taken
    won = record.wins()
    for use, games in users.items():
        tally, seat = found.cards[use], int(use[1][-1])
        assert tally.users == len(games)
        assert tally.won == pytest.approx(sum(won[game, seat] for game in games))
        assert tally.chosen <= tally.taken
        assert tally.chosen <= tally.offered
        assert 0 < tally.expected <= tally.offered


def test_preference_finds_the_card_nobody_wants():
    setup = with_hooks(SETUP, card_uses=lambda setup, state, action: (f"column {action}", "drop"))
    chance = balance(setup, "random", games=200, seed=1, processes=1)
    assert len(chance.cards) == COLUMNS
    for tally in chance.cards.values():
        assert tally.preference == pytest.approx(1, abs=0.15)
    assert chance.worthless() == []
    assert chance.targets()["every card is worth playing"]
    first = balance(setup, "python:plain_agents:First", games=10, seed=1, processes=1)
    assert "column 6" in first.worthless()
    assert "column 0" not in first.worthless()
    assert not first.targets()["every card is worth playing"]
    assert "column 6" in as_markdown([first])


def test_sides_are_counted_wherever_they_sit():
    def sides(setup, state):
        return ("dark", "light") if state.decisions % 2 else ("light", "dark")

    setup = with_hooks(SETUP, sides=sides)
    found = balance(setup, "random", games=60, seed=2, processes=1)
    won, odd = found.wins(), found.decisions % 2 == 1
    dark = np.where(odd, won[:, 0], won[:, 1])
    assert found.by_side()["dark"].mean == pytest.approx(dark.mean())
    assert found.by_side()["light"].mean == pytest.approx(1 - dark.mean())
    assert "| light |" in as_markdown([found])


def test_traits_are_compared_by_the_seats_that_had_them():
    def traits(setup, state):  # whoever took the last turn is "last": the winner, in a game without draws
        last = int(state.seat) if state.over == 0 else (int(state.decisions) - 1) % 2
        return {"turn": ["last" if seat == last else "other" for seat in range(2)], "seat": ["west", "east"]}

    setup = with_hooks(SETUP, traits=traits)
    found = balance(setup, "random", games=70, seed=3, processes=1)
    assert list(found.traits) == ["turn", "seat"]
    assert found.by_trait("seat") == {"west": found.seats()[0], "east": found.seats()[1]}
    decided = found.returns.any(axis=1)
    last = found.traits["turn"] == "last"
    assert (last.sum(axis=1) == 1).all()
    assert (found.returns[decided][last[decided]] == 1).all()
    expected = found.wins()[last].mean()
    assert found.by_trait("turn")["last"].mean == pytest.approx(expected)
    assert found.unfair_traits("turn") == ["last", "other"]
    assert found.targets()["seats of every turn win 40-60 % of their games"] is False
    assert as_dict(found)["traits"]["turn"]["last"]["mean"] == pytest.approx(expected)
    text = as_markdown([found])
    assert "| turn | win rate | 95 % interval |" in text
    assert "- not in that range, by turn: last, other" in text


def test_lengths_in_the_games_own_terms_are_reported():
    setup = with_hooks(SETUP, lengths=lambda setup, state: {"moves of two": int(state.decisions) / 2})
    found = balance(setup, "random", games=40, seed=2, processes=1)
    np.testing.assert_array_equal(found.lengths["moves of two"], found.decisions / 2)
    assert as_dict(found)["lengths"]["moves of two"]["mean"] == pytest.approx(found.decisions.mean() / 2)
    assert "| moves of two in a game |" in as_markdown([found])


def test_a_use_is_chosen_when_offered_as_often_as_counted():
    setup = with_hooks(SETUP, card_uses=column_use)
    found = balance(setup, "random", games=20, seed=3, processes=1)
    tally = found.cards["column 0", "seat 0"]
    assert tally.choice_rate == tally.chosen / tally.offered
    assert 0 < tally.choice_rate < 1
    assert f"| {100 * tally.choice_rate:.1f} % |" in as_markdown([found])
    assert np.isnan(Tally().choice_rate)


def test_many_seats_and_cut_off_games():
    setup = treasure.GAME.setup(num_players=5, max_decisions=12)
    found = balance(setup, "random", games=40, seed=2, processes=1)
    assert len(found.seats()) == 5
    assert as_dict(found)["truncated"] == (found.over == 2).sum() > 0
    assert not found.targets()["every game ends by its rules"]


@pytest.mark.parametrize(("first", "holds"), [(0.5, True), (0.6, True), (0.61, False), (0.4, True), (0.39, False)])
def test_the_seat_target_is_40_to_60_per_cent_of_two_seats(first, holds):
    returns = np.ones((100, 2), np.float32)
    returns[: round(100 * first), 1] = -1
    returns[round(100 * first) :, 0] = -1
    found = Balance(SETUP, "random", 0, returns, np.full(100, 9), np.ones(100, np.int8), NO_SIDES)
    assert found.targets()["every seat wins 40-60 % of its games"] == holds


def test_the_difference_of_win_rates_has_the_published_interval():
    # Newcombe 1998, table II (a): 56 of 70 against 48 of 80, method 10.
    returns = np.full((75, 2), -1, np.float32)
    returns.ravel()[:104] = 1
    found = Balance(SETUP, "random", 0, returns, np.full(75, 9), np.ones(75, np.int8), NO_SIDES)
    found.wins = lambda: (returns > 0).astype(float)  # type: ignore[method-assign]
    assert found.difference(Tally(users=70, won=56)) == pytest.approx(Rate(0.2, 0.0524, 0.3339), abs=5e-5)
    assert np.isnan(found.difference(Tally())).all()


def test_reports_say_what_was_counted():
    game = get_game("cogdrive_neon")
    found = [balance(game.setup(), agent, games=6, seed=1, processes=1) for agent in ("random", "heuristic")]
    text, data = as_markdown(found), json.loads(as_json(found))
    assert [part["agent"] for part in data] == ["random", "heuristic"]
    for report, part in zip(found, data, strict=True):
        assert f"## {report.agent} in every seat" in text
        assert part["games"] == 6
        assert part["decisions"]["longest"] == report.decisions.max()
        for rate in report.seats():
            assert f"{percent(rate)[0]} | {percent(rate)[1]}" in text
    names = {row[0] for row in game.card_table(game.setup())[1]}
    assert {card for card, _ in found[0].cards} == names
    assert all(name in text for name in names)
    assert {use for _, use in found[0].cards} == {"recruit", "task", "Clash"}


def test_a_co_operative_game_begins_with_how_often_it_is_won():
    game = get_game("brass_empire")
    found, other = (
        balance(game.setup(mode="solitaire", num_players=1, pool=pool), "heuristic", games=8, seed=1, processes=1)
        for pool in (20, 40)
    )
    head, _, line = as_markdown([found, other]).splitlines()[2:5]
    cells = dict(zip(head.split(" | "), line.split(" | "), strict=True))
    assert cells["won"] == " ".join(percent(found.seats()[0]))


@pytest.mark.parametrize(("games", "seed"), [(0, 0), (5, -1)])
def test_bad_numbers_are_refused(games, seed):
    with pytest.raises(OptionError, match="at least"):
        balance(SETUP, "random", games=games, seed=seed)


def test_tallies_add_up():
    total = Tally(1, 2, 3, 4.0, 5, 6.0)
    total.add(Tally(1, 1, 1, 1.0, 1, 1.0))
    assert dataclasses.astuple(total) == (2, 3, 4, 5.0, 6, 7.0)


def test_the_title_tells_the_options_that_were_given():
    setup = get_game("comrade").setup(num_players=5, claims=True)
    found = balance(setup, "random", games=2, processes=1)
    assert as_markdown([found]).startswith("# Balance of Comrade, claims True\n")
    assert as_markdown([balance(SETUP, "random", games=2, processes=1)]).startswith("# Balance of Connect Four\n")


def test_statistics_are_averaged_over_the_games_that_have_them():
    def statistics(setup, state):
        long = int(state.decisions) > 20
        return {"games": {"decisions": int(state.decisions)} | ({"long": 1.0} if long else {})}

    found = balance(with_hooks(SETUP, statistics=statistics), "random", games=300, seed=2, processes=1)
    long = int((found.decisions > 20).sum())
    assert 0 < long < 300
    numbers = found.by_statistic()["games"]
    assert numbers["long"][0] == long and numbers["long"][1].mean == 1
    assert numbers["decisions"][0] == 300 and numbers["decisions"][1].mean == pytest.approx(found.decisions.mean())
    assert as_dict(found)["statistics"]["games"]["long"]["games"] == long
    assert f"| long | {long} | 1.000 |" in as_markdown([found])
