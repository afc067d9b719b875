"""What the cards of Cogs and Commissars ask for and do, in plain Python, by the rulebook and the rulings.

It reads the card file's own models, not the records of numbers that are made from them.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from cogs_and_commissars.reference.table import BOX, MOST_PLAYS, Finished, Flow, Played, Question, Things


class CardRules(Things):
    """Everything that cards ask for and do."""

    # What can be played

    def uppermost(self) -> Played | None:
        """Return the card that is responded to: the last one that has not been countered."""
        return next((played for played in reversed(self.stack) if not played.countered), None)

    def is_against_revolution(self, player: int) -> bool:
        """Whether another player's Revolution is being played."""
        return any(p.card.core == "revolution" and p.player != player and not p.countered for p in self.stack)

    def meets_needs(self, card: Any, player: int) -> bool:
        own, needs = self.seats[player], card.needs
        wanted = needs.points - (own.power.revolution if card.core == "revolution" else 0)
        if own.points < wanted or len(own.deck) < needs.deck:
            return False
        if needs.own_turn and player != self.player:
            return False
        return not needs.behind or max(seat.points for seat in self.seats) > own.points

    def can_afford_blitz(self, card: Any, player: int) -> bool:
        """Whether a Blitz's costs can be paid and its moment is there."""
        if card.blitz is None:
            return True
        if Counter(card.blitz.sacrifice) - self.seats[player].citizens:
            return False
        return card.blitz.during is None or self.is_against_revolution(player)

    def players_for(self, card: Any, player: int) -> list[int]:
        """Return the players that a card can be aimed at."""
        hand = any(
            step.do in ("look", "intercept") or (step.do == "discard" and step.who == "target") for step in card.steps
        )
        own = self.seats[player].points
        return [
            other
            for other in self.around(player)[1:]
            if (self.seats[other].points > own or not card.richer) and (self.seats[other].hand or not hand)
        ]

    def loose(self, card: Any, seat: int, citizen: str) -> int:
        """Return how many citizens of a type a card can get at."""
        shield = self.seats[seat].power.shield if (card.type, citizen) == ("propaganda", "proletariat") else 0
        return max(0, self.seats[seat].citizens[citizen] - shield)

    def citizens_for(self, card: Any, player: int) -> list[tuple[int, str]]:
        return [
            (other, citizen)
            for other in self.players_for(card, player)
            for citizen in BOX
            if citizen in card.citizens and self.loose(card, other, citizen)
        ]

    def retrievable(self, card: Any, player: int) -> list[str]:
        discard = self.seats[player].discard
        return [name for name in +discard if self.cards[name].shared_title != card.shared_title]

    def can_answer(self, card: Any, played: Played) -> bool:
        """Whether a card can be played against another one."""
        acts = {step.do for step in card.steps}
        chosen = len(played.card.citizens) > 1 or any(step.do == "retype" for step in played.card.steps)
        fits = {"any": True, "chosen type": chosen}.get(card.against, played.card.type == card.against)
        if played.countered or not fits:
            return False
        if played.protected and card.against != "propaganda" and acts & {"counter", "return"}:
            return False
        return "retype" not in acts or bool(self.other_types(played))

    def other_types(self, played: Played) -> list[str]:
        """Return the types that could have been chosen for a card instead; none if none has been chosen."""
        return [citizen for citizen in self.types_for(played) if citizen != played.type] if played.type else []

    def types_for(self, played: Played) -> list[str]:
        """Return the types that a card's player could choose for it."""
        if any(step.do == "retype" for step in played.card.steps):
            return self.other_types(played.answered) if played.answered else []
        if played.card.target == "citizen":
            return [citizen for seat, citizen in self.citizens_for(played.card, played.player) if seat == played.seat]
        return [citizen for citizen in BOX if citizen in played.card.citizens]

    def can_take_place(self, card: Any, player: int, live: Played | None) -> bool:
        if not self.meets_needs(card, player):
            return False
        if card.steps[0].do == "retrieve" and not self.retrievable(card, player):
            return False
        if card.target == "card":
            return live is not None and self.can_answer(card, live)
        if card.target == "player":
            return bool(self.players_for(card, player))
        return card.target != "citizen" or bool(self.citizens_for(card, player))

    def interceptable(self, looking: Played) -> list[str]:
        """Return what can be played out of a hand, as what it is, by the player of a card that looks into it."""
        assert looking.seat is not None
        live = next((p for p in reversed(self.stack[: self.stack.index(looking)]) if not p.countered), None)
        found = []
        limited = self.seats[looking.player].plays >= MOST_PLAYS
        for name in self.seats[looking.seat].hand if not limited else ():
            card = self.cards[name]
            affordable = card.type != "blitz" or self.can_afford_blitz(card, looking.player)
            if affordable and self.can_take_place(card, looking.player, live):
                found.append(name)
        return found

    # Resolving

    def still_holds(self, played: Played) -> bool:
        """Whether what a card needs and is aimed at is still there."""
        card, player = played.card, played.player
        if not self.meets_needs(card, player):
            return False
        is_blitz = played.as_blitz or card.type == "blitz"
        if is_blitz and card.blitz and card.blitz.during and not self.is_against_revolution(player):
            return False
        if card.target == "card":
            return played.answered is not None and not played.answered.countered
        return card.target not in ("player", "citizen") or played.seat in self.players_for(card, player)

    def resolve(self, played: Played) -> Flow:
        self.met[played.card.name, "resolves" if self.still_holds(played) else "comes to nothing"] += 1
        if self.still_holds(played):
            before = False
            for number, step in enumerate(played.card.steps):
                skipped = step.if_done and not before
                before = not skipped and bool((yield from self.carry_out(played, step)))
                self.met[played.card.name, number, "skipped" if skipped else "done" if before else "in vain"] += 1
                if played not in self.stack:
                    return
        self.leave_stack(played)

    def carry_out(self, played: Played, step: Any) -> Flow:
        """Do a step; return whether it has done anything."""
        return (yield from getattr(self, f"do_{step.do}")(played, step))

    def citizen_of(self, played: Played, step: Any) -> str | None:
        return played.type if step.citizen == "chosen" else step.citizen

    def concerned(self, played: Played, who: str) -> list[int]:
        """Return the seats that a step is about, clockwise from the card's player."""
        seats = self.around(played.player)
        if who == "target":
            return [seat for seat in seats if seat == played.seat]
        if who == "richer":
            return [seat for seat in seats if self.seats[seat].points > self.seats[played.player].points]
        return seats if who == "all" else seats[1:]

    def do_gain(self, played: Played, step: Any) -> Flow:
        yield from ()
        citizen = self.citizen_of(played, step)
        return citizen is not None and self.gain(played.player, citizen, step.count)

    def do_take(self, played: Played, step: Any) -> Flow:
        yield from ()
        return self.move(played, step, self.take_over)

    def do_remove(self, played: Played, step: Any) -> Flow:
        yield from ()
        return self.move(played, step, lambda player, other, citizen, count: self.lose(other, citizen, count))

    def take_over(self, player: int, other: int, citizen: str, count: int) -> None:
        self.lose(other, citizen, count)
        assert self.gain(player, citizen, count) == count

    def move(self, played: Played, step: Any, act: Any) -> int:
        card, player, citizen = played.card, played.player, self.citizen_of(played, step)
        moved = 0
        for other in self.concerned(played, step.who) if citizen else []:
            count = min(step.count, self.loose(card, other, citizen))
            if getattr(step, "beyond", False):
                count = min(count, self.seats[other].citizens[citizen] - self.seats[player].citizens[citizen])
            if count > 0:
                act(player, other, citizen, count)
                moved += count
        if moved and card.type == "propaganda":
            self.draw(player, self.seats[player].power.propaganda_draws)
        return moved

    def do_pay(self, played: Played, step: Any) -> Flow:
        yield from ()
        if self.seats[played.player].citizens[step.citizen] < step.count:
            return False
        self.lose(played.player, step.citizen, step.count)
        return True

    def do_produce(self, played: Played, step: Any) -> Flow:
        yield from ()
        return self.produce(played.player, played.player if step.deck == "self" else played.seat, step.count)

    def do_draw(self, played: Played, step: Any) -> Flow:
        yield from ()
        return self.draw(played.player, step.count)

    def do_actions(self, played: Played, step: Any) -> Flow:
        yield from ()
        if played.player != self.player:  # Actions beyond the one of a turn are for the own turn
            return False
        self.extra += step.count
        return True

    def do_discard(self, played: Played, step: Any) -> Flow:
        seats = [seat for seat in self.concerned(played, step.who) if self.seats[seat].hand]
        for seat in seats:
            hand, left = self.seats[seat].hand, step.count
            while left and hand.total() > left:
                yield from self.ask("card to discard", seat, {f"discard {name}": name for name in hand}, self.discard)
                left -= 1
            for name in list(hand.elements()) if left else []:
                self.discard(seat, name)
        return seats

    def do_retrieve(self, played: Played, step: Any) -> Flow:
        own, done = self.seats[played.player], 0
        while done < step.count and (names := self.retrievable(played.card, played.player)):
            name = yield Question("card to retrieve", played.player, {f"take {name}": name for name in names})
            own.discard[name] -= 1
            self.take_openly(played.player, name)
            done += 1
        return done

    def stop(self, played: Played, to_hand: bool) -> bool:
        """Take the card that is responded to off the stack."""
        target = played.answered
        assert target is not None
        if target.countered:
            return False
        if target.owner is not None and to_hand:
            self.take_openly(target.owner, target.card.name)
        elif target.owner is not None:
            self.seats[target.owner].discard[target.card.name] += 1
        target.countered, target.owner = True, None
        return True

    def do_counter(self, played: Played, step: Any) -> Flow:
        yield from ()
        return self.stop(played, to_hand=False)

    def do_return(self, played: Played, step: Any) -> Flow:
        yield from ()
        return self.stop(played, to_hand=True)

    def do_retype(self, played: Played, step: Any) -> Flow:
        yield from ()
        assert played.answered is not None
        if played.answered.countered or played.type is None:
            return False
        played.answered.type = played.type
        return True

    def do_duplicate(self, played: Played, step: Any) -> Flow:
        original = played.answered
        assert original is not None
        if original.countered:
            return False
        self.leave_stack(played)
        double = Played(original.card, original.player, None, original.as_blitz, original.below, original.protected)
        self.silenced |= original.card.protects
        self.stack.append(double)
        yield from self.aim(double)
        return True

    def see_hand(self, played: Played) -> None:
        """Let the player see the target's hand."""
        assert played.seat is not None
        own = self.seats[played.seat]
        own.known[played.player] = Counter(own.hand)

    def do_look(self, played: Played, step: Any) -> Flow:
        yield from ()
        self.see_hand(played)
        return True

    def do_intercept(self, played: Played, step: Any) -> Flow:
        self.see_hand(played)
        owner = played.seat
        names = self.interceptable(played)
        if not names:
            return False
        options = {f"take {name}": name for name in names}
        name = yield Question("card to play out of another hand", played.player, options)
        self.leave_stack(played)
        self.leave_hand(owner, name)
        yield from self.put_on_stack(self.cards[name], played.player, owner, False)
        return True

    def do_win(self, played: Played, step: Any) -> Flow:
        yield from ()
        self.winner = played.player
        self.met[played.card.name, "wins"] += 1
        raise Finished

    # Playing

    def ask(self, what: str, seat: int, options: dict[str, Any], act: Any) -> Flow:
        act(seat, (yield Question(what, seat, options)))

    def choose(self, what: str, seat: int, options: dict[str, Any]) -> Flow:
        """Ask for a target, where there is a choice."""
        if len(options) > 1:
            return (yield Question(what, seat, options))
        return next(iter(options.values()), None)

    def put_on_stack(self, card: Any, player: int, owner: int, as_blitz: bool) -> Flow:
        """Pay what a card costs, put it on the stack and aim it."""
        own = self.seats[player]
        for citizen in card.blitz.sacrifice if card.blitz and (as_blitz or card.type == "blitz") else ():
            self.lose(player, citizen, 1)
        own.plays += 1
        sure = bool(card.sure_at) and own.points >= card.sure_at
        self.silenced |= card.protects
        played = Played(card, player, owner, as_blitz, len(self.stack), sure or self.silenced)
        if card.target == "card":
            played.answered = self.uppermost()
        self.stack.append(played)
        yield from self.aim(played)

    def aim(self, played: Played) -> Flow:
        card, player = played.card, played.player
        if card.target == "player":
            options = {self.named(player, other): other for other in self.players_for(card, player)}
            played.seat = yield from self.choose("target player", player, options)
        elif card.target == "citizen":
            pairs = self.citizens_for(card, player)
            both = {f"{self.named(player, other)} {citizen}": (other, citizen) for other, citizen in pairs}
            found = yield from self.choose("target citizen", player, both)
            played.seat, played.type = found or (None, None)
        elif card.target == "type":
            played.type = yield from self.choose("type of citizen", player, {f"type {c}": c for c in card.citizens})
        elif card.target == "card":
            yield from self.aim_response(played)

    def aim_response(self, played: Played) -> Flow:
        card, player = played.card, played.player
        if played.answered is None:  # a duplicate's targets were there before its original
            below = [(place, self.stack[place]) for place in range(played.below)]
            options = {f"stack {place + 1}": other for place, other in below if self.can_answer(card, other)}
            played.answered = yield from self.choose("target card", player, options)
        if played.answered and any(step.do == "retype" for step in card.steps):
            types = {f"type {citizen}": citizen for citizen in self.other_types(played.answered)}
            played.type = yield from self.choose("type of citizen", player, types)

    def named(self, player: int, other: int) -> str:
        return f"seat {(other - player) % self.n}"
