"""The Heroes Phase in plain Python: movement, detainment, Actions, Riots and the rise of Discontent."""

from __future__ import annotations

from great_machine.reference.city import reached
from great_machine.reference.machine import MachinePhase
from great_machine.reference.table import NUMBERS, Flow, Hero


class HeroesPhase(MachinePhase):
    """The Heroes' turns in the order of Initiative."""

    def heroes_phase(self) -> Flow:
        self.phase = "Heroes"
        for hero in self.heroes:
            self.saw_chosen(hero)
            yield from self.move(hero)
            yield from self.arrive(hero)
            if not hero.finished:
                yield from self.act_as(hero)

    # Movement

    def move(self, hero: Hero) -> Flow:
        target, behind, first = hero.chosen, {hero.at}, True
        while hero.at != target:
            ways = self.ways_on(hero.at, target, behind)
            place = yield from self.only_or(hero, "next District", ways)
            free, first = self.leave(hero, first), False
            if free:
                hero.at = place
                behind.add(place)
            else:
                hero.at = target
                self.land(hero)
                yield from self.detain(hero, by_raid=False)

    def ways_on(self, here: str, target: str, behind: set[str]) -> list[str]:
        """Return the Districts that a Hero can go to next, none of them twice."""
        links = self.links
        if target in links[here]:
            return [target]
        return sorted(place for place in links[here] - behind if target in reached(links, place, behind))

    def leave(self, hero: Hero, first: bool) -> bool:
        """Pay for leaving a District, or roll the die; return whether the Hero gets away."""
        cost = 0 if hero.name == "Vagabond" and first else self.price(hero.at)
        cost += self.event == "Security Checks" and first
        if cost <= hero.trust:
            hero.trust -= cost
            return True
        hero.trust = 0
        free = self.chance.escapes(hero)
        assert int(free) in self.escape
        return free

    def land(self, hero: Hero) -> None:
        """A Raid succeeds where a Hero ends its movement, however it got there."""
        place = self.districts[hero.at]
        place.raid_worked |= place.raid

    def detain(self, hero: Hero, by_raid: bool) -> Flow:
        hero.detained = True
        options = ["detain: advance the plan", "detain: No Trust!", "detain: No Access!"]
        how = yield from self.ask_machine("how to detain", options)
        actress = hero.name == "Actress" and by_raid
        if how == "detain: advance the plan":
            self.advance_plan("detained Heroes let go")
            if actress:
                hero.gain(2)
            return
        hero.finished = self.stopped = True
        if how == "detain: No Trust!":
            self.bonds += hero.trust
            hero.trust = 0
        else:
            self.no_access = True
            self.forfeit_chosen(hero)
        if actress:
            yield from self.rise(1 if self.at_riot_stage else 2, hero)

    def arrive(self, hero: Hero) -> Flow:
        place = self.districts[hero.at]
        self.land(hero)
        if place.raid and not hero.detained:
            yield from self.detain(hero, by_raid=True)
        servants = self.servants_at(place.name)
        lowers = self.event == "Bread and Circuses" and servants and self.bonds >= 2 and 0 < self.slot < 18
        if lowers and (yield from self.agrees(None, "Bonds against Discontent")):
            self.bonds -= 2
            self.slot -= 1
        if self.event == "House-to-House Searches" and servants and not hero.lost_chosen:
            self.forfeit_chosen(hero)
        if not hero.detained:
            if self.event == "Liberty of Trade" and place.minor:
                hero.gain(1)
            if self.event == "Sneaking through Security" and not place.minor:
                hero.gain(2)

    # Actions

    def act_as(self, hero: Hero) -> Flow:
        done: list[str] = []
        while len(done) < (2 if hero.name == "Fowler" and "start a riot" not in done else 1):
            kinds = [kind for kind in self.actions(hero, bool(done)) if self.kind_of(kind) not in done]
            if done and not kinds:
                return
            answer = yield from self.ask_hero(hero, "Hero's Action", ["done", *kinds])
            if answer == "done":
                return
            done.append(self.kind_of(answer))
            yield from self.take_action(hero, answer)

    def kind_of(self, answer: str) -> str:
        return "attack" if answer.startswith("attack") else answer

    def actions(self, hero: Hero, second: bool) -> list[str]:
        """Return the Actions that have a visible effect and can be paid for."""
        place, price = self.districts[hero.at], self.price(hero.at)
        payable = price <= hero.trust
        unidentified = len(place.of("unidentified"))
        found = self.attacks(hero)
        if unidentified and payable:
            found.append("identify")
        if self.movable_citizens(hero):
            found.append("move Citizens")
        if hero.trust < hero.limit and (hero.name != "Fowler" or second):
            found.append("gain Trust")
        if payable and place.minor == (self.event != "Down by Law") and self.can_rise():
            found.append("incite")
        if place.citizens and not place.riot and price * unidentified <= hero.trust and not second:
            found.append("start a riot")
        if hero.name == "Physician" and not place.full and self.can_call(place.name):
            found.append("call a Citizen")
        return found + (self.specials(hero) if payable else []) + self.free_specials(hero)

    def can_rise(self) -> bool:
        return not self.at_riot_stage or bool(self.unidentified_somewhere)

    def attack_costs(self, place: str) -> list[int]:
        """Return what the coins of the die ask for in a District."""
        district = self.districts[place]
        more = (self.event == "Ready for Emergency") - (
            self.event == "Stalkers vs. Sentinels" and district.minor and not district.broken
        )
        return sorted(face + more for face in self.assault if face)

    def attacks(self, hero: Hero) -> list[str]:
        if not self.districts[hero.at].guards:
            return []
        costs = self.attack_costs(hero.at)
        if hero.name == "Veteran":
            return ["attack, rolling first"] if costs[0] <= hero.trust else []
        return [f"attack with {paid}" for paid in range(costs[0], min(costs[-1], hero.trust) + 1)]

    def movable_citizens(self, hero: Hero) -> list[str]:
        """Return where a Citizen can be moved to, for the Hero's Trust."""
        if not self.districts[hero.at].citizens:
            return []
        return [name for name in self.with_room(hero.at) if self.far(hero.at)[name] <= hero.trust]

    def can_call(self, here: str) -> list[str]:
        return sorted(name for name in self.links[here] if self.districts[name].of("unidentified"))

    def specials(self, hero: Hero) -> list[str]:
        """Return the Special Actions that cost Trust by the Guards."""
        place, found = self.districts[hero.at], []
        if place.name == "Grand Citadel" and self.hand:
            found.append("discard a Directive")
        amnesty = self.event == "Ostentatious Amnesty" and not place.minor
        if (place.name == "Grand Citadel" or amnesty) and self.arrested and self.with_room():
            found.append("return a Citizen")
        execution = self.event == "Public Execution" and not place.minor
        if (place.name == "Tower" or execution) and self.published:
            found.append("cancel a Directive")
        if place.name == "Tower" and any(one.forfeited for one in self.heroes):
            found.append("take back an Access card")
        if place.name == "Control Nexus" and self.moves:
            found.append("reposition")
        if place.name == "Square" and place.loyal > place.guards and self.can_rise():
            found.append("agitate")
        return found

    def free_specials(self, hero: Hero) -> list[str]:
        poor = any(one.trust < one.limit for one in self.heroes)
        return ["give Trust"] if hero.at == "Control Nexus" and poor else []

    def take_action(self, hero: Hero, answer: str) -> Flow:
        place, price = self.districts[hero.at], self.price(hero.at)
        special = {"discard a Directive", "return a Citizen", "cancel a Directive", "take back an Access card"}
        special |= {"reposition", "give Trust", "agitate"}
        self.special |= answer in special
        if answer in special - {"give Trust"} | {"incite", "identify"}:
            hero.trust -= price
        match answer:
            case "attack, rolling first":
                yield from self.roll_first(hero)
            case "identify":
                yield from self.identify_more(hero)
            case "move Citizens":
                yield from self.move_citizens(hero)
            case "gain Trust":
                hero.gain(1)
            case "incite":
                yield from self.rise(1, hero)
            case "start a riot":
                hero.trust -= price * len(place.of("unidentified"))
                yield from self.riot(hero)
            case "discard a Directive":
                self.seen = set(self.hand)
                gone = yield from self.ask_hero(hero, "Directive to discard", sorted(self.hand))
                self.hand.remove(gone)
                self.seen.remove(gone)
            case "return a Citizen":
                yield from self.release(hero)
            case "cancel a Directive":
                self.published.remove((yield from self.ask_hero(hero, "Directive to cancel", sorted(self.published))))
            case "take back an Access card":
                owners = {self.hero_answer(one): one for one in self.heroes if one.forfeited}
                owner = owners[(yield from self.only_or(hero, "owner of an Access card", list(owners)))]
                card = yield from self.ask_hero(hero, "Access card to take back", sorted(owner.forfeited))
                self.take_card_back(owner, card)
            case "reposition":
                yield from self.reposition(hero)
            case "give Trust":
                poor = {self.hero_answer(one): one for one in self.heroes if one.trust < one.limit}
                poor[(yield from self.ask_hero(hero, "Hero to trust", list(poor)))].gain(3)
            case "agitate":
                yield from self.rise(place.loyal - place.guards, hero)
            case "call a Citizen":
                yield from self.call(hero)
            case _:
                paid = int(answer.removeprefix("attack with "))
                hero.trust -= paid
                costs = self.attack_costs(place.name)
                if self.chance.assault(place.name):
                    assert paid >= costs[0]
                    self.break_guard(place.name)
                else:
                    assert paid < costs[-1] or 0 in self.assault

    def break_guard(self, place: str) -> None:
        self.districts[place].guards -= 1
        self.districts[place].broken += 1

    def roll_first(self, hero: Hero) -> Flow:
        costs = self.attack_costs(hero.at)
        asked = self.chance.face()
        if asked is None:
            assert 0 in self.assault or costs[-1] > hero.trust
            return
        assert asked in costs and asked <= hero.trust
        if (yield from self.agrees(hero, "Trust for the Assault die")):
            hero.trust -= asked
            self.break_guard(hero.at)

    def identify_more(self, hero: Hero) -> Flow:
        place, price = self.districts[hero.at], self.price(hero.at)
        self.identify(hero.at)
        while place.of("unidentified") and price <= hero.trust:
            if not (yield from self.agrees(hero, "another Citizen to identify")):
                return
            hero.trust -= price
            self.identify(hero.at)

    def move_citizens(self, hero: Hero) -> Flow:
        place = self.districts[hero.at]
        named = yield from self.ask_hero(hero, "Citizen to move", self.classes(place.name, for_machine=False))
        while named != "done":
            citizen = self.carried = self.pick(place.name, named)
            targets = [name for name in self.with_room(place.name) if self.far(place.name)[name] <= hero.trust]
            target = yield from self.ask_hero(hero, "District to move a Citizen to", targets)
            hero.trust -= self.far(place.name)[target]
            self.carried = None
            self.districts[target].citizens.append(citizen)
            if not self.movable_citizens(hero):
                return
            options = [*self.classes(place.name, for_machine=False), "done"]
            named = yield from self.ask_hero(hero, "another Citizen to move", options)

    def release(self, hero: Hero) -> Flow:
        citizen = self.take(self.arrested, "unidentified", self.chance.drawn("arrested", "unidentified"))
        citizen.status = self.looked_at
        self.leaves_arrest({"Machine": citizen.status == "revealed", "Heroes": True}, citizen.type)
        self.carried = citizen
        target = yield from self.ask_hero(hero, "District for a returned Citizen", self.with_room())
        self.carried = None
        self.districts[target].citizens.append(citizen)

    def call(self, hero: Hero) -> Flow:
        origin = yield from self.ask_hero(hero, "District to call a Citizen from", self.can_call(hero.at))
        citizen = self.take(self.districts[origin].citizens, "unidentified", self.chance.drawn(origin, "unidentified"))
        citizen.status = self.looked_at
        self.districts[hero.at].citizens.append(citizen)

    # Riots and Discontent

    def riot(self, hero: Hero) -> Flow:
        place = self.districts[hero.at]
        for citizen in place.citizens:
            citizen.status = "revealed"
        rising = sum(self.active(citizen) for citizen in place.citizens)
        traitors = sum(citizen.type not in NUMBERS for citizen in place.citizens)
        if rising > place.guards + ("Reinforce" in self.published) + traitors:
            place.riot = True
            place.broken += place.guards
            place.guards = 0
            self.check_riots()
            yield from self.favours()
            return
        self.advance_plan("failed Riots")
        while self.arrestable(place.name):
            options = ["done", *self.arrestable(place.name)]
            answer = yield from self.ask_machine("Citizens to arrest after a Riot", options)
            if answer == "done":
                return
            self.arrest(place.name, answer.removeprefix("revealed "))

    def rise(self, steps: int, hero: Hero) -> Flow:
        """Raise Discontent; past the Riot Stage each step lets the Heroes identify a Citizen."""
        for _ in range(steps):
            if self.at_riot_stage:
                yield from self.find(hero)
                continue
            self.slot += 1
            if self.at_riot_stage:
                self.check_riots()
                yield from self.favours()
            elif self.provokes() and (yield from self.agrees(None, "Bonds to provoke")):
                self.bonds -= 3
                self.advance_plan("Provoke")

    def provokes(self) -> bool:
        """Return whether the Machine can answer a new Stage, from the second to the fifth."""
        new_stage = self.slot % 3 == 0 and self.stage >= 2
        return new_stage and self.phase == "Heroes" and "Provoke" in self.published and self.bonds >= 3

    def find(self, hero: Hero) -> Flow:
        places = self.unidentified_somewhere
        if places:
            place = yield from self.ask_hero(hero, "District to identify in", [*places, "done"])
            if place != "done":
                self.identify(place)

    def favours(self) -> Flow:
        """Let each Hero identify a Citizen or get Trust after a Riot, if that is played."""
        if not self.options.help_heroes:
            return
        taken: set[str] = set()
        for hero in self.heroes:
            places = [place for place in self.unidentified_somewhere if place not in taken]
            place = yield from self.ask_hero(hero, "favour", [*places, "done"])
            if place == "done":
                hero.gain(2)
            else:
                taken.add(place)
                self.identify(place)
