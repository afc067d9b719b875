"""The automaton's turns in plain Python: Servant Movement cards, Servants' Actions and Directives."""

from __future__ import annotations

from great_machine.reference.city import Tile, cells, has_free_side, normal
from great_machine.reference.table import DISTRICTS, Servant
from great_machine_coop.reference.table import DIRECTIONS, CoopThings

MOVES = (
    *("Tracking 1", "Tracking 2", "Tracking 3", "Up", "Right", "Down", "Left", "Heart of the City", "Patrol"),
    *("Guard Patrol", "Maintenance 1", "Maintenance 2", "Maintenance 3"),
)
SIDES = {"Up": (0, -1), "Right": (1, 0), "Down": (0, 1), "Left": (-1, 0)}


def exits(tile: Tile) -> list[tuple[tuple[int, int], str]]:
    """Return the six exits of a tile clockwise, as cells outside with the direction, the upper left one first."""
    x, y, upright = tile
    first, second = (x, y), ((x, y + 1) if upright else (x + 1, y))
    if upright:
        found = [
            (first, "Up"),
            (first, "Right"),
            (second, "Right"),
            (second, "Down"),
            (second, "Left"),
            (first, "Left"),
        ]
    else:
        found = [(first, "Up"), (second, "Up"), (second, "Right"), (second, "Down"), (first, "Down"), (first, "Left")]
    return [((cell[0] + SIDES[way][0], cell[1] + SIDES[way][1]), way) for cell, way in found]


def through_exit(city: dict[str, Tile], here: str, way: str) -> str:
    """Return the District behind the exit that a Direction card shows, or behind the next one that leads anywhere.

    On each side the card shows the exit that comes first clockwise.
    """
    ring = exits(city[here])
    start = next(i for i, (_, side) in enumerate(ring) if side == way)
    for cell, _ in ring[start:] + ring[:start]:
        for name, tile in city.items():
            if cell in cells(tile):
                return name
    raise AssertionError("a District without neighbours")


