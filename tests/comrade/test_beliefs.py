"""What a seat of Comrade believes, against a list of everything that may have happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from comrade.positions import Games, Position, at_length
from comrade.reference import NUMBER, C, D, I, Past, Pasts

from cogitable.envs.comrade import GAME, RANDOM, Model, awareness, posterior
from cogitable.envs.comrade.rules.state import Phase
from cogitable.envs.table import OptionError, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized

DRAWS, BLOCK = 6000, 200  # a state is large; so many at a time stay in the caches
MODELS = [RANDOM, Model(party=(0.3, 0.1, 0.8), passes=(0.9, 0.2))]


def pasts_of(model: Model, seat: int, n: int, trails: bool = False) -> Pasts:
    party = dict(zip((C, D, I), model.party, strict=True))
    return Pasts(seat, n, party, dict(zip((D, I), model.passes, strict=True)), trails)


class Witnesses:
    """Every seat of every game, each with its list of pasts."""

    def __init__(self, games: Games, model: Model, trails: bool = False) -> None:
        self.games, self.n = games, games.setup.num_seats
        self.pasts = [[pasts_of(model, seat, self.n, trails) for seat in range(self.n)] for _ in games.references]
        self.seen = [0] * len(games.references)

    def take_in(self) -> None:
        for row, reference in enumerate(self.games.references):
            if reference.over:
                continue
            for event in reference.events[self.seen[row] :]:
                for pasts in self.pasts[row]:
                    pasts.take_in(event)
            for pasts in self.pasts[row]:
                pasts.knowing(reference.word)
            self.seen[row] = len(reference.events)


CASES = [(5, False, 24, 3), (5, True, 24, 3), (6, False, 16, 3), (6, True, 16, 3), (7, False, 3, 2), (10, True, 1, 2)]


@pytest.mark.often("random-5-True-24-3", "random-7-False-3-2", "other-6-False-16-3")
@pytest.mark.parametrize(("n", "everyone_gives", "count", "turns"), CASES)
@pytest.mark.parametrize("model", MODELS, ids=["random", "other"])
def test_the_posterior_is_that_of_all_possible_pasts(n, everyone_gives, count, turns, model):
    setup = GAME.setup(num_players=n, everyone_gives=everyone_gives, max_turns=turns)
    games = Games(setup, count, seed=n + 10 * everyone_gives, choose=at_length)
    witnesses, committees, compared = Witnesses(games, model), 0, 0
    for running in games.steps():
        witnesses.take_in()
        for seat in range(n):
            found = posterior(setup, games.tables.states, seat, model)
            for row in running:
                expected = witnesses.pasts[row][seat].posterior()
                np.testing.assert_allclose(found[row], expected, atol=1e-4)
                compared += 1
    for reference in games.references:
        committees += sum(event[0] == "drawn" for event in reference.events)
    assert committees > 0, "no committee was lost: this says too little"
    assert compared > 20 * count * n


@pytest.mark.often("5-False", "6-True")
@pytest.mark.parametrize(("n", "everyone_gives"), [(5, False), (6, True), (10, False), (10, True)])
def test_beliefs_that_are_kept_up_are_those_worked_out_from_the_log(n, everyone_gives):
    setup = GAME.setup(num_players=n, everyone_gives=everyone_gives, max_turns=8)
    games = Games(setup, 20, seed=n, choose=at_length)
    for step, running in enumerate(games.steps()):
        if step % 7:
            continue
        tables = games.tables
        anew = Tables(setup, len(tables.states), seed=0)
        anew.states[:] = tables.states
        anew.states["fresh"] = 0
        for seat in range(n):
            seats = np.full(len(tables.states), seat)
            for table in (tables, anew):
                table.observe(seats, table.observations, table.masks)
            assert tables.observations[running].tobytes() == anew.observations[running].tobytes()
            kept = tables.states["pairs"][running, seat, :n, :n]
            kept /= kept.sum(axis=(1, 2), keepdims=True)
            worked_out = posterior(setup, tables.states[running], seat).sum(axis=3)
            np.testing.assert_allclose(kept, worked_out, atol=1e-6)
            knows = awareness(setup, tables.states[running], seat)
            shown = setup.layout.split(tables.observations)["seats"][running, :n, -1]
            np.testing.assert_allclose(shown, np.roll(knows, -seat, axis=1), atol=1e-6)
        tables.look()


def quiet(names, rng, game):
    """Return an action that makes games longer still: no committee brings a new word that nobody else knows."""
    return "vote for the party" if "vote for the party" in names else at_length(names, rng, game)


@pytest.mark.often("random-5-False-at_length", "other-6-True-quiet")
@pytest.mark.parametrize(
    ("n", "everyone_gives", "choose"), [(5, False, at_length), (6, True, quiet), (8, False, quiet)]
)
@pytest.mark.parametrize("model", MODELS, ids=["random", "other"])
def test_awareness_is_that_of_all_possible_pasts(n, everyone_gives, choose, model):
    """Who knows the word depends on where the informer is: the game has gone on although it may have looked."""
    setup = GAME.setup(num_players=n, everyone_gives=everyone_gives, max_turns=6)
    games = Games(setup, 16 if n < 8 else 5, seed=n, choose=choose)
    witnesses, unsure = Witnesses(games, model), 0
    for running in games.steps():
        witnesses.take_in()
        for seat in range(n):
            found = awareness(setup, games.tables.states, seat, model)
            for row in running:
                expected = witnesses.pasts[row][seat].awareness()
                np.testing.assert_allclose(found[row], expected, atol=1e-4)
                unsure += ((expected > 0.01) & (expected < 0.99)).any()
    assert unsure > 300


def two_cards(everyone_gives: bool) -> Position:
    """Player 2 has been handed the dissident and is to give one of two cards."""
    table = Position(5, chairman=4, everyone_gives=everyone_gives).skip_committee().give((0, 2), (1, 0))
    return table.give((2, 3)) if everyone_gives else table.give((3, 4))


@pytest.mark.parametrize("everyone_gives", [False, True])
@pytest.mark.parametrize("passes", [0.0, 1.0])
def test_a_model_is_of_the_others_and_ones_own_choice_tells_one_nothing(everyone_gives, passes):
    model, table = Model(passes=(passes, passes)), two_cards(everyone_gives)
    before = posterior(table.setup, table.tables.states, 2, model)[0]
    table.play(
        next(name for name in table.legal() if name.startswith(("give a comrade", "give the special")[passes < 0.5]))
    )
    after = posterior(table.setup, table.tables.states, 2, model)[0]
    assert before.sum() == pytest.approx(1) and after.sum() == pytest.approx(1)
    np.testing.assert_allclose(after.sum(axis=(0, 2))[[1, 4]], before.sum(axis=(0, 2))[[1, 4]], atol=1e-6)


def test_what_a_model_takes_for_impossible_leaves_nothing():
    table = Position(5, chairman=4).call(0, 1, 2).vote(party=3)
    assert not posterior(table.setup, table.tables.states, 3, Model(party=(0, 0, 1))).any()


@pytest.mark.parametrize(
    "wrong",
    [
        {"party": (0.5, 0.5)},
        {"passes": (0.5, 1.5)},
        {"party": (-0.1, 0, 0)},
        {"passes": 0.5},
        {"party": "abc"},
        {"party": (None, 1, 1)},
        {"passes": (float("nan"), 1)},
        {"passes": ((1, 1), 1)},
    ],
)
def test_a_model_holds_probabilities(wrong):
    with pytest.raises(OptionError, match=f"{next(iter(wrong))} of a model of the others must be"):
        Model(**wrong)


@pytest.mark.parametrize("seat", [-1, 5])
def test_only_seats_at_the_table_believe(seat):
    table = Position(5)
    with pytest.raises(OptionError, match="seats must be from 0 to 4"):
        posterior(table.setup, table.tables.states, seat)


@pytest.mark.parametrize("seats", ["a", 1.5, [0, 1], [[0]], None])
def test_seats_that_are_none_are_refused(seats):
    table = Position(5)
    with pytest.raises(OptionError, match="seats must be whole numbers, one for all or one for each of 1 states"):
        posterior(table.setup, table.tables.states, seats)


# Redraws


def drawn_rows(states: np.ndarray) -> np.ndarray:
    """Return all that is hidden in states that differ in nothing else, a row of numbers for each."""
    moves, turn = int(states["moves"][0]), int(states["turn"][0])
    log = states["handovers"][:, : moves + (states["phase"][0] == Phase.GIVE)]
    single = ["dealt_dissident", "dealt_informer", "dissident", "informer", "word", "knowers"]
    columns = [states[name] for name in single]
    columns += [states["turns"]["freedom"][:, number] for number in range(turn + 1)]
    columns += [states["turns"]["words"][:, turn] * (states["phase"][0] == Phase.WORD)]
    columns += [log["given"][:, number] for number in range(moves)]
    columns += [log["seen"][:, number] for number in range(log.shape[1])]
    return np.stack([column.astype(np.int64) for column in columns], axis=1)


def bits(ballots: Any) -> int:
    return sum(1 << seat for seat, chosen in ballots if chosen)


def listed_row(past: Past, state: Any) -> tuple[int, ...]:
    """Return the same numbers of a past that was listed."""
    facts = list(zip(past.trail[3::2], past.trail[4::2], strict=True))
    freedom = [bits((seat, True) for seat in votes) for kind, votes in facts if kind == "freedom"]
    if len(freedom) <= state.turn:
        freedom.append(bits(past.ballots))
    words = bits(past.ballots) if state.phase == Phase.WORD else 0
    given = [card for kind, card in facts if kind == "given"]
    seen = []
    for number, (kind, card) in enumerate(facts):
        if kind == "seen":
            seen.append(card)
        elif kind == "given" and facts[number - 1][0] != "seen":
            seen.append(NUMBER[None])
    knowers = bits((seat, True) for seat in past.knowers)
    return (*past.trail[1:3], past.dissident, past.informer, past.word, knowers, *freedom, words, *given, *seen)


def positions(setup: Any, seed: int) -> Iterator[tuple[np.ndarray, int, Pasts]]:
    """Yield one position of a game for each phase and turn, with a seat and its list of pasts."""
    games = Games(setup, 1, seed=seed, choose=at_length)
    witnesses, met = Witnesses(games, RANDOM, trails=True), set()
    rng = np.random.default_rng(seed)
    for _ in games.steps():
        witnesses.take_in()
        state = games.record(0)
        seat = int(rng.integers(setup.num_seats))
        pasts = witnesses.pasts[0][seat]
        kind = (int(state.turn), int(state.phase), rng.random() < 0.5)
        if kind not in met and 1 < len(pasts.weights) < 1200:
            met.add(kind)
            yield games.tables.states.copy(), seat, pasts


@pytest.mark.often("5-True-4")
@pytest.mark.parametrize(("n", "everyone_gives", "seed"), [(5, False, 3), (5, True, 4), (6, True, 8)])
def test_redraws_are_distributed_like_all_possible_pasts(n, everyone_gives, seed):
    """Places, words, every card that changed hands and every secret vote, jointly."""
    setup = GAME.setup(num_players=n, everyone_gives=everyone_gives, max_turns=3)
    words, tested, phases = seed_words(seed)[0], 0, set()
    for truth, seat, pasts in positions(setup, seed):
        state = as_compiled(truth)[0]
        expected = Counter()
        for past, weight in pasts.weights.items():
            expected[listed_row(past, state)] += weight * DRAWS
        seats, first = np.full(BLOCK, seat), np.zeros(BLOCK, np.int64)
        blocks = (determinized(setup, truth, words, seats, first) for _ in range(DRAWS // BLOCK))
        rows = np.concatenate([drawn_rows(block) for block in blocks])
        found = Counter(map(tuple, rows.tolist()))
        assert found.keys() <= expected.keys(), "something impossible was drawn"
        rare = {row for row, count in expected.items() if count < 8}
        cells = [(found[row], expected[row]) for row in expected.keys() - rare]
        cells.append((sum(found[row] for row in rare), sum(expected[row] for row in rare)))
        statistic = sum((count - mean) ** 2 / mean for count, mean in cells if mean)
        freedom = len(cells) - (not rare) - 1
        assert statistic < freedom + 5 * np.sqrt(2 * freedom) + 8
        tested += freedom > 2
        phases.add(state.phase)
    assert tested > 10 and len(phases) >= 5
