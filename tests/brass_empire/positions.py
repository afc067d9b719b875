"""Tables of Brass Empire laid out by hand, played by action names, with the rules as plain Python: nothing is compiled.

The cards are this file's own, so that no test depends on the numbers of the house edition. Every position is checked
after every action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.rules import apply as rules
from cogitable.envs.brass_empire.rules import scoring, state, things, zones
from cogitable.envs.brass_empire.rules.check import check_position
from cogitable.envs.table import Setup
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.events import TELLING, perceived, sentence
from cogitable.envs.table.named import texts
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.sets import has, one

CLERK, WORKER, PLATFORM = "Clerk", "Union Worker", "Mining Platform"
ROWS = {"labor": 0, "design": 1}
QUESTIONS = {name: number for number, name in enumerate(texts(state.Ask))}


def gain(**what: Any) -> dict[str, Any]:
    """Return a step that gains labor, construction, brass."""
    return {"do": "gain", **what}


def do(what: str, **more: Any) -> dict[str, Any]:
    """Return a step; ``when`` and ``source`` stand for the keys ``if`` and ``from``."""
    keys = {"when": "if", "source": "from"}
    return {"do": what, **{keys.get(key, key): value for key, value in more.items()}}


def when(have: str, at_least: int = 1) -> dict[str, Any]:
    """Return a condition."""
    return {"have": have, "at_least": at_least}


def choose(*options: Any) -> dict[str, Any]:
    """Return a step that chooses one of several steps, or of several lists of steps."""
    return {"do": "choose", "options": [{"steps": o if isinstance(o, list) else [o]} for o in options]}


def _card(table: str, name: str, labor: int, construction: int, **more: Any) -> dict[str, Any]:
    return {
        "table": table,
        "name": name,
        "source": "house",
        "cost": {"labor": labor, "construction": construction},
        **more,
    }


def employee(name: str, *play: Any, labor: int = 0, construction: int = 0, **more: Any) -> dict[str, Any]:
    """Return an employee, by default one of labor 1."""
    return _card("employee", name, labor, construction, play=list(play) or [gain(labor=1)], **more)


def unit(name: str, attack: int, health: int, labor: int = 0, construction: int = 0, **more: Any) -> dict[str, Any]:
    """Return a unit."""
    return _card("unit", name, labor, construction, attack=attack, health=health, **more)


def building(name: str, attack: int, health: int, labor: int = 0, construction: int = 0, **more: Any) -> dict[str, Any]:
    """Return a building."""
    return _card("building", name, labor, construction, attack=attack, health=health, **more)


BASE = (
    employee(CLERK, gain(labor=1)),
    employee(WORKER, gain(construction=1)),
    employee("Foreman", gain(labor=2), labor=3, value=1, copies=12),
    employee("Agent", gain(labor=1), labor=2, value=2, copies=6, corporation="Blue"),
    employee("Builder", gain(construction=2), labor=2, construction=1, value=1, copies=6),
    unit("Soldier", 2, 2, construction=2, value=1, copies=10),
    unit("Raider", 2, 1, construction=2, value=2),
    unit("Giant", 5, 6, construction=4, value=3),
    unit("Porter", 0, 3, construction=1, value=1),
    unit("Blue Guard", 1, 2, construction=1, value=1, copies=2, corporation="Blue"),
    unit("Red Guard", 1, 2, construction=1, value=1, copies=2, corporation="Red"),
    building(PLATFORM, 0, 3),
    building("Tower", 1, 2, construction=3, value=2, copies=8),
    building("Shed", 0, 2, labor=1, construction=1, value=1, copies=4),
    building("Works", 0, 3, construction=2, value=1, ability=[gain(labor=1)]),
    building("Mint", 0, 3, construction=2, value=2, ability=[gain(brass=1)]),
    building("Blue House", 0, 2, construction=1, value=2, copies=2, corporation="Blue"),
)


def card_file(*extra: dict[str, Any], deck: dict[str, int] | None = None, **corporations: dict[str, int]) -> dict:
    """Return a card file of the base cards and some more; a card of a name that is there already takes its place."""
    cards = {card["name"]: card for card in (*BASE, *extra)}
    named = corporations or {"Blue": {"Blue Guard": 3, "Blue House": 2}, "Red": {"Red Guard": 4}}
    file: dict[str, Any] = {
        "start": {"deck": deck or {CLERK: 7, WORKER: 3}, "platform": PLATFORM},
        "corporation": [{"name": n, "source": "house", "reserve": r} for n, r in named.items()],
    }
    for card in cards.values():
        file.setdefault(card["table"], []).append({key: value for key, value in card.items() if key != "table"})
    return file


class Position:
    """One table, freshly dealt; seat 0 is the first player unless told otherwise.

    Slots, places and action names count from 1 as the game's action names do; seats count from 0.
    """

    def __init__(self, *extra: dict[str, Any], first: int = 0, file: Any = None, seed: int = 0, **options: Any) -> None:
        options.setdefault("corporations", ("Blue", "Red", "Blue", "Red", "Blue", "Red")[: _players(options)])
        cards = card_file(*extra) if file is None else file
        self.setup: Setup = GAME.setup(cards=cards, **options)
        self.kinds = [kind.name for kind in self.setup.options.cards.kinds]
        self.record = as_compiled(self.setup.record)[0]
        self.states = np.zeros(1, state.STATE)
        self.state = as_compiled(self.states)[0]
        self._deal(seed, first)

    def _deal(self, seed: int, first: int) -> None:
        words = seed_words(seed, 500)
        for word in words:
            self.states[:] = np.zeros(1, state.STATE)
            self.states["rng"][0] = word
            rules.deal(self.record, self.state)
            if self.state.first == first:
                break
        self.check()

    # Playing

    def legal(self) -> list[str]:
        """Return the names of the legal actions, none once the game is over."""
        if self.state.over:
            return []
        mask = np.zeros(self.setup.num_actions, np.int8)
        rules.legal_actions(self.record, self.state, mask)
        return [self.setup.action_names[action] for action in np.flatnonzero(mask)]

    def play(self, *actions: str) -> Position:
        """Take decisions by their names."""
        for action in actions:
            assert action in self.legal(), f"{action!r} is not legal for {self.seat} in {self.asked}: {self.legal()}"
            self._apply(self.setup.action_names.index(action))
            self.check()
        return self

    def _apply(self, action: int) -> None:
        rules.apply(self.record, self.state, action)

    def attack(self, slot: int, seat: int, target: int) -> Position:
        """Attack with the unit in a slot what another seat has in a slot."""
        return self.play(f"attack {slot}", self.thing_name(seat, target))

    def thing_name(self, seat: int, slot: int) -> str:
        """Return the action that points at a slot of a seat."""
        return f"seat {(seat - self.seat) % self.record.places} slot {slot}"

    def end_turn(self, times: int = 1) -> Position:
        """End turns."""
        for _ in range(times):
            self.play("end")
        return self

    def check(self) -> None:
        """Raise AssertionError unless the position can be, and there is something to do in it."""
        check_position(self.setup, self.state)
        assert self.state.over or self.legal()

    @property
    def seat(self) -> int:
        return self.state.seat

    @property
    def asked(self) -> str:
        return texts(state.Ask)[self.state.ask]

    @property
    def over(self) -> bool:
        return self.state.over != 0

    def returns(self) -> list[float]:
        """Return each seat's return so far."""
        out = np.zeros(state.MAX_SEATS, np.float32)
        scoring.returns(self.record, self.state, out)
        return out[: self.setup.num_seats].tolist()

    def winners(self) -> list[int]:
        """Return the seats that have won."""
        return [seat for seat in range(self.setup.num_seats) if self.state.winners >> seat & 1]

    # Reading

    def number(self, name: str) -> int:
        return self.kinds.index(name)

    def names(self, counts: Any) -> list[str]:
        """Return the cards of counts by kind, sorted by name."""
        return sorted(Counter({self.kinds[k]: int(n) for k, n in enumerate(counts[: len(self.kinds)])}).elements())

    def zone(self, seat: int, zone: str) -> list[str]:
        """Return the cards of a zone, sorted by name."""
        return self.names(self.state.zones[seat, texts(state.Zone).index(zone)])

    def hand(self, seat: int) -> list[str]:
        return self.zone(seat, "hand")

    def discard(self, seat: int) -> list[str]:
        return self.zone(seat, "discard")

    def deck(self, seat: int) -> list[str]:
        """Return a seat's deck, top card first."""
        return [self.kinds[k] for k in self.state.piles[seat, : self.state.sizes[seat]][::-1].tolist()]

    def central(self, row: str) -> list[str]:
        """Return a central deck, top card first."""
        pile = state.LABOR_DECK + ROWS[row]
        return [self.kinds[k] for k in self.state.piles[pile, : self.state.sizes[pile]][::-1].tolist()]

    def row(self, row: str) -> list[str]:
        """Return a row from left to right; an empty place is an empty name."""
        return [self.kinds[k] if k >= 0 else "" for k in self.state.rows[ROWS[row]].tolist()]

    def in_play(self, seat: int) -> list[str]:
        """Return what a seat has in play, by slot, empty slots left out."""
        return [self.kinds[t.kind] for t in self._things(seat) if t.status]

    def thing(self, seat: int, slot: int) -> Any:
        return self.state.things[seat, slot - 1]

    def wounds(self, seat: int, slot: int) -> int:
        return self.thing(seat, slot).wounds

    def face_up(self, seat: int, slot: int) -> bool:
        return bool(has(self.thing(seat, slot).status, state.Status.FACE_UP))

    def trash(self) -> list[str]:
        return self.names(self.state.trash)

    def brass(self) -> list[int]:
        """Return the Brass of every place."""
        return self.state.brass[: self.record.places].tolist()

    def score(self, seat: int) -> int:
        return int(scoring.score(self.record, self.state, seat))

    def _things(self, seat: int) -> Iterable[Any]:
        return [self.state.things[seat, slot] for slot in range(state.MAX_THINGS)]

    # Laying out

    def set_zone(self, seat: int, zone: str, *names: str) -> Position:
        """Make a zone hold just these cards; a deck is given top card first."""
        number = texts(state.Zone).index(zone)
        owned = number != state.Zone.RESERVE
        for kind in range(len(self.kinds)):
            count = self.state.zones[seat, number, kind]
            self._change_total(kind, -count, seat if owned else None)
            self.state.zones[seat, number, kind] = 0
            if number == state.Zone.HAND:
                self.state.amounts[seat, state.Zone.KNOWN] -= self.state.zones[seat, state.Zone.KNOWN, kind]
                self.state.zones[seat, state.Zone.KNOWN, kind] = 0
        self.state.amounts[seat, number] = 0
        for name in names:
            zones.put(self.state, seat, number, self.number(name))
            self._change_total(self.number(name), 1, seat if owned else None)
        if number == state.Zone.DECK:
            self._pile(seat, names)
        return self

    def set_hand(self, seat: int, *names: str) -> Position:
        return self.set_zone(seat, "hand", *names)

    def set_deck(self, seat: int, *names: str) -> Position:
        return self.set_zone(seat, "deck", *names)

    def set_discard(self, seat: int, *names: str) -> Position:
        return self.set_zone(seat, "discard", *names)

    def put(self, seat: int, *names: str, ready: bool = True, built: bool = True, wounds: int = 0) -> Position:
        """Put things into play."""
        for name in names:
            kind, slot = self.number(name), things.free_slot(self.state, seat)
            status = (one(state.Status.FACE_UP) if built else 0) | (one(state.Status.READY) if ready and built else 0)
            things.put_into_play(self.record, self.state, seat, kind, status)
            self.state.things[seat, slot].wounds = wounds
            self._change_total(kind, 1, seat)
        return self

    def set_row(self, row: str, *names: str) -> Position:
        """Make a row hold these cards from left to right; places that are not named are empty."""
        for place in range(state.ROW_PLACES):
            kind = self.state.rows[ROWS[row], place]
            if kind >= 0:
                self._change_total(kind, -1)
            name = names[place] if place < len(names) else ""
            self.state.rows[ROWS[row], place] = self.number(name) if name else state.NOBODY
            if name:
                self._change_total(self.number(name), 1)
        return self

    def set_central(self, row: str, *names: str) -> Position:
        """Make a central deck hold these cards, top card first."""
        pile = state.LABOR_DECK + ROWS[row]
        for name in self.central(row):
            self._change_total(self.number(name), -1)
        for name in names:
            self._change_total(self.number(name), 1)
        self._pile(pile, names)
        central = (*self.central("labor"), *self.central("design"))
        self.state.centre[:] = np.bincount([self.number(name) for name in central], minlength=state.MAX_KINDS)
        return self

    def set_brass(self, *brass: int) -> Position:
        """Give the places Brass, from the pool as far as there is any in this mode."""
        for seat, amount in enumerate(brass):
            if self.setup.options.mode != "battle":
                self.state.pool -= amount - self.state.brass[seat]
            self.state.brass[seat] = amount
        return self

    def give(self, labor: int = 0, construction: int = 0) -> Position:
        """Let the player have so much to spend."""
        self.state.labor, self.state.construction = labor, construction
        return self

    def break_platform(self, seat: int) -> Position:
        """Turn a platform over."""
        self.thing(seat, 1).status = one(state.Status.PRESENT)
        return self

    def _pile(self, pile: int, names: Iterable[str]) -> None:
        kinds = [self.number(name) for name in names][::-1]
        self.state.sizes[pile] = len(kinds)
        self.states["piles"][0, pile, : len(kinds)] = kinds

    def _change_total(self, kind: int, by: int, owner: int | None = None) -> None:
        self.state.total[kind] += by
        if owner is not None:
            self.state.worth[owner] += by * self.record.value[kind]


def _players(options: dict[str, Any]) -> int:
    usual = {"solitaire": 1, "team": 4}.get(options.get("mode", "standard"), 2)
    return int(options.get("num_players", usual))


def happened(table: Position, *actions: str, seat: int | None = None) -> list[str]:
    """Take decisions; return what the last of them has brought about, in words for a seat."""
    table.play(*actions[:-1])
    table.state.telling, table.state.told = TELLING, 0
    table.play(actions[-1])
    told = perceived(np.asarray(table.states["events"][0, : table.state.told]), seat)
    return [sentence(table.setup, event, seat) for event in told]
