"""What lies on the table of City of the Great Machine, in plain Python: Citizens, Guards, Servants, Heroes, tracks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Protocol

from great_machine.reference.city import Tile, far_in, links_of, moves, normal

MINOR = ("Art", "Commerce", "Industrial", "Science", "Velvet")
MAJOR = ("Grand Citadel", "Tower", "Control Nexus", "Square")
DISTRICTS = (*MINOR, *MAJOR)
NUMBERS = {"Artist": 1, "Scientist": 2, "Merchant": 3, "Industrialist": 4, "Noble": 5}
TYPES = (*NUMBERS, "Traitor")
INITIATIVE = {"Veteran": 1, "Fowler": 2, "Actress": 3, "Vagabond": 4, "Artificer": 5, "Physician": 9}
DIRECTIVES = ("Confiscate", "Levy", "Mechanize", "Optimize", "Pacify", "Provoke", "Reinforce", "Resettle", "Shadow")
LEVEL_1 = (
    *("Concentration of Force", "Flying Carpets", "Join Our Side!", "No One Is Safe", "Oppression and Opposition"),
    *("Ready for Emergency", "Security Checks", "Stalkers vs. Sentinels", "Ostentatious Amnesty"),
    "Win over the Judges",
)
LEVEL_2 = (
    *("Bread and Circuses", "Citywide Maintenance", "Down by Law", "House-to-House Searches", "Liberty of Trade"),
    *("Open Your Mind", "Order vs. Disorder", "Public Execution", "Sneaking through Security", "Trust vs. Bonds"),
)
MACHINE, HEROES = "Machine", "Heroes"
Flow = Generator["Question", str, Any]


class Finished(Exception):
    """A side has won."""


@dataclass
class Question:
    """Who is asked what, with the answers; nobody's Hero for the Machine."""

    what: str
    seat: int
    hero: Hero | None
    options: list[str]


@dataclass(eq=False)
class Citizen:
    """A Famous Citizen's token."""

    type: str
    status: str = "unidentified"


@dataclass(eq=False)
class District:
    """A tile with what stands on it."""

    name: str
    room: int
    guard_room: int
    citizens: list[Citizen] = field(default_factory=list)
    guards: int = 0
    broken: int = 0
    raid: bool = False
    raid_worked: bool = False
    riot: bool = False

    @property
    def minor(self) -> bool:
        return self.name in MINOR

    @property
    def full(self) -> bool:
        return len(self.citizens) >= self.room

    def of(self, status: str) -> list[Citizen]:
        """Return the Citizens in a state."""
        return [citizen for citizen in self.citizens if citizen.status == status]

    @property
    def loyal(self) -> int:
        """Citizens without revealed Traitors."""
        return sum(not (citizen.status == "revealed" and citizen.type == "Traitor") for citizen in self.citizens)


@dataclass(eq=False)
class Servant:
    """One of the Machine's three."""

    name: str
    at: str
    actions: int = 0
    repairs: int = 0  # that a maintenance Action still covers


@dataclass(eq=False)
class Hero:
    """A Hero with Trust and Access cards, and the sets of forfeited cards that the Machine has to reckon with."""

    name: str
    seat: int
    limit: int
    at: str
    trust: int = 0
    began: str = ""
    detained: bool = False
    cards: set[str] = field(default_factory=set)
    chosen: str | None = None
    shown: bool = False
    lost_chosen: bool = False
    finished: bool = False
    worlds: set[tuple[frozenset[str], frozenset[str]]] = field(default_factory=set)
    """What the Machine takes for possible: the cards forfeited when the Hero chose, and those forfeited now."""

    @property
    def possible(self) -> set[frozenset[str]]:
        return {lost for _, lost in self.worlds}

    def reckon_with(self, possible: set[frozenset[str]]) -> None:
        """Let the Machine take these sets of forfeited cards for possible while the Hero chooses."""
        self.worlds = {(lost, lost) for lost in possible}

    @property
    def barred(self) -> set[str]:
        """Cards that the Machine knew to be forfeited when the Hero chose."""
        return set(frozenset.intersection(*(then for then, _ in self.worlds)))

    @property
    def forfeited(self) -> set[str]:
        return set(DISTRICTS) - self.cards

    def gain(self, trust: int) -> None:
        """Receive Trust up to the limit."""
        self.trust = min(self.limit, self.trust + trust)


