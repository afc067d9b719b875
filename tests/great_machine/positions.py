"""Tables of City of the Great Machine laid out by hand and played by words; the rules run as plain Python.

Moves say who makes them, the Machine or a Hero, and assert that it is the one who is asked::

    table = lay_out(phase="Heroes", at={"Actress": "Art"}, goes={"Actress": "Square"}, trust={"Actress": 4})
    table.rig((6, 1)).do("Fowler: attack with 3", "Fowler: done")

The city is "normal 1"; the Heroes are the Fowler, the Actress and the Artificer unless others are named. A Hero stays
where it is unless ``goes`` says otherwise. Every position is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from cogitable.envs.city.rules.state import (
    ALL_DISTRICTS,
    ARRESTED,
    DIE,
    LEVEL_ROUNDS,
    LEVEL_SIZE,
    MACHINE,
    NOBODY,
    NUM_GUARDS,
    NUM_MINOR,
    SLOTS_A_STAGE,
    Ask,
    Cause,
    CitizenType,
    Directive,
    District,
    Event,
    Hero,
    Phase,
    Servant,
    Status,
)
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.rules import access, observation, opening, state
from cogitable.envs.great_machine.rules import apply as rules
from cogitable.envs.great_machine.rules import questions as asked
from cogitable.envs.table import Game, Setup
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.named import texts
from cogitable.envs.table.random import below, seed_words

MINORS, MAJORS = texts(District)[:NUM_MINOR], texts(District)[NUM_MINOR:]
TEAM = ("Fowler", "Actress", "Artificer")
PLACES = (*texts(District), "arrested")
PHASES = {
    "Opening": Phase.OPENING,
    "Access": Phase.ACCESS,
    "Machine": Phase.MACHINE,
    "Heroes": Phase.HEROES,
    "Closing": Phase.CLOSING,
}
_SEEDS = seed_words(7, 4000)


@lru_cache(64)
def _setup(game: Game, options: tuple[tuple[str, Any], ...]) -> Setup:
    return game.setup(**dict(options))


def bits(names: Iterable[str], order: Sequence[str] = texts(District)) -> int:
    """Return a set of Districts, Directives or Events as an integer."""
    return sum(1 << order.index(name) for name in names)


def members(number: int, order: Sequence[str] = texts(District)) -> set[str]:
    """Return the names in a set that is an integer."""
    return {name for i, name in enumerate(order) if number >> i & 1}


class Position:
    """One table, freshly dealt; :func:`lay_out` makes any other position of it."""

    game: ClassVar[Game] = GAME
    rules: ClassVar[ModuleType] = rules
    answers: ClassVar[ModuleType] = asked
    questions: ClassVar[tuple[str, ...]] = texts(Ask)[: state.NUM_QUESTIONS]

    def __init__(self, heroes: tuple[str, ...] | str = TEAM, seed: int = 0, **options: Any) -> None:
        self.setup = _setup(self.game, tuple(sorted({"heroes": heroes, **options}.items())))
        self.record = as_compiled(self.setup.record)[0]
        self.states = np.zeros(1, self.game.state_dtype)
        self.state = as_compiled(self.states)[0]
        self.states["rng"][0] = seed_words(seed, 1)[0]
        self.rules.deal(self.record, self.state)
        self.check()

    def copy(self) -> Position:
        """Return the same table once more."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.states = self.states.copy()
        other.state = as_compiled(other.states)[0]
        return other

    # Playing

    @property
    def asked(self) -> str:
        """Who is asked what, as in ``"Fowler: Hero's Action"``; ``"over"`` at the end."""
        if self.state.over:
            return "over"
        return f"{self.asked_side}: {self.questions[self.state.ask]}"

    @property
    def asked_side(self) -> str:
        if self.state.hero != NOBODY:
            return self.team[self.state.hero]
        return "Machine" if self.state.seat == MACHINE else f"seat {self.state.seat}"

    def mask(self) -> np.ndarray:
        mask = np.zeros(self.setup.num_actions, np.int8)
        self.answers.legal_actions(self.record, self.state, mask)
        return mask

    def _words(self, action: int) -> str:
        name = self.setup.action_names[action]
        return self.team[int(name[-1])] if name.startswith("Hero ") and self.team else name

    def legal(self) -> list[str]:
        """Return the legal actions in words, none once the game is over."""
        return [] if self.state.over else [self._words(int(action)) for action in np.flatnonzero(self.mask())]

    def may(self, words: str) -> bool:
        """Whether who is asked may do this."""
        return words in self.legal()

    def do(self, *moves: str) -> Position:
        """Make moves: ``"Machine: Lex Hecate: raid"``, ``"Fowler: incite"``, ``"Actress: Square"``."""
        for move in moves:
            who, _, words = move.partition(": ")
            assert who == self.asked_side, f"{move!r}: asked is {self.asked}"
            assert words in self.legal(), f"{words!r} is not legal; {self.asked}: {self.legal()}"
            (action,) = (int(a) for a in np.flatnonzero(self.mask()) if self._words(int(a)) == words)
            self.rules.apply(self.record, self.state, action)
            self.check()
        return self

    def rig(self, *draws: tuple[int, int]) -> Position:
        """Let the next draws of :func:`below` be these: pairs of how many there are and which one comes."""
        for words in _SEEDS:
            trial = words.copy()
            if all(below(trial, number) == wanted for number, wanted in draws):
                self.states["rng"][0] = words
                return self
        raise AssertionError(f"no generator draws {draws}")

    def roll(self, *coins: int) -> Position:
        """Let the next rolls of the Assault die show so many coins, 0 for the shield."""
        faces = self.record.assault.tolist()
        return self.rig(*((DIE, faces.index(number)) for number in coins))

    def escape(self, *free: bool) -> Position:
        """Let the next rolls of the Escape die let a Hero go, or not."""
        faces = self.record.escape.tolist()
        return self.rig(*((DIE, faces.index(int(goes))) for goes in free))

    def until(self, holds: Callable[[Position], bool], *moves: str) -> Position:
        """Make moves with such luck that something holds afterwards."""
        for words in _SEEDS[:600]:
            trial = self.copy()
            trial.states["rng"][0] = words
            if holds(trial.do(*moves)):
                self.states[:] = trial.states
                return self
        raise AssertionError(f"{moves} never have that outcome")

    def lay_next_to(self, district: str, *near: str) -> Position:
        """Lay a District, which the one who is asked for a place moves, so that just these are next to it."""
        who = self.asked_side
        for anchor in near:
            if not self.may(anchor):
                continue
            ways = self.copy().do(f"{who}: {anchor}")
            for way in ways.legal():
                if ways.copy().do(f"{who}: {way}").near(district) == set(near):
                    return self.do(f"{who}: {anchor}", f"{who}: {way}")
        raise AssertionError(f"{district} cannot lie next to {near}")

    def places_of(self, district: str) -> list[Position]:
        """Return every city that can come of moving a District, as the one who is asked for a place."""
        found = []
        for anchor in self.legal():
            ways = self.copy().do(f"{self.asked_side}: {anchor}")
            found += [ways.copy().do(f"{self.asked_side}: {way}") for way in ways.legal()]
        assert found, f"{district} has no place to go to"
        return found

    def end_turns(self, until: str) -> Position:
        """Let Heroes end their turns, and the Machine go on, until somebody is asked this."""
        for _ in range(40):
            if self.asked == until or self.state.over:
                break
            self.do(f"{self.asked_side}: done")
        assert self.asked == until, self.asked
        return self

    def check(self) -> None:
        """Raise AssertionError unless the position can be, and there is something to do in it."""
        self.game.check(self.setup, self.state)
        assert self.state.over or self.mask().any()

    # Reading

    @property
    def team(self) -> list[str]:
        """The Heroes by Initiative."""
        return [Hero(i).text for i in self.state.heroes.tolist() if i != NOBODY]

    def trust(self, hero: str) -> int:
        return int(self.state.trust[self.team.index(hero)])

    def where(self, hero: str) -> str:
        return District(self.state.at[self.team.index(hero)]).text

    def detained(self, hero: str) -> bool:
        return bool(self.state.detained[self.team.index(hero)])

    def cards(self, hero: str) -> set[str]:
        """Return the Access cards in hand."""
        return members(int(self.state.cards[self.team.index(hero)]))

    def lost(self, hero: str) -> set[str]:
        """Return the forfeited Access cards."""
        return set(texts(District)) - self.cards(hero)

    def guards(self, district: str) -> int:
        return int(self.state.guards[texts(District).index(district)])

    def broken(self, district: str) -> int:
        return int(self.state.broken[texts(District).index(district)])

    def citizens(self, place: str) -> list[str]:
        """Return the Citizens of a place in words, sorted: ``"identified Merchant"``."""
        counts = self.state.citizens[PLACES.index(place)]
        return sorted(
            f"{Status(status).text} {CitizenType(type).text}"
            for status in range(len(Status))
            for type in range(len(CitizenType))
            for _ in range(counts[status, type])
        )

    def known(self, place: str, status: str = "identified") -> list[str]:
        """Return the types of a place's Citizens of one state, sorted."""
        return sorted(words.split()[1] for words in self.citizens(place) if words.startswith(status))

    def servant(self, name: str) -> str:
        return District(self.state.servants[texts(Servant).index(name)]).text

    def near(self, district: str) -> set[str]:
        return members(int(self.state.links[texts(District).index(district)]))

    @property
    def bonds(self) -> int:
        return int(self.state.bonds)

    @property
    def plan(self) -> int:
        return int(self.state.plan)

    @property
    def slot(self) -> int:
        return int(self.state.slot)

    @property
    def stage(self) -> int:
        return self.slot // SLOTS_A_STAGE

    @property
    def week(self) -> int:
        return int(self.state.week)

    @property
    def event(self) -> str:
        return Event(self.state.event).text

    @property
    def riots(self) -> set[str]:
        return members(int(self.state.riots))

    @property
    def raids(self) -> set[str]:
        return members(int(self.state.raids))

    @property
    def hand(self) -> set[str]:
        return members(int(self.state.hand), texts(Directive))

    @property
    def deck(self) -> set[str]:
        return members(int(self.state.deck), texts(Directive))

    @property
    def seen(self) -> set[str]:
        return members(int(self.state.seen), texts(Directive))

    @property
    def published(self) -> set[str]:
        return members(int(self.state.published), texts(Directive))

    @property
    def winner(self) -> str:
        return {MACHINE: "Machine", 1: "Heroes", NOBODY: ""}[self.state.winner]

    def returns(self) -> list[float]:
        out = np.zeros(state.MAX_SEATS, np.float32)
        self.rules.returns(self.record, self.state, out)
        return out[: self.setup.num_seats].tolist()

    def observed(self, seat: int) -> dict[str, np.ndarray]:
        """Return what a seat observes, by part."""
        out = np.zeros(self.setup.layout.size, np.float32)
        observation.observe(self.record, self.state, seat, out)
        return dict(self.setup.layout.split(out))

    # Laying out

    def set(self, **fields: Any) -> Position:
        """Set fields of the state."""
        for name, value in fields.items():
            self.states[name][0] = value
        return self

    def put_citizens(self, named: Mapping[str, str]) -> None:
        """Put Citizens: those that are named in words, elsewhere unidentified ones in the numbers of the start."""
        counts = np.zeros((len(PLACES), len(Status), len(CitizenType)), np.int8)
        for place, words in named.items():
            for word in filter(None, (part.strip() for part in words.split(","))):
                status, type = word.split() if " " in word else ("unidentified", word)
                counts[PLACES.index(place), texts(Status).index(status), texts(CitizenType).index(type)] += 1
        left = [5 - int(number) for number in counts.sum(axis=(0, 1))]
        assert min(left) >= 0, f"more Citizens of a type are named than there are: {left}"
        for number, district in enumerate(texts(District)):
            for _ in range(0 if district in named else int(self.record.start_citizens[number])):
                if any(left):
                    type = int(np.argmax(left))
                    left[type] -= 1
                    counts[number, 0, type] += 1
        if "arrested" in named:
            assert not any(left), f"these have to be named as well: {dict(zip(texts(CitizenType), left, strict=True))}"
        counts[ARRESTED, 0] += np.array(left, np.int8)
        self.set(citizens=counts, crowd=counts.sum(axis=(1, 2)))

    def put_guards(self, guards: Mapping[str, int], broken: Mapping[str, int]) -> None:
        """Put Guards: two a District, the named ones as they say; the Major Districts have what that leaves."""
        standing = {name: guards.get(name, max(0, 2 - broken.get(name, 0))) for name in texts(District)}
        named = set(guards) | set(broken)
        spare = NUM_GUARDS - sum(standing.values()) - sum(broken.values())
        while spare:
            for name in reversed(texts(District)):
                step = int(np.sign(spare))
                if name not in named and 0 <= standing[name] + step <= 4:
                    standing[name] += step
                    spare -= step
        self.set(guards=list(standing.values()), broken=[broken.get(name, 0) for name in texts(District)])

    def forfeit(self, hero: int, lost: Sequence[str]) -> None:
        """Let a Hero have lost just these cards; the Machine knows of them when they are not one card."""
        self.states["cards"][0, hero] = ALL_DISTRICTS & ~bits(lost)
        if len(lost) != 1:
            self.states["guesses"][0, hero] = 1
            self.states["guess"][0, hero, 0] = bits(lost)
            access.set_chances(self.state, hero)


