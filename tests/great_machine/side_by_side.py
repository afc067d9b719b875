"""Tables of City of the Great Machine played beside their plain-Python reference, from deals or made-up positions."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
from great_machine.reference import Reference
from great_machine.reference.city import Tile, distances, neighbours, normal, two_routes
from great_machine.reference.table import MINOR, Citizen
from great_machine.reference.table import Hero as ToldHero

from cogitable.envs.city.rules.state import (
    ARRESTED,
    NOBODY,
    Ask,
    Cause,
    CitizenType,
    Directive,
    District,
    Event,
    Hero,
    Phase,
    Servant,
    Status,
)
from cogitable.envs.great_machine.rules.check import check_position
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.attributes import attributed
from cogitable.envs.table.named import texts

TRUNCATED = 2


def names_in(bits: int, names: tuple[str, ...]) -> set[str]:
    """Return a set of bits as names."""
    return set(_named(int(bits), names))


@cache
def _named(bits: int, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for number, name in enumerate(names) if bits >> number & 1)


def as_drawn(rows: tuple[str, ...]) -> dict[str, Tile]:
    """Return a city as its rows have it."""
    codes = dict(zip(("Art", "Com", "Ind", "Sci", "Vel", "GC", "Tow", "CN", "CS"), texts(District), strict=True))
    city: dict[str, Tile] = {}
    for y, row in enumerate(rows):
        for x, code in enumerate(row.split()):
            if code in codes:
                left, top, _ = city.setdefault(codes[code], (x, y, 0))
                city[codes[code]] = (left, top, int(y > top))
    return city


class Read:
    """Tells a reference what chance has decided, from the table before and after the decision."""

    def __init__(self, game: Beside) -> None:
        self.game = game

    def _taken(self, place: str, status: str) -> Counter:
        row = ARRESTED if place == "arrested" else texts(District).index(place)
        fewer = self.game.before["citizens"] - self.game.state["citizens"]
        taken = fewer[row, texts(Status).index(status)]
        return Counter({CitizenType(type).text: int(number) for type, number in enumerate(taken) if number > 0})

    def drawn(self, place: str, status: str) -> str:
        taken = self._taken(place, status)
        assert taken.total() == 1, f"drawn from {place}, {status}: {taken}"
        return next(iter(taken))

    def assault(self, district: str) -> bool:
        place = texts(District).index(district)
        return bool(self.game.state["broken"][place] > self.game.before["broken"][place])

    def face(self) -> int | None:
        state = self.game.state
        return int(state["die"]) if Ask(state["ask"]).text == "Trust for the Assault die" else None

    def escapes(self, hero: ToldHero) -> bool:
        state, number = self.game.state, self.game.reference.heroes.index(hero)
        caught = Ask(state["ask"]).text == "how to detain" and not state["by_raid"] and state["cursor"] == number
        return not caught

    def directive(self) -> str:
        (drawn,) = names_in(self.game.before["deck"] & ~self.game.state["deck"], texts(Directive))
        return drawn

    def event(self) -> str:
        return texts(Event)[self.game.state["event"]]

    def tile(self) -> str:
        if self.game.state["tile"] != NOBODY:
            return District(self.game.state["tile"]).text
        (laid,) = names_in(self.game.state["there"] & ~self.game.before["there"], texts(District))
        return laid

    def heroes(self) -> list[tuple[str, int]]:
        pairs = zip(self.game.state["heroes"], self.game.state["runs"], strict=True)
        return [(Hero(hero).text, int(seat)) for hero, seat in pairs]

    def cards(self) -> list[set[str]]:
        return [names_in(cards, texts(District)) for cards in self.game.state["cards"]]


class Beside:
    """One table and its reference; every step asserts that they agree in everything."""

    def __init__(self, setup: Setup, states: np.ndarray) -> None:
        """Go on from a deal, or from a position where the Great Machine Phase begins."""
        self.setup = setup
        self.actions = {name: number for number, name in enumerate(setup.action_names)}
        self.tables = Tables(setup, 1, seed=0, auto_reset=False)
        self.tables.states[:] = states
        self.tables.look()
        self.state = self.tables.states[0]
        self.before = self.state.copy()
        self.compared = b""
        self.guessed: dict[int, tuple[bytes, Any]] = {}
        self.reference = Reference(setup, Read(self))
        self._read_things()
        if self.state["decisions"]:
            self._read_round()
            self.reference.begin(self.reference.go_on())
        else:
            self._check_deal()
            self.reference.begin(self.reference.game())
        self.compare()

    # Reading a position

    def _read_things(self) -> None:
        state, told = self.state, self.reference
        told.city = {name: tuple(map(int, state["place"][i])) for i, name in self._laid(texts(District))}
        for number, name in enumerate((*texts(District), "arrested")):
            bag = told.arrested if name == "arrested" else told.districts[name].citizens
            for status in range(3):
                for kind, many in enumerate(state["citizens"][number, status]):
                    bag.extend(Citizen(CitizenType(kind).text, Status(status).text) for _ in range(many))
        for number, place in enumerate(told.districts.values()):
            place.guards, place.broken = int(state["guards"][number]), int(state["broken"][number])
            place.riot = bool(state["riots"] >> number & 1)
        for servant, at in zip(told.servants, state["servants"], strict=True):
            servant.at = texts(District)[at]
        told.slot = int(state["slot"])

    def _laid(self, names: tuple[str, ...]) -> list[tuple[int, str]]:
        return [(i, name) for i, name in enumerate(names) if self.state["there"] >> i & 1]

    def _check_deal(self) -> None:
        """Check what a game begins with."""
        told, options = self.reference, self.setup.options
        for card, place in zip(options.board.district, told.districts.values(), strict=True):
            assert (len(place.citizens), place.guards, place.broken) == (card.citizens, 2, 0)
            assert all(citizen.status == "unidentified" for citizen in place.citizens)
        people = options.revolutionaries or options.num_players - 1
        assert (told.slot, self.state["plan"]) == (people - 1, options.master_plan)
        assert [servant.at for servant in told.servants] == ["Grand Citadel"] * 3
        if options.city == "confrontation":
            assert not told.city
        else:
            self._check_city(told.city)

    def _check_city(self, city: dict[str, Tile]) -> None:
        options = self.setup.options
        assert two_routes(city)
        links = neighbours(city)
        if options.city == "advised":
            assert max(distances(links, "Grand Citadel").values()) <= 2
            assert "Tower" not in links["Grand Citadel"]
            power = {"Grand Citadel", "Tower", "Control Nexus"}
            assert all(links[name] - power for name in city.keys() - power)
        for preset in options.board.city:
            if preset.name == options.city:
                drawn = as_drawn(preset.rows)
                if preset.minors == "random":
                    assert {city[name] for name in MINOR} == {drawn[name] for name in MINOR}
                    drawn |= {name: city[name] for name in MINOR}
                assert normal(city) == normal(drawn)

    def _read_round(self) -> None:
        """Read a position at the beginning of the Great Machine Phase."""
        state, told = self.state, self.reference
        told.heroes = [told.new_hero(name, seat) for name, seat in told.chance.heroes()]
        told.plan, told.bonds, told.week = (int(state[name]) for name in ("plan", "bonds", "week"))
        told.slot_before, told.event = int(state["slot_before"]), texts(Event)[state["event"]]
        for name in ("deck", "hand", "seen", "published"):
            setattr(told, name, names_in(state[name], texts(Directive)))
        told.past_events = names_in(state["gone_events"], texts(Event))
        told.advances = Counter(dict(zip(texts(Cause), map(int, state["advances"]), strict=True)))
        told.moved_by = names_in(state["moved_by"], texts(Event))
        for side, counts in zip(("Machine", "Heroes"), state["sure"], strict=True):
            told.sure[side] = Counter(dict(zip(texts(CitizenType), map(int, counts), strict=True)))
        for number, hero in enumerate(told.heroes):
            hero.at, hero.began = (texts(District)[state[name][number]] for name in ("at", "began"))
            hero.trust, hero.chosen = int(state["trust"][number]), texts(District)[state["chosen"][number]]
            hero.cards = names_in(state["cards"][number], texts(District))
            hero.reckon_with(self._guess(number))

    def _guess(self, number: int) -> set[frozenset[str]]:
        sets = self.state["guess"][number, : self.state["guesses"][number]]
        return {frozenset(names_in(one, texts(District))) for one in sets}

    # Playing

    @property
    def ended(self) -> bool:
        return bool(self.state["over"])

    @property
    def legal(self) -> list[str]:
        return [self.setup.action_names[a] for a in np.flatnonzero(self.tables.masks[0])]

    def play(self, name: str) -> None:
        """Take a decision on both."""
        self.before = self.state.copy()
        self.tables.step(np.array([self.actions[name]]))
        if self.state["over"] != TRUNCATED:
            self.reference.answer(name)
        self.compare()

    # Holding the two beside each other

    def compare(self) -> None:
        """Assert that the table is as the reference has it."""
        if self.state["over"] == TRUNCATED:
            return
        self._compare_questions()
        pairs = [self._people(), self._machine()]
        lie = self.state["place"].tobytes() + self.state["phase"].tobytes() + self.state["there"].tobytes()
        if lie != self.compared:
            pairs.append(self._city())
            self.compared = lie
        if self.reference.heroes:
            pairs += [self._hero(number, hero) for number, hero in enumerate(self.reference.heroes)]
        for theirs, ours in pairs:
            differ = {name: (theirs[name], ours[name]) for name in ours if theirs[name] != ours[name]}
            assert not differ, f"in the game and in the reference: {differ}"
        if self.state["decisions"] % 4 == 0 or self.ended:
            check_position(self.setup, attributed(self.tables.states)[0])

    def _compare_questions(self) -> None:
        state, told, seats = self.state, self.reference, self.setup.num_seats
        if told.question is None:
            winner = 0 if told.winner == "Machine" else 1
            assert (state["over"], state["winner"]) == (1, winner), "only the reference is over"
            sign = 1 if told.winner == "Machine" else -1
            returns = [sign, *([-sign / (seats - 1)] * (seats - 1))]
            np.testing.assert_allclose(self.tables.rewards[0, :seats], returns, rtol=1e-6)
            return
        assert not state["over"], f"only the game is over, the reference asks {told.question.what}"
        hero = told.heroes[state["hero"]] if state["hero"] != NOBODY else None
        question = Ask(state["ask"]).text, int(state["seat"]), hero
        expected = told.question.what, told.question.seat, told.question.hero
        assert question == expected, f"{question} is asked, not {expected}"
        ours = told.question.options
        assert len(ours) == len(set(ours))
        differ = {name: name in ours for name in set(self.legal) ^ set(ours)}
        assert not differ, f"to {question} in {state['phase']}: {differ} (True: only in the reference)"

    def _city(self) -> tuple[dict[str, Any], dict[str, Any]]:
        state, told = self.state, self.reference
        laid = self._laid(texts(District))
        theirs: dict[str, Any] = {}
        city = {name: tuple(map(int, state["place"][i])) for i, name in laid}
        theirs["city"] = normal(city) if city else ()
        ours: dict[str, Any] = {"city": normal(told.city) if told.city else ()}
        if len(laid) == 9 and (state["phase"] >= Phase.OPENING):
            theirs["links"] = {name: names_in(state["links"][i], texts(District)) for i, name in laid}
            ours["links"] = told.links
            theirs["far"] = {
                name: dict(zip(texts(District), map(int, state["far"][i]), strict=True)) for i, name in laid
            }
            ours["far"] = {name: told.far(name) for name in texts(District)}
            theirs["movable"], ours["movable"] = names_in(state["movable"], texts(District)), set(told.moves)
        return theirs, ours

    def _people(self) -> tuple[dict[str, Any], dict[str, Any]]:
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
        for bits, field in (("raids", "raid"), ("caught", "raid_worked"), ("riots", "riot")):
            theirs[bits] = names_in(state[bits], texts(District))
            ours[bits] = {name for name, place in told.districts.items() if getattr(place, field)}
        for side, sure in enumerate(told.sure.values()):
            theirs["sure", side] = state["sure"][side].tolist()
            ours["sure", side] = [sure[type] for type in texts(CitizenType)]
        return theirs, ours

    def _machine(self) -> tuple[dict[str, Any], dict[str, Any]]:
        state, told = self.state, self.reference
        theirs: dict[str, Any] = {"servants": [texts(District)[at] for at in state["servants"]]}
        ours: dict[str, Any] = {"servants": [servant.at for servant in told.servants]}
        theirs["acted"], ours["acted"] = state["acted"].tolist(), [servant.actions for servant in told.servants]
        theirs["again"], ours["again"] = state["again"].tolist(), [servant.repairs for servant in told.servants]
        for name in ("bonds", "plan", "slot", "slot_before", "week"):
            theirs[name], ours[name] = int(state[name]), getattr(told, name)
        for name in ("deck", "hand", "seen", "published", "used"):
            theirs[name], ours[name] = names_in(state[name], texts(Directive)), getattr(told, name)
        theirs["advances"], ours["advances"] = state["advances"].tolist(), [told.advances[why] for why in texts(Cause)]
        theirs["moved_by"], ours["moved_by"] = names_in(state["moved_by"], texts(Event)), told.moved_by
        if told.week:
            theirs["event"], ours["event"] = texts(Event)[state["event"]], told.event
            theirs["phase"], ours["phase"] = Phase(state["phase"]).text, told.phase
        return theirs, ours

    def _hero(self, number: int, hero: ToldHero) -> tuple[dict[str, Any], dict[str, Any]]:
        state = self.state
        theirs: dict[str, Any] = {"name": texts(Hero)[state["heroes"][number]], "seat": int(state["runs"][number])}
        ours: dict[str, Any] = {"name": hero.name, "seat": hero.seat}
        theirs["at"], ours["at"] = texts(District)[state["at"][number]], hero.at
        if not self.ended:  # the Actress may get hers for a step that has ended the game
            theirs["trust"], ours["trust"] = int(state["trust"][number]), hero.trust
        for name in ("detained", "shown"):
            theirs[name], ours[name] = bool(state[name][number]), getattr(hero, name)
        theirs["cards"], ours["cards"] = names_in(state["cards"][number], texts(District)), hero.cards
        chosen = int(state["chosen"][number])
        theirs["chosen"], ours["chosen"] = District(chosen).text if chosen != NOBODY else None, hero.chosen
        self._compare_guesses(number, hero)
        return theirs, ours

    def _compare_guesses(self, number: int, hero: ToldHero) -> None:
        """Hold beside each other what the Machine knows of a Hero's cards, where either has changed."""
        state = self.state
        record = b"".join(state[name][number].tobytes() for name in ("guesses", "guess", "chance", "barred", "shown"))
        seen, worlds = self.guessed.get(number, (b"", None))
        if seen == record and worlds is hero.worlds:
            return
        self.guessed[number] = record, hero.worlds
        assert self._guess(number) == hero.possible, f"{hero} may lack {hero.possible}"
        chances = [sum(name not in lost for lost in hero.possible) / len(hero.possible) for name in texts(District)]
        np.testing.assert_allclose(state["chance"][number], chances, atol=1e-6)
        if hero.chosen and not hero.shown:
            assert names_in(state["barred"][number], texts(District)) == hero.barred


