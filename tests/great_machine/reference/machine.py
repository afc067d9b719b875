"""The Great Machine Phase in plain Python: Servants, Guards, deeds, repositioning and Resettle."""

from __future__ import annotations

from great_machine.reference.city import lain, normal
from great_machine.reference.table import Flow, Hero, Question, Servant, Things


class MachinePhase(Things):
    """What the Machine does between the Access Phase and the Heroes Phase."""

    def ask_machine(self, what: str, options: list[str]) -> Flow:
        assert options
        return (yield Question(what, 0, None, options))

    def ask_hero(self, hero: Hero, what: str, options: list[str]) -> Flow:
        assert options
        return (yield Question(what, hero.seat, hero, options))

    def ask(self, hero: Hero | None, what: str, options: list[str]) -> Flow:
        """Ask a Hero, or the Machine."""
        return (yield from (self.ask_hero(hero, what, options) if hero else self.ask_machine(what, options)))

    def agrees(self, hero: Hero | None, what: str) -> Flow:
        """Ask a Hero, or the Machine, for yes or no."""
        return (yield from self.ask(hero, what, ["yes", "done"])) == "yes"

    def machine_phase(self) -> Flow:
        self.phase = "Great Machine"
        while True:
            options = ["done", *self.servant_moves(), *self.guard_moves(), *self.all_deeds()]
            if self.can_resettle():
                options.append("resettle")
            answer = yield from self.ask_machine("Machine's deeds", options)
            if answer == "done":
                return
            if answer == "resettle":
                yield from self.resettle()
            elif answer.startswith("Guard from "):
                origin, target = answer.removeprefix("Guard from ").split(" to ")
                self.bonds -= self.guard_price(origin, target)
                self.districts[origin].guards -= 1
                self.districts[target].guards += 1
            elif ": " in answer:
                name, deed = answer.split(": ")
                yield from self.act(next(one for one in self.servants if one.name == name), deed)
            else:
                name, target = answer.split(" to ")
                servant = next(one for one in self.servants if one.name == name)
                self.bonds -= self.servant_price(servant, target)
                servant.at = target

    # Moving

    def servant_price(self, servant: Servant, target: str) -> int:
        return self.far(servant.at)[target] * (1 if "Mechanize" in self.published else 2)

    def servant_moves(self) -> list[str]:
        return [
            f"{servant.name} to {target}"
            for servant in self.servants
            for target in self.districts
            if target != servant.at and not servant.actions and self.servant_price(servant, target) <= self.bonds
        ]

    def guard_price(self, origin: str, target: str) -> int:
        return self.far(origin)[target] + (self.event == "Security Checks")

    def guard_moves(self) -> list[str]:
        return [
            f"Guard from {origin} to {target}"
            for origin, leaves in self.districts.items()
            if leaves.guards and self.bonds
            for target, enters in self.districts.items()
            if target != origin
            and enters.guards + enters.broken < enters.guard_room
            and self.guard_price(origin, target) <= self.bonds
        ]

    # Deeds

    def deed_price(self, servant: Servant, deed: str) -> int | None:
        """Return the Bonds of a deed, or None if the Servant cannot act any more."""
        price = 0 if deed == "income" else 2
        if deed == "repair" and self.event == "Citywide Maintenance":
            price = 1
            if servant.repairs:
                return price
        if servant.actions == 0:
            return price
        if servant.actions == 1 and "Optimize" in self.published - self.used:
            return price + 1
        return None

    def deed_fits(self, servant: Servant, deed: str) -> bool:
        """Return whether a deed has an effect where the Servant is."""
        place = self.districts[servant.at]
        match deed:
            case "arrest":
                return bool(self.arrestable(servant.at))
            case "repair":
                return place.broken > 0
            case "raid":
                return not place.raid and sum(one.raid for one in self.districts.values()) < 3
            case "draw a Directive":
                here = servant.at == "Grand Citadel" or self.event == "Concentration of Force"
                return here and bool(self.deck)
            case "publish a Directive":
                return servant.at == "Tower" and bool(self.hand)
            case "reposition":
                return servant.at == "Control Nexus" and bool(self.moves)
            case "income":
                return servant.at == "Square" and len(place.citizens) > place.guards
            case "confiscate":
                return "Confiscate" in self.published and any(one.trust for one in self.heroes_at(servant.at))
            case "pacify":
                free = "Pacify" in self.published - self.used and place.minor
                return free and self.slot % 3 != 0 and not self.at_riot_stage
        raise AssertionError(deed)

    def all_deeds(self) -> list[str]:
        deeds = ("arrest", "repair", "raid", "draw a Directive", "publish a Directive", "reposition", "income")
        found = []
        for servant in self.servants:
            for deed in (*deeds, "confiscate", "pacify"):
                price = self.deed_price(servant, deed)
                if price is not None and price <= self.bonds and self.deed_fits(servant, deed):
                    found.append(f"{servant.name}: {deed}")
        return found

    def act(self, servant: Servant, deed: str) -> Flow:
        self.bonds -= self.deed_price(servant, deed)
        maintained = deed == "repair" and self.event == "Citywide Maintenance"
        if maintained and servant.repairs:
            servant.repairs -= 1
        else:
            if servant.actions == 1:
                self.used.add("Optimize")
            servant.actions += 1
            servant.repairs += maintained
        place = self.districts[servant.at]
        match deed:
            case "arrest":
                choice = yield from self.only_or(None, "Citizen to arrest", self.arrestable(place.name))
                self.arrest(place.name, choice.removeprefix("revealed "))
            case "repair":
                place.broken -= 1
                place.guards += 1
            case "raid":
                place.raid = True
                self.raids += 1
            case "draw a Directive":
                drawn = self.chance.directive()
                self.deck.remove(drawn)
                self.hand.add(drawn)
            case "publish a Directive":
                yield from self.publish()
            case "reposition":
                yield from self.reposition(None)
            case "income":
                self.bonds += len(place.citizens) - place.guards
            case "confiscate":
                rich = {self.hero_answer(one): one for one in self.heroes_at(place.name) if one.trust}
                who = rich[(yield from self.only_or(None, "Hero to confiscate from", list(rich)))]
                who.trust -= min(2, who.trust)
            case "pacify":
                self.used.add("Pacify")
                self.slot -= 1

    def hero_answer(self, hero: Hero) -> str:
        return f"Hero {self.heroes.index(hero)}"

    def only_or(self, hero: Hero | None, what: str, options: list[str]) -> Flow:
        """Ask, unless there is but one answer."""
        if len(options) == 1:
            return options[0]
        return (yield from self.ask(hero, what, options))

    def publish(self) -> Flow:
        chosen = yield from self.ask_machine("Directive to publish", sorted(self.hand))
        self.hand.remove(chosen)
        self.seen.discard(chosen)
        earlier = sorted(self.published)
        self.published.add(chosen)
        if len(earlier) == 3:
            back = yield from self.ask_machine("Directive to take back", earlier)
            self.published.remove(back)
            self.hand.add(back)
            self.seen.add(back)

    # Repositioning

    def reposition(self, hero: Hero | None, name: str | None = None) -> Flow:
        """Move a District, which is asked for if it has not been named."""
        name = name or (yield from self.ask(hero, "District to move", list(self.moves)))
        ways = self.moves[name]
        anchor = yield from self.ask(hero, "District to lie against", list(ways))
        way = yield from self.ask(hero, "way to lie", ways[anchor])
        self.city = dict(normal(self.city | {name: lain(self.city[anchor], way)}))

    # Resettle

    def can_resettle(self) -> bool:
        if "Resettle" not in self.published - self.used:
            return False
        return any(one.citizens and self.with_room(name) for name, one in self.districts.items())

    def resettle(self) -> Flow:
        self.used.add("Resettle")
        origins = [name for name, one in self.districts.items() if one.citizens and self.with_room(name)]
        origin = yield from self.ask_machine("District to resettle from", origins)
        named = yield from self.ask_machine("Citizen to move", self.classes(origin, for_machine=True))
        citizen = self.carried = self.pick(origin, named)
        target = yield from self.ask_machine("District to move a Citizen to", self.with_room(origin))
        self.carried = None
        self.districts[target].citizens.append(citizen)
