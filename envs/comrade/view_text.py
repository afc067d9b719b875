"""The table as text, for a person to play from, and what both views say alike."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..table.game import RUNNING, TERMINATED, Setup
from .posterior import awareness, posterior
from .state import (
    CALL,
    CLAIM,
    COMRADE,
    DISSIDENT,
    GIVE,
    INFORMER,
    INFORMER_WON,
    LOOK,
    LOOKED,
    LOST,
    PASS,
    ROLES,
    SECOND,
    UNKNOWN,
    VOTE,
    WORD,
    WORDS,
)
from .wording import claim_text, player

_TURNS = 3  # turns that are told


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    """Return the table as ``seat`` sees it; None sees everything, and so does everybody when the game has ended."""
    knower = None if state.over == TERMINATED else seat
    lines = [headline(setup, state), ""]
    lines += _table(setup, state, seat or 0, knower)
    lines += ["", *_own(setup, state, knower), ""]
    for number in range(max(0, int(state.turn) - _TURNS + 1), int(state.turn) + 1):
        lines += told_turn(setup, state, number, knower)
    asked = f"{player(int(state.seat))}: {question(setup, state)}"
    return "\n".join([*lines, "", asked if state.over == RUNNING else result(setup, state)])


def headline(setup: Setup, state: Any) -> str:
    """Return where the game stands in a line."""
    return (
        f"Comrade, {setup.num_seats} players, turn {state.turn + 1} of at most {setup.options.max_turns}: "
        f"{phase_text(state)}; chairman is {player(int(state.chairman))}"
    )


def phase_text(state: Any) -> str:
    """Return the present phase in words."""
    return {
        CLAIM: "claims",
        CALL: "the voters are called",
        VOTE: "secret vote",
        WORD: "committee",
        LOOK: "interrogation, first pass",
        GIVE: "interrogation, first pass",
        PASS: "interrogation, second pass",
    }[int(state.phase)]


def question(setup: Setup, state: Any) -> str:
    """Return what the seat to move is asked."""
    turn = state.turns[state.turn]
    called = len(seats_in(turn.called))
    return {
        CLAIM: "say something, true or not",
        CALL: f"call a voter ({called} of {setup.record['voters'][0]} are called, clockwise from your left)",
        VOTE: "vote in secret: party or freedom",
        WORD: "choose a freedom, to be shown with your card",
        LOOK: "interrogate a player with fewer than two cards and give your card",
        GIVE: "choose which of your two cards to give",
        PASS: "pass one of your two cards on to a player without any",
    }[int(state.phase)]


def seats_in(seats: Any) -> list[int]:
    """Return the seats of a set."""
    bits = int(seats)
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def names(seats: Any) -> str:
    """Return the players of a set of seats as a list in words."""
    return ", ".join(player(seat) for seat in seats_in(seats)) or "nobody"


def roles_at(state: Any, seat: int) -> list[int]:
    """Return the roles of the cards that a seat holds."""
    special = DISSIDENT if state.dissident == seat else INFORMER if state.informer == seat else None
    count = int(state.cards[seat])
    return [COMRADE] * count if special is None else [special] + [COMRADE] * (count - 1)


def known_cards(state: Any, seat: int, knower: int | None) -> list[int] | None:
    """Return the roles that a seat holds as far as ``knower`` is sure by its own cards; None if they are hidden."""
    return roles_at(state, seat) if knower in (None, seat) else None


def believed(setup: Setup, state: Any, seat: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a seat's probabilities of dissident, informer and knowing the word for every seat, each of shape (n,)."""
    record = state_array(state)
    pair = posterior(setup, record, seat)[0].sum(axis=2)
    return pair.sum(axis=1), pair.sum(axis=0), awareness(setup, record, seat)[0]


def state_array(state: Any) -> np.ndarray:
    """Return a STATE record as an array of shape (1,)."""
    return np.array([state], dtype=state.dtype)


def _table(setup: Setup, state: Any, first: int, knower: int | None) -> list[str]:
    head = f"{'':<12}{'cards':<28}{'':<22}"
    beliefs = None if knower is None else believed(setup, state, knower)
    lines = [head + ("" if beliefs is None else "dissident  informer  knows the word")]
    for step in range(setup.num_seats):
        seat = (first + step) % setup.num_seats
        roles = known_cards(state, seat, knower)
        cards = f"{state.cards[seat]} hidden" if roles is None else " and ".join(ROLES[role] for role in roles)
        line = f"{player(seat):<12}{cards or 'none':<28}{', '.join(marks(state, seat)):<22}"
        if beliefs is not None:
            line += "  ".join(f"{percent(chances[seat]):>8}" for chances in beliefs)
        elif int(state.knowers) >> seat & 1:
            line += "knows the word"
        lines.append(line.rstrip())
    return lines


