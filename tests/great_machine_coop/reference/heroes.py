"""The Heroes Phase of the co-operative game in plain Python."""

from __future__ import annotations

from great_machine.reference.table import DISTRICTS, NUMBERS, Flow, Hero
from great_machine_coop.reference.missions import Missions

SPECIAL_ACTIONS = {
    *("discard a Directive", "return a Citizen", "cancel a Directive", "take back an Access card"),
    *("reposition", "give Trust", "agitate"),
}
SPEND = "discard a Hero token for Trust"


class CoopHeroes(Missions):
    """Heroes' turns."""

    def heroes_phase(self) -> Flow:
        self.phase = "Heroes"
        left = list(self.heroes)
        while left:
            hero = left[0]
            if self.support == "any order" and len(left) > 1:
                options = {self.hero_answer(one): one for one in left}
                hero = options[(yield from self.ask_hero(left[0], "Hero that goes next", list(options)))]
            left.remove(hero)
            yield from self.turn(hero)
            self.gone.append(hero)

    def turn(self, hero: Hero) -> Flow:
        self.intel_new = set()
        yield from self.move(hero)
        yield from self.arrive(hero)
        if not hero.finished:
            yield from self.act_as(hero)
            self.check_raids()
        self.receive_intel()

    def receive_intel(self) -> None:
        """Intel tokens on Citizens that are in the goal when a turn ends have been delivered."""
        if self.plays("Falsification"):
            goals = self.goal("Falsification")
            for number, citizen in self.pinned("intel").items():
                if any(citizen in self.districts[goal].citizens for goal in goals):
                    del self.pins[citizen]
                    self.delivered.add(number)

    # Movement

    def move(self, hero: Hero) -> Flow:
        target, behind, first = hero.chosen, {hero.at}, True
        while hero.at != target:
            place = yield from self.only_or(hero, "next District", self.ways_on(hero.at, target, behind))
            free, first = self.leave(hero, first), False
            if not free:
                hero.at = target
                hero.detained = hero.finished = True
                self.lose_chosen(hero)
                return
            hero.at = place
            behind.add(place)
            self.sting(hero)

    def leave(self, hero: Hero, first: bool) -> bool:
        cost = 0 if hero.name == "Vagabond" and first else self.price(hero.at)
        if first and self.support == "cheap exits":
            cost = max(0, cost - 1)
        if cost <= hero.trust:
            hero.trust -= cost
            return True
        hero.trust = 0
        return self.escapes(hero)

    def sting(self, hero: Hero) -> None:
        here = hero.at
        if self.plays("Tweak in the Program") and here in self.drones and here != hero.began:
            hero.trust = max(0, hero.trust - 1)

    def lose_chosen(self, hero: Hero) -> None:
        if not hero.lost_chosen:
            self.forfeit_chosen(hero)

    # Where a movement ends

    def arrive(self, hero: Hero) -> Flow:
        number = self.number(hero)
        watching = [one for one in self.in_turn() if one.at == hero.at and self.detains(one.name, number)]
        evades = watching and self.leader == number and self.held[number]
        if evades and (yield from self.agrees(hero, "whether to evade")):
            self.held[number] -= 1
            watching = []
        for servant in watching:
            self.detained_by(hero, servant.name)
        if hero.name == "Actress":
            finds = sum(self.console(hero, servant.name) for servant in watching)
            for _ in range(finds):
                yield from self.find(hero)
        if hero.at == self.underground:
            hero.gain(self.mission_cards["The Rise of Resistance"].yields)
        answer = SPEND
        while answer == SPEND and (options := self.interactions(hero)):
            answer = yield from self.ask_hero(hero, "Interaction", ["done", *options])
            if answer != "done":
                self.interact(hero, answer)

    def detains(self, servant: str, number: int) -> bool:
        known = self.has("Learn Their Weaknesses") and self.orders[servant] == number
        return servant not in self.lying and servant not in self.idle and not known

    def detained_by(self, hero: Hero, servant: str) -> None:
        """Let a Servant detain a Hero."""
        hero.detained = True
        if servant == "Phantasmer":
            self.step_marker(3)
            return
        hero.finished = True
        if servant == "Judgementor":
            hero.trust = 0
        else:
            self.lose_chosen(hero)

    def console(self, actress: Hero, servant: str) -> int:
        """Give the Actress what she has of a detainment; return the number of Citizens to be revealed for it."""
        if servant == "Phantasmer":
            actress.gain(2)
            return 0
        return self.climb(1 if self.at_riot_stage else 2)

    # Actions

    def prices(self, place: str, special: bool) -> list[int]:
        """Return what the coins of the Assault die ask for, by face, None for the shield."""
        less = special + (self.support == "cheap attacks") + (self.tamed if place in self.drones else 0)
        return [max(1, face - less) if face else None for face in self.assault]

    def attacks(self, hero: Hero) -> list[str]:
        found = []
        for special, word in ((False, "attack"), (True, "attack a special Guard")):
            if not (self.special_guards[hero.at] if special else self.regular(hero.at)):
                continue
            asked = [price for price in self.prices(hero.at, special) if price]
            if hero.name == "Veteran":
                found += [f"{word}, rolling first"] * (min(asked) <= hero.trust)
            else:
                found += [f"{word} with {paid}" for paid in range(min(asked), min(max(asked), hero.trust) + 1)]
        return found

    def actions(self, hero: Hero, second: bool) -> list[str]:
        found = super().actions(hero, second)
        if not self.riot_tokens and "start a riot" in found:
            found.remove("start a riot")
        if self.deliverable(hero):
            found.append("deliver a Citizen")
        if self.controls and self.districts[hero.at].guards and self.with_square() - {hero.at}:
            found.append("send Guards")
        return found

    def deliverable(self, hero: Hero) -> list[str]:
        """Return the types with an Intel token that can be moved to the goal."""
        if not self.plays("Falsification"):
            return []
        (goal,) = self.goal("Falsification")
        if hero.at == goal or self.districts[goal].full or self.far(hero.at)[goal] > hero.trust:
            return []
        here = self.districts[hero.at].citizens
        old = {one.type for number, one in self.pinned("intel").items() if number not in self.intel_new and one in here}
        return [f"revealed {type}" for type in old]

    def specials_of(self, place: str) -> list[str]:
        """Return the Special Actions that cost Trust by the Guards and have an effect."""
        found = []
        if place == "Grand Citadel":
            found += ["discard a Directive"] * bool(self.hand)
            found += ["return a Citizen"] * bool(self.arrested and self.with_room())
        if place == "Tower":
            found += ["cancel a Directive"] * bool(self.published)
            found += ["take back an Access card"] * any(one.forfeited for one in self.heroes)
        if place == "Control Nexus":
            found += ["reposition"] * bool(self.moves)
        if place == "Square":
            district = self.districts[place]
            found += ["agitate"] * (district.loyal > district.guards and self.can_rise())
        return found

    def specials(self, hero: Hero) -> list[str]:
        return sorted({one for place in {hero.at, self.remote} for one in self.specials_of(place)})

    def free_specials(self, hero: Hero) -> list[str]:
        poor = any(one.trust < one.limit for one in self.heroes)
        return ["give Trust"] * (poor and "Control Nexus" in (hero.at, self.remote))

    def take_action(self, hero: Hero, answer: str) -> Flow:
        if answer.endswith("rolling first"):
            yield from self.roll_first_at(hero, "special" in answer)
        elif answer.startswith("attack"):
            self.attack(hero, int(answer[-1]), "special" in answer)
        elif answer == "gain Trust":
            hero.gain(1 + (self.support == "more trust"))
        elif answer == "start a riot":
            price = self.price(hero.at) * len(self.districts[hero.at].of("unidentified"))
            hero.trust -= price
            yield from self.riot(hero)
        elif answer == "deliver a Citizen":
            yield from self.deliver(hero)
        elif answer == "send Guards":
            yield from self.send(hero)
        elif answer == "discard a Directive":
            hero.trust -= self.price(hero.at)
            self.special = True
            self.hand.clear()
        elif answer == "cancel a Directive":
            hero.trust -= self.price(hero.at)
            self.special = True
            self.drop_directive((yield from self.ask_hero(hero, "Directive to cancel", sorted(self.published))))
        else:
            yield from super().take_action(hero, answer)
        self.check_raids()

    def attack(self, hero: Hero, paid: int, special: bool) -> None:
        hero.trust -= paid
        price = self.stream.one_of(self.prices(hero.at, special))
        if price and price <= paid:
            self.break_one(hero.at, special)

    def roll_first_at(self, hero: Hero, special: bool) -> Flow:
        price = self.stream.one_of(self.prices(hero.at, special))
        if price and price <= hero.trust and (yield from self.agrees(hero, "Trust for the Assault die")):
            hero.trust -= price
            self.break_one(hero.at, special)

    def pick(self, place: str, named: str):
        citizen = super().pick(place, named)
        self.check_raids()
        return citizen

    def release(self, hero: Hero) -> Flow:
        self.uncovered += 1
        yield from super().release(hero)

    def call(self, hero: Hero) -> Flow:
        yield from super().call(hero)
        self.uncovered += 1

    def deliver(self, hero: Hero) -> Flow:
        (goal,) = self.goal("Falsification")
        named = yield from self.only_or(hero, "Citizen to deliver", self.deliverable(hero))
        type = named.removeprefix("revealed ")
        here = self.districts[hero.at].citizens
        number, citizen = next(
            (number, one)
            for number, one in sorted(self.pinned("intel").items())
            if number not in self.intel_new and one in here and one.type == type
        )
        hero.trust -= self.far(hero.at)[goal]
        here.remove(citizen)
        self.districts[goal].citizens.append(citizen)
        del self.pins[citizen]
        self.delivered.add(number)

    def send(self, hero: Hero) -> Flow:
        self.controls -= 1
        here = self.districts[hero.at]
        for number in range(self.mission_cards["Guard Control"].yields):
            if not here.guards or not self.with_square() - {hero.at}:
                return
            kinds = ["regular Guard"] * bool(self.regular(hero.at)) + ["special Guard"] * bool(
                self.special_guards[hero.at]
            )
            options = [*kinds, *(["done"] if number else [])]
            kind = yield from self.ask_hero(hero, "Guard to send", options)
            if kind == "done":
                return
            places = [one for one in DISTRICTS if one in self.with_square() and one != hero.at]
            target = yield from self.ask_hero(hero, "District to send a Guard to", places)
            here.guards -= 1
            self.districts[target].guards += 1
            if kind == "special Guard":
                self.special_guards[hero.at] -= 1
                self.special_guards[target] += 1

    # Riots

    def riot(self, hero: Hero) -> Flow:
        place, number = self.districts[hero.at], self.number(hero)
        self.uncovered += len(place.of("unidentified"))
        for citizen in place.citizens:
            citizen.status = "revealed"
        rising = sum(self.active(citizen) for citizen in place.citizens)
        traitors = sum(citizen.type not in NUMBERS for citizen in place.citizens)
        against = place.guards + self.works("Reinforce") + (0 if self.has("Class Consciousness") else traitors)
        if rising <= against and self.leader == number:
            worth = self.mission_cards["Rebellion Leader"].bonus
            lacking = -((rising - against - 1) // worth)
            if lacking <= self.held[number] and (yield from self.agrees(hero, "whether to rally")):
                self.held[number] -= lacking
                rising += worth * lacking
        if rising <= against:
            self.advance_plan("failed Riots")
            while self.active_in(place.name):
                self.arrest_one(place.name)
            return
        place.riot = True
        self.riot_tokens -= 1
        self.raids.add(place.name)
        while place.guards:
            self.break_any(place.name)
        self.riot_won()
        self.check_raids()
