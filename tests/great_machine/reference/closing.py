"""The other phases in plain Python: Opening, Access and Closing with its conditions of the Master Plan."""

from __future__ import annotations

from great_machine.reference.city import reached
from great_machine.reference.heroes import HeroesPhase
from great_machine.reference.table import LEVEL_1, LEVEL_2, MAJOR, Flow, Hero


class Rounds(HeroesPhase):
    """A round from the City Event to the Master Plan."""

    def opening(self) -> Flow:
        self.phase = "Opening"
        self.week += 1
        self.new_event()
        self.slot_before = self.slot
        self.used = set()
        self.no_access = self.stopped = self.special = self.unguarded = False
        self.arrests = self.raids = self.failed = 0
        for servant in self.servants:
            servant.actions = servant.repairs = 0
        for hero in self.heroes:
            hero.began, hero.chosen = hero.at, None
            hero.detained = hero.shown = hero.lost_chosen = hero.finished = False
        extra = self.event == "Trust vs. Bonds"
        self.bonds += self.income[self.stage] + 2 * extra + 3 * ("Levy" in self.published)
        yield from self.hand_out_trust()
        for hero in self.heroes:
            if hero.name == "Artificer" and hero.at in MAJOR and hero.at != "Square":
                hero.gain(3)
            hero.gain(int(extra))

    def new_event(self) -> None:
        if self.week > 12:
            self.event = "The Countdown"
            return
        event = self.chance.event()
        assert event in (LEVEL_1 if self.week <= 6 else LEVEL_2) and event not in self.past_events, f"{event} is drawn"
        self.event = event
        self.past_events.add(event)

    def offered(self, place: str) -> int:
        """Return the Trust of a District's Citizens."""
        worth = {"unidentified": 1, "identified": 1}
        return sum(
            worth.get(one.status, 0 if one.type == "Traitor" else 1 + self.active(one))
            for one in self.districts[place].citizens
        )

    def hand_out_trust(self) -> Flow:
        left = {place: self.offered(place) for place in self.districts}
        for hero in self.heroes:
            place = hero.at
            later = [one for one in self.heroes_at(place) if self.heroes.index(one) > self.heroes.index(hero)]
            share = left[place]
            if later and share:
                options = [f"{amount} Trust" for amount in range(min(share, 12) + 1)]  # no Hero can hold more
                answer = yield from self.ask_hero(hero, "Trust to take of what is shared", options)
                share = int(answer.removesuffix(" Trust"))
            hero.gain(share)
            left[place] -= share

    def access(self) -> Flow:
        self.phase = "Access"
        if self.event == "Flying Carpets" and self.moves:
            leader = self.heroes[0]
            name = yield from self.ask_hero(leader, "District to move for free", [*self.moves, "done"])
            if name != "done":
                yield from self.reposition(leader, name)
        for _ in range(1 + self.options.reconsider):
            for hero in self.heroes:
                hero.chosen = yield from self.ask_hero(hero, "Access card", sorted(hero.cards))
                hero.reckon_with(hero.possible)

    # Closing

    def closing(self) -> Flow:
        self.phase = "Closing"
        places = self.districts.values()
        self.unguarded = any(not (one.guards or one.raid or one.riot) for one in places)
        self.failed = sum(one.raid and not one.raid_worked for one in places)
        for one in places:
            one.raid = one.raid_worked = False
        yield from self.rise(self.failed, self.heroes[0])
        yield from self.text()
        if (yield from self.plan_advances()):
            self.moved_by.add(self.event)
            self.advance_plan("City Events")

    def text(self) -> Flow:
        """Follow what the City Event says of the end of the round."""
        match self.event:
            case "No One Is Safe":
                yield from self.rise(int(self.failed > 0), self.heroes[0])
            case "Join Our Side!":
                for hero in self.heroes:
                    place = self.districts[hero.at]
                    asked = place.minor and not hero.detained and place.of("unidentified")
                    if asked and (yield from self.agrees(hero, "Citizen to win over")):
                        self.identify(hero.at)
            case "Oppression and Opposition":
                self.bonds += sum(self.districts[servant.at].minor for servant in self.servants)
            case "Win over the Judges":
                for hero in self.heroes:
                    price = self.districts[hero.at].guards
                    if hero.forfeited and price <= hero.trust:
                        options = [*sorted(hero.forfeited), "done"]
                        card = yield from self.ask_hero(hero, "Access card from the judges", options)
                        if card != "done":
                            hero.trust -= price
                            self.take_card_back(hero, card)
            case "Open Your Mind":
                yield from self.open_minds()

    def open_minds(self) -> Flow:
        """Let each Servant reveal a Citizen where there is no Hero."""
        for servant in self.servants:
            hidden = [name for name in self.classes(servant.at, for_machine=True) if not name.startswith("revealed")]
            if hidden and not self.heroes_at(servant.at):
                named = yield from self.ask_machine("Citizen to expose", [*hidden, "done"])
                if named != "done":
                    self.reveal(servant.at, named)

    def reveal(self, place: str, named: str) -> None:
        citizen = self.pick(place, named)
        citizen.status = "revealed"
        self.districts[place].citizens.append(citizen)

    def plan_advances(self) -> Flow:
        """Return whether the Master Plan advances by the City Event."""
        yield from ()
        places = self.districts.values()
        match self.event:
            case "Concentration of Force":
                return len({servant.at for servant in self.servants}) == 1
            case "Flying Carpets":
                return reached(self.links, "Square", set(self.districts) - set(MAJOR)) == set(MAJOR)
            case "Join Our Side!":
                return self.no_access
            case "No One Is Safe":
                return any(hero.chosen in MAJOR for hero in self.heroes)
            case "Oppression and Opposition":
                return not self.special
            case "Ready for Emergency":
                return not any(one.broken and not one.riot and not self.servants_at(one.name) for one in places)
            case "Security Checks":
                return any(hero.chosen == hero.began for hero in self.heroes)
            case "Stalkers vs. Sentinels":
                return any(self.servants_at(hero.at) for hero in self.heroes)
            case "Ostentatious Amnesty":
                return (yield from self.set_free())
            case "Win over the Judges":
                return not (yield from self.pledges())
            case "Bread and Circuses":
                return self.slot <= self.slot_before
            case "Citywide Maintenance":
                return self.unguarded
            case "Down by Law":
                return not self.raids and not self.arrests
            case "House-to-House Searches":
                return not (yield from self.expose())
            case "Liberty of Trade":
                return (yield from self.trade())
            case "Open Your Mind":
                return (yield from self.pay_for_plan(2 + min(self.stage, 5)))
            case "Order vs. Disorder":
                return (yield from self.pay_for_plan(self.exposed_near_heroes()))
            case "Public Execution":
                return self.stopped
            case "Sneaking through Security":
                return any(one.guards > one.loyal for one in places)
            case "Trust vs. Bonds":
                return self.bonds > sum(hero.trust for hero in self.heroes)
        return True

    def set_free(self) -> Flow:
        room = sum(one.room - len(one.citizens) for one in self.districts.values())
        if len(self.arrested) < 2 or room < 2:
            return False
        if not (yield from self.agrees(None, "Citizens to set free")):
            return False
        for _ in range(2):
            type = self.chance.drawn("arrested", "unidentified")
            self.leaves_arrest({"Machine": False, "Heroes": False}, type)
            self.carried = self.take(self.arrested, "unidentified", type)
            target = yield from self.ask_machine("District for a returned Citizen", self.with_room())
            self.districts[target].citizens.append(self.carried)
            self.carried = None
        return True

    def pledges(self) -> Flow:
        if sum(hero.trust for hero in self.heroes) < 5:
            return False
        pledged: dict[Hero, int] = {}
        for hero in self.heroes:
            missing = 5 - sum(pledged.values())
            options = [f"{trust} Trust" for trust in range(min(missing, hero.trust) + 1)]
            answer = yield from self.only_or(hero, "Trust to pledge", options)
            pledged[hero] = int(answer.removesuffix(" Trust"))
        if sum(pledged.values()) < 5:
            return False
        for hero, trust in pledged.items():
            hero.trust -= trust
        return True

    def expose(self) -> Flow:
        """Let the Heroes reveal an active Citizen that they have identified."""
        identified = [(one, citizen) for one in self.districts.values() for citizen in one.of("identified")]
        if not identified:
            return False
        places = sorted({one.name for one, citizen in identified if self.active(citizen)})
        leader = self.heroes[0]
        place = yield from self.ask_hero(leader, "District to reveal in", [*places, "done"])
        if place == "done":
            return False
        found = sorted({f"identified {c.type}" for c in self.districts[place].of("identified") if self.active(c)})
        self.reveal(place, (yield from self.ask_hero(leader, "Citizen to reveal", found)))
        return True

    def trade(self) -> Flow:
        if not self.published and len(self.hand) < 2:
            return False
        first = sorted(self.published) + (sorted(self.hand) if len(self.hand) > 1 else [])
        gone = yield from self.ask_machine("Directives to trade", [*first, "done"])
        if gone == "done":
            return False
        if gone in self.published:
            self.published.remove(gone)
            return True
        self.drop_from_hand(gone)
        self.drop_from_hand((yield from self.ask_machine("Directives to trade", sorted(self.hand))))
        return True

    def drop_from_hand(self, directive: str) -> None:
        self.hand.remove(directive)
        self.seen.discard(directive)

    def exposed_near_heroes(self) -> int:
        """Return the price of Order vs. Disorder."""
        places = {hero.at for hero in self.heroes if not hero.detained}
        return sum(
            len(one.of("identified") + one.of("revealed")) - (len(one.citizens) - one.loyal)
            for one in map(self.districts.get, places)
        )

    def pay_for_plan(self, price: int) -> Flow:
        if price == 0:
            return True
        if price > self.bonds:
            return False
        if not (yield from self.agrees(None, "Bonds for the Master Plan")):
            return False
        self.bonds -= price
        return True