def percent(chance: float) -> str:
    """Return a probability for people, certainties as words."""
    if chance <= 1e-6 or chance >= 1 - 1e-6:
        return "no" if chance < 0.5 else "yes"
    return f"{100 * chance:.0f} %"


def marks(state: Any, seat: int) -> list[str]:
    """Return what can be said of a seat in this turn besides its cards."""
    turn, found = state.turns[state.turn], []
    if state.chairman == seat:
        found.append("chairman")
    if int(turn.called) >> seat & 1:
        voted = int(turn.voted) >> seat & 1
        found.append("voter" if state.phase != VOTE else "has voted" if voted else "to vote")
    return found


def _own(setup: Setup, state: Any, knower: int | None) -> list[str]:
    if knower is None:
        return [f"The word is {WORDS[state.word]}."]
    if int(state.knowers) >> knower & 1:
        return [f"{player(knower)} knows the word: {WORDS[state.word]}."]
    return [f"{player(knower)} does not know the word."]


def told_turn(setup: Setup, state: Any, number: int, knower: int | None) -> list[str]:
    """Return what happened in one turn as ``knower`` knows it."""
    turn = state.turns[number]
    told = [*_told_claims(setup, turn), *_told_votes(state, turn, knower), *_told_committee(turn)]
    for index in range(int(state.moves) + 1):
        event = state.handovers[index]
        pending = index == state.moves
        if pending and not (state.phase == GIVE or state.winner == INFORMER_WON):
            continue
        if event.turn == number:
            told.append(told_handover(event, knower))
    return [f"Turn {number + 1}, chairman {player(int(turn.chairman))}:", *(f"  {line}" for line in told)]


def _told_claims(setup: Setup, turn: Any) -> list[str]:
    told = []
    for seat in range(setup.num_seats):
        if turn.claims[seat]:
            text = claim_text(
                int(turn.claims[seat]) - 1,
                lambda step, seat=seat: player((seat + step) % setup.num_seats) if step else "I",
            )
            told.append(f"{player(seat)} claims: {text}")
    return told


def _told_votes(state: Any, turn: Any, knower: int | None) -> list[str]:
    told = [f"called to vote: {names(turn.called)}"] if turn.called else []
    if turn.party != UNKNOWN:
        told.append(f"party votes: {turn.party}")
    if knower is None:
        if turn.voted:
            told.append(f"voted for freedom: {names(turn.freedom)}")
    elif int(turn.voted) >> knower & 1:
        told.append(f"{player(knower)} voted for {'freedom' if int(turn.freedom) >> knower & 1 else 'the party'}")
    return told


def _told_committee(turn: Any) -> list[str]:
    if turn.committee not in (LOST,):
        return []
    told = [f"committee lost: {player(int(turn.dissident))} showed the dissident, the word was {WORDS[turn.word]}"]
    if turn.informer != UNKNOWN:
        told.append(f"{player(int(turn.informer))} voted and showed the informer")
    told.append(f"chose perestroika: {names(turn.words)}; glasnost: {names(int(turn.called) & ~int(turn.words))}")
    return told


def told_handover(event: Any, knower: int | None) -> str:
    """Return how a card changed hands, with what ``knower`` saw of it."""
    giver, receiver = int(event.giver), int(event.receiver)
    given = knower in (None, giver, receiver) and event.given != UNKNOWN
    card = f"the {ROLES[event.given]}" if given and event.given else "a comrade" if given else "a card"
    if event.how & SECOND:
        return f"{player(giver)} passed {card} on to {player(receiver)}"
    looked = ""
    if event.how & LOOKED:
        saw = knower in (None, giver)
        looked = f" (looked and saw {'the ' if event.seen else 'a '}{ROLES[event.seen]})" if saw else " (looked)"
    gave = f" and gave {card}" if event.given != UNKNOWN else ""
    return f"{player(giver)} interrogated {player(receiver)}{looked}{gave}"


def result(setup: Setup, state: Any) -> str:
    """Return how a finished game ended."""
    if state.winner == INFORMER_WON:
        return f"The informer, {player(int(state.informer))}, has found the dissident, {player(int(state.dissident))}."
    if state.over == TERMINATED:
        return f"Freedom has won; all but the informer, {player(int(state.informer))}, have won with it."
    return "The game was cut off; nobody has won."
