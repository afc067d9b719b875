"""Tables of the co-operative City of the Great Machine, laid out and played as those of great_machine_positions.

The Machine plays by itself: ``cards`` says which Servant Movement cards the Servants draw in the Machine Phase, and
:meth:`Table.turn` lets one Servant have its turn with a card::

    table = lay_out(phase="Machine", servants=("Tower", "Square", "Art"), cards=("Patrol", "Up", "Heart of the City"))
    table.turn("Judgementor", "Patrol")

Without a name for ``event`` the round is one without a City Event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any

import numpy as np
from great_machine.positions import PHASES, TEAM, Position, bits, members

from cogitable.envs.city.rules.state import NOBODY, Ask, Directive, District, Hero, Phase, Servant
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.rules import apply as rules
from cogitable.envs.great_machine_coop.rules import automaton, missions, opening, state
from cogitable.envs.great_machine_coop.rules import questions as asked
from cogitable.envs.great_machine_coop.rules.state import LETTERS, MoveCard
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.events import Telling, perceived, sentence
from cogitable.envs.table.named import texts
from cogitable.envs.table.random import seed_words

EVENTS = tuple(event.name for event in GAME.setup().options.cards.event)
OWN = "Establish the Network"
"""The City Event whose text :func:`own_event` replaces."""
PINNED = {
    "wanted": [3, 3, 3, 3, 7, 3, 3, 2, 3, 3, 6, 3],
    "yields": [0, 0, 0, 0, 1, 3, 0, 3, 2, 1, 2, 3],
    "bonus": [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0],
    "confiscated": 2,
    "levied": 1,
    "marches": 1,
}
"""Numbers of Missions and Directives that the tests play with, whatever the card file of the game says."""
_SEEDS = seed_words(11, 3000)


class Table(Position):
    """One table of the co-operative game."""

    game = GAME
    rules = rules
    answers = asked
    questions = texts(Ask)

    @property
    def asked_side(self) -> str:
        return self.team[self.state.hero] if self.state.hero != NOBODY else f"seat {self.state.seat}"

    def _words(self, action: int) -> str:
        name = self.setup.action_names[action]
        head, found, number = name.rpartition("Hero ")
        return head + self.team[int(number)] if found and number.isdigit() and self.team else name

    def turn(self, servant: str, card: str, *draws: tuple[int, int]) -> Table:
        """Let a Servant have its turn with a certain card; ``draws`` are the random numbers that follow."""
        number, before = texts(MoveCard).index(card), int(self.state.moves)
        if draws:
            self.rig((1, 0), *draws)
        self.set(moves=1 << number, moved=[NOBODY] * 3)
        automaton.run_servant(self.record, self.state, texts(Servant).index(servant))
        self.set(moves=before & ~(1 << number))
        self.go_on()
        return self

    def go_on(self) -> Table:
        """Settle what there is to be settled."""
        if self.state.ask == 0 and not self.state.over:
            while rules.settle(self.record, self.state) and self.state.ask == 0 and not self.state.over:
                pass
        self.game.check(self.setup, self.state)
        return self

    def lucky(self, holds: Callable[[Table], bool], play: Callable[[Table], Any]) -> Table:
        """Play with such luck that something holds afterwards."""
        for words in _SEEDS:
            trial = self.copy()
            trial.states["rng"][0] = words
            play(trial)
            if holds(trial):
                self.states[:] = trial.states
                return self
        raise AssertionError("that outcome never comes")

    def proceed(self) -> Table:
        """Go on to the next question; after the turns of single Servants that is the Heroes Phase."""
        if self.state.phase == PHASES["Machine"]:
            self.set(phase=PHASES["Heroes"])
        self.rules.advance(self.record, self.state)
        self.check()
        return self

    def close(self) -> Table:
        """Let Heroes end their turns and play the Closing Phase up to a question or to the next round's choices."""
        week = self.week
        while not self.state.over and self.state.week == week and self.state.phase != Phase.CLOSING:
            self.do(f"{self.asked_side}: done")
        return self

    # Reading

    @property
    def marker(self) -> int:
        """Steps of the Progress marker from the Zero Stage: 1 is the Riot Stage, 2 Stage 5."""
        return int(self.state.marker)

    @property
    def event(self) -> str:
        return EVENTS[self.state.event - state.FIRST_EVENT] if self.state.event != NOBODY else ""

    @property
    def winner(self) -> str:
        return {state.MACHINE_WON: "Machine", state.HEROES_WON: "Heroes", NOBODY: ""}[self.state.winner]

    def specials(self, district: str | None = None) -> int:
        """Return the special Guards of a District, or of the city."""
        return (
            int(sum(self.state.specials))
            if district is None
            else int(self.state.specials[texts(District).index(district)])
        )

    def servant(self, name: str) -> str:
        """Return where a Servant is; nothing while it is deactivated."""
        return place_name(self.state.servants[texts(Servant).index(name)])

    @property
    def order(self) -> list[str]:
        """The published Directives in their order."""
        return [Directive(one).text for one in self.state.order.tolist() if one != NOBODY]

    @property
    def bottom(self) -> list[str]:
        return [Directive(one).text for one in self.state.bottom.tolist() if one != NOBODY]

    @property
    def used(self) -> set[str]:
        return members(int(self.state.used), texts(Directive))

    @property
    def tokens(self) -> set[str]:
        """The District tokens that lie face down."""
        return members(int(self.state.tokens))

    def token(self, hero: str) -> str:
        return place_name(self.state.token_at[self.team.index(hero)])

    def held(self) -> list[int]:
        return self.state.held.tolist()

    @property
    def done(self) -> str:
        return "".join(letter for i, letter in enumerate(LETTERS) if self.state.done >> i & 1)

    @property
    def active(self) -> str:
        return "".join(letter for i, letter in enumerate(LETTERS) if self.state.active >> i & 1)

    def pledge(self, *amounts: int) -> Table:
        """Let the Heroes who are asked pledge so much Trust each."""
        for amount in amounts:
            self.do(f"{self.asked_side}: {amount} Trust")
        return self


