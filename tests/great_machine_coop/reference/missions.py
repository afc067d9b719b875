"""Hero Missions in plain Python: Setup, Interactions, Objectives and Advantages."""

from __future__ import annotations

from great_machine.reference.table import DISTRICTS, MINOR, Citizen, Flow, Hero
from great_machine_coop.reference.machine import Automaton

OWN_TOKENS = (
    "Deactivation Trap",
    "Forgery of Decrees",
    "Unauthorized Access",
    "Tweak in the Program",
    "The Rise of Resistance",
)
ATTACHED = ("Class Consciousness", "Falsification")


class Missions(Automaton):
    """What Missions do; ``self.missions`` has those of the game, A to C, by name."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.token: list[str | None] = [None] * 3  # District of a Hero's token that is not attached
        self.held = [0, 0, 0]
        self.ambush: str | None = None
        self.orders: dict[str, str | int | None] = dict.fromkeys(self.by_name)  # District or Hero
        self.post: str | None = None
        self.post_trust = 0
        self.delivered: set[int] = set()
        self.intel_new: set[int] = set()
        self.cores: set[str] = set()
        self.controls = 0
        self.drones: set[str] = set()
        self.tamed = 0
        self.bonds_of = [0, 0, 0]
        self.shown = 0
        self.remote: str | None = None
        self.underground: str | None = None
        self.leader: int | None = None

    # What is going on

    def plays(self, name: str) -> bool:
        """Return whether a Mission is in play and not completed."""
        return name in self.in_play

    def has(self, name: str) -> bool:
        """Return whether the Advantage of a Mission has been won."""
        return name in self.done

    def number(self, hero: Hero) -> int:
        return self.heroes.index(hero)

    def goal(self, name: str) -> tuple[str, ...]:
        return self.mission_cards[name].districts

    def pinned(self, kind: str) -> dict[int, Citizen]:
        """Return the Citizens that have tokens of a kind attached, by the token."""
        return {number: citizen for citizen, (what, number) in self.pins.items() if what == kind}

    def token_place(self, number: int) -> str | None:
        """Return where a Hero's token is, placed or attached."""
        citizen = self.pinned("hero").get(number)
        return self.place_of(citizen) if citizen else self.token[number]

    def place_of(self, citizen: Citizen) -> str | None:
        return next((name for name, one in self.districts.items() if citizen in one.citizens), None)

    # Setup

    def set_up(self, name: str) -> list[Flow]:
        """Bring a Mission into play; return what is still to be chosen for it."""
        self.in_play.add(name)
        match name:
            case "Self-Destruct Command":
                self.post = self.random_district(set(DISTRICTS))
            case "Tweak in the Program":
                for _ in range(3):
                    self.drones.add(self.random_district(set(DISTRICTS) - self.drones))
            case "Rebellion Leader":
                self.held = [1, 1, 1]
            case "Guard Control":
                for _ in range(3):
                    place = self.random_district({one for one in DISTRICTS if self.regular(one)} - self.cores)
                    if place:
                        self.cores.add(place)
            case "The Rise of Resistance":
                return [self.hide(hero) for hero in self.heroes]
        return []

    def hide(self, hero: Hero) -> Flow:
        options = [one for one in self.goal("The Rise of Resistance") if one not in self.token]
        self.token[self.number(hero)] = yield from self.ask_hero(hero, "District to hide a token in", options)

    def regular_broken(self, place: str) -> None:
        """A broken regular Guard gives up the Core token of its District."""
        self.cores.discard(place)

    # Interactions

    def interactions(self, hero: Hero) -> list[str]:
        """Return the Interactions of a Hero where it has ended its movement."""
        number, here, found = self.number(hero), hero.at, []
        at = self.token_place(number)
        for name in self.in_play:
            match name:
                case "Deactivation Trap" | "Forgery of Decrees" | "Unauthorized Access":
                    if at is None and here in self.goal(name):
                        found.append("place the Hero token")
                case "Tweak in the Program":
                    if at is None and here in self.drones:
                        found.append("place the Hero token")
                case "Learn Their Weaknesses":
                    found += [f"collect the Order token of {one}" for one, at in self.orders.items() if at == here]
                case "Class Consciousness":
                    if at is None:
                        found += self.attachable(here)
                case "Self-Destruct Command":
                    if here == self.post and hero.began != here:
                        found.append("program the Command Post")
                case "Rebellion Leader":
                    for other, one in enumerate(self.heroes):
                        if one.at == here and other != number:
                            found += [f"take a Hero token from Hero {other}"] * bool(self.held[other])
                            found += [f"give a Hero token to Hero {other}"] * bool(self.held[number])
                case "Falsification":
                    if here not in self.goal(name) and len(self.pinned("intel")) + len(self.delivered) < 3:
                        found += self.attachable(here)
                case "Disclosure of Plans":
                    if here in self.goal(name) or (here == "Control Nexus" and self.bonds_of[number]):
                        found.append("handle Bonds")
        if at == here and self.may_collect(here):
            found.append("collect the Hero token")
        if self.leader == number and self.held[number] and not hero.finished and hero.trust < hero.limit:
            found.append("discard a Hero token for Trust")
        return found

    def may_collect(self, here: str) -> bool:
        return not (self.plays("The Rise of Resistance") and self.servants_at(here))

    def attachable(self, here: str) -> list[str]:
        """Return the kinds of revealed Citizens of which one has no token yet."""
        free = {one.type for one in self.districts[here].of("revealed") if one not in self.pins}
        return [f"revealed {type}" for type in free]

    def interact(self, hero: Hero, answer: str) -> None:
        number, here = self.number(hero), hero.at
        what, _, rest = (
            answer.partition(" Hero ") if "token from" in answer or "token to" in answer else (answer, "", "")
        )
        if answer == "place the Hero token":
            self.token[number] = here
        elif answer == "collect the Hero token":
            self.token[number] = None
            self.unpin("hero", number)
        elif answer.startswith("collect the Order token of "):
            self.orders[answer.removeprefix("collect the Order token of ")] = number
        elif answer.startswith("revealed "):
            self.attach(answer.removeprefix("revealed "), here, number)
        elif answer == "program the Command Post":
            self.post_trust += self.coins()
        elif answer.startswith("take "):
            self.hand_over(int(answer[-1]), number)
        elif answer.startswith("give "):
            self.hand_over(number, int(answer[-1]))
        elif answer == "discard a Hero token for Trust":
            self.held[number] -= 1
            hero.gain(self.mission_cards["Rebellion Leader"].yields)
        else:
            assert answer == "handle Bonds", what + rest
            if here == "Control Nexus":
                self.shown += self.bonds_of[number]
                self.bonds_of[number] = 0
            else:
                self.bonds_of[number] += self.mission_cards["Disclosure of Plans"].yields

    def hand_over(self, giver: int, taker: int) -> None:
        self.held[giver] -= 1
        self.held[taker] += 1

    def unpin(self, kind: str, number: int) -> None:
        citizen = self.pinned(kind).get(number)
        if citizen:
            del self.pins[citizen]

    def attach(self, type: str, here: str, number: int) -> None:
        citizen = next(one for one in self.districts[here].of("revealed") if one.type == type and one not in self.pins)
        if self.plays("Class Consciousness"):
            self.pins[citizen] = ("hero", number)
            return
        used = self.pinned("intel").keys() | self.delivered
        token = min({0, 1, 2} - used)
        self.pins[citizen] = ("intel", token)
        self.intel_new.add(token)

    # Objectives

    def complete(self, name: str) -> bool:
        """Return whether the Objective of a Mission is reached."""
        wanted = self.mission_cards[name].wanted
        match name:
            case "Deactivation Trap" | "Unauthorized Access":
                return self.meeting_place(wanted) is not None
            case "Forgery of Decrees":
                return sum(self.token.count(one) == 1 for one in self.goal(name)) >= wanted
            case "Tweak in the Program":
                return sum(self.token.count(one) == 1 for one in self.drones) >= wanted
            case "Learn Their Weaknesses":
                return sum(isinstance(at, int) for at in self.orders.values()) >= wanted
            case "Class Consciousness":
                return len({citizen.type for citizen in self.pinned("hero").values()}) >= wanted
            case "Self-Destruct Command":
                return self.post_trust >= wanted
            case "Rebellion Leader":
                return max(self.held) >= wanted
            case "Falsification":
                return len(self.delivered) >= wanted
            case "Guard Control":
                return 3 - len(self.cores) >= wanted
            case "Disclosure of Plans":
                return self.shown >= wanted
        return self.token.count(None) >= wanted

    def meeting_place(self, wanted: int) -> str | None:
        """Return the District with so many Hero tokens."""
        return next((one for one in DISTRICTS if self.token.count(one) >= wanted), None)

    def missions_end(self) -> Flow:
        """Step 4 of the Closing Phase."""
        finished = [name for name in self.missions if self.plays(name) and self.complete(name)]
        for name in finished:
            self.riot_tokens += 1
            self.in_play.remove(name)
            self.done.append(name)
        choices = [choice for name in finished for choice in self.advantage(name)]
        if "Self-Destruct Command" in finished:
            yield from self.shake()
        if len(self.done) == 2 and finished:
            choices += self.set_up(self.missions[2])
        for choice in choices:
            yield from choice

    def advantage(self, name: str) -> list[Flow]:
        """Give the Heroes an Advantage; return what is still to be chosen for it."""
        card = self.mission_cards[name]
        place = self.meeting_place(card.wanted)
        if name in OWN_TOKENS:
            self.token = [None] * 3
        if name in ATTACHED:
            self.pins.clear()
        match name:
            case "Deactivation Trap":
                self.ambush = place
            case "Forgery of Decrees":
                self.skip = True
            case "Self-Destruct Command":
                while self.districts[self.post].guards:
                    self.break_any(self.post)
            case "Rebellion Leader":
                self.leader = next(number for number, held in enumerate(self.held) if held >= card.wanted)
                self.held = [held if number == self.leader else 0 for number, held in enumerate(self.held)]
            case "Unauthorized Access":
                self.remote = place
            case "Falsification":
                return [self.release_if_any() for _ in range(card.yields)]
            case "Guard Control":
                self.cores, self.controls = set(), 3
            case "Tweak in the Program":
                self.tamed = card.yields
            case "Disclosure of Plans":
                for hero, bonds in zip(self.heroes, self.bonds_of, strict=True):
                    hero.gain(bonds)
                self.bonds_of, self.shown = [0, 0, 0], 0
                return [self.find(self.heroes[0]) for _ in range(self.climb(card.bonus))]
            case "The Rise of Resistance":
                return [self.found_resistance()]
        return []

    def shake(self) -> Flow:
        """Break Guards beside the Command Post, which goes then; the Heroes choose the kind where that matters."""
        for name in DISTRICTS:
            if name in self.links[self.post]:
                place = self.districts[name]
                for left in range(min(self.mission_cards["Self-Destruct Command"].yields, place.guards), 0, -1):
                    if left < place.guards:
                        yield from self.break_in(name)
                    else:
                        self.break_any(name)
        self.post, self.post_trust = None, 0

    def break_in(self, place: str) -> Flow:
        """Break a Guard of a District, of the kind that the Heroes choose."""
        kinds = ["regular Guard"] * bool(self.regular(place)) + ["special Guard"] * bool(self.special_guards[place])
        kind = yield from self.only_or(self.heroes[0], "kind of Guard to break", kinds)
        self.break_one(place, kind == "special Guard")

    def release_if_any(self) -> Flow:
        if self.arrested and self.with_room():
            yield from self.release(self.heroes[0])

    def found_resistance(self) -> Flow:
        leader = self.heroes[0]
        self.underground = yield from self.ask_hero(leader, "District for the resistance", list(MINOR))
