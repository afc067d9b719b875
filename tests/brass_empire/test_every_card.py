"""Every card of every trigger, carried out in made-up positions and held to the plain-Python reading of its file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from brass_empire.games import Game

from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.options import pool_of
from cogitable.envs.brass_empire.rules import card_steps
from cogitable.envs.brass_empire.rules import state as s
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.named import texts
from cogitable.envs.table.sets import has, one

SMALL = Path(__file__).parents[1] / "cards" / "brass_empire_small.toml"
TABLES: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 3, "mode": "battle"},
    {"num_players": 2, "mode": "battle"},
    {"num_players": 4, "mode": "team"},
    {"mode": "solitaire"},
]
FILES = {"house": {}, "small": {"cards": SMALL}}
Use = tuple[int, str, bool]  # kind, trigger, whether in another seat's turn
FOLLOWING = 5  # decisions after the card has been used, or more while it asks


def uses(cards: Any) -> list[Use]:
    """Return every card with everything it does, in the own turn and, where it may, in others'."""
    found: list[Use] = []
    for number, kind in enumerate(cards.kinds):
        for trigger in kind.programs:
            found.append((number, trigger, False))
            if kind.any_time and trigger in ("ability", "demolish"):
                found.append((number, trigger, True))
    return found


# Positions


class Arranged:
    """A freshly dealt table on which everything is put elsewhere at random, with the card in question in its place."""

    def __init__(self, setup: Setup, use: Use, rng: np.random.Generator) -> None:
        self.setup, self.rng = setup, rng
        self.states = Tables(setup, 1, seed=int(rng.integers(2**31))).states
        self.state = as_compiled(self.states)[0]
        self.record = as_compiled(setup.record)[0]
        kinds = np.arange(self.record.kinds)
        types = np.array([self.record.type[kind] for kind in kinds])
        self.fighters = kinds[(types != s.CardType.EMPLOYEE) & (kinds != self.record.platform)]
        self.units = kinds[types == s.CardType.UNIT]
        self.rows = kinds[types == s.CardType.EMPLOYEE], self.fighters
        self.anything = kinds[kinds != self.record.platform]
        self.player = self.state.player
        self.other = (self.player + 1) % self.record.places
        if setup.options.mode == "team" and rng.random() < 0.5:
            self.other = (self.player + 3) % 4
        for seat in range(self.record.places):
            self._fill_seat(seat)
        self._fill_centre()
        self.actions = self._put(*use)
        self._fill_brass()
        self._count()

    def few(self, most: int) -> int:
        return int(self.rng.integers(most + 1))

    def _fill_seat(self, seat: int) -> None:
        """Deal some cards to every zone of a seat and some things into play; a robot has no hand and no deck."""
        state, robot = self.state, seat >= self.setup.num_seats
        state.zones[seat] = 0
        state.sizes[seat] = 0
        state.things[seat] = np.zeros(s.MAX_THINGS, s.Thing.dtype())
        state.reach[seat] = 0
        for zone, most in ((s.Zone.HAND, 6), (s.Zone.DISCARD, 7), (s.Zone.PLAYED, 5 * (seat == self.player))):
            if zone == s.Zone.DISCARD or not robot:
                for kind in self.rng.choice(self.rows[0] if zone == s.Zone.PLAYED else self.anything, self.few(most)):
                    state.zones[seat, zone, kind] += 1
        if not robot:
            self._put_into_play(seat, self.record.platform, one(s.Status.FACE_UP) * self.few(1))
            state.sizes[seat] = size = self.few(1) * self.few(9)
            state.piles[seat, :size] = self.rng.choice(self.anything, size)
        for kind in self.rng.choice(self.fighters, self.few(5)):
            up = robot or self.record.type[kind] == s.CardType.UNIT or self.few(3)
            self._put_into_play(seat, int(kind), one(s.Status.FACE_UP) * bool(up))

    def _put_into_play(self, seat: int, kind: int, status: int, slot: int | None = None) -> int:
        """Put a thing into a slot, the first free one or, to leave gaps, any free one; return it."""
        free = [slot for slot in range(s.MAX_THINGS) if not self.state.things[seat, slot].status]
        slot = (free[0] if self.few(2) else int(self.rng.choice(free))) if slot is None else slot
        if kind == self.record.platform:
            slot = 0
        thing = self.state.things[seat, slot]
        thing.kind, thing.status = kind, one(s.Status.PRESENT) | status
        self.state.reach[seat] = max(int(self.state.reach[seat]), slot + 1)
        ready = has(status, s.Status.FACE_UP) and seat < self.setup.num_seats and self.few(2)
        thing.status |= one(s.Status.READY) * bool(ready)
        thing.wounds = self.few(self.record.health[kind] - 1) if has(status, s.Status.FACE_UP) else 0
        return slot

    def _fill_centre(self) -> None:
        self.state.centre[:] = 0
        for row, kinds in enumerate(self.rows):
            self.state.rows[row] = self.rng.choice(kinds, s.ROW_PLACES)
            self.state.sizes[s.LABOR_DECK + row] = size = self.few(6)
            self.state.piles[s.LABOR_DECK + row, :size] = drawn = self.rng.choice(kinds, size)
            self.state.centre += np.bincount(drawn, minlength=s.MAX_KINDS).astype(np.int8)

    def _put(self, kind: int, trigger: str, elsewhere: bool) -> list[str]:
        """Put the card where it can be used; return the decisions that use it, ``*`` for any one."""
        name = self.setup.options.cards.kinds[kind].name
        if trigger == "play":
            self.state.zones[self.player, s.Zone.HAND, kind] += 1
            return [f"hand {name}"]
        if trigger == "built" or (self.record.by_itself[kind] and trigger == "ability"):
            seat = (self.player + 1) % self.record.places
            if self.setup.options.mode == "solitaire":
                seat = 0
            self._put_into_play(seat, kind, one(s.Status.FACE_UP) * (trigger != "built" and self.few(1)))
            return ["end"]
        if trigger == "destroyed":
            return self._put_to_be_destroyed(kind)
        seat = self.other if elsewhere else self.player
        slot = self._put_into_play(seat, kind, one(s.Status.FACE_UP))
        self.state.things[seat, slot].status |= one(s.Status.READY)
        self._let_differ(seat, slot)
        use = f"{trigger} {slot + 1}"
        return ["end", f"?{seat} {use}"] if elsewhere else [use]

    def _put_to_be_destroyed(self, kind: int) -> list[str]:
        """Let a unit fall as it attacks, or what an opponent has as it is attacked; the robot's things say nothing."""
        robot = self.setup.options.mode == "solitaire"
        strong = max(self.units, key=lambda unit: self.record.attack[unit])
        attacks = self.record.attack[kind] > 0 and self.record.type[kind] == s.CardType.UNIT
        seats = (self.player, self.other) if attacks and (robot or self.few(1)) else (self.other, self.player)
        if robot and not attacks:
            self._put_into_play(
                1, int(strong), one(s.Status.FACE_UP)
            )  # it may attack the platform; buildings fall in other modes
            return ["end"]
        slots = []
        for seat, card in zip(seats, (kind, strong), strict=True):
            slots.append(self._put_into_play(seat, int(card), one(s.Status.FACE_UP)))
            self.state.things[seat, slots[-1]].wounds = self.record.health[card] - 1
            if seat == self.player:
                self.state.things[seat, slots[-1]].status |= one(s.Status.READY)
            self._let_differ(seat, slots[-1])
        mine, theirs = slots if seats[0] == self.player else slots[::-1]
        away = (self.other - self.player) % self.record.places
        return [f"attack {mine + 1}", f"seat {away} slot {theirs + 1}"]

    def _let_differ(self, seat: int, slot: int) -> None:
        """Take other cards of a kind out of play before a slot: of two alike only the first is offered."""
        things = self.state.things[seat]
        for other in range(slot):
            if things[other].status and things[other].kind == things[slot].kind:
                self.states["things"][0, seat, other] = 0

    def _fill_brass(self) -> None:
        state, places = self.state, self.record.places
        battle = self.setup.options.mode == "battle"
        most = s.BATTLE_BRASS if battle else pool_of(self.setup.options) // (places + 1)
        low = [1, most // 4, most][self.few(2)]
        for seat in range(places):
            state.brass[seat] = max(battle, min(most, self.few(low)))
        state.pool = 0 if battle else pool_of(self.setup.options) - sum(state.brass[:places].tolist())
        state.labor, state.construction = self.few(8), self.few(8)

    def _count(self) -> None:
        """Set the sums that go with the cards."""
        state, places = self.state, self.record.places
        state.zones[:, s.Zone.DECK] = 0
        value = np.array([self.record.value[kind] for kind in range(s.MAX_KINDS)])
        total = np.zeros(s.MAX_KINDS, int)
        state.played = int(state.zones[self.player, s.Zone.PLAYED].sum()) + self.few(1)
        for seat in range(places):
            deck = state.piles[seat, : state.sizes[seat]]
            state.zones[seat, s.Zone.DECK] = np.bincount(deck, minlength=s.MAX_KINDS)
            hand = state.zones[seat, s.Zone.HAND]
            state.zones[seat, s.Zone.KNOWN] = hand * self.few(1)
            state.zones[seat, s.Zone.RESERVE] = 0
            owned = state.zones[seat, : s.Zone.KNOWN].sum(axis=0).astype(int)
            for thing in state.things[seat]:
                owned[thing.kind] += thing.status != 0
            state.worth[seat] = int((owned * value).sum())
            total += owned
        state.amounts[:] = state.zones.sum(axis=2)
        for number in range(2):
            np.add.at(total, state.rows[number], 1)
            pile = s.LABOR_DECK + number
            total += np.bincount(state.piles[pile, : state.sizes[pile]], minlength=s.MAX_KINDS)
        state.total[:] = total


def carry_out(setup: Setup, use: Use, rng: np.random.Generator, met: Counter) -> None:
    """Make up a position, use the card and go on for a while, with random answers to all questions."""
    arranged = Arranged(setup, use, rng)
    game = Game(setup, arranged.states)
    game.reference.met = met
    for action in arranged.actions:
        if not action.startswith("?"):
            if action.startswith("ability") and action not in game.legal:
                return  # it could do nothing
            game.play(action)
            continue
        seat, _, action = action[1:].partition(" ")
        while game.state.seat != int(seat) and game.state.ask == s.Ask.WINDOW:
            game.play("pass")
        if game.ended or action not in game.legal:
            return  # the player has been named before, or the seat is out
        game.play(action)
    following = FOLLOWING
    while not game.ended and (following > 0 or game.state.depth):
        following -= 1
        names = [name for name in game.legal if name != "end"] if game.state.depth == 0 else game.legal
        game.play(str(rng.choice(names or game.legal)))


# What must have been seen of a card


def outcomes(kind: Any, trigger: str, by_itself: bool) -> Iterator[tuple[Any, ...]]:
    """Yield all that can become of the steps of a program."""
    if by_itself:
        yield (kind.name, trigger, None, 0, "by itself")
    for place, steps in parts(kind, trigger):
        for number, step in enumerate(steps):
            yield (*place, number, "done")
            if trigger == "ability":
                continue  # one that could do nothing is not offered
            if step.condition:
                yield (*place, number, "condition not met")
            if getattr(step, "may", False):
                yield (*place, number, "nothing to do")


def parts(kind: Any, trigger: str) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield a program and the options of its choices."""
    program = kind.program(trigger)
    yield (kind.name, trigger, None), program
    for step in program:
        if step.do == "choose":
            for number, option in enumerate(step.options):
                yield (kind.name, trigger, number), option.steps


def missing(setup: Setup, use: Use, met: Counter) -> list[tuple[Any, ...]]:
    kind = setup.options.cards.kinds[use[0]]
    by_itself = use[1] == "ability" and bool(setup.record[0]["by_itself"][use[0]])
    return [outcome for outcome in outcomes(kind, use[1], by_itself) if not met[outcome]]


@pytest.fixture(scope="module")
def setups() -> dict[str, list[Setup]]:
    return {file: [GAME.setup(**table, **more) for table in TABLES] for file, more in FILES.items()}


CASES = [(file, use) for file, more in FILES.items() for use in uses(GAME.setup(**more).options.cards)]


def case_name(case: tuple[str, Use]) -> str:
    file, (number, trigger, elsewhere) = case
    name = GAME.setup(**FILES[file]).options.cards.kinds[number].name
    return f"{file}-{name}-{trigger}{'-elsewhere' if elsewhere else ''}"


@pytest.mark.parametrize("least", [6, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_card_does_what_its_file_says(case, least, setups):
    file, use = case
    rng, met = np.random.default_rng(use[0]), Counter()
    for number in range(120):
        carry_out(setups[file][number % len(TABLES)], use, rng, met)
        if number >= least and not missing(setups[file][0], use, met):
            break
    assert not missing(setups[file][0], use, met)


# The test itself is tested: every number in every step


def numbers_of(setup: Setup, use: Use) -> Iterator[tuple[int, int, str]]:
    """Yield program, step and name of all numbers that a card's use depends on."""
    steps = setup.record["steps"][0]
    programs = [int(setup.record["program"][0, use[0], texts(card_steps.Trigger).index(use[1])])]
    for program in programs:
        for number, step in enumerate(steps[program]):
            if step["what"] == card_steps.Effect.END:
                break
            if step["what"] == card_steps.Effect.CHOOSE:
                programs += range(step["program"], step["program"] + step["among"])
            for name in fields_of(step):
                if name != "what" or not setup.record["by_itself"][0, use[0]]:  # it is not even asked for there
                    yield program, number, name


def fields_of(step: Any) -> list[str]:
    fields = {
        card_steps.Effect.GAIN: ["amount", "construction", "brass"],
        card_steps.Effect.DAMAGE: ["amount", "among"],
        card_steps.Effect.DISMISS: ["amount", "among"],
        card_steps.Effect.ACQUIRE: ["amount", "among"],
        card_steps.Effect.STEAL: ["brass"],
        card_steps.Effect.CHOOSE: ["program"],
    }.get(int(step["what"]), ["amount"])
    fields += (
        ["bits"]
        if step["what"] not in (card_steps.Effect.GAIN, card_steps.Effect.DISCARD, card_steps.Effect.CHOOSE)
        else []
    )  # those cannot be declined
    return [*fields, "what", *(["condition", "at_least"] if step["condition"] else [])]


def mutants(setup: Setup, use: Use) -> Iterator[tuple[tuple[int, str], str, Setup]]:
    """Yield kinds of mistakes, mistakes in words, and copies of a setup in which one number is wrong."""
    for program, number, name in numbers_of(setup, use):
        wrong = GAME.setup(**setup.options.model_dump(exclude={"cards"}), cards=setup.options.cards)
        wrong.record.flags.writeable = True
        step = wrong.record["steps"][0, program, number]
        kind = int(step["what"])
        step[name] = another(setup, step, name)
        yield (kind, name), f"{name} of step {number}", wrong


def another(setup: Setup, step: Any, name: str) -> int:
    """Return another value for a number of a step, one that makes a difference."""
    value, what = int(step[name]), int(step["what"])
    if name == "what":
        return card_steps.Effect.DRAW if what == card_steps.Effect.GAIN else card_steps.Effect.GAIN
    if name == "bits":
        return value ^ one(card_steps.Flag.MAY)
    if name == "among" and what == card_steps.Effect.DISMISS:
        return value ^ one(s.Zone.HAND) or one(s.Zone.DISCARD)
    if name == "among":
        return (
            value ^ 2
            or {card_steps.Effect.DAMAGE: 1 << s.CardType.BUILDING, card_steps.Effect.ACQUIRE: 1 << s.Row.LABOR}[what]
        )
    if what == card_steps.Effect.ACQUIRE and name == "amount":
        dearer = [kind.cost.total for kind in setup.options.cards.kinds if kind.cost.total > value]
        return min(dearer, default=value - 1)
    return value + 1


def is_found(setup: Setup, use: Use, tries: int) -> bool:
    rng = np.random.default_rng(use[0])
    for _ in range(tries):
        try:
            carry_out(setup, use, rng, Counter())
        except (AssertionError, IndexError):
            return True
    return False


@pytest.mark.long
def test_a_wrong_number_in_any_step_is_found(setups):
    """In all cards of the small file, and in each kind of step of the house edition."""
    found, missed, kinds = 0, [], set()
    for file in FILES:
        setup = setups[file][1]
        for use in uses(setup.options.cards):
            for kind, what, wrong in mutants(setup, use):
                if file == "house" and kind in kinds:
                    continue
                kinds.add(kind)
                if is_found(wrong, use, 60):
                    found += 1
                else:
                    missed.append((setup.options.cards.kinds[use[0]].name, use[1:], what))
    assert not missed
    assert found > 30
