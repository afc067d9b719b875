"""City of the Great Machine, one against many, a second time: plain Python written from the rules.

It asks its questions in the words of the compiled game, answers are the names of actions. Dice and draws come from a
``Chance``, which here reads them off the compiled game.
"""

from __future__ import annotations

from typing import Any

from great_machine.reference.city import additions, lain, normal
from great_machine.reference.closing import Rounds
from great_machine.reference.table import INITIATIVE, MAJOR, MINOR, Finished, Flow, Hero, Question


class Reference(Rounds):
    """A game, told its answers one by one."""

    question: Question | None = None

    def begin(self, flow: Flow) -> None:
        """Go on to the first question of a course of events."""
        self.flow = flow
        self._go(None)

    def answer(self, name: str) -> None:
        assert self.question is not None
        assert name in self.question.options, f"{name} is no answer to {self.question}"
        self._go(name)

    def _go(self, name: Any) -> None:
        try:
            self.question = self.flow.send(name)
        except Finished:
            self.question = None

    # The course of a game

    def game(self) -> Flow:
        """Play from the very beginning; the tokens lie on their places already, the Heroes have theirs when chosen."""
        if self.options.city == "confrontation":
            yield from self.build_city()
        if self.options.heroes == "chosen":
            yield from self.choose_heroes()
        else:
            self.heroes = [self.new_hero(name, seat) for name, seat in self.chance.heroes()]
            self.check_heroes()
        self.deal_cards()
        while True:
            yield from self.opening()
            yield from self.access()
            yield from self.rest_of_round()

    def rest_of_round(self) -> Flow:
        """Play from the Great Machine Phase to the end of the round."""
        yield from self.machine_phase()
        yield from self.heroes_phase()
        yield from self.closing()

    def go_on(self) -> Flow:
        """Play from the beginning of a Great Machine Phase."""
        while True:
            yield from self.rest_of_round()
            yield from self.opening()
            yield from self.access()

    def build_city(self) -> Flow:
        """Let the Machine and the first Revolutionary lay out the city in turn."""
        self.phase = "building the city"
        left = {"draw a Minor District": set(MINOR), "draw a Major District": set(MAJOR)}
        for turn in range(9):
            seat = turn % 2
            piles = [pile for pile, names in left.items() if names]
            pile = piles[0]
            if len(piles) > 1:
                pile = yield Question("pile to draw a District from", seat, None, piles)
            name = self.chance.tile()
            left[pile].remove(name)
            if not turn:
                self.city[name] = (0, 0, 0)
                continue
            where = additions(self.city, self.ways)
            anchor = yield Question("District to lie against", seat, None, list(where))
            way = yield Question("way to lie", seat, None, where[anchor])
            self.city = dict(normal(self.city | {name: lain(self.city[anchor], way)}))

    def choose_heroes(self) -> Flow:
        self.phase = "choosing Heroes"
        left, chosen = list(INITIATIVE), []
        for turn in range(3):
            seat = self.seat_of(turn)
            answer = yield Question("Hero to play", seat, None, [f"play the {name}" for name in left])
            name = answer.removeprefix("play the ")
            left.remove(name)
            chosen.append((name, seat))
        self.heroes = [self.new_hero(name, seat) for name, seat in sorted(chosen, key=lambda one: INITIATIVE[one[0]])]

    def check_heroes(self) -> None:
        """Check the Heroes dealt: those asked for, in order of Initiative, and seats that run as many as they can."""
        names = [hero.name for hero in self.heroes]
        assert names == sorted(set(names), key=INITIATIVE.get), f"{names} are not three by Initiative"
        wanted = self.options.heroes
        assert wanted == "dealt" or set(names) == set(wanted)
        assert sorted(hero.seat for hero in self.heroes) == sorted(self.seat_of(number) for number in range(3))

    def seat_of(self, number: int) -> int:
        return 1 + number % (self.options.num_players - 1)

    def new_hero(self, name: str, seat: int) -> Hero:
        card = next(one for one in self.options.board.hero if one.name == name)
        return Hero(name, seat, card.limit, card.start)

    def deal_cards(self) -> None:
        """Take the Access cards as they were dealt: one is forfeited, the Machine does not know which."""
        for hero, cards in zip(self.heroes, self.chance.cards(), strict=True):
            assert len(cards) == 8
            hero.cards = cards
            hero.reckon_with({frozenset({card}) for card in MINOR + MAJOR})