class Chance(Protocol):
    """What dice and bags decide, told to the reference by who knows it."""

    def drawn(self, place: str, status: str) -> str:
        """Return the type of the Citizen taken from a District (or the arrested)."""

    def assault(self, district: str) -> bool:
        """Return whether a Guard was broken."""

    def face(self) -> int | None:
        """Return what a die that was rolled first asks for, if its roller can pay that."""

    def escapes(self, hero: Hero) -> bool:
        """Return whether a Hero gets away."""

    def directive(self) -> str:
        """Return the Directive drawn."""

    def event(self) -> str:
        """Return the City Event drawn."""

    def tile(self) -> str:
        """Return the District drawn from a pile."""

    def heroes(self) -> list[tuple[str, int]]:
        """Return the Heroes dealt, with their seats."""

    def cards(self) -> list[set[str]]:
        """Return the Access cards that the Heroes have been dealt."""


class Things:
    """The table, without the course of a round."""

    def __init__(self, setup: Any, chance: Chance) -> None:
        self.options, self.chance = setup.options, chance
        self.lifted = setup.options.repositioning == "lifted"
        self.ways = tuple(name for name in setup.action_names if name.startswith(("alongside", "across")))
        board = self.options.board
        self.city: dict[str, Tile] = {}
        self.districts = {one.name: District(one.name, one.room, one.guards) for one in board.district}
        self.arrested: list[Citizen] = []
        self.sure = {MACHINE: Counter(), HEROES: Counter()}  # types that are surely among the arrested
        self.servants = [Servant(name, "Grand Citadel") for name in ("Phantasmer", "Judgementor", "Lex Hecate")]
        self.heroes: list[Hero] = []
        self.income = [stage.bonds for stage in board.stage]
        self.assault, self.escape = (die.faces for die in board.die)
        self.bonds = 0
        self.plan = self.options.master_plan
        self.slot = self.slot_before = 0
        self.deck, self.hand, self.seen = set(DIRECTIVES), set(), set()
        self.published: set[str] = set()
        self.used: set[str] = set()
        self.week = 0
        self.event, self.past_events = "", set()
        self.phase = ""
        self.carried: Citizen | None = None
        self.winner: str | None = None
        self.no_access = self.stopped = self.special = self.unguarded = False
        self.arrests = self.raids = self.failed = 0
        self.advances: Counter = Counter()  # of the Master Plan, by cause
        self.moved_by: set[str] = set()  # City Events

    # The city

    @property
    def links(self) -> dict[str, set[str]]:
        return links_of(normal(self.city))

    def far(self, one: str) -> dict[str, int]:
        """Return the number of Districts to exit on the way from one to each."""
        return far_in(normal(self.city))[one]

    @property
    def moves(self) -> dict[str, dict[str, list[str]]]:
        """How Districts can be repositioned."""
        return moves(normal(self.city), self.ways, self.lifted)

    # Tracks

    @property
    def stage(self) -> int:
        return self.slot // 3

    @property
    def at_riot_stage(self) -> bool:
        return self.slot == 18

    def active(self, citizen: Citizen) -> bool:
        """Return whether a Citizen's class has been stirred up."""
        return NUMBERS.get(citizen.type, 99) <= self.stage

    def advance_plan(self, cause: str) -> None:
        self.plan += 1
        self.advances[cause] += 1
        if self.plan >= 12:
            self.finish(MACHINE)

    def finish(self, winner: str) -> None:
        self.winner = winner
        raise Finished

    def check_riots(self) -> None:
        """Let the Heroes win with the third Riot."""
        if sum(district.riot for district in self.districts.values()) + self.at_riot_stage >= 3:
            self.finish(HEROES)

    # People

    def servants_at(self, place: str) -> int:
        return sum(servant.at == place for servant in self.servants)

    def heroes_at(self, place: str) -> list[Hero]:
        return [hero for hero in self.heroes if hero.at == place]

    def price(self, place: str) -> int:
        """Return the Guards that a Hero pays for, with Servants in the Shadow."""
        shadows = self.servants_at(place) if "Shadow" in self.published else 0
        return self.districts[place].guards + shadows

    # Citizens

    def take(self, bag: list[Citizen], status: str, type: str) -> Citizen:
        """Take a Citizen of a state and type out of a bag, which must hold one."""
        citizen = next((one for one in bag if one.status == status and one.type == type), None)
        assert citizen is not None, f"no {status} {type} is there to be drawn"
        bag.remove(citizen)
        return citizen

    def identify(self, place: str) -> None:
        """Look at an unidentified Citizen of a District, drawn at random."""
        bag = self.districts[place].citizens
        citizen = self.take(bag, "unidentified", self.chance.drawn(place, "unidentified"))
        citizen.status = self.looked_at
        bag.append(citizen)

    @property
    def looked_at(self) -> str:
        """State of a Citizen that Heroes have looked at."""
        return "revealed" if self.event == "Order vs. Disorder" else "identified"

    def arrest(self, place: str, type: str) -> None:
        citizen = self.take(self.districts[place].citizens, "revealed", type)
        assert self.active(citizen)
        citizen.status = "unidentified"
        self.arrested.append(citizen)
        self.arrests += 1
        for sure in self.sure.values():
            sure[type] += 1

    def leaves_arrest(self, seen: dict[str, bool], type: str) -> None:
        """Keep what is sure about the arrested after one has been drawn, which a side has seen or not."""
        for side, sure in self.sure.items():
            for one in [type] if seen[side] else list(TYPES):
                sure[one] = max(0, sure[one] - 1)

    def arrestable(self, place: str) -> list[str]:
        """Return the revealed Citizens of a District that can be arrested, as answers."""
        found = {one.type for one in self.districts[place].of("revealed") if self.active(one)}
        return [f"revealed {type}" for type in found]

    @property
    def unidentified_somewhere(self) -> list[str]:
        return [name for name, district in self.districts.items() if district.of("unidentified")]

    def classes(self, place: str, for_machine: bool) -> list[str]:
        """Return the Citizens of a District as a side can tell them apart."""
        names = set()
        for citizen in self.districts[place].citizens:
            if citizen.status == "unidentified":
                names.add("unidentified Citizen")
            elif citizen.status == "identified" and for_machine:
                names.add("identified Citizen")
            else:
                names.add(f"{citizen.status} {citizen.type}")
        return sorted(names)

    def pick(self, place: str, named: str) -> Citizen:
        """Take the Citizen that was named out of a District."""
        status, type = named.split(" ", 1)
        if type == "Citizen":
            type = self.chance.drawn(place, status)
        return self.take(self.districts[place].citizens, status, type)

    def with_room(self, but: str = "") -> list[str]:
        return [name for name, district in self.districts.items() if name != but and not district.full]

    # What the Machine knows of Access cards

    def saw_chosen(self, hero: Hero) -> None:
        """The chosen card is shown, so it has not been forfeited."""
        hero.shown = True
        hero.worlds = {(then, lost) for then, lost in hero.worlds if hero.chosen not in then}

    def forfeit_chosen(self, hero: Hero) -> None:
        """Let a Hero forfeit the card it has shown."""
        assert hero.chosen in hero.cards
        hero.cards.remove(hero.chosen)
        hero.lost_chosen = True
        hero.worlds = {(then, lost | {hero.chosen}) for then, lost in hero.worlds}
        if not hero.cards:
            self.finish(MACHINE)

    def take_card_back(self, owner: Hero, card: str) -> None:
        """Return a forfeited card to its owner, unseen by the Machine."""
        assert card not in owner.cards
        owner.cards.add(card)
        owner.worlds = {(then, lost - {one}) for then, lost in owner.worlds for one in lost}
