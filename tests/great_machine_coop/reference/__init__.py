"""The co-operative game in the city of the Great Machine a second time: plain Python written from the rules."""

from __future__ import annotations

from great_machine.reference.city import reached
from great_machine.reference.table import DISTRICTS, MAJOR, Flow
from great_machine_coop.reference.heroes import CoopHeroes

EVENTS_DRAWN, COUNTDOWN = 12, "The Countdown"


class CoopReference(CoopHeroes):
    """A game, told its answers one by one; ``dealt`` reads what lies on the table when a game begins."""

    dealt = None

    def game(self) -> Flow:
        """Play from the very beginning."""
        if self.options.heroes == "chosen":
            yield from self.choose_heroes()
        self.dealt(self)
        yield from self.rounds()

    def rounds(self) -> Flow:
        while True:
            yield from self.opening()
            yield from self.access()
            yield from self.rest_of_round()

    def rest_of_round(self) -> Flow:
        self.automaton()
        yield from self.heroes_phase()
        yield from self.closing()

    def go_on(self) -> Flow:
        """Play from the last but one answer of an Access Phase."""
        yield from self.access()
        yield from self.rest_of_round()
        yield from self.rounds()

    def seat_of(self, number: int) -> int:
        return number % self.options.num_players

    # Opening and Access

    def opening(self) -> Flow:
        self.phase = "Opening"
        self.week += 1
        self.turn_up_event()
        self.slot_before = self.slot
        self.used, self.idle, self.moved = set(), set(), {}
        self.special = self.prevented = False
        self.arrests = self.smashed = self.uncovered = 0
        self.gone = []
        for hero in self.heroes:
            hero.began, hero.chosen = hero.at, None
            hero.detained = hero.lost_chosen = hero.finished = False
        yield from self.hand_out_trust()
        for hero in self.heroes:
            if hero.name == "Artificer" and hero.at in MAJOR and hero.at != "Square":
                hero.gain(3)
            hero.gain(int(self.support == "trust"))

    def turn_up_event(self) -> None:
        skipped = self.skip and self.event != COUNTDOWN
        self.event, self.support, self.skip = "", "nothing", False
        if skipped:
            return
        self.event = COUNTDOWN
        if len(self.past_events) < EVENTS_DRAWN:
            left = [name for name in self.events if name not in self.past_events and name != COUNTDOWN]
            self.event = self.next_event(left)
            self.past_events.add(self.event)
        self.support = self.events[self.event].support

    def next_event(self, left: list[str]) -> str:
        return self.stream.one_of(left)

    def access(self) -> Flow:
        self.phase = "Access"
        for _ in range(1 + self.options.reconsider):
            for hero in self.heroes:
                hero.chosen = yield from self.ask_hero(hero, "Access card", sorted(hero.cards))

    # Closing

    def closing(self) -> Flow:
        self.phase = "Closing"
        card = self.events.get(self.event)
        if card and self.event != COUNTDOWN:
            if (yield from self.prevents(card.prevent)):
                self.prevented = True
                if (yield from self.holds(card.need)):
                    yield from self.gain(card.gain.what, card.gain.number)
            else:
                self.security_protocol()
        if card and not (yield from self.holds(card.stops)):
            self.advance_plan("City Events")
        yield from self.missions_end()
        self.end_of_round()

    def end_of_round(self) -> None:
        if self.works("Levy"):
            for hero in self.heroes:
                hero.trust = max(0, hero.trust - self.numbers["Levy"])
        out = sum(self.districts[one.at].minor for one in self.servants if one.name not in self.lying)
        if self.works("Pacify") and out >= 2 and not self.at_riot_stage and self.slot:
            self.slot -= 1
            self.meet()
            self.check_raids()
        for name in [name for name, week in self.until.items() if week == self.week]:
            del self.until[name], self.lying[name]
        if self.week == 1 and self.plays("Learn Their Weaknesses"):
            self.orders = {one.name: one.at for one in self.servants}

    def prevents(self, prevent) -> Flow:
        if prevent.trust:
            return (yield from self.pay_together(prevent.trust))
        return any(hero.at in prevent.districts for hero in self.heroes)

    def pay_together(self, price: int) -> Flow:
        """Let the Heroes pledge Trust one after the other; it is paid if it is enough."""
        if sum(hero.trust for hero in self.heroes) < price:
            return False
        pledged = []
        for hero in self.heroes:
            most = min(price - sum(pledged), hero.trust)
            options = [f"{trust} Trust" for trust in range(most + 1)]
            answer = yield from self.only_or(hero, "Trust to pledge", options)
            pledged.append(int(answer.removesuffix(" Trust")))
        if sum(pledged) < price:
            return False
        for hero, trust in zip(self.heroes, pledged, strict=True):
            hero.trust -= trust
        return True

    def holds(self, condition) -> Flow:
        """Return whether a condition of a City Event is fulfilled."""
        what, number = condition.what, condition.number
        places = {hero.at for hero in self.heroes}
        minors = sum(self.districts[hero.at].minor for hero in self.heroes)
        match what:
            case "trust":
                return (yield from self.pay_together(number))
            case "connected":
                return reached(self.links, self.heroes[0].at, set(DISTRICTS) - places) == places
            case "unwatched":
                return not any(self.servants_at(place) for place in places)
            case "free":
                return not any(hero.detained for hero in self.heroes)
            case "rose":
                return self.slot > self.slot_before
            case "broken":
                return self.smashed >= number
            case "special":
                return self.special
            case "revealed":
                return self.uncovered >= number
            case "apart":
                return len(places) >= number
            case "minor":
                return minors >= number
            case "major":
                return 3 - minors >= number
            case "directives":
                return len(self.published) <= number
            case "specials":
                return sum(self.special_guards.values()) <= number
            case "no arrests":
                return not self.arrests
            case "crowd":
                return any(len(self.active_in(place)) >= number for place in places)
        return what != "never"

    def gain(self, what: str, number: int) -> Flow:
        """Receive what a Breakthrough brings."""
        leader = self.heroes[0]
        if what == "discontent":
            yield from self.rise(number, leader, mandatory=True)
        if what == "trust":
            for hero in self.heroes:
                hero.gain(number)
            return
        for _ in range(number):
            if what == "break":
                yield from self.break_somewhere()
            elif what == "reveal":
                yield from self.find(leader)
            elif what == "card" and any(one.forfeited for one in self.heroes):
                yield from self.retrieve(leader)
            elif what == "cancel" and self.published:
                options = sorted(self.published)
                self.drop_directive((yield from self.ask_hero(leader, "Directive to cancel", options)))
            elif what == "release" and self.arrested and self.with_room():
                yield from self.release(leader)

    def break_somewhere(self) -> Flow:
        places = [name for name, one in self.districts.items() if one.guards]
        if not places:
            return
        place = yield from self.ask_hero(self.heroes[0], "District to break a Guard in", places)
        yield from self.break_in(place)

    def retrieve(self, leader) -> Flow:
        owners = {self.hero_answer(one): one for one in self.heroes if one.forfeited}
        owner = owners[(yield from self.only_or(leader, "owner of an Access card", list(owners)))]
        self.take_card_back(
            owner, (yield from self.ask_hero(leader, "Access card to take back", sorted(owner.forfeited)))
        )
