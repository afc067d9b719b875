"""What the co-operative game adds to the table, in plain Python: special Guards, the marker, tokens, chance."""

from __future__ import annotations

from typing import Any

import numpy as np
from great_machine.reference import Reference
from great_machine.reference.table import DISTRICTS, HEROES, MACHINE, NUMBERS, TYPES, Citizen, Flow, Hero, Servant

from cogitable.envs.table.random import below

LETTERS = ("A", "B", "C")
DIRECTIONS = ("Up", "Right", "Down", "Left")
SPECIAL_GUARDS, MARKER_START, RIOT_STAGE = 9, 0, 6


class Stream:
    """The game's own generator, drawn from once more: what lies in what order is the game's, what is drawn is not."""

    def __init__(self, words: np.ndarray) -> None:
        self.words = words.copy()

    def below(self, number: int) -> int:
        return int(below(self.words, number))

    def one_of(self, members: list[Any]) -> Any:
        """Return one of several, given in the order of their numbers."""
        return members[self.below(len(members))]

    def type_in(self, bag: list[Citizen], status: str) -> str:
        """Return the type of a random Citizen of a state."""
        return self.one_of(sorted((one.type for one in bag if one.status == status), key=TYPES.index))


class CoopThings(Reference):
    """The table of the co-operative game, with what happens to single things on it."""

    def __init__(self, setup: Any, stream: Stream) -> None:
        super().__init__(setup, self)
        self.setup, self.stream = setup, stream
        level, cards = self.options.level, self.options.cards
        self.benefits, self.plan = level.benefits, level.master_plan
        self.events = {one.name: one for one in cards.event}
        self.mission_cards = {one.name: one for one in cards.mission}
        self.numbers = {one.name: one.number for one in cards.directive}
        self.priority = {one.name: one.priority for one in cards.servant}
        self.servants = [Servant(name, "Grand Citadel") for name in ("Phantasmer", "Judgementor", "Lex Hecate")]
        self.by_name = {one.name: one for one in self.servants}
        self.lying: dict[str, str] = {}  # deactivated Servants with their Districts
        self.until: dict[str, int] = {}
        self.idle: set[str] = set()  # that drew a Maintenance card
        self.moved: dict[str, str] = {}
        self.scrapped: set[str] = set()
        self.moves_left: set[str] = set()
        self.special_guards = dict.fromkeys(DISTRICTS, 0)
        self.raids: set[str] = set()
        self.tokens = set(DISTRICTS)  # face down
        self.marker = MARKER_START
        self.riot_tokens = 3
        self.bottom: list[str] = []
        self.order: list[str] = []  # Directives in the order of publishing
        self.fresh: set[str] = set()  # published in this Servant's turn
        self.support = "nothing"
        self.skip = self.prevented = False
        self.smashed = self.uncovered = 0
        self.missions: list[str] = []
        self.in_play: set[str] = set()
        self.done: list[str] = []
        self.pins: dict[Citizen, tuple[str, int]] = {}  # attached tokens: their kind and number

    # Chance, as the other game's reference asks for it

    def drawn(self, place: str, status: str) -> str:
        bag = self.arrested if place == "arrested" else self.districts[place].citizens
        return self.stream.type_in(bag, status)

    def escapes(self, hero: Hero) -> bool:
        return bool(self.stream.one_of(list(self.escape)))

    def coins(self) -> int:
        """Roll the Assault die."""
        return self.stream.one_of(list(self.assault))

    def random_district(self, suitable: set[str]) -> str | None:
        """Turn up District tokens until one is suitable."""
        while suitable:
            if not self.tokens:
                self.tokens = set(DISTRICTS)
            name = self.stream.one_of([one for one in DISTRICTS if one in self.tokens])
            self.tokens.discard(name)
            if name in suitable:
                return name
        return None

    # Servants

    def servants_at(self, place: str) -> int:
        """Count those that stand there; who has been deactivated counts for nothing."""
        return sum(one.at == place and one.name not in self.lying for one in self.servants)

    def in_turn(self) -> list[Servant]:
        return [self.by_name[name] for name in self.options.servant_order]

    # Directives

    def works(self, directive: str) -> bool:
        """Return whether a Directive is published and in effect."""
        return directive in self.published and directive not in self.fresh

    def drop_directive(self, name: str) -> None:
        self.published.remove(name)
        self.order.remove(name)

    # Tracks

    def step_marker(self, steps: int) -> None:
        """Advance the Progress marker Stage by Stage."""
        for _ in range(steps):
            self.marker += 1
            self.meet()

    def meet(self) -> None:
        """The Progress marker goes home when it is at the Stage of Discontent."""
        if self.marker and RIOT_STAGE + 1 - self.marker == self.stage:
            self.marker = MARKER_START
            self.advance_plan("the Progress marker")

    def riot_won(self) -> None:
        self.check_riots()
        if 1 in self.benefits:
            self.plan = max(1, self.plan - 1)

    def rise(self, steps: int, hero: Hero, mandatory: bool = False) -> Flow:
        """Raise Discontent; past the Riot Stage each step reveals a Citizen, or may do so."""
        for _ in range(self.climb(steps)):
            yield from self.find(hero, mandatory)

    def climb(self, steps: int) -> int:
        """Raise Discontent as far as it goes; return the steps that are left."""
        for done in range(steps):
            if self.at_riot_stage:
                return steps - done
            before = self.stage
            self.slot += 1
            if self.at_riot_stage:
                self.riot_won()
            elif self.stage > before and self.stage >= 2 and self.works("Provoke"):
                self.advance_plan("Provoke")
            self.meet()
        return 0

    def find(self, hero: Hero, mandatory: bool = True) -> Flow:
        """Reveal a Citizen anywhere, if there is one left."""
        places = self.unidentified_somewhere
        if places:
            answers = [*places, *([] if mandatory else ["done"])]
            place = yield from self.ask_hero(hero, "District to identify in", answers)
            if place != "done":
                self.identify(place)

    def active_in(self, place: str) -> list[Citizen]:
        """Return the revealed active Citizens of a District, the lowest number first, without a token before with."""
        found = [one for one in self.districts[place].of("revealed") if self.active(one)]
        return sorted(found, key=lambda one: (NUMBERS[one.type], one in self.pins))

    def check_raids(self) -> None:
        """Raid tokens leave where no revealed Citizen is active any more."""
        self.raids = {place for place in self.raids if self.active_in(place)}

    # Guards

    def regular(self, place: str) -> int:
        return self.districts[place].guards - self.special_guards[place]

    def with_square(self) -> set[str]:
        return {name for name, one in self.districts.items() if one.guards + one.broken < one.guard_room}

    def security_protocol(self) -> None:
        """Put a special Guard into a random District, or advance the marker."""
        free = self.with_square()
        if sum(self.special_guards.values()) == SPECIAL_GUARDS or not free:
            self.step_marker(1)
        else:
            self.add_special(self.random_district(free))

    def add_special(self, place: str) -> None:
        self.districts[place].guards += 1
        self.special_guards[place] += 1

    def break_one(self, place: str, special: bool) -> None:
        """Break a Guard of a kind."""
        self.districts[place].guards -= 1
        self.smashed += 1
        if special:
            self.special_guards[place] -= 1
        else:
            self.districts[place].broken += 1
            self.regular_broken(place)

    def break_any(self, place: str) -> None:
        """Break a Guard where all of them break, special ones first."""
        self.break_one(place, bool(self.special_guards[place]))

    # Citizens

    def take(self, bag: list[Citizen], status: str, type: str) -> Citizen:
        """Take one out of a bag, rather without an attached token."""
        found = [one for one in bag if one.status == status and one.type == type]
        assert found, f"no {status} {type} is there"
        citizen = min(found, key=lambda one: one in self.pins)
        bag.remove(citizen)
        return citizen

    @property
    def looked_at(self) -> str:
        return "revealed"

    def identify(self, place: str) -> None:
        super().identify(place)
        self.uncovered += 1

    def arrest_one(self, place: str) -> None:
        """Arrest the active revealed Citizen with the lowest number."""
        citizen = self.active_in(place)[0]
        self.districts[place].citizens.remove(citizen)
        self.pins.pop(citizen, None)
        citizen.status = "unidentified"
        self.arrested.append(citizen)
        self.arrests += 1
        for side in (MACHINE, HEROES):
            self.sure[side][citizen.type] += 1
        self.check_raids()