def lay_out(
    *,
    phase: str,
    event: str = "The Countdown",
    heroes: tuple[str, ...] = TEAM,
    first: str | None = None,
    at: Mapping[str, str] | None = None,
    goes: Mapping[str, str] | None = None,
    trust: Mapping[str, int] | None = None,
    lost: Mapping[str, Sequence[str]] | None = None,
    citizens: Mapping[str, str] | None = None,
    guards: Mapping[str, int] | None = None,
    broken: Mapping[str, int] | None = None,
    servants: Sequence[str] = ("Grand Citadel",) * 3,
    raids: Sequence[str] = (),
    riots: Sequence[str] = (),
    hand: Sequence[str] = (),
    published: Sequence[str] = (),
    discarded: Sequence[str] = (),
    bonds: int = 0,
    plan: int = 3,
    slot: int = 2,
    week: int = 1,
    also: Mapping[str, Any] | None = None,
    **options: Any,
) -> Position:
    """Return a position at the beginning of a phase; what asks nobody anything has been passed.

    In the Heroes Phase ``first`` is the Hero whose turn begins. In the Closing Phase all Heroes are where they went.
    The Countdown, which has no text, is the City Event unless another is named. ``also`` sets fields of the state.
    """
    table = Position(heroes, **options)
    team = table.team
    table.put_citizens(citizens or {})
    table.put_guards(guards or {}, broken or {})
    places = [(at or {}).get(hero, District(table.record.start[texts(Hero).index(hero)]).text) for hero in team]
    chosen = [(goes or {}).get(hero, place) for hero, place in zip(team, places, strict=True)]
    if phase == "Closing":
        places = chosen
    for number, hero in enumerate(team):
        spare = next(name for name in reversed(texts(District)) if name not in (places[number], chosen[number]))
        table.forfeit(number, (lost or {}).get(hero, (spare,)))
    table.set(
        week=week,
        event=texts(Event).index(event),
        gone_events=bits([event], texts(Event)),
        at=[texts(District).index(place) for place in places],
        began=[texts(District).index((at or {}).get(hero, place)) for hero, place in zip(team, places, strict=True)],
        trust=[(trust or {}).get(hero, 0) for hero in team],
        servants=[texts(District).index(place) for place in servants],
        raids=bits(raids),
        raided=bool(raids),
        riots=bits(riots),
        hand=bits(hand, texts(Directive)),
        published=bits(published, texts(Directive)),
        deck=bits(set(texts(Directive)) - set(hand) - set(published) - set(discarded), texts(Directive)),
        bonds=bonds,
        plan=plan,
        advances=[plan - int(table.record.start_plan), *[0] * (len(Cause) - 1)],
        slot=slot,
        slot_before=slot,
        chosen=[NOBODY] * 3 if phase in ("Opening", "Access") else [texts(District).index(name) for name in chosen],
        **(also or {}),
    )
    begin(table, phase, team.index(first) if first else 0)
    return table


def begin(table: Position, phase: str, cursor: int = 0) -> None:
    """Begin a phase and go on to the first question."""
    table.set(phase=PHASES[phase], cursor=cursor, step=0, ask=Ask.NOTHING, hero=NOBODY)
    if phase == "Closing":
        for hero in range(len(table.team)):
            access.show_card(table.state, hero)
            table.state.meant = int(table.state.meant) | 1 << int(table.state.chosen[hero])
    if phase == "Opening":
        start_round(table, table.event)
    rules.advance(table.record, table.state)
    table.check()


def start_round(table: Position, event: str) -> None:
    """Begin a round in which a certain City Event is turned up."""
    number = texts(Event).index(event)
    level = number // LEVEL_SIZE
    gone = bits(texts(Event)[level * LEVEL_SIZE : (level + 1) * LEVEL_SIZE], texts(Event)) & ~(1 << number)
    table.set(week=level * LEVEL_ROUNDS, gone_events=gone if level < 2 else 0)
    opening.begin_round(table.record, table.state)
    assert table.event == event
    table.set(gone_events=1 << number)
