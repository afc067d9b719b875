"""Brass Empire told a second time, in plain Python with lists and counters, by the rulebook and the rulings.

It reads the card file's own models, not the records of numbers that are made from them, and takes none of the game's
code: the tests hold the two beside each other. What is going on is a generator that yields questions and is sent
answers, so that an effect in the middle of an effect is a call in the middle of a call.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from brass_empire.effects import HAND, PLACES, ROWS, SLOTS, Effects, Finished, Flow, Lost, Thing


class Reference(Effects):
    """One game, from some own turn on in which nothing is under way; ``question`` says who is asked what."""

    # Asking

    def begin(self) -> None:
        """Go to the first question."""
        self.flow = self.play()
        self._next(None)

    def answer(self, name: str) -> None:
        """Take an answer, and go on to the next question or the end."""
        assert self.question and name in self.question.options
        self._next(name)

    def _next(self, name: str | None) -> None:
        try:
            self.question = self.flow.send(name)
        except (Finished, StopIteration):
            assert self.over
            self.question = None
        except Lost:
            self.lost, self.question = True, None

    # The course of the game

    def play(self) -> Flow:
        while True:
            yield from self.own_turn()
            self.check_end()
            self.end_turn()
            yield from self.next_turn()

    def own_turn(self) -> Flow:
        while self.player not in self.gone:
            options = self.menu()
            name = yield from self.ask("own turn", self.player, set(options))
            if name == "end":
                yield from self.window(self.player)
                return
            yield from options[name]()

    def end_turn(self) -> None:
        if self.player in self.gone:
            return
        own = self.seats[self.player]
        self.look_up_discarded(own)
        own.known.clear()
        own.discard += own.hand + own.played
        own.hand, own.played = Counter(), Counter()
        self.draw(self.player, HAND)
        things = [thing for thing in own.things if thing]
        own.things = things + [None] * (SLOTS - len(things))

    def next_turn(self) -> Flow:
        self.labor = self.construction = 0
        seat = (self.player + 1) % self.n
        while seat in self.gone:
            seat = (seat + 1) % self.n
        if self.ending and seat == self.first:
            self.finish()
        self.check_end()
        self.player, self.turn = seat, self.turn + 1
        self.played, self.went_back = 0, False
        if self.mode == "solitaire" and seat == 1:
            yield from self.automaton()
            yield from self.window(1)
            self.check_end()
            yield from self.next_turn()
        else:
            yield from self.begin_turn()

    def begin_turn(self) -> Flow:
        own = self.seats[self.player]
        for thing in filter(None, own.things):
            if thing.up:
                thing.ready = True
            elif thing.card.name != self.platform:
                thing.up = thing.ready = thing.fresh = True
        for thing in list(own.things):
            if thing and thing.fresh and any(thing is other for other in own.things):
                thing.fresh = False
                yield from self.trigger("built", self.player, thing.card, thing)
        for thing in own.up:
            if self.by_itself(thing.card):
                thing.ready = False
                self.met[thing.card.name, "ability", None, 0, "by itself"] += 1
                yield from self.run(
                    thing.card.ability, self.player, thing.card, thing, (thing.card.name, "ability", None)
                )

    # The own turn

    def menu(self) -> dict[str, Any]:
        """Return all that may be done, by name, with what does it."""
        own = self.seats[self.player]
        self.look_up(self.player)
        found: dict[str, Any] = {"end": None}
        if not own.things[0].up and self.construction >= 1:
            found["rebuild"] = self.rebuild
        full = None not in own.things
        for name in own.hand:
            if self.cards[name].type == "employee" or not full:
                found[f"hand {name}"] = lambda name=name: self.play_card(name)
        for row in ROWS:
            for name in set(self.rows[row]) - {None}:
                if self.affordable(row, name, 0):
                    found[f"buy {name}"] = lambda row=row, name=name: self.buy(row, name, 0)
                if self.mode == "team" and self.affordable(row, name, 1):
                    found["for teammate"] = self.buy_for_teammate
        for name in own.reserve:
            cost = self.cards[name].cost
            if cost.labor <= self.labor and cost.construction <= self.construction:
                found[f"reserve {name}"] = lambda name=name: self.buy_reserve(name)
        for slot, thing in self.different(self.player):
            if thing.ready and thing.card.type == "unit" and thing.card.attack:
                if self.mode != "battle":
                    found[f"mine {slot}"] = lambda thing=thing: self.mine(thing)
                if self.targets():
                    found[f"attack {slot}"] = lambda thing=thing: self.attack(thing)
        found.update(self.uses(self.player, False))
        return found

    def uses(self, seat: int, responding: bool) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for slot, thing in self.different(seat):
            card = thing.card
            if not thing.up or (responding and not card.any_time):
                continue
            if (
                card.ability
                and thing.ready
                and not self.by_itself(card)
                and self.could(card.ability, seat, card, thing)
            ):
                found[f"ability {slot}"] = lambda thing=thing: self.use(seat, thing)
            if getattr(card, "demolish", None):
                found[f"demolish {slot}"] = lambda thing=thing: self.demolish(seat, thing)
        return found

    def by_itself(self, card: Any) -> bool:
        """Whether it is a building that does nothing but give something every turn."""
        gives = card.ability and all(step.do == "gain" and step.condition is None for step in card.ability)
        return card.type == "building" and bool(gives)

    def affordable(self, row: str, name: str, extra: int) -> bool:
        cost = self.cards[name].cost
        labor, construction = cost.labor + extra * (row == "labor"), cost.construction + extra * (row == "design")
        return labor <= self.labor and construction <= self.construction

    def rebuild(self) -> Flow:
        self.construction -= 1
        self.seats[self.player].things[0].up = True
        yield from ()

    def play_card(self, name: str) -> Flow:
        card, own = self.cards[name], self.seats[self.player]
        self.take(own, name)
        self.played += 1
        thing = None
        if card.type == "employee":
            own.played[name] += 1
        else:
            thing = Thing(card, up=card.type == "unit")
            own.things[own.things.index(None)] = thing
        yield from self.trigger("play", self.player, card, thing)

    def buy(self, row: str, name: str, extra: int) -> Flow:
        place = yield from self.place_of(row, name)
        cost = self.cards[name].cost
        self.labor -= cost.labor + extra * (row == "labor")
        self.construction -= cost.construction + extra * (row == "design")
        buyer = (self.player + self.n // 2) % self.n if extra else self.player
        self.take_place(buyer, row, place)

    def buy_for_teammate(self) -> Flow:
        names = {f"buy {n}": (r, n) for r in ROWS for n in self.rows[r] if n and self.affordable(r, n, 1)}
        name = yield from self.ask("purchase for the teammate", self.player, {*names, *self.way_back()})
        if name == "pass":
            self.went_back = True
        else:
            yield from self.buy(*names[name], 1)

    def way_back(self) -> set[str]:
        """Return the answer that leads back to the own turn: there is one until it has been given in a turn."""
        return set() if self.went_back else {"pass"}

    def buy_reserve(self, name: str) -> Flow:
        own, cost = self.seats[self.player], self.cards[name].cost
        self.labor, self.construction = self.labor - cost.labor, self.construction - cost.construction
        own.reserve = own.reserve - Counter([name])
        own.discard[name] += 1
        yield from ()

    def mine(self, thing: Thing) -> Flow:
        thing.ready = False
        self.gain_brass(self.player, thing.card.attack)
        yield from ()

    def use(self, seat: int, thing: Thing) -> Flow:
        thing.ready = False
        yield from self.trigger("ability", seat, thing.card, thing)

    def demolish(self, seat: int, thing: Thing) -> Flow:
        self.remove_thing(seat, thing)
        yield from self.trigger("demolish", seat, thing.card, None)
        yield from self.trigger("destroyed", seat, thing.card, None)

    # Fighting

    def targets(self) -> dict[str, tuple[int, Thing | None]]:
        found: dict[str, Any] = dict(self.things_of_opponents(self.player, "unit or building"))
        if self.mode == "battle":
            found.update({f"seat {(o - self.player) % self.n}": (o, None) for o in self.opponents(self.player)})
        return found

    def attack(self, attacker: Thing) -> Flow:
        targets = self.targets()
        name = yield from self.ask("target of an attack", self.player, {*targets, *self.way_back()})
        if name == "pass":
            self.went_back = True
        else:
            yield from self.fight(self.player, attacker, *targets[name])

    def fight(self, seat: int, attacker: Thing, other: int, target: Thing | None) -> Flow:
        attacker.ready = False
        self.fighting = [attacker, target]
        yield from self.window(seat)
        self.fighting = []
        self.check_end()
        if attacker not in self.really(seat) or other in self.gone:
            return
        if target is None:
            self.lose_brass(other, attacker.card.attack)
            return
        if target not in self.really(other):
            return
        attacker.wounds, target.wounds = (attacker.wounds + target.card.attack, target.wounds + attacker.card.attack)
        fallen = [(o, t, by) for o, t, by in ((seat, attacker, other), (other, target, seat)) if self.is_dead(t)]
        for owner, thing, by in reversed(fallen):
            self.remove_thing(owner, thing)
            self.reward(owner, by)
        for owner, thing, _ in fallen:
            yield from self.trigger("destroyed", owner, thing.card, None)

    def window(self, seat: int) -> Flow:
        """Let the others respond, clockwise."""
        for other in [(seat + away) % self.n for away in range(1, self.n)] if self.windows else []:
            while seat not in self.gone and other < self.humans and other not in self.gone:
                uses = self.uses(other, True)
                if not uses:
                    break
                name = yield from self.ask("response", other, {"pass", *uses})
                if name == "pass":
                    break
                yield from uses[name]()
                self.check_end()

    # The automaton

    def automaton(self) -> Flow:
        """Income, units, acquisitions."""
        robot, human = self.seats[1], self.seats[0]
        self.gain_brass(1, 1 + sum(thing.card.type == "building" for thing in robot.up))
        self.check_end()
        hostile = human.brass > robot.brass
        for thing in list(robot.things):
            if thing is None or thing.card.type != "unit" or not thing.card.attack or thing not in self.really(1):
                continue
            if hostile and human.things[0].up:
                yield from self.fight(1, thing, 0, human.things[0])
            else:
                self.gain_brass(1, thing.card.attack)
            self.check_end()
        rich = robot.brass >= 7
        if any(self.rows[row][-1] for row in ROWS[: 1 + rich]):
            robot.things = [thing for thing in robot.things if thing]
        if self.rows["labor"][-1]:
            self.take_place(1, "labor", PLACES - 1)
        if rich and self.rows["design"][-1]:
            card = self.cards[self.remove("design", PLACES - 1)]
            if len(robot.things) < SLOTS:
                robot.things.append(Thing(card, up=True))
            else:
                robot.discard[card.name] += 1
        robot.things += [None] * (SLOTS - len(robot.things))

    # The end

    def owned(self, seat: int) -> list[str]:
        """Return the names of all cards that a seat owns: the reserve is not among them."""
        own = self.seats[seat]
        cards = own.hand + own.discard + own.played + own.mixed + Counter(own.deck)
        cards.update(thing.card.name for thing in own.things if thing)
        return list(cards.elements())

    def worth(self, seat: int) -> int:
        return sum(self.cards[name].value for name in self.owned(seat))

    def standing(self, side: int) -> tuple[int, int, int, int]:
        """Return what teams are compared by, the most important first."""
        team = [seat for seat in range(self.n) if seat % self.sides == side]
        cards = [self.cards[name] for seat in team for name in self.owned(seat)]
        brass = sum(self.seats[seat].brass for seat in team)
        return (
            brass + sum(card.value for card in cards),
            sum(card.value for card in cards if card.corporation),
            -len(cards),
            brass,
        )

    def finish(self) -> None:
        self.over = True
        if self.mode == "solitaire":
            scores = [self.seats[seat].brass + self.worth(seat) for seat in (0, 1)]
            self.winners = {0} if scores[0] > scores[1] else set()
            return
        best = max(map(self.standing, range(self.sides)))
        self.winners = {seat for seat in range(self.n) if self.standing(seat % self.sides) == best}

    def returns(self) -> list[float]:
        """Return what each seat has been paid by now."""
        if self.mode == "solitaire":
            return [0.0 if not self.over else 1.0 if self.winners else -1.0]
        fine = 1 / (self.sides - 1)
        if self.mode == "battle":
            won = len(self.gone) * fine
            return [-fine if seat in self.gone else won * self.over for seat in range(self.n)]
        if not self.over:
            return [0.0] * self.n
        losers = self.n - len(self.winners)
        return [losers * fine / len(self.winners) if seat in self.winners else -fine for seat in range(self.n)]
