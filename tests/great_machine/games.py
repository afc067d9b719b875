"""Long, eventful random games of City of the Great Machine, and worlds that differ only in what a seat may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from cogitable.envs.city.rules.state import (
    ALL_DISTRICTS,
    ARRESTED,
    MACHINE,
    MAX_PUBLISHED,
    NOBODY,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_TYPES,
    TRACK_END,
    Act,
    Cause,
    Directive,
    Phase,
    Status,
)
from cogitable.envs.great_machine.rules.state import MachineAct
from cogitable.envs.table import Setup, Tables

MACHINE_SIDE, HERO_SIDE = 0, 1
RARE, COMMON, OFTEN = 0.15, 1.0, 4.0


def weights(setup: Setup) -> np.ndarray:
    """Return how eagerly actions are taken: deeds and Actions often, Guards' moves and ends of phases rarely."""
    eager = np.full(setup.num_actions, COMMON)
    eager[Act.DONE] = RARE
    eager[MachineAct.SERVANT_TO : MachineAct.DEED] = 0.4
    eager[MachineAct.DEED : MachineAct.GUARD] = OFTEN
    eager[MachineAct.GUARD : MachineAct.RESETTLE] = 0.03
    eager[Act.ATTACK - 1 : Act.KIND] = 1.5
    eager[Act.KIND : Act.CLASS] = OFTEN
    return eager


def random_actions(masks: np.ndarray, rng: np.random.Generator, eager: np.ndarray) -> np.ndarray:
    """Return a legal action for every row, by its weight (rows without any get 0)."""
    keys = np.where(masks > 0, rng.random(masks.shape) ** (1 / eager), 0)
    return keys.argmax(axis=1)


def stir(setup: Setup, states: np.ndarray, rng: np.random.Generator) -> None:
    """Change what everybody sees, so that games last and rare things happen: tracks, Trust, Bonds, Directives."""
    for state in states[rng.random(len(states)) < 0.15]:
        if state["over"] or state["phase"] in (Phase.BUILDING, Phase.CHOOSING):
            continue
        late = int(state["plan"]) - 7
        if late > 0 and state["advances"][Cause.EVENT] >= late:
            state["plan"] -= late
            state["advances"][Cause.EVENT] -= late
        limit = setup.record["limit"][0][state["heroes"]]
        if rng.random() < 0.5:
            state["trust"] = limit
        state["bonds"] = max(int(state["bonds"]), int(rng.integers(12)))
        if int(state["riots"]).bit_count() > 1 and rng.random() < 0.7:
            state["riots"] = 0
        if state["phase"] in (Phase.MACHINE, Phase.HEROES) and not state["provoking"] and not state["rise"]:
            top = TRACK_END if rng.random() < 0.2 and not int(state["riots"]) else TRACK_END - 2
            state["slot"] = rng.integers(top + 1)
    chosen = rng.random(len(states)) < 0.05
    running = (states["over"] == 0) & (states["phase"] == Phase.MACHINE)
    for row in np.flatnonzero(chosen & running):
        new = 1 << int(rng.integers(len(Directive)))
        state = states[row : row + 1]
        if int(state["published"][0]).bit_count() < MAX_PUBLISHED:
            state["published"] |= state["deck"] & new
            state["deck"] &= ~new


def lively(
    setup: Setup, count: int, seed: int, steps: int, every: int = 1, *, auto_reset: bool = True
) -> Iterator[Tables]:
    """Yield tables in play, after every so many steps; games that end are dealt anew unless ``auto_reset`` is off."""
    tables = Tables(setup, count, seed=seed, auto_reset=auto_reset)
    rng, eager = np.random.default_rng(seed), weights(setup)
    for step in range(steps):
        if step % every == 0:
            yield tables
        tables.step(random_actions(tables.masks, rng, eager))
        stir(setup, tables.states, rng)
        tables.look()


# Worlds