def events(table: Table) -> list[Telling]:
    """Return what has been told since the last decision, or the beginning of a position that is ``telling``."""
    return perceived(table.states["events"][0, : int(table.states["told"][0])], None)


def said(table: Table) -> list[str]:
    """Return the same in words."""
    return [sentence(table.setup, event, None) for event in events(table)]


def place_name(number: int) -> str:
    return "" if number == NOBODY else District(number).text


def pair(names: Sequence[str], what: str | tuple[str, int]) -> tuple[int, int]:
    name, number = (what, 0) if isinstance(what, str) else what
    return names.index(name), number


def own_event(
    prevent: Sequence[str] | int = ("Velvet",),
    need: str | tuple[str, int] = "nothing",
    gain: str | tuple[str, int] = "nothing",
    stops: str | tuple[str, int] = "free",
    support: str = "nothing",
) -> dict[str, Any]:
    """Return the text of a City Event as the fields of SETUP that hold it."""
    return {
        "prevent_at": 0 if isinstance(prevent, int) else bits(prevent),
        "prevent_for": prevent if isinstance(prevent, int) else 0,
        "need": pair(texts(state.Condition), need),
        "gain": pair(texts(state.Gain), gain),
        "stops": pair(texts(state.Condition), stops),
        "support": texts(state.Support).index(support),
    }