def block(name: str) -> str:
    """Return what kind of action a name is."""
    if name.startswith("Guard from"):
        return "move a Guard"
    for servant in texts(Servant):
        if name.startswith(servant):
            return name.removeprefix(f"{servant}: ") if ": " in name else "move a Servant"
    return "District" if name in texts(District) else name


def any_answer(game: Beside, rng: np.random.Generator, met: Counter) -> str:
    """Return an answer at random, rather of a kind that has been seldom until now; count it."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for name in game.legal:
        kinds.setdefault((Ask(game.state["ask"]).text, block(name)), []).append(name)
    ends = 4 if Ask(game.state["ask"]).text in ("Machine's deeds", "Hero's Action") else 1
    odds = np.array([(ends if kind[1] == "done" else 1) / (2 + met[kind]) ** 0.7 for kind in kinds])
    kind = list(kinds)[rng.choice(len(kinds), p=odds / odds.sum())]
    met[kind] += 1
    return str(rng.choice(kinds[kind]))


def play_on(game: Beside, rng: np.random.Generator, met: Counter, limit: int, rounds: int = 99) -> None:
    """Play at random, for so many decisions and rounds at most; count what happens."""
    last = game.state["week"] + rounds
    for _ in range(limit):
        if game.ended or game.state["week"] >= last:
            break
        week, event = int(game.state["week"]), texts(Event)[game.state["event"]]
        moved = game.reference.advances["City Events"]
        met[event, Ask(game.state["ask"]).text] += 1
        game.play(any_answer(game, rng, met))
        if game.state["week"] > week > 0:
            met[event, "advances" if game.reference.advances["City Events"] > moved else "does not advance"] += 1
    if game.ended:
        met["winner", game.reference.winner] += 1
