"""Brass Empire played at random in every mode: beside plain Python, with nothing lost and nothing hidden shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from brass_empire.games import random_games
from how_many import examples
from hypothesis import given
from hypothesis import strategies as st
from told import told

from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.rules import state as s
from cogitable.envs.brass_empire.rules.actions import Act
from cogitable.envs.brass_empire.rules.check import check_position
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.attributes import attributed
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.conformance import check_game
from cogitable.envs.table.named import texts
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.sets import one
from cogitable.envs.table.tables import determinized

SMALL = str(Path(__file__).parents[1] / "cards" / "brass_empire_small.toml")
MODES: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3, "corporations": "chosen", "reserves": "draft"},
    {"num_players": 5},
    {"mode": "solitaire"},
    {"mode": "solitaire", "equal_turns": True},
    {"mode": "team", "num_players": 4},
    {"mode": "team", "num_players": 6},
    {"mode": "battle", "num_players": 2},
    {"mode": "battle", "num_players": 6},
    {"cards": SMALL, "num_players": 4},
    {"cards": SMALL, "mode": "solitaire"},
    {"cards": SMALL, "mode": "battle", "num_players": 3},
]


def mode_name(options: dict[str, Any]) -> str:
    return "-".join("small" if key == "cards" else str(value) for key, value in options.items())


each_mode = pytest.mark.parametrize("options", MODES, ids=mode_name)


# The rulebook, told a second time


@pytest.mark.often("3-chosen-draft", "solitaire-True", "team-4", "battle-2", "small-4")
@each_mode
def test_games_go_as_in_plain_python_by_the_rulebook(options):
    """Who is asked what, all that is legal, all zones, Brass, wounds, who wins: at every decision."""
    setup = GAME.setup(**options, **({} if options.get("mode") == "battle" else {"pool": 25}))
    asked: Counter[str] = Counter()
    for game in random_games(setup, seed=3, count=2, limit=200):
        asked[texts(s.Ask)[game.state.ask]] += 1
    assert asked["own turn"] > 20
    assert len(asked) > 2


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_game_ends_with_a_round_all_have_had_as_many_turns(players):
    ended = 0
    for game in random_games(GAME.setup(num_players=players, pool=10), seed=players, count=3):
        state = game.state
        if state.over == 1:
            assert state.turn % players == 0
            assert state.ending and state.pool == 0
            ended += 1
    assert ended == 3


@given(seed=st.integers(0, 2**32), options=st.sampled_from(MODES))
@examples(15)
def test_nothing_is_lost_and_nothing_appears(seed, options):
    """Positions are sound, the cards of the game stay the same, and there is never less Brass."""
    setup = GAME.setup(**options)
    tables, rng = Tables(setup, 1, seed=seed, auto_reset=False), np.random.default_rng(seed)
    total, brass = None, 0
    for _ in range(120):
        state = as_compiled(tables.states)[0]
        check_position(setup, attributed(tables.states)[0])
        if state.phase != s.Phase.PREPARING:
            total = state.total.copy() if total is None else total
            assert (state.total == total).all()
            if setup.options.mode != "battle":
                assert int(state.brass.sum()) + state.pool >= brass
                brass = int(state.brass.sum()) + state.pool
        if state.over:
            break
        tables.step((rng.random(tables.masks.shape) * tables.masks).argmax(axis=1))
    assert total is not None


# What is hidden


def scrambled(setup: Setup, states: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """Return copies in which all that a seat cannot know is something else: decks, and hands but for known cards."""
    copies = states.copy()
    for state in as_compiled(copies):
        state.rng[:] = rng.integers(1, 2**32, 4)
        for other in range(setup.num_seats):
            if other != seat:
                known = state.zones[other, s.Zone.KNOWN].astype(int)
                mixed = state.zones[other, s.Zone.HAND] + state.zones[other, s.Zone.DECK] - known
                hand = int(state.amounts[other, s.Zone.HAND] - state.amounts[other, s.Zone.KNOWN])
                cards = rng.permutation(np.repeat(np.arange(s.MAX_KINDS), mixed))
                state.zones[other, s.Zone.HAND] = known + np.bincount(cards[:hand], minlength=s.MAX_KINDS)
                state.zones[other, s.Zone.DECK] = np.bincount(cards[hand:], minlength=s.MAX_KINDS)
                state.piles[other, : len(cards) - hand] = cards[hand:]
            else:
                size = state.sizes[other]
                state.piles[other, :size] = rng.permutation(state.piles[other, :size])
        for pile in (s.LABOR_DECK, s.LABOR_DECK + 1):
            size = state.sizes[pile]
            state.piles[pile, :size] = rng.permutation(state.piles[pile, :size])
        for pile in range(s.MAX_SEATS + 2):  # what is left of cards that have been drawn
            state.piles[pile, state.sizes[pile] :] = rng.integers(100)
    return copies


def looked_at(setup: Setup, states: np.ndarray, seat: int) -> list[Any]:
    """Return what a seat sees and reads of some states, and its masks."""
    observations, masks = told(setup, states, seat)
    texts = [setup.text(states, seat, row) for row in range(0, len(states), 7)]
    return [observations.tobytes(), masks.tobytes(), texts]


def positions(setup: Setup, seed: int, steps: int = 160, every: int = 8) -> Iterator[np.ndarray]:
    """Yield positions of four random games."""
    tables, rng = Tables(setup, 4, seed=seed), np.random.default_rng(seed)
    for step in range(steps):
        if step % every == 0:
            yield tables.states.copy()
        tables.step((rng.random(tables.masks.shape) * tables.masks).argmax(axis=1))


@pytest.mark.often("3-chosen-draft", "solitaire", "team-4", "small-battle-3")
@each_mode
def test_no_seat_sees_what_it_cannot_know(options):
    setup, rng, words = GAME.setup(**options), np.random.default_rng(1), seed_words(1)[0]
    states = np.concatenate(list(positions(setup, seed=2)))
    for seat in range(setup.num_seats):
        truth = looked_at(setup, states, seat)
        copies = scrambled(setup, states, seat, rng)
        redrawn = determinized(setup, states, words, np.full(len(states), seat))
        assert (copies["piles"] != states["piles"]).any()
        assert looked_at(setup, copies, seat) == truth
        assert looked_at(setup, redrawn, seat) == truth
    other = (seat + 1) % setup.num_seats
    if setup.num_seats > 1:
        assert looked_at(setup, copies, other) != looked_at(setup, states, other), "the scrambling would find a leak"


@pytest.mark.often(4)
@each_mode
def test_redraws_keep_all_that_is_known(options):
    setup, words, changed = GAME.setup(**options), seed_words(3)[0], 0
    secret = {"rng", "piles", "zones"}
    states = np.concatenate(list(positions(setup, seed=4)))
    for seat in range(setup.num_seats):
        redrawn = determinized(setup, states, words, np.full(len(states), seat))
        for name in set(states.dtype.names) - secret:
            assert (redrawn[name] == states[name]).all(), name
        ours, theirs = states["zones"].astype(int), redrawn["zones"].astype(int)
        public = [s.Zone.DISCARD, s.Zone.PLAYED, s.Zone.RESERVE, s.Zone.KNOWN]
        assert (ours[:, :, public] == theirs[:, :, public]).all()
        assert (ours[:, seat] == theirs[:, seat]).all()
        assert (theirs[:, :, s.Zone.HAND] >= ours[:, :, s.Zone.KNOWN]).all()
        assert (
            ours[:, :, s.Zone.HAND] + ours[:, :, s.Zone.DECK] == theirs[:, :, s.Zone.HAND] + theirs[:, :, s.Zone.DECK]
        ).all()
        for row in range(0, len(states), 3):
            check_position(setup, attributed(redrawn)[row])
        changed += int((states["piles"] != redrawn["piles"]).sum())
    assert changed > 1000


@pytest.mark.parametrize("seed", range(3))
def test_redrawn_hands_are_uniform_and_the_truth_is_among_them(seed):
    """Of all ways in which the cards that nobody knows can lie in hand and deck, counted as if no two were alike."""
    setup, words, draws, tested = GAME.setup(num_players=3), seed_words(seed)[0], 4000, 0
    for states in positions(setup, seed=seed + 10, steps=120, every=40):
        truth = states[:1]
        state = as_compiled(truth)[0]
        other = (state.seat + 1) % 3
        redrawn = determinized(setup, truth, words, rows=np.zeros(draws, np.int64))
        expected = likely_hands(state, other)
        found = Counter(tuple(hand) for hand in redrawn["zones"][:, other, s.Zone.HAND].tolist())
        assert found.keys() <= expected.keys()
        assert found[tuple(state.zones[other, s.Zone.HAND].tolist())]
        often = [hand for hand, share in expected.items() if share * draws >= 5]
        statistic = sum((found[hand] - expected[hand] * draws) ** 2 / (expected[hand] * draws) for hand in often)
        assert statistic < len(often) + 5 * np.sqrt(2 * len(often)) + 8
        tested += len(often) > 3
        check_orders(truth, redrawn)
    assert tested


def likely_hands(state: Any, seat: int) -> dict[tuple[int, ...], float]:
    """Return the probability of every hand, by counts."""
    known = state.zones[seat, s.Zone.KNOWN].astype(int)
    mixed = (state.zones[seat, s.Zone.HAND] + state.zones[seat, s.Zone.DECK]).astype(int) - known
    hands: Counter[tuple[int, ...]] = Counter({tuple(known.tolist()): 1})
    size = int(state.amounts[seat, s.Zone.HAND])
    for kind in np.flatnonzero(mixed):
        more: Counter[tuple[int, ...]] = Counter()
        for hand, ways in hands.items():
            for copies in range(min(mixed[kind], size - sum(hand)) + 1):
                held = (*hand[:kind], hand[kind] + copies, *hand[kind + 1 :])
                more[held] += ways * choose(mixed[kind], copies)
        hands = more
    full = {hand: ways for hand, ways in hands.items() if sum(hand) == size}
    return {hand: ways / sum(full.values()) for hand, ways in full.items()}


def choose(n: int, k: int) -> int:
    return int(np.prod(range(n - k + 1, n + 1)) // np.prod(range(1, k + 1))) if k else 1


def check_orders(truth: np.ndarray, redrawn: np.ndarray) -> None:
    """The top of a central deck is any of its cards with the same chance."""
    for pile in (s.LABOR_DECK, s.LABOR_DECK + 1):
        size = int(truth["sizes"][0, pile])
        cards = Counter(truth["piles"][0, pile, :size].tolist())
        tops = Counter(redrawn["piles"][:, pile, size - 1].tolist())
        expected = {kind: number * len(redrawn) / size for kind, number in cards.items()}
        statistic = sum((tops[kind] - mean) ** 2 / mean for kind, mean in expected.items())
        assert statistic < len(cards) + 5 * np.sqrt(2 * len(cards))


# The rules of the table


CONFORMING: list[tuple[dict[str, Any], int, int]] = [  # and decisions, here and in plain Python; 2 players elsewhere
    ({"num_players": 5}, 20, 0),
    ({"mode": "solitaire"}, 50, 20),
    ({"mode": "solitaire", "equal_turns": True}, 50, 0),
    ({"mode": "team", "num_players": 4}, 20, 20),
    ({"mode": "team", "num_players": 6}, 15, 0),
    ({"mode": "battle", "num_players": 2}, 40, 20),
    ({"mode": "battle", "num_players": 6}, 15, 0),
    ({"num_players": 3, "corporations": "chosen", "reserves": "draft"}, 40, 30),
    ({"cards": SMALL, "num_players": 3}, 25, 20),
    ({"cards": SMALL, "mode": "battle", "num_players": 3}, 25, 0),
]


@pytest.mark.often("team-4")
@pytest.mark.parametrize(
    ("options", "decisions", "uncompiled"),
    [  # those that are not played in plain Python as well differ less from another one
        pytest.param(*case, id=mode_name(case[0]), marks=() if case[2] else pytest.mark.long) for case in CONFORMING
    ],
)
def test_every_mode_conforms(options, decisions, uncompiled):
    """Games are cut short: redrawn ones are played to their ends, and those of battles at random are far away."""
    limit = {"max_decisions": 400 if options.get("mode") == "solitaire" else 80}
    chosen = {**options, **limit}
    report = check_game(
        GAME, options=chosen, hidden=True, seeds=(0,), decisions=decisions, uncompiled=uncompiled, pictures=1
    )
    assert report.positions == decisions
    assert report.finished > 0 and report.uncompiled == uncompiled
    assert not report.alike


# A card file of one's own


def test_a_card_file_of_other_size_and_names_is_played_seen_and_shown():
    setup = GAME.setup(cards=SMALL, num_players=2)
    names = [kind.name for kind in setup.options.cards.kinds]
    assert setup.num_actions == Act.end() + 4 * len(names)
    labels = {part.name: list(part.labels) for part in setup.layout.parts}
    assert labels["own hand"] == labels["own discard"] == labels["rows"] == names
    tables = Tables(setup, 1, seed=5)
    text = setup.text(tables.states, 0)
    hand = tables.states["zones"][0, 0, s.Zone.HAND]
    assert all(names[kind] in text for kind in np.flatnonzero(hand))
    shown = setup.layout.split(observed(tables, 0))["own hand"]
    assert shown.tolist() == hand[: len(names)].tolist()
    headers, rows = GAME.card_table(setup)
    assert {name for row in rows for name in names if name in row} == set(names)
    assert all(len(row) == len(headers) for row in rows)


def observed(tables: Tables, seat: int) -> np.ndarray:
    observations = np.zeros_like(tables.observations)
    tables.observe(np.array([seat]), observations, np.zeros_like(tables.masks))
    return observations[0]


# Drafts


def completions(cards: Any, corporation: str, kinds: list[int], missing: int, room: int) -> bool:
    """Whether some cards of the corporation, no more than there are, are worth exactly what is missing."""
    sums = {(0, 0)}
    for number in kinds:
        kind = cards.kinds[number]
        stock = next(c.reserve for c in cards.corporation if c.name == corporation).get(kind.name, 0)
        copies = range(kind.copies + stock + 1)
        sums = {(n + c, value + c * kind.value) for n, value in sums for c in copies if n + c <= room}
    return any(value == missing for _, value in sums)


@pytest.mark.parametrize("options", [{}, {"cards": SMALL}], ids=["house", "small"])
def test_a_draft_offers_just_what_can_be_completed(options):
    setup = GAME.setup(num_players=2, reserves="draft", reserve_value=10, **options)
    cards, rng, drafted = setup.options.cards, np.random.default_rng(6), set()
    for seed in range(12):
        tables = Tables(setup, 1, seed=seed)
        state = as_compiled(tables.states)[0]
        while state.phase == s.Phase.PREPARING:
            offered = {setup.action_names[a] for a in np.flatnonzero(tables.masks[0])}
            assert offered == draft_options(cards, state)
            tables.step(np.array([rng.choice(np.flatnonzero(tables.masks[0]))]))
        for seat in range(2):
            reserve = state.zones[seat, s.Zone.RESERVE]
            assert sum(cards.kinds[k].value * int(reserve[k]) for k in np.flatnonzero(reserve)) == 10
            drafted.add(tuple(reserve.tolist()))
    assert len(drafted) > 3


def draft_options(cards: Any, state: Any) -> set[str]:
    corporation = cards.corporations[state.corporation[state.seat]]
    own = [k for k, kind in enumerate(cards.kinds) if kind.corporation == corporation]
    held = {k: int(state.zones[state.seat, s.Zone.RESERVE, k]) for k in own}
    missing = 10 - sum(cards.kinds[k].value * copies for k, copies in held.items())
    room = s.MAX_RESERVE - sum(held.values())
    names = {"end"} if missing == 0 else set()
    stock = next(c.reserve for c in cards.corporation if c.name == corporation)
    for k in own:
        kind = cards.kinds[k]
        left = kind.copies + stock.get(kind.name, 0) - held[k]
        if left < 1 or any(held[later] for later in own if later > k):
            continue
        later = [other for other in own if other > k]
        for copies in range(1, min(left, room) + 1):  # this kind so often, then others after it
            if completions(cards, corporation, later, missing - copies * kind.value, room - copies):
                names.add(f"reserve {kind.name}")
    return names


# The check of positions is strict


SPOILT = {
    "a card too many": lambda state: state.zones[0, s.Zone.HAND].__setitem__(0, state.zones[0, s.Zone.HAND, 0] + 1),
    "a card missing": lambda state: state.rows[0].__setitem__(2, s.NOBODY),
    "another card in the deck": lambda state: state.piles[0].__setitem__(0, 1 - state.piles[0, 0]),
    "Brass from nowhere": lambda state: setattr(state, "pool", state.pool - 1),
    "a hand known too well": lambda state: (
        state.zones[1, s.Zone.KNOWN].__setitem__(0, 9),
        state.amounts[1].__setitem__(s.Zone.KNOWN, 9),
    ),
    "wounds on nothing": lambda state: setattr(state.things[0, 3], "wounds", 1),
    "wounds face down": lambda state: (
        setattr(state.things[0, 0], "status", one(s.Status.PRESENT)),
        setattr(state.things[0, 0], "wounds", 1),
    ),
    "a thing out of reach": lambda state: state.reach.__setitem__(0, 0),
    "too many wounds": lambda state: setattr(state.things[0, 0], "wounds", 3),
    "the platform elsewhere": lambda state: (
        setattr(state.things[0, 1], "status", state.things[0, 0].status),
        setattr(state.things[0, 1], "kind", state.things[0, 0].kind),
        setattr(state.things[0, 0], "status", 0),
        setattr(state.things[0, 0], "kind", 0),
    ),
    "worth more": lambda state: state.worth.__setitem__(0, state.worth[0] + 1),
    "an empty seat with Brass": lambda state: (state.brass.__setitem__(4, 1), setattr(state, "pool", state.pool - 1)),
    "a debt": lambda state: setattr(state, "labor", -1),
    "somebody else's turn": lambda state: setattr(state, "seat", 1 - state.seat),
}


@pytest.mark.parametrize("change", SPOILT.values(), ids=SPOILT)
def test_the_check_finds_what_is_wrong(change):
    setup = GAME.setup()
    states = Tables(setup, 1, seed=8).states
    check_position(setup, attributed(states)[0])
    change(as_compiled(states)[0])
    with pytest.raises(AssertionError):
        check_position(setup, attributed(states)[0])
