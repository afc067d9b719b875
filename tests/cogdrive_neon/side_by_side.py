"""Tables of CogDrive Neon played beside their plain-Python reference; every step asserts that they agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from cogdrive_neon.observed import PHASES, SOURCES, TARGETS, Observed
from cogdrive_neon.reference import BOTH, Reference
from cogdrive_neon.reference.memory import WRECKAGE
from cogdrive_neon.reference.table import COLORS, Side

from cogitable.envs.cogdrive_neon.rules import state as s
from cogitable.envs.cogdrive_neon.rules.check import check_position
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.attributes import attributed
from cogitable.envs.table.events import UNKNOWN

HANGAR_DECK = 2
ENDED, TRUNCATED = 1, 2
EVENTS = {
    s.Event.TURN: "turn",
    s.Event.DRAWS: "draws",
    s.Event.DRAWS_FROM_HANGAR: "draws from hangar",
    s.Event.LOOKS: "looks",
    s.Event.MOVES: "moves",
    s.Event.NOTHING: "nothing",
    s.Event.NO_HAND: "no hand",
    s.Event.TURNS_UP: "turns up",
    s.Event.WRECKS: "wrecks",
    s.Event.WRECKAGE: "wreckage",
    s.Event.CLASH: "clash",
    s.Event.SCORES: "scores",
    s.Event.WINS: "wins",
    s.Event.TIE_BREAK: "tie break",
}


class Beside:
    """One table from its deal on, and its reference; every step asserts that they agree in everything."""

    def __init__(self, setup: Setup, seed: int, met: Counter | None = None, reference: type = Reference) -> None:
        """Deal; ``met`` counts what cards do, and ``reference`` may be another one, to see that it is noticed."""
        self.setup = setup
        self.labels = [card.label for card in setup.options.cards.cards]
        self.actions = {name: number for number, name in enumerate(setup.action_names)}
        self.tables = Tables(setup, 1, seed=seed, auto_reset=False)
        self.tables.states["telling"] = 1
        self.state = self.tables.states[0]
        self.decisions = 0
        self.reference = reference(setup.options.cards, self.order)
        self.reference.met = self.reference.met if met is None else met
        self.observed = Observed(self.reference, setup.options.max_decisions)
        self._check_deal()
        sides = [self.side(seat) for seat in (0, 1)]
        self.reference.begin(self.pile(HANGAR_DECK), self.names(self.state["hangar"]), sides)
        self.compare()

    def _check_deal(self) -> None:
        """A deal is six Power 1 cards for each player, and the others in the Hangar and its deck."""
        state, more = self.state, self.setup.options.compensation
        power = {card.label: card.power for card in self.setup.options.cards.cards}
        hands, clash = (3, 3 + (more == "card")), (1, int(more == "clash"))
        for seat in (0, 1):
            side = self.side(seat)
            assert (len(side.hand), len(side.clash), len(side.reserve | side.clash)) == (hands[seat], clash[seat], 6)
            assert {power[card] for card in side.reserve | side.clash} == {1} and not side.discard
        hangar, deck = self.names(state["hangar"]), self.pile(HANGAR_DECK)
        assert len(hangar) == 5 and len(deck) == 31 and all(power[card] > 1 for card in [*hangar, *deck])
        assert state["above"] == 31 and not state["wreckage"] and not state["seat"]

    # Reading the game

    def names(self, cards: Any) -> set[str]:
        return {label for number, label in enumerate(self.labels) if int(cards) >> number & 1}

    def pile(self, pile: int, size: int | None = None) -> list[str]:
        """Return a pile, top card first."""
        size = int(self.state["sizes"][pile]) if size is None else size
        return [self.labels[card] for card in self.state["piles"][pile][:size][::-1]]

    def side(self, seat: int) -> Side:
        hand, discard, clash = (self.names(self.state[zone][seat]) for zone in ("hand", "discard", "clash"))
        return Side(self.pile(seat), hand, discard, clash)

    def order(self, seat: int) -> list[str]:
        """Return a deck as it was shuffled: cards drawn since have left their numbers in the pile."""
        own = self.reference.sides[seat]
        return self.pile(seat, len(own.deck) + len(own.discard))

    @property
    def ended(self) -> bool:
        return bool(self.state["over"])

    @property
    def legal(self) -> list[str]:
        return [self.setup.action_names[action] for action in np.flatnonzero(self.tables.masks[0])]

    def play(self, name: str) -> None:
        """Take a decision on both."""
        self.tables.step(np.array([self.actions[name]]))
        self.decisions += 1
        self.reference.answer(name)
        self.compare()

    # Holding the two beside each other

    def compare(self) -> None:
        """Assert that both have the same cards everywhere, tell the same, ask the same, and let seats see the same."""
        check_position(self.setup, attributed(self.tables.states)[0])
        theirs, ours = self._facts_of_game(), self._facts_of_reference()
        differ = {name: (theirs[name], ours[name]) for name in theirs if theirs[name] != ours[name]}
        assert not differ, f"in the game and in the reference: {differ}"
        if self.decisions:
            told = [self._event(event) for event in self.state["events"][: self.state["told"]]]
            assert self.state["telling"] == 1, "events had no room"
            assert told == self.reference.told, f"told: {told}; by the reference {self.reference.told}"
        if self.ended:
            self._compare_end()
        else:
            self._compare_question()
            self._compare_observations()

    def _facts_of_game(self) -> dict[str, Any]:
        state = self.state
        deck = self.pile(HANGAR_DECK)
        if state["wreckage"]:
            assert state["above"] == len(deck)
        else:
            deck.insert(int(state["above"]), WRECKAGE)
        facts = {name: int(state[name]) for name in ("turn", "player", "wreckage", "over")}
        facts |= {"sides": [self.side(seat) for seat in (0, 1)], "hangar": self.names(state["hangar"])}
        return facts | {"hangar deck": deck}

    def _facts_of_reference(self) -> dict[str, Any]:
        told = self.reference
        truncated = not told.over and self.decisions >= self.setup.options.max_decisions
        facts: dict[str, Any] = {name: int(getattr(told, name)) for name in ("turn", "player", "wreckage")}
        facts |= {"sides": told.sides, "hangar": told.hangar, "hangar deck": told.hangar_deck}
        return facts | {"over": ENDED if told.over else TRUNCATED if truncated else 0}

    def _event(self, event: Any) -> tuple[Any, ...]:
        """Return an event as the reference tells it."""
        what = EVENTS[s.Event(int(event["kind"]))]
        names = COLORS if what == "scores" else self.labels
        thing = None if event["thing"] == UNKNOWN else names[event["thing"]]
        who, other = (None if event[name] == UNKNOWN else int(event[name]) for name in ("who", "other"))
        amount: Any = int(event["amount"])
        assert int(event["to"]) & 3 == 3, "both hear of everything"
        seen = tuple(seat for seat in (0, 1) if int(event["seen"]) >> seat & 1)
        source = SOURCES[other] if what in ("moves", "nothing") else other
        return what, who, thing, TARGETS[amount] if what == "moves" else amount, source, seen

    def _compare_end(self) -> None:
        told = self.reference
        sign = int(np.sign(told.margin)) if told.over else 0
        assert self.tables.rewards[0].tolist() == [sign, -sign]
        assert not self.tables.masks.any()

    def _compare_question(self) -> None:
        state, told = self.state, self.reference
        question = told.question
        asked = PHASES[state["phase"]], int(state["seat"])
        assert question and asked == (question.what, question.seat), f"{asked} is asked, not {question}"
        differ = set(self.legal) ^ question.options
        assert not differ, f"only the game or only the reference has {differ} as answers to {asked}"
        used = {use for number, use in enumerate(BOTH) if int(state["used"]) >> number & 1}
        assert (used, self.labels[state["card"]] if state["card"] >= 0 else None) == (told.used, told.card)
        assert not self.tables.rewards.any()

    def _compare_observations(self) -> None:
        layout = self.setup.layout
        found, masks = np.zeros((1, layout.size), np.float32), np.zeros((1, self.setup.num_actions), np.int8)
        for seat in (0, 1):
            self.tables.observe(np.array([seat]), found, masks)
            wanted = self.observed.by(seat)
            parts = layout.split(found[0])
            assert parts.keys() == wanted.keys()
            for name, part in parts.items():
                close = np.isclose(part.ravel(), np.ravel(wanted[name]), atol=1e-6)
                where = [self.labels[i] if len(close) == s.CARDS else i for i in np.flatnonzero(~close)]
                assert not where, f"seat {seat}, {name}: the game and the reference differ in {where}"


def any_answer(game: Beside, rng: np.random.Generator, style: int) -> str:
    """Return an answer at random, of a player who declines much (1), little and seldom shuffles (2), or neither (0)."""
    legal = game.legal
    weight = {1: {"decline": 4.0}, 2: {"decline": 0.1, "shuffle and draw up to 3": 0.1}}.get(style, {})
    weights = np.array([weight.get(name, 1.0) for name in legal])
    return str(rng.choice(legal, p=weights / weights.sum()))


def random_game(setup: Setup, seed: int, limit: int = 10**9, **options: Any) -> Iterator[Beside]:
    """Play a game at random beside its reference; yield before every decision and at the end."""
    rng = np.random.default_rng(seed)
    game, style = Beside(setup, seed, **options), int(rng.integers(3))
    while not game.ended and game.decisions < limit:
        yield game
        game.play(any_answer(game, rng, style))
    yield game
