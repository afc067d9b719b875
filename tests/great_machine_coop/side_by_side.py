"""Tables of the co-operative game played beside their plain-Python reference, from deals or made-up positions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from great_machine.reference.city import normal
from great_machine.reference.table import Citizen
from great_machine.reference.table import Hero as ToldHero
from great_machine.side_by_side import names_in
from great_machine_coop.reference import CoopReference
from great_machine_coop.reference.machine import MOVES
from great_machine_coop.reference.table import Stream

from cogitable.envs.city.rules.state import Ask, CitizenType, Directive, District, Hero, Servant, Status
from cogitable.envs.great_machine_coop.rules import state as s
from cogitable.envs.great_machine_coop.rules.check import check_position
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.attributes import attributed
from cogitable.envs.table.named import texts

TRUNCATED = 2


def named(number: int, names: tuple[str, ...] = texts(District)) -> str | None:
    return names[number] if number >= 0 else None


class CoopBeside:
    """One table and its reference; every step asserts that they agree in everything."""

    def __init__(self, setup: Setup, states: np.ndarray) -> None:
        """Go on from a deal, or from a position where an Access Phase begins."""
        self.setup = setup
        self.events = tuple(one.name for one in setup.options.cards.event)
        self.actions = {name: number for number, name in enumerate(setup.action_names)}
        self.tables = Tables(setup, 1, seed=0, auto_reset=False)
        self.tables.states[:] = states
        self.tables.look()
        self.state = self.tables.states[0]
        self.reference = CoopReference(setup, Stream(self.state["rng"]))
        self.reference.dealt = self._deal
        self.reads, self.last = False, None
        if self.state["decisions"]:
            self._read_things()
            self._read_round()
            self.reference.begin(self.reference.go_on())
        else:
            self.reference.begin(self.reference.game())
        self._leave_deal()
        self.compare()

    # Reading a position

    def _deal(self, told: CoopReference) -> None:
        """Read what lies on the table when the first round begins, and check it."""
        self._read_things()
        if not told.heroes:
            told.heroes = self._heroes()
        options = self.setup.options
        for card, place in zip(options.board.district, told.districts.values(), strict=True):
            assert (len(place.citizens), place.guards, place.broken) == (card.citizens, 2, 0)
            assert all(citizen.status == "unidentified" for citizen in place.citizens)
        assert [one.at for one in told.servants] == ["Grand Citadel"] * 3
        assert (told.plan, told.slot, told.marker) == (options.level.master_plan, 2, 0)
        assert told.riot_tokens == (0 if told.missions else 3)
        assert not told.missions or told.in_play == set(told.missions[:2])
        assert len(told.missions) == (0 if options.missions == "none" else 3)
        assert told.moves_left == told.all_moves()
        assert told.deck == set(texts(Directive))
        assert bool(told.post) == told.plays("Self-Destruct Command")
        assert len(told.drones) == 3 * told.plays("Tweak in the Program")
        turned = {told.post} | told.drones if told.post else told.drones
        assert turned <= set(texts(District)) - told.tokens
        for hero, cards in zip(told.heroes, self.state["cards"], strict=True):
            hero.cards = names_in(cards, texts(District))
            assert len(hero.cards) == 8
        told.next_event = lambda left: self.events[self.state["event"] - s.FIRST_EVENT]
        self.reads = True

    def _leave_deal(self) -> None:
        if self.reads:
            del self.reference.next_event
            self.reference.stream = Stream(self.state["rng"])
            self.reads = False

    def _heroes(self) -> list[ToldHero]:
        told = self.reference
        pairs = zip(self.state["heroes"], self.state["runs"], strict=True)
        return [told.new_hero(Hero(hero).text, int(seat)) for hero, seat in pairs]

    def _read_things(self) -> None:
        state, told = self.state, self.reference
        told.city = {name: tuple(map(int, state["place"][i])) for i, name in enumerate(texts(District))}
        for number, name in enumerate((*texts(District), "arrested")):
            bag = told.arrested if name == "arrested" else told.districts[name].citizens
            for status, kind in np.argwhere(state["citizens"][number]):
                bag.extend(
                    Citizen(CitizenType(kind).text, Status(status).text)
                    for _ in range(state["citizens"][number, status, kind])
                )
        for number, place in enumerate(told.districts.values()):
            place.guards, place.broken = int(state["guards"][number]), int(state["broken"][number])
            place.riot = bool(state["riots"] >> number & 1)
            told.special_guards[place.name] = int(state["specials"][number])
        for servant, at, lying, until in zip(
            told.servants, state["servants"], state["lying"], state["until"], strict=True
        ):
            servant.at = District(at if at >= 0 else lying).text
            if at < 0:
                told.lying[servant.name], told.until[servant.name] = servant.at, int(until)
        told.plan, told.slot, told.marker = (int(state[name]) for name in ("plan", "slot", "marker"))
        told.tokens, told.raids = names_in(state["tokens"], texts(District)), names_in(state["raids"], texts(District))
        told.moves_left, told.scrapped = names_in(state["moves"], MOVES), names_in(state["scrapped"], MOVES)
        told.deck = names_in(state["deck"], texts(Directive))
        self._read_missions()

    def _read_missions(self) -> None:
        state, told = self.state, self.reference
        told.riot_tokens = int(state["riot_tokens"])
        told.missions = (
            [s.Mission(one).text for one in state["missions"]] if self.setup.record["with_missions"][0] else []
        )
        in_play = state["active"] & ~state["done"]
        told.in_play = {name for i, name in enumerate(told.missions) if in_play >> i & 1}
        told.done = [name for i, name in enumerate(told.missions) if state["done"] >> i & 1]
        for hero in range(3):
            self._read_token("hero", hero, state["token_at"][hero], state["token_as"][hero])
            intel = int(state["intel_at"][hero])
            if intel == s.DELIVERED:
                told.delivered.add(hero)
            else:
                self._read_token("intel", hero, intel, state["intel_as"][hero])
        told.held, told.bonds_of = state["held"].tolist(), state["bonds"].tolist()
        for name, field in (
            ("ambush", "ambush"),
            ("post", "post"),
            ("remote", "remote"),
            ("underground", "underground"),
        ):
            setattr(told, name, named(state[field]))
        for name, field in (("post_trust", "post_trust"), ("controls", "controls"), ("shown", "bonds_shown")):
            setattr(told, name, int(state[field]))
        told.tamed = int(state["tamed"])
        told.cores, told.drones = names_in(state["cores"], texts(District)), names_in(state["drones"], texts(District))
        told.leader = int(state["leader"]) if state["leader"] >= 0 else None
        told.orders = dict(zip(texts(Servant), map(self._order, state["orders"].tolist()), strict=True))

    def _read_token(self, kind: str, number: int, at: int, kind_of_citizen: int) -> None:
        told = self.reference
        if at < 0:
            return
        if kind_of_citizen < 0:
            told.token[number] = District(at).text
            return
        wanted = CitizenType(kind_of_citizen).text
        free = [one for one in told.districts[District(at).text].of("revealed") if one not in told.pins]
        told.pins[next(one for one in free if one.type == wanted)] = (kind, number)

    def _order(self, at: int) -> str | int | None:
        return at - s.WITH_HERO if at >= s.WITH_HERO else named(at)

    def _read_round(self) -> None:
        """Read a position where an Access Phase begins."""
        state, told = self.state, self.reference
        told.heroes = self._heroes()
        told.week, told.slot_before = int(state["week"]), int(state["slot_before"])
        told.event = self.events[state["event"] - s.FIRST_EVENT] if state["event"] >= 0 else ""
        told.past_events = names_in(state["gone_events"], self.events)
        told.support, told.skip = s.Support(state["support"]).text, bool(state["skip"])
        told.hand, told.published = (
            names_in(state["hand"], texts(Directive)),
            names_in(state["published"], texts(Directive)),
        )
        told.hand_known = bool(state["hand_known"])
        told.order = [Directive(one).text for one in state["order"] if one >= 0]
        told.bottom = [Directive(one).text for one in state["bottom"][: state["bottom_size"]]]
        told.sure["Heroes"] = Counter(dict(zip(texts(CitizenType), map(int, state["sure"][1]), strict=True)))
        told.gone = []
        for number, hero in enumerate(told.heroes):
            hero.at, hero.began = (District(state[name][number]).text for name in ("at", "began"))
            hero.trust, hero.cards = int(state["trust"][number]), names_in(state["cards"][number], texts(District))

    # Playing

    @property
    def ended(self) -> bool:
        return bool(self.state["over"])

    @property
    def legal(self) -> list[str]:
        return [self.setup.action_names[a] for a in np.flatnonzero(self.tables.masks[0])]

    def play(self, name: str) -> None:
        """Take a decision on both."""
        self.last = Ask(self.state["ask"]).text, name
        self.tables.step(np.array([self.actions[name]]))
        if self.state["over"] != TRUNCATED:
            self.reference.answer(name)
            self._leave_deal()
        self.compare()

    # Holding the two beside each other

    def compare(self) -> None:
        """Assert that the table is as the reference has it."""
        if self.state["over"] == TRUNCATED:
            return
        self._compare_questions()
        told = self.reference
        theirs, ours = self._table()
        if told.heroes and self.state["week"]:
            for number, hero in enumerate(told.heroes):
                self._hero(number, hero, theirs, ours)
            self._missions(theirs, ours)
        if told.carried or self.state["ask"] == Ask.MOVE_MORE:  # Raid tokens are looked at when all have moved
            del ours["raids"]
        theirs["rng"], ours["rng"] = self.state["rng"].tolist(), told.stream.words.tolist()
        if not told.city:
            return
        if told.question is None:  # the game may stop in the midst of something that has still an effect
            ours = {name: ours[name] for name in ("plan", "slot", "riots", "week", "missions", "done") if name in ours}
        differ = {name: (theirs[name], ours[name]) for name in ours if theirs[name] != ours[name]}
        assert not differ, f"in the game and in the reference: {differ}"
        if self.state["decisions"] % 4 == 0 or self.ended:
            check_position(self.setup, attributed(self.tables.states)[0])

    def _compare_questions(self) -> None:
        state, told, seats = self.state, self.reference, self.setup.num_seats
        if told.question is None:
            won = told.winner == "Heroes"
            assert (state["over"], state["winner"]) == (1, s.HEROES_WON if won else s.MACHINE_WON), "only one is over"
            assert self.tables.rewards[0, :seats].tolist() == [1 if won else -1] * seats
            return
        assert not state["over"], f"only the game is over, the reference asks {told.question.what}"
        hero = told.heroes[state["hero"]].name if state["hero"] >= 0 and told.heroes else None
        question = Ask(state["ask"]).text, int(state["seat"]), hero
        asked = told.question.hero.name if told.question.hero else None
        expected = told.question.what, told.question.seat, asked
        assert question == expected, f"{question} is asked, not {expected}"
        ours = told.question.options
        assert len(ours) == len(set(ours)), ours
        differ = {name: name in ours for name in set(self.legal) ^ set(ours)}
        assert not differ, f"to {question}: {differ} (True: only in the reference)"

    def _table(self) -> tuple[dict[str, Any], dict[str, Any]]:
        state, told = self.state, self.reference
        theirs: dict[str, Any] = {}
        ours: dict[str, Any] = {}
        for number, name in enumerate((*texts(District), "arrested")):
            counts = state["citizens"][number]
            theirs[name] = {(Status(i).text, CitizenType(j).text): int(counts[i, j]) for i, j in np.argwhere(counts)}
            bag = told.arrested if name == "arrested" else told.districts[name].citizens
            ours[name] = Counter((citizen.status, citizen.type) for citizen in bag)
        carried = told.carried
        theirs["carried"] = (
            (CitizenType(state["carried"]).text, Status(state["carried_as"]).text) if state["carried"] >= 0 else 0
        )
        ours["carried"] = (carried.type, carried.status) if carried else 0
        for field in ("guards", "broken"):
            theirs[field] = state[field].tolist()
            ours[field] = [getattr(place, field) for place in told.districts.values()]
        theirs["specials"], ours["specials"] = state["specials"].tolist(), list(told.special_guards.values())
        theirs["riots"] = names_in(state["riots"], texts(District))
        ours["riots"] = {name for name, place in told.districts.items() if place.riot}
        theirs["sure"], ours["sure"] = (
            state["sure"][1].tolist(),
            [told.sure["Heroes"][type] for type in texts(CitizenType)],
        )
        for name in ("plan", "slot", "slot_before", "marker", "week", "riot_tokens"):
            theirs[name], ours[name] = int(state[name]), getattr(told, name)
        for name, field, names in (
            ("deck", "deck", texts(Directive)),
            ("hand", "hand", texts(Directive)),
            ("published", "published", texts(Directive)),
            ("used", "used", texts(Directive)),
            ("tokens", "tokens", texts(District)),
            ("raids", "raids", texts(District)),
            ("moves", "moves_left", MOVES),
            ("scrapped", "scrapped", MOVES),
            ("gone_events", "past_events", self.events),
        ):
            theirs[name], ours[name] = names_in(state[name], names), getattr(told, field)
        theirs["order"], ours["order"] = (
            [named(one, texts(Directive)) for one in state["order"] if one >= 0],
            told.order,
        )
        theirs["bottom"] = [Directive(one).text for one in state["bottom"][: state["bottom_size"]]]
        ours["bottom"] = told.bottom
        if told.hand:
            theirs["known"], ours["known"] = bool(state["hand_known"]), told.hand_known
        theirs["servants"] = [
            named(at) or named(lying) for at, lying in zip(state["servants"], state["lying"], strict=True)
        ]
        ours["servants"] = [one.at for one in told.servants]
        theirs["lying"] = {name for name, at in zip(texts(Servant), state["servants"], strict=True) if at < 0}
        ours["lying"] = set(told.lying)
        if not state["week"]:
            return theirs, ours
        theirs["city"] = normal({name: tuple(map(int, state["place"][i])) for i, name in enumerate(texts(District))})
        ours["city"] = normal(told.city)
        if theirs["city"] == ours["city"]:
            theirs["links"] = {
                name: names_in(state["links"][i], texts(District)) for i, name in enumerate(texts(District))
            }
            ours["links"] = told.links
            theirs["movable"], ours["movable"] = names_in(state["movable"], texts(District)), set(told.moves)
        theirs["moved"] = {
            name: named(one, MOVES) for name, one in zip(texts(Servant), state["moved"], strict=True) if one >= 0
        }
        ours["moved"] = told.moved
        theirs["idle"] = {name for name, one in zip(texts(Servant), state["idle"], strict=True) if one}
        ours["idle"] = told.idle
        theirs["event"] = self.events[state["event"] - s.FIRST_EVENT] if state["event"] >= 0 else ""
        ours["event"] = told.event
        theirs["support"], ours["support"] = s.Support(state["support"]).text, told.support
        theirs["phase"], ours["phase"] = s.PHASES[state["phase"]] if hasattr(s, "PHASES") else "", told.phase
        if not hasattr(s, "PHASES"):
            del theirs["phase"], ours["phase"]
        for name, field in (("smashed", "smashed"), ("uncovered", "uncovered")):
            theirs[name], ours[name] = int(state[name]), getattr(told, field)
        theirs["special"], ours["special"] = bool(state["special"]), told.special
        theirs["arrests"], ours["arrests"] = bool(state["arrests"]), bool(told.arrests)
        return theirs, ours

    def _hero(self, number: int, hero: ToldHero, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
        state = self.state

        def pair(name: str, their: Any, our: Any) -> None:
            theirs[f"{name} {number}"], ours[f"{name} {number}"] = their, our

        pair("name", Hero(state["heroes"][number]).text, hero.name)
        pair("runs", int(state["runs"][number]), hero.seat)
        pair("at", District(state["at"][number]).text, hero.at)
        pair("began", District(state["began"][number]).text, hero.began)
        pair("trust", int(state["trust"][number]), hero.trust)
        pair("detained", bool(state["detained"][number]), hero.detained)
        pair("cards", names_in(state["cards"][number], texts(District)), hero.cards)
        pair("chosen", named(state["chosen"][number]), hero.chosen)

    def _missions(self, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
        state, told = self.state, self.reference
        for name, names in (("cores", texts(District)), ("drones", texts(District))):
            theirs[name], ours[name] = names_in(state[name], names), getattr(told, name)
        theirs["missions"], ours["missions"] = (
            [s.Mission(one).text for one in state["missions"] if one >= 0],
            told.missions,
        )
        in_play = state["active"] & ~state["done"]
        theirs["active"] = {named(one, texts(s.Mission)) for i, one in enumerate(state["missions"]) if in_play >> i & 1}
        ours["active"] = told.in_play
        theirs["done"] = {
            named(one, texts(s.Mission)) for i, one in enumerate(state["missions"]) if state["done"] >> i & 1
        }
        ours["done"] = set(told.done)
        for field, value in (
            ("ambush", told.ambush),
            ("post", told.post),
            ("remote", told.remote),
            ("underground", told.underground),
        ):
            theirs[field], ours[field] = named(state[field]), value
        for field, value in (
            ("post_trust", told.post_trust),
            ("controls", told.controls),
            ("bonds_shown", told.shown),
            ("tamed", told.tamed),
            ("skip", told.skip),
        ):
            theirs[field], ours[field] = int(state[field]), int(value)
        theirs["held"], ours["held"] = state["held"].tolist(), told.held
        theirs["bonds"], ours["bonds"] = state["bonds"].tolist(), told.bonds_of
        theirs["leader"], ours["leader"] = int(state["leader"]), -1 if told.leader is None else told.leader
        theirs["orders"] = dict(zip(texts(Servant), map(self._order, state["orders"].tolist()), strict=True))
        ours["orders"] = told.orders
        if told.carried not in told.pins:
            theirs["pins"] = self._their_pins()
            ours["pins"] = Counter((kind, told.place_of(one), one.type) for one, (kind, _) in told.pins.items())
            for number in range(3):
                if state["token_as"][number] < 0 and number not in told.pinned("hero"):
                    theirs["token", number], ours["token", number] = (
                        named(state["token_at"][number]),
                        told.token[number],
                    )
        if not told.plays("Falsification"):
            return
        delivered = sum(int(at) == s.DELIVERED for at in state["intel_at"])
        theirs["delivered"], ours["delivered"] = delivered, len(told.delivered)

    def _their_pins(self) -> Counter:
        state, found = self.state, Counter()
        for kind, places, types in (("hero", "token_at", "token_as"), ("intel", "intel_at", "intel_as")):
            for at, type in zip(state[places], state[types], strict=True):
                if at >= 0 and type >= 0 and not (kind == "intel" and at == s.DELIVERED):
                    found[kind, District(at).text, CitizenType(type).text] += 1
        return found


def block(name: str) -> str:
    """Return what kind of action a name is."""
    return "District" if name in texts(District) else name


def any_answer(game: CoopBeside, rng: np.random.Generator, met: Counter) -> str:
    """Return an answer at random, rather of a kind that has been seldom until now; count it."""
    kinds: dict[tuple[str, str], list[str]] = {}
    question = Ask(game.state["ask"]).text
    for name in game.legal:
        kinds.setdefault((question, block(name)), []).append(name)
    odds = np.array([(0.2 if kind[1] == "done" else 1) / (2 + met[kind]) ** 0.7 for kind in kinds])
    kind = list(kinds)[rng.choice(len(kinds), p=odds / odds.sum())]
    met[kind] += 1
    return str(rng.choice(kinds[kind]))


def play_on(
    game: CoopBeside, rng: np.random.Generator, met: Counter, limit: int, rounds: int = 99, eager: str = ""
) -> None:
    """Play at random, or as is eagerly wanted, for so many decisions and rounds at most; count what happens."""
    last = game.state["week"] + rounds
    for _ in range(limit):
        if game.ended or game.state["week"] >= last:
            break
        done = set(game.reference.done)
        game.play(eager if eager in game.legal else any_answer(game, rng, met))
        met["decisions", ""] += 1
        for name in set(game.reference.done) - done:
            met["completed", name] += 1
    if game.ended:
        met["winner", game.reference.winner] += 1
