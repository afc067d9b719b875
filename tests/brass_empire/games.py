"""Tables of Brass Empire played beside their plain-Python reference, from deals or from positions made up at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from brass_empire.effects import ROWS, Seat, Thing
from brass_empire.reference import Reference

from cogitable.envs.brass_empire.rules import state as s
from cogitable.envs.brass_empire.rules.check import check_position
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.attributes import attributed
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.named import texts
from cogitable.envs.table.sets import has

OWN_ZONES = {
    "hand": s.Zone.HAND,
    "discard": s.Zone.DISCARD,
    "played": s.Zone.PLAYED,
    "reserve": s.Zone.RESERVE,
    "known": s.Zone.KNOWN,
}


def names_of(setup: Setup) -> list[str]:
    return [kind.name for kind in setup.options.cards.kinds]


def counted(setup: Setup, counts: Any) -> Counter:
    """Return counts by kind as counts by name."""
    names = names_of(setup)
    return Counter({names[kind]: int(counts[kind]) for kind in np.flatnonzero(counts)})


def pile(setup: Setup, state: Any, number: int) -> list[str]:
    """Return a pile's names, the top one last."""
    names = names_of(setup)
    return [names[kind] for kind in state.piles[number, : state.sizes[number]].tolist()]


def read_row(setup: Setup, state: Any, row: int) -> list[str | None]:
    names = names_of(setup)
    return [None if kind == s.NOBODY else names[kind] for kind in state.rows[row].tolist()]


def read_thing(setup: Setup, thing: Any) -> Thing | None:
    if thing.status == 0:
        return None
    up, ready, fresh = (
        bool(has(thing.status, member)) for member in (s.Status.FACE_UP, s.Status.READY, s.Status.FRESH)
    )
    return Thing(setup.options.cards.kinds[thing.kind], thing.wounds, up, ready, fresh)


def read_seat(setup: Setup, state: Any, seat: int) -> Seat:
    zones = {name: counted(setup, state.zones[seat, zone]) for name, zone in OWN_ZONES.items()}
    things = [read_thing(setup, state.things[seat, slot]) for slot in range(s.MAX_THINGS)]
    return Seat(brass=state.brass[seat], deck=pile(setup, state, seat), things=things, **zones)


def facts_of_seat(own: Seat) -> dict[str, Any]:
    facts: dict[str, Any] = {name: +getattr(own, name) for name in OWN_ZONES}
    return {**facts, "brass": own.brass, "deck": own.deck, "things": [t and t.looks for t in own.things]}


class Game:
    """One table and its reference; every step asserts that they agree in everything."""

    def __init__(self, setup: Setup, states: np.ndarray) -> None:
        self.setup = setup
        self.tables = Tables(setup, 1, seed=0, auto_reset=False)
        self.tables.states[:] = states
        self.tables.look()
        self.state = as_compiled(self.tables.states)[0]
        self.places = setup.num_seats + (setup.options.mode == "solitaire")
        self.reference = self._reference()
        self.paid = self.tables.states["paid"][0].astype(float)
        self.reference.begin()
        self.compare()

    def _reference(self) -> Reference:
        setup, state, options = self.setup, self.state, self.setup.options
        assert (state.ask, state.depth) == (s.Ask.MENU, 0), "nothing is under way"
        seats = [read_seat(setup, state, seat) for seat in range(self.places)]
        told = Reference(options.cards, options.mode, seats, options.equal_turns, self._peek)
        for name in ("player", "first", "turn", "labor", "construction", "played", "pool"):
            setattr(told, name, getattr(state, name))
        told.ending = bool(state.ending)
        told.went_back = bool(has(state.acting, s.Acting.WENT_BACK))
        told.rows = {row: read_row(setup, state, number) for number, row in enumerate(ROWS)}
        told.decks = {row: pile(setup, state, s.LABOR_DECK + number) for number, row in enumerate(ROWS)}
        told.trash = counted(setup, state.trash)
        told.gone = {seat for seat in range(setup.num_seats) if state.gone >> seat & 1}
        return told

    def _peek(self, seat: int) -> tuple[Counter, list[str], Counter]:
        hand, discard = (counted(self.setup, self.state.zones[seat, zone]) for zone in (s.Zone.HAND, s.Zone.DISCARD))
        return hand, pile(self.setup, self.state, seat), discard

    @property
    def ended(self) -> bool:
        """Whether the game is over, or cannot be followed any further."""
        return bool(self.state.over) or self.reference.lost

    @property
    def legal(self) -> list[str]:
        return [self.setup.action_names[a] for a in np.flatnonzero(self.tables.masks[0])]

    def play(self, name: str) -> None:
        """Take a decision on both."""
        self.tables.step(np.array([self.setup.action_names.index(name)]))
        self.paid += self.tables.rewards[0]
        if self.state.over != 2:
            self.reference.answer(name)
        self.compare()

    def compare(self) -> None:
        """Assert that the table is as the reference has it: who is asked what, and where everything is."""
        state, told = self.state, self.reference
        check_position(self.setup, attributed(self.tables.states)[0])
        if state.over == 2 or told.lost:
            return
        for seat in range(self.places):
            told.look_up(seat)
        assert bool(state.over) == told.over
        if told.question:
            question = texts(s.Ask)[state.ask], state.seat
            assert question == (told.question.what, told.question.seat), f"{question} is asked, not {told.question}"
            differ = set(self.legal) ^ told.question.options
            assert not differ, f"only the game or only the reference has {differ} as answers to {question}"
        else:
            assert {seat for seat in range(8) if state.winners >> seat & 1} == told.winners
        np.testing.assert_allclose(self.paid[: self.setup.num_seats], told.returns(), atol=1e-6)
        for seat in range(self.places):
            theirs, ours = facts_of_seat(read_seat(self.setup, state, seat)), facts_of_seat(told.seats[seat])
            differ = {name: (theirs[name], ours[name]) for name in theirs if theirs[name] != ours[name]}
            assert not differ, f"seat {seat}, in the game and in the reference: {differ}"
            assert state.worth[seat] == told.worth(seat), f"seat {seat}: Brass Value {state.worth[seat]}"
        self._compare_table()

    def _compare_table(self) -> None:
        setup, state, told = self.setup, self.state, self.reference
        for number, row in enumerate(ROWS):
            assert read_row(setup, state, number) == told.rows[row]
            assert pile(setup, state, s.LABOR_DECK + number) == told.decks[row]
        assert counted(setup, state.trash) == told.trash
        assert state.gone == sum(1 << seat for seat in told.gone)
        for name in ("player", "first", "turn", "labor", "construction", "played", "pool", "ending"):
            theirs, ours = getattr(state, name), getattr(told, name)
            assert theirs == ours, f"{name} is {theirs} in the game and {ours} in the reference"


def random_games(setup: Setup, seed: int, count: int, limit: int = 10**9) -> Iterator[Game]:
    """Play random games, each beside its reference; yield before every decision and at the end."""
    rng = np.random.default_rng(seed)
    deals = Tables(setup, count, seed=seed, auto_reset=False)
    for row in range(count):
        while deals.states["phase"][row] == s.Phase.PREPARING:
            deals.step((rng.random(deals.masks.shape) * deals.masks).argmax(axis=1))
        game = Game(setup, deals.states[row : row + 1])
        while not game.ended and game.state.decisions < limit:
            yield game
            legal = game.legal
            name = str(rng.choice(legal))
            if name == "end" and len(legal) > 1 and rng.random() < 0.7:  # turns in which something happens
                name = str(rng.choice([other for other in legal if other != "end"]))
            game.play(name)
        yield game