class Automaton(CoopThings):
    """The Great Machine Phase."""

    def automaton(self) -> None:
        """Let every Servant have its turn."""
        self.phase = "Great Machine"
        for servant in self.in_turn():
            self.servant_turn(servant)
            self.fresh.clear()
        if len(self.moves_left) < len(self.servants):
            self.shuffle_moves()

    def all_moves(self) -> set[str]:
        return set(MOVES if 2 in self.benefits else MOVES[:10])

    def shuffle_moves(self) -> None:
        revealed = sorted(one for one in self.all_moves() - self.moves_left - self.scrapped if "Maintenance" in one)
        if self.options.maintenance == "all leave":
            self.scrapped |= set(revealed)
        elif self.options.maintenance == "one leaves":
            self.scrapped |= set(revealed[:1])
        self.moves_left = self.all_moves() - self.scrapped

    def servant_turn(self, servant: Servant) -> None:
        card = self.stream.one_of([one for one in MOVES if one in self.moves_left])
        self.moves_left.remove(card)
        self.moved[servant.name] = card
        if servant.name in self.lying:
            return
        if card.startswith("Maintenance"):
            self.idle.add(servant.name)
            return
        self.go(servant, card)
        if servant.name in self.lying:
            return
        self.confiscate(servant)
        if card == "Guard Patrol" and 3 not in self.benefits:
            self.patrol(servant.at)
        else:
            self.act_in_order(servant)
        self.resettle_at(servant.at)

    # Movement

    def go(self, servant: Servant, card: str) -> None:
        if card.startswith("Tracking"):
            servant.at = self.heroes[int(card[-1]) - 1].at
        elif card == "Heart of the City":
            servant.at = "Square"
        elif card in DIRECTIONS:
            servant.at = through_exit(self.city, servant.at, card)
            marches = self.numbers["Mechanize"] if self.works("Mechanize") else 0
            while marches and not self.heroes_at(servant.at):
                servant.at = through_exit(self.city, servant.at, card)
                marches -= 1
        if servant.at == self.ambush:
            self.ambush = None
            self.lying[servant.name] = servant.at
            self.until[servant.name] = self.week + 1

    def patrol(self, place: str) -> None:
        """Put a special Guard where a Servant is, or into a random District."""
        if place in self.with_square() and sum(self.special_guards.values()) < 9:
            self.add_special(place)
        else:
            self.security_protocol()

    # Directives that work by themselves

    def confiscate(self, servant: Servant) -> None:
        rich = [hero for hero in self.heroes_at(servant.at) if hero.trust]
        if rich and self.works("Confiscate") and "Confiscate" not in self.used:
            self.used.add("Confiscate")
            rich[0].trust -= min(self.numbers["Confiscate"], rich[0].trust)

    def resettle_at(self, place: str) -> None:
        covered = {name for name, one in self.districts.items() if one.of("unidentified")}
        found = self.active_in(place)
        if not (found and covered and self.works("Resettle")) or "Resettle" in self.used:
            return
        self.used.add("Resettle")
        other = self.random_district(covered)
        here, there = self.districts[place].citizens, self.districts[other].citizens
        hidden = self.take(there, "unidentified", self.drawn(other, "unidentified"))
        self.pins.pop(found[0], None)
        here.remove(found[0])
        found[0].status = "unidentified"
        pair = [found[0], hidden]
        if not self.stream.below(2):
            pair.reverse()
        here.append(pair[1])
        there.append(pair[0])
        self.check_raids()

    # Actions

    def act_in_order(self, servant: Servant) -> None:
        left = list(self.priority[servant.name])
        for _ in range(2 if servant.at in self.raids else 1):
            if not self.act_first(servant, left):
                break
        if len(left) == 3:
            self.security_protocol()
        elif self.works("Optimize") and "Optimize" not in self.used and self.act_first(servant, left):
            self.used.add("Optimize")

    def act_first(self, servant: Servant, left: list[str]) -> bool:
        """Take the first available one of several Actions; return whether there was one."""
        for action in left:
            if self.available(servant.at, action):
                left.remove(action)
                self.take_servant_action(servant.at, action)
                return True
        return False

    def available(self, place: str, action: str) -> bool:
        district = self.districts[place]
        if action == "arrest":
            return bool(self.active_in(place))
        if action == "repair":
            return district.broken > 0
        if place in ("Grand Citadel", "Tower"):
            return bool(self.hand or self.deck or self.bottom)
        return place != "Square" or len(district.citizens) > district.guards

    def take_servant_action(self, place: str, action: str) -> None:
        district = self.districts[place]
        if action == "arrest":
            self.arrest_one(place)
        elif action == "repair":
            district.guards += district.broken
            district.broken = 0
        elif place in ("Grand Citadel", "Tower"):
            self.govern()
        elif place == "Control Nexus":
            self.swap()
        else:
            self.step_marker(1 if district.minor else len(district.citizens) - district.guards)

    def govern(self) -> None:
        """Publish the Directive in hand, or draw one."""
        if self.hand:
            (name,) = self.hand
            self.hand.clear()
            self.published.add(name)
            self.order.append(name)
            self.fresh.add(name)
            if len(self.order) > 3:
                oldest = self.order[0]
                self.drop_directive(oldest)
                self.bottom.append(oldest)
            return
        self.hand_known = not self.deck
        if self.deck:
            name = self.stream.one_of(sorted(self.deck))
            self.deck.remove(name)
        else:
            name = self.bottom.pop(0)
        self.hand.add(name)

    def swap(self) -> None:
        """Let two random Districts with a free side change places."""
        free = {name for name in DISTRICTS if has_free_side(self.city, name)}
        one = self.random_district(free)
        other = self.random_district(free - {one})
        city = self.city | {one: self.city[other], other: self.city[one]}
        self.city = dict(normal(city))