def hidden_places(state: Any, seat: int) -> list[tuple[int, int]]:
    """Return place and state of every Citizen whose type a seat cannot see, without those being moved."""
    statuses = (Status.UNIDENTIFIED, Status.IDENTIFIED) if seat == MACHINE else (Status.UNIDENTIFIED,)
    places = [(district, status) for district in range(NUM_DISTRICTS) for status in statuses]
    return [
        (p, s) for p, s in [*places, (ARRESTED, Status.UNIDENTIFIED)] for _ in range(int(state["citizens"][p, s].sum()))
    ]


def is_carried_unseen(state: Any, seat: int) -> bool:
    most = Status.IDENTIFIED if seat == MACHINE else Status.UNIDENTIFIED
    return bool(state["carried"] != NOBODY and state["carried_as"] <= most)


def scrambled(states: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """Return copies in which all that ``seat`` cannot know is something else, whether it makes sense or not.

    The Machine knows neither who lies face down, in the city or in custody, nor Access cards but for their number, nor
    a chosen card that is not shown, nor what the Heroes know of custody. The Heroes do not know who is unidentified or
    in custody, nor those Directives in deck and hand that they have not seen. Nobody knows the generator.
    """
    copies = states.copy()
    side = MACHINE_SIDE if seat == MACHINE else HERO_SIDE
    for state in copies:
        places = hidden_places(state, seat)
        types = [
            t for p, s in dict.fromkeys(places) for t in range(NUM_TYPES) for _ in range(state["citizens"][p, s, t])
        ]
        carried = is_carried_unseen(state, seat)
        types = rng.permutation(types + [int(state["carried"])] * carried).tolist()
        if carried:
            state["carried"] = types.pop()
        for place, status in dict.fromkeys(places):
            state["citizens"][place, status] = 0
        for (place, status), kind in zip(places, types, strict=True):
            state["citizens"][place, status, kind] += 1
        state["sure"][1 - side] = rng.integers(0, 4, NUM_TYPES)
        state["rng"] = rng.integers(1, 2**32, 4)
        if seat == MACHINE:
            _scramble_cards(state, rng)
        else:
            unseen = int(state["deck"] | state["hand"]) & ~int(state["seen"])
            wanted = int(state["hand"] & ~state["seen"]).bit_count()
            hand = int(state["seen"]) | some_of(unseen, wanted, rng)
            state["deck"], state["hand"] = int(state["deck"] | state["hand"]) & ~hand, hand
    return copies


def some_of(members: int, number: int, rng: np.random.Generator) -> int:
    """Return so many random members of a set."""
    bits = [bit for bit in range(16) if members >> bit & 1]
    return sum(1 << int(bit) for bit in rng.permutation(bits)[:number])


def _scramble_cards(state: Any, rng: np.random.Generator) -> None:
    for hero in range(NUM_HEROES):
        lost = (ALL_DISTRICTS & ~int(state["cards"][hero])).bit_count()
        state["cards"][hero] = ALL_DISTRICTS & ~some_of(ALL_DISTRICTS, lost, rng)
        if state["chosen"][hero] != NOBODY and not state["shown"][hero]:
            state["chosen"][hero] = rng.integers(NUM_DISTRICTS)


class Facts(NamedTuple):
    """What a side has been shown openly of what was hidden from it; see :func:`facts`."""

    citizens: bytes
    cards: bytes
    directives: bytes


def facts(state: Any, seat: int) -> Facts:
    """Return the Citizens that a seat can tell, the Access cards that are shown to it, and Directives likewise."""
    least = Status.REVEALED if seat == MACHINE else Status.IDENTIFIED
    citizens = state["citizens"][:, least:].tobytes()
    if state["carried"] != NOBODY and state["carried_as"] >= least:
        citizens += bytes([int(state["carried"])])
    left = int(state["hand"] | state["deck"])
    if seat == MACHINE:
        cards = np.where(state["shown"] > 0, state["chosen"], NOBODY).tobytes()
        return Facts(citizens, cards, bytes(str((int(state["hand"]), left)), "ascii"))
    known = (int(state["published"]), int(state["seen"]), left)
    return Facts(citizens, b"", bytes(str(known), "ascii"))
