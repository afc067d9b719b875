"""What nobody knows in the co-operative City of the Great Machine, and that nobody is told it.

What is hidden is changed by force in positions of long random games, and nothing that a seat sees may change; pairs of
worlds that differ only in it are played side by side with the same dice. Redraws are counted and compared with all that
is possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import permutations
from math import sqrt
from typing import Any

import numpy as np
import pytest
from great_machine_coop.games import lively, random_actions, scrambled, stir, weights
from told import told

from cogitable.envs.city.rules.state import (
    ARRESTED,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_TYPES,
    OF_EACH_TYPE,
    Ask,
    District,
    Phase,
    Status,
)
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.rules import observation
from cogitable.envs.great_machine_coop.rules.observation_layout import DISTRICT_FACTS
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized

SETUPS: dict[str, dict[str, Any]] = {
    "none": {"num_players": 3, "difficulty": "novice"},
    "I": {"num_players": 2, "missions": "I", "difficulty": "easy", "heroes": "chosen", "reconsider": True},
    "II": {"num_players": 3, "missions": "II", "difficulty": "normal"},
    "III": {"num_players": 1, "missions": "III", "difficulty": "hard", "city": "random"},
    "IV": {"num_players": 2, "missions": "IV", "difficulty": "ultra-hard"},
    "random": {"num_players": 3, "missions": "random", "difficulty": "insane"},
}
each_setup = pytest.mark.parametrize("options", SETUPS.values(), ids=SETUPS)
HIDDEN = {"rng", "citizens", "carried", "hand", "deck"}
WORDS = seed_words(7)[0]
SETUP = GAME.setup(num_players=2, missions="random")


def running(states: np.ndarray) -> np.ndarray:
    return states[states["over"] == 0]


def redrawn(setup: Setup, states: np.ndarray, seat: int = 0) -> np.ndarray:
    return determinized(setup, states, WORDS, np.full(len(states), seat))


# What a seat sees


@pytest.mark.often("none", "random")
@each_setup
def test_observations_and_masks_hold_nothing_that_nobody_can_know(options):
    setup, rng, positions = GAME.setup(**options), np.random.default_rng(1), 0
    asked: Counter[int] = Counter()
    for tables in lively(setup, 40, seed=2, steps=400, every=5):
        states = running(tables.states)
        for seat in range(setup.num_seats):
            observations, masks = told(setup, states, seat)
            for copies in (redrawn(setup, states, seat), scrambled(states, rng)):
                seen, legal = told(setup, copies, seat)
                assert (seen == observations).all()
                assert (legal == masks).all()
        positions += len(states)
        asked.update(states["ask"].tolist())
    assert positions > 3000
    assert len(asked) > 15


def test_the_scrambling_would_find_a_leak():
    """It changes all that is hidden and nothing else; the full view shows that."""
    rng = np.random.default_rng(2)
    states = np.concatenate([running(tables.states).copy() for tables in lively(SETUP, 20, 3, 400, every=10)])
    copies = scrambled(states, rng)
    assert {name for name in states.dtype.names if (copies[name] != states[name]).any()} == HIDDEN
    full = [GAME.kernel(all_of_it)(SETUP.record, worlds, _blank(worlds)) for worlds in (states, copies)]
    shown = {
        name for name, part in SETUP.full_layout.split(np.abs(full[0] - full[1]).max(axis=0)).items() if part.any()
    }
    assert shown == {"unidentified", "in custody", "being moved", "hand"}


def _blank(states: np.ndarray) -> np.ndarray:
    return np.zeros((states.size, SETUP.full_layout.size), np.float32)


def all_of_it(setup, states, out):
    """Entry point: write the full view of every state."""
    for row in range(states.size):
        observation.reveal(setup[0], states[row], out[row])
    return out


OF_HEROES = ("Heroes", "who", "where", "steps", "around", "began", "chosen", "cards", "tokens", "token types", "owner")


@pytest.mark.often("none", "IV")
@each_setup
def test_all_seats_see_the_same_from_their_own_side(options):
    """Turned back to the order of Initiative, observations differ only in who is asked and who runs which Hero."""
    setup, compared = GAME.setup(**options), 0
    for tables in lively(setup, 20, seed=4, steps=300, every=6):
        states = tables.states[tables.states["phase"] != Phase.CHOOSING]
        if not states.size:
            continue
        views = [setup.layout.split(told(setup, states, seat)[0]) for seat in range(setup.num_seats)]
        for row, state in enumerate(states):
            turned = [_turn_back(state, seat, row, view) for seat, view in enumerate(views)]
            for other in turned:
                assert all((part == other[name]).all() for name, part in turned[0].items())
            compared += 1
            for seat, view in enumerate(views):
                assert view["question"][row].any() == (state["seat"] == seat and not state["over"])
                runs = np.roll(view["Heroes"][row, :, 0], _first(state, seat))
                assert (runs == (state["runs"] == seat)).all()
    assert compared > 700


def _first(state: Any, seat: int) -> int:
    """Return the Hero from which a seat's observation is written."""
    if state["seat"] == seat and state["hero"] != NOBODY:
        return int(state["hero"])
    return int(np.flatnonzero(state["runs"] == seat)[0])


