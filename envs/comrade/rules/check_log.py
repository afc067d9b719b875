"""The logs, followed from the deal: every entry must be what the rules make of those before it.

This says the order of play a second time, in plain Python, and uses none of the code that plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...table.errors import demand
from ...table.game import TRUNCATED, Setup
from .state import INTERROGATION, UNKNOWN, Committee, How, Kind, Phase, Role, Winner, Word


def check_log(setup: Setup, state: Any) -> None:
    """Raise AssertionError that says which entry cannot be, or in what the position differs from where they lead."""
    course = _Course.begun(setup, state)
    for number in range(int(state.turn) + 1):
        course.go_through(number)
    demand(course.done == state.moves, f"{state.moves} cards have changed hands, only {course.done} of them in turn")
    course.compare()


@dataclass
class _Course:
    """Where the cards are and who knows what after a part of the logs.

    Attributes:
        setup: The game.
        state: The position whose logs are followed.
        chairman: Of the turn that is being followed.
        dissident, informer: Seats that hold these cards.
        cards: How many each seat holds.
        knowers: Seats that know the word.
        handed: Cards that each seat has handed over.
        last: As in the position.
        done: Entries of the log of handovers so far.
    """

    setup: Setup
    state: Any
    chairman: int
    dissident: int
    informer: int
    cards: list[int]
    knowers: set[int]
    handed: list[int]
    last: np.ndarray
    done: int = 0

    @classmethod
    def begun(cls, setup: Setup, state: Any) -> _Course:
        dissident, informer = int(state.dealt_dissident), int(state.dealt_informer)
        demand(dissident != informer, f"seat {dissident} was dealt both special cards")
        chairman, none = int(state.turns[0]["chairman"]), [0] * setup.num_seats
        cards = [1] * setup.num_seats
        return cls(setup, state, chairman, dissident, informer, cards, {dissident}, none, np.zeros_like(state.last))

    def go_through(self, number: int) -> None:
        """Follow a turn: its vote, and what came of that."""
        turn, present = self.state.turns[number], number == self.state.turn
        phase, won = self.state.phase, self.state.winner == Winner.FREEDOM
        demand(turn["chairman"] == self.chairman, f"turn {number}: seat {turn['chairman']} is chairman")
        if present and phase not in (Phase.WORD, *INTERROGATION):
            demand(turn["party"] == UNKNOWN, f"turn {number}: {turn['party']} votes are told before all have voted")
        else:
            self._check_vote(number, turn)
        self._check_committee(number, turn, turn["party"] == 0 and (not present or won or phase != Phase.WORD))
        if present and phase not in INTERROGATION:
            return
        if self._interrogated(number) and present:
            cut = self.state.over == TRUNCATED and number + 1 == self.setup.record["max_turns"][0]
            demand(cut, f"turn {number} is over, and no other one has begun")
        self.chairman = (self.chairman + 1) % self.setup.num_seats

    def _check_vote(self, number: int, turn: Any) -> None:
        """All who were called have voted, and the count is told."""
        voters, called = int(self.setup.record["voters"][0]), int(turn["called"])
        demand(called.bit_count() == voters, f"turn {number}: {called.bit_count()} seats were called, not {voters}")
        demand(not called >> self.chairman & 1, f"turn {number}: the chairman was called to vote")
        demand(turn["voted"] == called, f"turn {number}: some have not voted")
        party = (called & ~int(turn["freedom"])).bit_count()
        demand(turn["party"] == party, f"turn {number}: {party} votes are for the party, {turn['party']} are told")

    def _check_committee(self, number: int, turn: Any, held: bool) -> None:
        """In committee all show their cards and the dissident the word; without one nobody shows anything."""
        shown = tuple(int(turn[name]) for name in ("dissident", "informer", "word"))
        if not held:
            told = (*shown, int(turn["committee"]))
            demand(
                told == (UNKNOWN, UNKNOWN, UNKNOWN, Committee.NOT_HELD), f"turn {number}: {told} without a committee"
            )
            return
        called = int(turn["called"])
        dissident_voted, informer_voted = (bool(called >> seat & 1) for seat in (self.dissident, self.informer))
        right = called if shown[2] == Word.PERESTROIKA else 0
        lost = dissident_voted or informer_voted or int(turn["words"]) != right
        demand(turn["spoken"] == called, f"turn {number}: some have not spoken in committee")
        came_to = Committee.LOST if lost else Committee.WON
        demand(turn["committee"] == came_to, f"turn {number}: the committee came to {turn['committee']}, not {came_to}")
        found = (self.dissident, self.informer if informer_voted else UNKNOWN)
        demand(shown[:2] == found, f"turn {number}: the special cards were shown by {shown[:2]}, not {found}")
        self.knowers = {self.dissident} if lost else self.knowers

    def _interrogated(self, number: int) -> bool:
        """Follow both passes of a turn's interrogation; return whether it is over."""
        for second in (False, True):
            for step in range(1, self.setup.num_seats + 1):
                seat = (self.chairman + step) % self.setup.num_seats
                if not self._acts(seat, second):
                    continue
                if self.done == self.state.moves:
                    self._check_asked(number, seat, step, second)
                    return False
                self._hand_over(number, seat, second)
        return True

    def _acts(self, seat: int, second: bool) -> bool:
        if second:
            return self.cards[seat] == 2
        return self.cards[seat] == 1 or bool(self.setup.record["everyone_gives"][0])

    def _check_asked(self, number: int, seat: int, step: int, second: bool) -> None:
        """It is the turn of a seat, which may have chosen already whom to give a card to."""
        state = self.state
        demand(number == state.turn, f"turn {number}: seat {seat} has given nobody a card")
        phases = (Phase.PASS,) if second else (Phase.LOOK, Phase.GIVE)
        asked = (int(state.seat), int(state.cursor))
        demand(state.phase in phases, f"seat {seat} is to act, but not in phase {state.phase}")
        demand(asked == (seat, step), f"it is the turn of seat {seat} at place {step}, not of {asked}")
        begun = state.handovers[self.done]
        if state.winner == Winner.INFORMER:
            self._check_end(begun, seat)
        elif state.phase == Phase.GIVE:
            demand(self.cards[seat] == 2, f"seat {seat} chooses between {self.cards[seat]} cards")
            self._check_choice(number, begun, seat, False)
            self._look(begun)

    def _check_end(self, begun: Any, seat: int) -> None:
        """The informer has looked at the dissident's card, or has been given it."""
        ends = (seat, int(begun["receiver"]))
        found_out = ends == (self.informer, self.dissident)
        demand(begun["giver"] == seat, f"seat {begun['giver']} ended the game, not {seat}")
        demand(found_out or ends == (self.dissident, self.informer), f"{ends} is not how the informer wins")
        if not found_out:
            self._look(begun)

    def _hand_over(self, number: int, seat: int, second: bool) -> None:
        """Follow a card that has changed hands."""
        event = self.state.handovers[self.done]
        receiver, given, role = int(event["receiver"]), int(event["given"]), self._role(seat)
        self._check_choice(number, event, seat, second)
        self._look(event)
        may = (Role.COMRADE, role) if self.cards[seat] == 2 else (role,)
        demand(given in may, f"handover {self.done}: {seat} gave a card that it did not hold")
        demand(
            given != Role.DISSIDENT or receiver != self.informer,
            f"handover {self.done}: the informer has been given the dissident, and the game went on",
        )
        if given == Role.DISSIDENT:
            self.dissident = receiver
            self.knowers.add(receiver)
        elif given == Role.INFORMER:
            self.informer = receiver
        self.cards[seat] -= 1
        self.cards[receiver] += 1
        self.handed[seat] += 1
        self.done += 1
        self.last[seat, receiver, Kind.GIVEN] = self.last[receiver, seat, Kind.RECEIVED] = self.done

    def _check_choice(self, number: int, event: Any, seat: int, second: bool) -> None:
        """Whom a seat gave a card to, and what was particular, is what it may be."""
        receiver = int(event["receiver"])
        what = f"handover {self.done}"
        demand(event["turn"] == number, f"{what} is of turn {event['turn']}, not of {number}")
        demand(event["giver"] == seat, f"{what}: seat {event['giver']} gives, not {seat}")
        demand(receiver < self.setup.num_seats and receiver != seat, f"{what}: {seat} gives {receiver} a card")
        most = 0 if second else 1
        demand(self.cards[receiver] <= most, f"{what}: {receiver} holds {self.cards[receiver]} cards before")
        flags = {How.SECOND: second, How.LOOKED: self.cards[receiver] == 1, How.OF_TWO: self.cards[seat] == 2}
        how = sum(1 << flag for flag, is_so in flags.items() if is_so)
        demand(event["how"] == how, f"{what} was of the kinds {event['how']}, not {how}")
        demand(event["handed"] == self.handed[receiver], f"{what}: {receiver} had handed over {event['handed']} cards")

    def _look(self, event: Any) -> None:
        """Follow a look at the receiver's card, if there was one."""
        giver, receiver, seen = int(event["giver"]), int(event["receiver"]), int(event["seen"])
        looked = bool(event["how"] >> How.LOOKED & 1)
        role = self._role(receiver) if looked else UNKNOWN
        demand(seen == role, f"handover {self.done}: {giver} saw role {seen}, not {role}")
        if looked:
            demand(
                (self.informer, self.dissident) != (giver, receiver),
                f"handover {self.done}: the informer has looked at the dissident, and the game went on",
            )
            self.last[giver, receiver, Kind.SEEN] = self.done + 1
            if role == Role.DISSIDENT:
                self.knowers.add(giver)

    def _role(self, seat: int) -> int:
        return {self.dissident: Role.DISSIDENT, self.informer: Role.INFORMER}.get(seat, Role.COMRADE)

    def compare(self) -> None:
        """Compare where the logs lead to with the position."""
        state, n = self.state, self.setup.num_seats
        where = (int(state.dissident), int(state.informer))
        found = (self.dissident, self.informer)
        demand(found == where, f"the log leads to {found}, the cards are at {where}")
        demand(self.cards == state.cards[:n].tolist(), f"the log leads to {self.cards} cards, not {state.cards[:n]}")
        knowers = sum(1 << seat for seat in self.knowers)
        demand(knowers == state.knowers, f"the log has the set {knowers} know the word, not {state.knowers}")
        handed = self.handed + [0] * (len(state.handed) - n)
        demand(handed == state.handed.tolist(), f"seats have handed over {handed} cards, not {state.handed}")
        demand(bool((self.last == state.last).all()), "who last saw or gave whose card is not what the log tells")
        demand(state.chairman == state.turns[int(state.turn)]["chairman"], f"seat {state.chairman} is chairman")
