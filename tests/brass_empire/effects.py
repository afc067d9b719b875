"""What the cards of Brass Empire do, told a second time in plain Python; see ``brass_empire_reference.py``.

An effect is a generator that yields questions and is sent answers, so that an effect in the middle of an effect is a
call in the middle of a call.

"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

SLOTS, PLACES, HAND = 32, 6, 5
ROWS = ("labor", "design")
Flow = Iterator[Any]
Peek = Callable[[int], tuple[Counter, list[str], Counter]]


class Finished(Exception):
    """The game has ended."""


class Lost(Exception):
    """What the game has drawn by lot cannot be told any longer."""


@dataclass
class Thing:
    """A unit or building in play; two are alike if everything but their identity is."""

    card: Any
    wounds: int = 0
    up: bool = False
    ready: bool = False
    fresh: bool = False

    @property
    def looks(self) -> tuple[Any, ...]:
        return (self.card.name, self.wounds, self.up, self.ready, self.fresh)


@dataclass
class Seat:
    """All that a seat has. ``drawn`` counts cards drawn since a reshuffle, which only the game itself knows."""

    brass: int = 0
    hand: Counter = field(default_factory=Counter)
    known: Counter = field(default_factory=Counter)
    discard: Counter = field(default_factory=Counter)
    played: Counter = field(default_factory=Counter)
    reserve: Counter = field(default_factory=Counter)
    deck: list[str] = field(default_factory=list)  # the last one is on top
    drawn: int = 0
    mixed: Counter = field(default_factory=Counter)  # the deck since a reshuffle, in an order to be found out
    things: list[Thing | None] = field(default_factory=lambda: [None] * SLOTS)

    @property
    def up(self) -> list[Thing]:
        """Things in play face up."""
        return [thing for thing in self.things if thing and thing.up]


@dataclass
class Question:
    """Who is asked what, and the names of all actions that are legal."""

    what: str
    seat: int
    options: set[str]


class Effects:
    """A table at which cards can do what they do; how a turn goes is for the subclass to say."""

    # Asking

    def __init__(self, cards: Any, mode: str, seats: list[Seat], equal_turns: bool, peek: Peek) -> None:
        self.peek = peek  # the game's hand, deck and discard of a seat, for what a reshuffle has mixed
        self.cards = {kind.name: kind for kind in cards.kinds}
        self.corporations, self.platform = cards.corporations, cards.start.platform
        self.windows = any(kind.any_time for kind in cards.kinds)
        self.mode, self.equal_turns, self.seats = mode, equal_turns, seats
        self.n = len(seats)
        self.humans = 1 if mode == "solitaire" else self.n
        self.sides = self.n // 2 if mode == "team" else self.n
        self.player = self.first = self.turn = 0
        self.labor = self.construction = self.played = self.pool = 0
        self.ending = self.went_back = False
        self.rows: dict[str, list[str | None]] = {row: [] for row in ROWS}
        self.decks: dict[str, list[str]] = {row: [] for row in ROWS}
        self.trash: Counter = Counter()
        self.gone: set[int] = set()
        self.over = self.lost = False
        self.winners: set[int] = set()
        self.fighting: list[Thing | None] = []  # the two sides of the attack that has been announced
        self.question: Question | None = None
        self.met: Counter = Counter()  # (card, trigger, option, step, what became of it)

    def ask(self, what: str, seat: int, options: set[str]) -> Flow:
        self.check_end()
        assert options and seat not in self.gone
        name = yield Question(what, seat, options)
        return name

    def check_end(self) -> None:
        if self.over:
            raise Finished

    # Seats and things

    def opponents(self, seat: int) -> list[int]:
        """Return the opponents that are left, clockwise."""
        around = [(seat + away) % self.n for away in range(1, self.n)]
        return [other for other in around if other % self.sides != seat % self.sides and other not in self.gone]

    def different(self, seat: int) -> list[tuple[int, Thing]]:
        """Return slots, from 1, and things that are unlike all before them; what is about to fight is like no other."""
        seen, found = set(), []
        for slot, thing in enumerate(self.seats[seat].things, start=1):
            if thing:
                looks = (*thing.looks, slot if self.is_special(seat, thing) else None)
                if looks not in seen:
                    seen.add(looks)
                    found.append((slot, thing))
        return found

    def is_special(self, seat: int, thing: Thing) -> bool:
        """Whether a thing is like no other: it is about to fight, or a unit of the automaton, which act in order."""
        fights = any(thing is fighter for fighter in self.fighting)
        return fights or (seat >= self.humans and thing.card.type == "unit")

    def things_of_opponents(self, seat: int, types: str) -> dict[str, tuple[int, Thing]]:
        """Return what may be aimed at, by action name."""
        found = {}
        for other in self.opponents(seat):
            for slot, thing in self.different(other):
                if thing.up and thing.card.type in types:
                    found[f"seat {(other - seat) % self.n} slot {slot}"] = (other, thing)
        return found

    def really(self, seat: int) -> list[Any]:
        """Return the very things that a seat has face up."""

        class Same(list):
            def __contains__(self, thing: object) -> bool:
                return any(thing is other for other in self)

        return Same(self.seats[seat].up)

    def is_dead(self, thing: Thing) -> bool:
        return thing.wounds >= thing.card.health

    def remove_thing(self, seat: int, thing: Thing) -> None:
        """Let a thing leave play; the platform is turned over."""
        own = self.seats[seat]
        slot = next(slot for slot, other in enumerate(own.things) if other is thing)
        if thing.card.name == self.platform:
            own.things[slot] = Thing(thing.card)
        else:
            own.things[slot] = None
            own.discard[thing.card.name] += 1

    def reward(self, owner: int, by: int) -> None:
        if self.mode != "battle" and owner % self.sides != by % self.sides:
            self.gain_brass(by, 1)

    # Brass

    def gain_brass(self, seat: int, amount: int) -> None:
        own = self.seats[seat]
        if self.mode == "battle":
            own.brass += min(amount, self.restorable(seat)) if seat not in self.gone else 0
            return
        own.brass += amount
        self.pool -= min(self.pool, amount)
        if self.pool == 0 and amount:
            self.ending = True
            if self.mode == "solitaire" and not self.equal_turns:
                self.finish()

    def restorable(self, seat: int) -> int:
        """Brass that a company in a battle may still get: none after 50 rounds."""
        return 20 - self.seats[seat].brass if self.turn <= 50 * self.n else 0

    def lose_brass(self, seat: int, amount: int) -> int:
        own = self.seats[seat]
        lost = min(own.brass, amount)
        own.brass -= lost
        if self.mode == "battle" and lost and not own.brass:
            self.gone.add(seat)
            self.trash += own.hand + own.discard + own.played + own.reserve + own.mixed + Counter(own.deck)
            self.trash.update(thing.card.name for thing in own.things if thing)
            self.seats[seat] = Seat()
            left = set(range(self.n)) - self.gone
            if len(left) == 1:
                self.over, self.winners = True, left
        return lost

    # Cards

    def draw(self, seat: int, count: int) -> int:
        own = self.seats[seat]
        for number in range(count):
            if not own.deck and not own.mixed:
                if not own.discard:
                    return number
                assert not own.drawn
                own.known = Counter(own.hand)
                own.mixed, own.discard = own.discard, Counter()
            if own.deck:
                own.hand[own.deck.pop()] += 1
            else:  # which card it is, and what is left, will be seen
                own.drawn += 1
                if own.drawn == own.mixed.total():
                    own.hand, own.mixed, own.drawn = own.hand + own.mixed, Counter(), 0
        return count

    def look_up(self, seat: int) -> None:
        """Take from the game what came of a reshuffle, if it can have come of it."""
        own = self.seats[seat]
        if own.mixed:
            hand, deck, _ = self.peek(seat)
            drawn = hand - own.hand
            assert own.hand <= hand, "the cards in hand before the reshuffle are still there"
            assert drawn.total() == own.drawn, "as many are drawn after it as there should be"
            assert Counter(deck) + drawn == own.mixed, "of those that were mixed, no others"
            own.hand, own.deck, own.mixed, own.drawn = Counter(hand), list(deck), Counter(), 0

    def look_up_discarded(self, own: Seat) -> None:
        """Find out what has been drawn after a reshuffle from where it lies by now: in the discard.

        That happens where a response makes the player draw just before its turn ends. If the discard has been shuffled
        once more since then, nothing tells, and the game cannot be followed any further.
        """
        if own.mixed:
            drawn = self.peek(self.player)[2] - own.discard - own.hand - own.played
            if drawn.total() < own.drawn and own.mixed.total() - own.drawn < HAND:
                raise Lost
            assert drawn.total() == own.drawn and drawn <= own.mixed
            own.hand, own.mixed, own.drawn = own.hand + drawn, own.mixed - drawn, 0

    def take(self, seat: Seat, name: str) -> None:
        """Take a card from a hand; a card like it that everybody knew of is not known any longer."""
        assert seat.hand[name] > 0
        seat.hand = seat.hand - Counter([name])
        seat.known = seat.known - Counter([name])

    def place_of(self, row: str, name: str) -> Flow:
        """Return where a card of a row is taken from: it matters only where rows shift."""
        places = [place for place in range(PLACES) if self.rows[row][place] == name]
        if self.mode == "solitaire" and len(places) > 1:
            names = {f"{row} place {place + 1}": place for place in places}
            chosen = yield from self.ask("which of equal cards", 0, set(names))
            return names[chosen]
        return places[-1]

    def take_place(self, seat: int, row: str, place: int) -> str:
        """Move a card from a row into a seat's discard and fill the row."""
        name = self.remove(row, place)
        self.seats[seat].discard[name] += 1
        return name

    def remove(self, row: str, place: int) -> str:
        name = self.rows[row][place]
        assert name
        new = self.decks[row].pop() if self.decks[row] else None
        if self.mode == "solitaire":
            del self.rows[row][place]
            self.rows[row].insert(0, new)
        else:
            self.rows[row][place] = new
        return name

    # What cards do

    def trigger(self, trigger: str, seat: int, card: Any, thing: Thing | None) -> Flow:
        """Let a card do what it does on a trigger, ``thing`` being the card in play."""
        if self.mode == "solitaire" and seat == 1:
            return
        steps = getattr(card, trigger, None)
        if steps:
            self.met[card.name, trigger, None, 0, "begun"] += 1
            yield from self.run(steps, seat, card, thing, (card.name, trigger, None))

    def run(self, steps: Any, seat: int, card: Any, thing: Thing | None, place: tuple[Any, ...]) -> Flow:
        before = False
        for number, step in enumerate(steps):
            self.check_end()
            if seat in self.gone:
                return
            done = False
            if step.if_done and not before:
                became = "nothing done before"
            elif not self.holds(step.condition, seat, card, thing):
                became = "condition not met"
            else:
                done = yield from getattr(self, f"do_{step.do}")(step, seat, card, thing, place)
                became = "done" if done else "nothing to do"
            self.met[(*place, number, became)] += 1
            before = done
        self.check_end()

    def holds(self, condition: Any, seat: int, card: Any, thing: Thing | None) -> bool:
        if condition is None:
            return True
        own = self.seats[seat]
        if condition.have == "allied":
            present = [name for name in own.played.elements() if self.cards[name].corporation == card.corporation]
            present += [t.card.name for t in own.up if t.card.corporation == card.corporation and t is not thing]
            if card.type == "employee":
                present.remove(card.name)
            found = len(present)
        elif condition.have == "units":
            found = sum(t.card.type == "unit" for t in own.up)
        elif condition.have == "buildings":
            found = sum(t.card.type == "building" for t in own.up)
        elif condition.have == "played":
            found = self.played if seat == self.player else 0
        else:
            assert condition.have == "behind"
            found = sum(self.seats[other].brass > own.brass for other in self.opponents(seat))
        return found >= condition.at_least

    def could(self, steps: Any, seat: int, card: Any, thing: Thing | None) -> bool:
        """Whether any of some steps could do anything now."""
        open_now = [step for step in steps if not step.if_done and self.holds(step.condition, seat, card, thing)]
        return any(self.could_step(step, seat, card, thing) for step in open_now)

    def could_step(self, step: Any, seat: int, card: Any, thing: Thing | None) -> bool:
        own = self.seats[seat]
        discard, hand = own.discard.total() > 0, own.hand.total() + own.drawn > 0
        if step.do == "choose":
            return any(self.could(option.steps, seat, card, thing) for option in step.options)
        if step.do == "gain":
            return bool(step.brass) or seat == self.player
        if step.do == "draw":
            return bool(own.deck or own.mixed or discard)
        if step.do == "damage":
            return bool(self.things_of_opponents(seat, step.target))
        if step.do == "dismiss":
            return ("hand" in step.source and hand) or ("discard" in step.source and discard)
        others = [self.seats[other] for other in self.opponents(seat)]
        if step.do == "discard":
            return any(other.hand.total() + other.drawn > 0 for other in others[: self.humans])
        if step.do == "steal":
            return any(other.brass for other in others)
        if step.do == "acquire":
            rows = [row for row in ROWS if row in step.row]
            return any(n and self.total_cost(n) <= step.max_cost for row in rows for n in self.rows[row])
        return discard

    def do_gain(self, step: Any, seat: int, *_: Any) -> Flow:
        if seat == self.player:
            self.labor, self.construction = self.labor + step.labor, self.construction + step.construction
        if step.brass:
            self.gain_brass(seat, step.brass)
        yield from ()
        return True

    def do_draw(self, step: Any, seat: int, *_: Any) -> Flow:
        own = self.seats[seat]
        if step.may and (own.deck or own.mixed or own.discard):
            name = yield from self.ask("draw or not", seat, {"pass", "option 1"})
            if name == "pass":
                return False
        return self.draw(seat, step.count) > 0

    def do_damage(self, step: Any, seat: int, *_: Any) -> Flow:
        hits = self.things_of_opponents(seat, step.target)
        if not hits:
            return False
        name = yield from self.ask("target of damage", seat, {*hits, *self.passing(step)})
        if name == "pass":
            return False
        owner, thing = hits[name]
        thing.wounds += step.amount
        if self.is_dead(thing):
            self.remove_thing(owner, thing)
            self.reward(owner, seat)
            self.check_end()
            yield from self.trigger("destroyed", owner, thing.card, None)
        return True

    def do_dismiss(self, step: Any, seat: int, *_: Any) -> Flow:
        own = self.seats[seat]
        self.look_up(seat)
        for number in range(step.count):
            names = {f"hand {name}" for name in own.hand if "hand" in step.source}
            names |= {f"discard {name}" for name in own.discard if "discard" in step.source}
            if not names:
                return number > 0
            name = yield from self.ask("card to dismiss", seat, {*names, *self.passing(step)})
            if name == "pass":
                return number > 0
            place, _, card = name.partition(" ")
            if place == "hand":
                self.take(own, card)
            else:
                own.discard = own.discard - Counter([card])
            self.trash[card] += 1
        return True

    def do_choose(self, step: Any, seat: int, card: Any, thing: Thing | None, place: tuple[Any, ...]) -> Flow:
        names = {f"option {number}": number - 1 for number in range(1, len(step.options) + 1)}
        name = yield from self.ask("one of several", seat, set(names))
        yield from self.run(step.options[names[name]].steps, seat, card, thing, (*place[:2], names[name]))
        return True

    def do_discard(self, step: Any, seat: int, *_: Any) -> Flow:
        done = False
        for other in self.opponents(seat):
            self.look_up(other)
            for _ in range(step.count):
                if other >= self.humans or not self.seats[other].hand:
                    break
                name = yield from self.ask("card to discard", other, {f"hand {c}" for c in self.seats[other].hand})
                card = name.partition(" ")[2]
                self.take(self.seats[other], card)
                self.seats[other].discard[card] += 1
                done = True
        return done

    def do_steal(self, step: Any, seat: int, *_: Any) -> Flow:
        victims = {f"seat {(o - seat) % self.n}": o for o in self.opponents(seat) if self.seats[o].brass}
        if not victims:
            return False
        name = next(iter(victims))
        if len(victims) > 1 or step.may:
            name = yield from self.ask("whom to take Brass from", seat, {*victims, *self.passing(step)})
            if name == "pass":
                return False
        taken = self.lose_brass(victims[name], step.brass)
        self.seats[seat].brass += min(taken, self.restorable(seat)) if self.mode == "battle" else taken
        return True

    def do_acquire(self, step: Any, seat: int, *_: Any) -> Flow:
        rows = [row for row in ROWS if row in step.row]
        names = {f"buy {n}": (r, n) for r in rows for n in self.rows[r] if n and self.total_cost(n) <= step.max_cost}
        if not names:
            return False
        name = yield from self.ask("card to acquire", seat, {*names, *self.passing(step)})
        if name == "pass":
            return False
        row, card = names[name]
        place = yield from self.place_of(row, card)
        self.take_place(seat, row, place)
        return True

    def do_recover(self, step: Any, seat: int, *_: Any) -> Flow:
        own = self.seats[seat]
        for number in range(step.count):
            if not own.discard:
                return number > 0
            names = {f"discard {card}" for card in own.discard}
            name = yield from self.ask("card to take back", seat, {*names, *self.passing(step)})
            if name == "pass":
                return number > 0
            card = name.partition(" ")[2]
            own.discard = own.discard - Counter([card])
            own.hand[card] += 1
            own.known[card] += 1
        return True

    def total_cost(self, name: str) -> int:
        cost = self.cards[name].cost
        return cost.labor + cost.construction

    def passing(self, step: Any) -> set[str]:
        return {"pass"} if step.may else set()