@lru_cache(128)
def dealt(heroes: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> Table:
    """Return a table as it is dealt, with the numbers of ``PINNED``; copy it to play on."""
    table = Table(heroes, **dict(options))
    record = table.setup.record.copy()
    for name, numbers in PINNED.items():
        record[name][0] = numbers
    table.record = as_compiled(record)[0]
    table.setup = copy(table.setup)  # what is told has the same numbers
    table.setup.record = record
    return table


def lay_out(
    *,
    phase: str = "Heroes",
    event: str = "",
    own: Mapping[str, Any] | None = None,
    heroes: tuple[str, ...] = TEAM,
    first: str | None = None,
    at: Mapping[str, str] | None = None,
    goes: Mapping[str, str] | None = None,
    trust: Mapping[str, int] | None = None,
    lost: Mapping[str, Sequence[str]] | None = None,
    citizens: Mapping[str, str] | None = None,
    guards: Mapping[str, int] | None = None,
    broken: Mapping[str, int] | None = None,
    specials: Mapping[str, int] | None = None,
    servants: Sequence[str] = ("Grand Citadel",) * 3,
    cards: Sequence[str] = (),
    lucky: Callable[[Table], bool] = lambda table: True,
    raids: Iterable[str] = (),
    riots: Sequence[str] = (),
    hand: Sequence[str] = (),
    published: Sequence[str] = (),
    discarded: Sequence[str] = (),
    bottom: Sequence[str] = (),
    plan: int = 3,
    slot: int = 2,
    marker: int = 0,
    week: int = 1,
    tokens: Iterable[str] = texts(District),
    done: str = "",
    in_play: str = "",
    also: Mapping[str, Any] | None = None,
    **options: Any,
) -> Table:
    """Return a position at the beginning of a phase; what asks nobody anything has been passed.

    ``guards`` are the regular ones, ``specials`` stand beside them. ``own`` is the text of the City Event.
    ``done`` names completed Missions; ``in_play`` those that are brought into play besides A and B.
    """
    table = dealt(heroes, tuple(sorted(options.items()))).copy()
    if own is not None:
        event = OWN
        record = np.array([table.record.tolist()], table.setup.record.dtype)
        for name, value in own.items():
            record[name][0, EVENTS.index(OWN)] = value
        table.record = as_compiled(record)[0]
    team = table.team
    table.put_citizens(citizens or {})
    table.put_guards(guards or {}, broken or {})
    extra = np.array([(specials or {}).get(name, 0) for name in texts(District)], np.int8)
    places = [(at or {}).get(hero, District(table.record.start[texts(Hero).index(hero)]).text) for hero in team]
    chosen = [(goes or {}).get(hero, place) for hero, place in zip(team, places, strict=True)]
    if phase == "Closing":
        places = chosen
    for number, hero in enumerate(team):
        spare = next(name for name in reversed(texts(District)) if name not in (places[number], chosen[number]))
        table.states["cards"][0, number] = bits(set(texts(District)) - set((lost or {}).get(hero, (spare,))))
    away = {*hand, *published, *discarded, *bottom}
    table.set(
        week=week,
        event=state.FIRST_EVENT + EVENTS.index(event) if event else NOBODY,
        support=table.record.support[EVENTS.index(event)] if event else 0,
        gone_events=1 << EVENTS.index(event) if event else 0,
        at=[texts(District).index(place) for place in places],
        began=[texts(District).index((at or {}).get(hero, place)) for hero, place in zip(team, places, strict=True)],
        trust=[(trust or {}).get(hero, 0) for hero in team],
        servants=[texts(District).index(place) for place in servants],
        specials=extra,
        guards=table.states["guards"][0] + extra,
        raids=bits(raids),
        riots=bits({*riots, *raids}),
        hand=bits(hand, texts(Directive)),
        published=bits(published, texts(Directive)),
        order=[*(texts(Directive).index(one) for one in published), *[NOBODY] * (3 - len(published))],
        bottom=[*(texts(Directive).index(one) for one in bottom), *[NOBODY] * (9 - len(bottom))],
        bottom_size=len(bottom),
        deck=bits(set(texts(Directive)) - away, texts(Directive)),
        plan=plan,
        slot=slot,
        slot_before=slot,
        marker=marker,
        tokens=bits(tokens),
        chosen=[NOBODY] * 3 if phase in ("Opening", "Access") else [texts(District).index(name) for name in chosen],
    )
    put_missions(table, done, in_play)
    table.set(**(also or {}))
    if phase == "Machine":
        return machine_phase(table, cards, lucky)
    begin(table, phase, team.index(first) if first else 0)
    return table


def put_missions(table: Table, done: str, in_play: str) -> None:
    """Count Missions as completed and bring others into play; Riots that were won have used their tokens."""
    won = int(table.state.riots).bit_count()
    if table.setup.options.missions == "none":
        table.set(riot_tokens=state.NUM_TOKENS - won)
        return
    known = sum(1 << LETTERS.index(letter) for letter in done)
    table.set(done=known, active=known | 0b11, riot_tokens=len(done) - won)
    for letter in in_play:
        missions.bring_into_play(table.state, LETTERS.index(letter))


def begin(table: Table, phase: str, cursor: int = 0) -> None:
    """Begin a phase and go on to the first question."""
    table.set(phase=PHASES[phase], cursor=0, step=0, ask=0, hero=NOBODY)
    table.set(went=[number < cursor for number in range(len(table.team))])
    if phase == "Opening":
        event, support = int(table.state.event), int(table.state.support)
        table.set(week=table.week - 1)
        opening.begin_round(table.record, table.state)
        table.set(event=event, support=support)
    rules.advance(table.record, table.state)
    table.check()


def machine_phase(table: Table, cards: Sequence[str], lucky: Callable[[Table], bool]) -> Table:
    """Play a Machine Phase, and no further, in which the Servants draw these cards; without cards only begin it."""
    wanted = [texts(MoveCard).index(card) for card in cards]
    table.set(phase=PHASES["Machine"], cursor=0, step=0, ask=0, hero=NOBODY)
    if not cards:
        return table
    table.set(moves=sum(1 << card for card in wanted))

    def as_wanted(trial: Table) -> bool:
        drawn = [int(trial.state.moved[servant]) for servant in trial.record.order.tolist()]
        return drawn == wanted and lucky(trial)

    return table.lucky(as_wanted, lambda trial: automaton.run_machine(trial.record, trial.state))