def _turn_back(state: Any, seat: int, row: int, view: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    first, parts = _first(state, seat), {}
    for name, part in view.items():
        parts[name] = np.roll(part[row], first, axis=0) if name in OF_HEROES else part[row].copy()
    columns = [DISTRICT_FACTS.index(f"Hero {hero} is here") for hero in range(NUM_HEROES)]
    for name in ("Districts", "around"):
        parts[name][:, columns] = np.roll(parts[name][:, columns], first, axis=1)
    parts["moves"][:NUM_HEROES] = np.roll(parts["moves"][:NUM_HEROES], first)  # the Tracking cards
    parts["Heroes"][:, 0] = 0
    del parts["question"]
    return parts


@pytest.mark.often("II", "random")
@each_setup
def test_texts_and_actions_in_words_tell_nothing_that_nobody_can_know(options):
    setup, rng, compared = GAME.setup(**options), np.random.default_rng(4), 0
    for number, tables in enumerate(lively(setup, 6, seed=5, steps=400, every=25)):
        states = tables.states.copy()
        copies = scrambled(states, rng) if number % 2 else redrawn(setup, states)
        masks = tables.masks.copy()
        for row in np.flatnonzero(states["over"] == 0).tolist():
            seat = int(rng.integers(setup.num_seats))
            assert setup.text(copies, seat, row) == setup.text(states, seat, row)
            for action in rng.permutation(np.flatnonzero(masks[row]))[:8].tolist():
                ours, theirs = (setup.describe(worlds, action, row, seat) for worlds in (states, copies))
                assert ours == theirs, Ask(states["ask"][row]).text
                compared += 1
    assert compared > 240


# Worlds side by side


def facts(states: np.ndarray) -> np.ndarray:
    """Return what has been shown of what was hidden: revealed Citizens, and which Directives are known to be where."""
    known = np.where(states["hand_known"] > 0, states["hand"], 0)
    shown = np.where(states["carried_as"] == Status.UNIDENTIFIED, NOBODY, states["carried"])
    unknown = np.where(states["hand_known"] > 0, 0, states["hand"]) | states["deck"]
    parts = [states["citizens"][:, :, Status.REVEALED].reshape(len(states), -1), states["sure"][:, 1]]
    parts += [states["bottom"], states["order"]]
    return np.column_stack([*parts, states["published"], known, shown, unknown])


@pytest.mark.often("III", "random")
@each_setup
def test_worlds_that_differ_out_of_sight_look_alike_until_something_is_shown(options):
    """The same dice, another hand and other Citizens face down: whoever is asked what, all seats see the same."""
    setup, rng, eager = GAME.setup(**options), np.random.default_rng(6), weights(GAME.setup(**options))
    ours, theirs = (Tables(setup, 40, seed=7, auto_reset=False) for _ in range(2))
    kept, parted = 0, 0
    for step in range(200):
        differ = (facts(ours.states) != facts(theirs.states)).any(axis=1)
        parted += int(differ.sum())
        differ |= ours.over != 0
        ours.deal(ours.over != 0)
        if step % 2 == 0:
            stir(setup, ours.states, rng)
            differ[:] = True
        copies = scrambled(ours.states, rng)
        copies["rng"] = ours.states["rng"]
        theirs.states[differ] = copies[differ]
        ours.look()
        theirs.look()
        assert (ours.observations == theirs.observations).all() and (ours.masks == theirs.masks).all()
        before = facts(ours.states)
        actions = random_actions(ours.masks, rng, eager)
        ours.step(actions)
        theirs.step(actions)
        alike = (facts(ours.states) == facts(theirs.states)).all(axis=1)
        assert (ours.observations[alike] == theirs.observations[alike]).all()
        assert (ours.masks[alike] == theirs.masks[alike]).all()
        assert (ours.states["seat"][alike] == theirs.states["seat"][alike]).all()
        assert (ours.over[alike] == theirs.over[alike]).all() and (ours.rewards[alike] == theirs.rewards[alike]).all()
        assert (before != facts(ours.states)).any(axis=1)[~alike].all(), "something was shown"
        kept += int(alike.sum())
    assert kept > 4500 and parted > 25


# Redraws


@pytest.mark.often("II", "IV")
@each_setup
def test_redraws_contradict_nothing_that_is_known(options):
    setup, changed = GAME.setup(**options), Counter[str]()
    for tables in lively(setup, 15, seed=8, steps=400, every=10):
        states = running(tables.states)
        copies = redrawn(setup, states, int(tables.states["decisions"][0]) % setup.num_seats)
        for name in states.dtype.names:
            if name not in HIDDEN:
                assert (states[name] == copies[name]).all(), name
            changed[name] += bool((states[name] != copies[name]).any())
        for copy in copies.view(np.recarray):
            GAME.check(setup, copy)
        assert (facts(copies) == facts(states)).all()
        assert (copies["citizens"][:, ARRESTED, Status.UNIDENTIFIED] >= states["sure"][:, 1]).all()
        assert (copies["citizens"].sum(axis=3) == states["citizens"].sum(axis=3)).all()
        assert (copies["citizens"].sum(axis=(1, 2)) + _on_its_way(copies) == OF_EACH_TYPE).all()
        assert ((copies["hand"] == 0) == (states["hand"] == 0)).all()
        assert (np.bitwise_count(copies["deck"]) == np.bitwise_count(states["deck"])).all()
    assert all(changed[name] for name in HIDDEN - {"carried"})


def _on_its_way(states: np.ndarray) -> np.ndarray:
    return (states["carried"] >= 0)[:, None] & (states["carried"][:, None] == np.arange(NUM_TYPES))


def fits(found: Counter[Any], members: Iterable[Hashable]) -> bool:
    """Whether counts are those of draws from these outcomes, all alike: these come, and no others."""
    expected = Counter(members)
    assert set(found) == set(expected), set(found) ^ set(expected)
    for key, count in expected.items():
        share = count / expected.total()
        assert abs(found[key] - found.total() * share) < 5 * sqrt(found.total() * share * (1 - share) + 1), key
    return True


def few_hidden(hidden: dict[int, str], arrested: str, sure: str, carried: str = "") -> np.ndarray:
    """Return a position in which few Citizens are hidden, named by the first letters of their types.

    Args:
        hidden: Those face down, by District.
        arrested: All that are arrested.
        sure: Those of them that are known to be there.
        carried: One that is on its way face down.
    """
    states = Tables(SETUP, 1, seed=1).states
    state = states[0]
    state["citizens"], state["sure"], state["phase"], state["ask"] = 0, 0, Phase.HEROES, Ask.ACTION
    left = Counter(dict.fromkeys(range(NUM_TYPES), OF_EACH_TYPE))
    for place, letters in {**hidden, ARRESTED: arrested}.items():
        for kind in map("ASMINT".index, letters):
            state["citizens"][place, Status.UNIDENTIFIED, kind] += 1
            left[kind] -= 1
    for kind in map("ASMINT".index, sure):
        state["sure"][:, kind] += 1
    if carried:
        state["carried"], state["carried_as"], state["carried_from"] = (
            "ASMINT".index(carried),
            Status.UNIDENTIFIED,
            District.ART,
        )
        left["ASMINT".index(carried)] -= 1
    for kind in left.elements():
        free = np.asarray(SETUP.record["room"][0]) - state["citizens"].sum(axis=(1, 2))[:NUM_DISTRICTS]
        state["citizens"][int(free.argmax()), Status.REVEALED, kind] += 1
    state["crowd"] = state["citizens"].sum(axis=(1, 2))
    GAME.check(SETUP, states.view(np.recarray)[0])
    return states


def group(state: Any, place: int) -> str:
    return "".join(
        "ASMINT"[kind] * int(state["citizens"][place, Status.UNIDENTIFIED, kind]) for kind in range(NUM_TYPES)
    )


@pytest.mark.parametrize(
    ("hidden", "arrested", "sure", "carried"),
    [
        ({District.ART: "AS", District.VELVET: "T"}, "NT", "", ""),
        ({District.ART: "AS", District.VELVET: "T"}, "NTM", "TM", ""),
        ({District.ART: "AAM"}, "MM", "M", ""),
        ({District.ART: "AAM"}, "MM", "MM", ""),
        ({District.ART: "SN"}, "AI", "A", "T"),
        ({}, "AI", "", ""),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_citizens_are_redrawn_as_any_deal_alike(hidden, arrested, sure, carried, seat):
    states = few_hidden(hidden, arrested, sure, carried)
    pool = list((Counter("".join(hidden.values()) + arrested + carried) - Counter(sure)).elements())
    sizes = [len(letters) for letters in hidden.values()]
    edges = np.cumsum([len(carried), *sizes]).tolist()
    deals = [
        ("".join(order[: len(carried)]), *(_sorted(order[a:b]) for a, b in zip(edges, edges[1:], strict=False)))
        for order in permutations(pool)
    ]
    copies = redrawn(SETUP, np.repeat(states, 6000), seat)

    def found(copy: Any) -> tuple[str, ...]:
        return ("ASMINT"[copy["carried"]] if carried else "", *(group(copy, place) for place in hidden))

    assert fits(Counter(found(copy) for copy in copies), deals)
    truth = ("".join(carried), *(_sorted(letters) for letters in hidden.values()))
    assert truth in deals and truth == found(states[0])
    again = redrawn(SETUP, np.repeat(copies[:1], 6000), seat)
    assert fits(Counter(found(copy) for copy in again), deals), "a redraw of a redraw"


def _sorted(letters: Iterable[str]) -> str:
    return "".join(sorted(letters, key="ASMINT".index))


@pytest.mark.parametrize("seat", [0, 1])
def test_an_unknown_directive_in_hand_is_any_of_those_that_are_not_elsewhere(seat):
    states = Tables(SETUP, 1, seed=1).states
    states["published"], states["bottom"][0, :2], states["bottom_size"] = 0b11, (2, 3), 2
    states["order"][0, :2], states["hand"], states["deck"] = (0, 1), 1 << 4, 0b110100000  # number 6 is out of the game
    copies = redrawn(SETUP, np.repeat(states, 4000), seat)
    assert fits(Counter(copies["hand"].tolist()), [1 << 4, 1 << 5, 1 << 7, 1 << 8])
    assert (copies["hand"] | copies["deck"] == 0b110110000).all()
    assert (np.bitwise_count(copies["deck"]) == 3).all()
    states["hand_known"] = 1
    assert (redrawn(SETUP, np.repeat(states, 50), seat)["hand"] == 1 << 4).all()
    states["hand_known"], states["hand"] = 0, 0
    copies = redrawn(SETUP, np.repeat(states, 50), seat)
    assert not copies["hand"].any() and (copies["deck"] == 0b110100000).all()
    states["deck"], states["hand"] = 0, 1 << 8
    assert (redrawn(SETUP, np.repeat(states, 50), seat)["hand"] == 1 << 8).all()
    assert NUM_DIRECTIVES == 9


def test_redraws_of_fresh_games_come_to_every_composition_of_custody():
    """Three of thirty begin in custody: any three types, the truth among them."""
    for seed in range(4):
        states = Tables(SETUP, 1, seed=seed).states
        found = Counter(group(copy, ARRESTED) for copy in redrawn(SETUP, np.repeat(states, 20000)))
        assert len(found) == 56 and group(states[0], ARRESTED) in found
        assert 8 < found["ASM"] / found["AAA"] < 20, "125 ways, and 10"
