"""The table as text, for a person to play from, and what both views say alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from ...table import views
from ...table.attributes import attributed
from ...table.game import RUNNING, TERMINATED, Setup
from ...table.seats import seat_after, seat_name
from ...table.sets import has, members_of, size
from ...table.views import wrapped
from ..rules.posterior import awareness, posterior
from ..rules.seats import acts_later, role_at
from ..rules.state import UNKNOWN, Committee, How, Phase, Role, Winner, Word
from .wording import WORDS, card, claim_text, names

TURNS_TOLD = 3
"""Turns of which the views tell all that a seat knows: the present one and those before it."""

Beliefs = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Probabilities of dissident, informer and knowing the word, each of shape (seats,)."""

_LEFT = 68
_CARDS, _MARKS = 20, 43
_WIDTHS = {"dissident": 9, "informer": 10, "knows the word": 16}
_SAID = tuple(_WIDTHS)
_SHORT = {"dissident": "diss.", "informer": "inf.", "knows the word": "word"}


class _Form(NamedTuple):
    """How the table of players is told.

    Attributes:
        headings: Of the columns at the right.
        widths: Of these columns.
        name: Width of the column of names.
        cards: Whether there is a column of cards; else they are told below a player's row.
        whole: Whether there is a column of what each player does in this turn; else that is told below its row.
    """

    headings: tuple[str, ...]
    widths: tuple[int, ...]
    name: int
    cards: bool
    whole: bool


# What the views say alike


def phase_text(state: Any) -> str:
    """Return the present phase in words."""
    return WORDS[Phase(state.phase)].stands


def stands(state: Any) -> str:
    """Return where the game stands: its phase, or that it is over."""
    return {RUNNING: phase_text(state), TERMINATED: "the end"}.get(int(state.over), "cut off")


def question(setup: Setup, state: Any) -> str:
    """Return what the seat to move is asked."""
    called, voters = size(state.turns[state.turn].called), setup.record["voters"][0]
    return WORDS[Phase(state.phase)].asked.format(called=called, voters=voters)


def roles_at(state: Any, seat: int) -> list[int]:
    """Return the roles of the cards that a seat holds."""
    held = int(state.cards[seat])
    return [role_at(state, seat), *[Role.COMRADE] * held][:held]


def known_cards(state: Any, seat: int, knower: int | None) -> list[int] | None:
    """Return the roles of a seat's cards if ``knower`` is that seat or knows everything; None if they are face down."""
    return roles_at(state, seat) if knower in (None, seat) else None


def known_word(state: Any, knower: int | None) -> int | None:
    """Return the word if ``knower`` knows it."""
    return int(state.word) if knower is None or has(state.knowers, knower) else None


def known_vote(turn: Any, seat: int, knower: int | None) -> bool | None:
    """Return whether a seat voted for freedom; None if it has not voted or ``knower`` cannot tell from the count."""
    if not has(turn.voted, seat):
        return None
    if knower in (None, seat):
        return has(turn.freedom, seat)
    own = has(turn.voted, knower) and not has(turn.freedom, knower)
    others = [other for other in members_of(turn.called) if other != knower]
    return {UNKNOWN: None, own: True, len(others) + own: False}.get(int(turn.party))


def known_choice(turn: Any, seat: int, knower: int | None) -> int | None:
    """Return the word that a seat chose in committee; None if it has not, or if it is covered for ``knower``."""
    shown = knower in (None, seat) or turn.committee != Committee.NOT_HELD
    return int(has(turn.words, seat)) if shown and has(turn.spoken, seat) else None


def claim_of(setup: Setup, turn: Any, seat: int) -> str | None:
    """Return what a seat has claimed in a turn; None before it has been asked."""
    if not turn.claims[seat]:
        return None
    return claim_text(
        int(turn.claims[seat]) - 1, lambda step: seat_name(seat_after(setup.num_seats, seat, step)) if step else "I"
    )


def log_of(state: Any) -> Any:
    """Return the log of cards, last of all the handover under way or the one that the game ended with."""
    unfinished = state.winner == Winner.INFORMER or state.phase == Phase.GIVE
    return state.handovers[: int(state.moves) + int(unfinished)]


def handovers_of(state: Any, number: int) -> list[Any]:
    """Return a turn's entries in the log of cards."""
    return [event for event in log_of(state) if event.turn == number]


def believed(setup: Setup, state: Any, seat: int) -> Beliefs:
    """Return a seat's probabilities of dissident, informer and knowing the word for every seat, each of shape (n,)."""
    record = np.array([state], dtype=state.dtype)
    pair = posterior(setup, record, seat)[0].sum(axis=2)
    return pair.sum(axis=1), pair.sum(axis=0), awareness(setup, record, seat)[0]


def believed_by(setup: Setup, state: Any, knower: int | None) -> Beliefs | None:
    """Return what a view tells of a seat's beliefs; None for whoever has none, and where they are not asked for."""
    if knower in (None, views.PUBLIC) or not views.infers():
        return None
    return believed(setup, state, knower)


def percent(chance: float) -> str:
    """Return a probability for people, certainties as words."""
    if chance <= 1e-6 or chance >= 1 - 1e-6:
        return "no" if chance < 0.5 else "yes"
    return "<1 %" if chance < 0.005 else ">99 %" if chance >= 0.995 else f"{100 * chance:.0f} %"


def result(setup: Setup, state: Any) -> str:
    """Return how a finished game ended."""
    informer, dissident = seat_name(int(state.informer)), seat_name(int(state.dissident))
    if state.winner == Winner.INFORMER:
        return f"The informer, {informer}, has found the dissident, {dissident}, and wins."
    if state.winner == Winner.FREEDOM:
        return f"Freedom has won; everybody wins with it but the informer, {informer}."
    return "The game was cut off; nobody has won."


def told_handover(state: Any, event: Any, knower: int | None) -> str:
    """Return how a card changed hands, with what ``knower`` saw of it."""
    giver, receiver = int(event.giver), int(event.receiver)
    if event.given == UNKNOWN:
        return _told_unfinished(state, event, knower)
    what = card(event.given) if knower in (None, giver, receiver) else "a card"
    if has(event.how, How.SECOND):
        return f"{seat_name(giver)} passed {what} on to {seat_name(receiver)}"
    if has(event.how, How.LOOKED):
        return f"{seat_name(giver)} looked at {seat_name(receiver)}{_saw(event, knower)} and gave it {what}"
    return f"{seat_name(giver)} gave {what} to {seat_name(receiver)}, who held none"


def _told_unfinished(state: Any, event: Any, knower: int | None) -> str:
    giver, receiver = seat_name(int(event.giver)), seat_name(int(event.receiver))
    if state.winner != Winner.INFORMER:
        looked = f" looked at {receiver}{_saw(event, knower)} and" if has(event.how, How.LOOKED) else ""
        return f"{giver}{looked} gives {'it' if looked else receiver} one of two cards"
    if state.informer == event.giver:
        return f"{giver} looked at {receiver} and found the dissident"
    return f"{giver} handed the dissident to {receiver}, the informer"


def _saw(event: Any, knower: int | None) -> str:
    return f" ({card(event.seen)})" if knower in (None, int(event.giver)) else ""


# The text


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    """Return the table as ``seat`` sees it; None sees everything, and so does everybody when a game has been won."""
    knower = views.knower(state, seat)
    first = max(0, int(state.turn) - TURNS_TOLD + 1)
    lines = [*wrapped(headline(setup, state), "", "    "), *_own(setup, state, seat, knower), ""]
    lines += [*_table(setup, state, seat, knower), ""]
    lines += _remembered(state, knower, first) if knower not in (None, views.PUBLIC) else []
    if first:
        lines += [f"All of the last {TURNS_TOLD} turns:"]
    for number in range(first, int(state.turn) + 1):
        lines += _told_turn(setup, state, number, knower)
    asked = f"{seat_name(int(state.seat))}: {question(setup, state)}"
    return "\n".join([*lines, "", *wrapped(asked if state.over == RUNNING else result(setup, state), "", "  ")])


def headline(setup: Setup, state: Any) -> str:
    """Return where the game stands in a line."""
    options = setup.options
    house = [name for name, on in (("everyone gives", options.everyone_gives), ("claims", options.claims)) if on]
    with_rules = f" ({', '.join(house)})" if house else ""
    return (
        f"Comrade, {setup.num_seats} players{with_rules} - turn {state.turn + 1} of at "
        f"most {options.max_turns} - {stands(state)} - {seat_name(int(state.chairman))} is chairman"
    )


def _own(setup: Setup, state: Any, seat: int | None, knower: int | None) -> list[str]:
    if knower is None:
        who = "" if seat is None else f"You were {seat_name(seat)}. "
        return list(wrapped(f"{who}Everything is shown. The word is {Word(state.word).text}.", "", "  "))
    if knower == views.PUBLIC:
        return list(wrapped("What everybody at the table knows is shown.", "", "  "))
    word = known_word(state, knower)
    roles = roles_at(state, knower)
    cards = "two comrades" if roles == [Role.COMRADE] * 2 else " and ".join(map(card, roles)) or "no card"
    knows = "You do not know the word." if word is None else f"You know the word: {Word(word).text}."
    return list(wrapped(f"You are {seat_name(knower)} and hold {cards}. {knows}", "", "  "))


def _table(setup: Setup, state: Any, seat: int | None, knower: int | None) -> list[str]:
    """Return a row for each seat; on a narrow screen, what it does in this turn stands below its row."""
    beliefs = believed_by(setup, state, knower)
    headings = _SAID if beliefs is not None else _SAID[-1:] if knower is None else ()
    form = _form(setup, headings)
    heads = _side_by_side(form.headings, form)
    cards, now = (f"{'cards':<{_CARDS}}" * form.cards, f"{'this turn':<{_MARKS}}" * form.whole)
    lines = [f"  {'':<{form.name}}{cards}{now}{heads}".rstrip()]
    for step in range(setup.num_seats):
        other = seat_after(setup.num_seats, views.nearest(seat), step)
        said = [percent(chances[other]) for chances in beliefs] if beliefs is not None else []
        if knower is None:
            said = ["yes" if has(state.knowers, other) else ""]
        lines += _seat_lines(setup, state, other, seat, knower, form, said)
    if beliefs is not None:
        lines += wrapped("(probabilities given all that you have seen so far, if the others act at random)", "  ", "  ")
    return lines


def _form(setup: Setup, headings: Sequence[str]) -> _Form:
    """Return the widest form of the table that there is room for."""
    numbers = [_WIDTHS[heading] for heading in headings]
    name = 1 + max(len(f"{seat_name(seat)} (you)") for seat in range(setup.num_seats))
    for form in (
        _Form(tuple(headings), tuple(numbers), 16, cards=True, whole=True),
        _Form(tuple(headings), tuple(numbers), 16, cards=True, whole=False),
        _Form(tuple(_SHORT[heading] for heading in headings), (7,) * len(headings), name, cards=True, whole=False),
    ):
        if 2 + form.name + _CARDS + _MARKS * form.whole + sum(form.widths) <= views.columns():
            return form
    return form._replace(cards=False)


def _side_by_side(cells: Sequence[str], form: _Form) -> str:
    """Return what is said at the right of a row: one column as it is, several with their ends below each other."""
    return "".join(f"{cell:{'>' * (len(cells) > 1)}{width}}" for cell, width in zip(cells, form.widths, strict=True))


def _seat_lines(
    setup: Setup, state: Any, other: int, seat: int | None, knower: int | None, form: _Form, said: Sequence[str]
) -> list[str]:
    roles = known_cards(state, other, knower)
    cards = f"{state.cards[other] or 'none'}" if roles is None else ", ".join(Role(role).text for role in roles)
    cards, now = cards or "none", ", ".join(marks(setup, state, other, knower))
    asked = ">" if state.over == RUNNING and other == state.seat else " "
    name = seat_name(other) + (" (you)" if other == seat else "")
    line = f"{asked} {name:<{form.name}}" + (f"{cards:<{_CARDS}}" * form.cards) + (f"{now:<{_MARKS}}" * form.whole)
    line += _side_by_side(said, form)
    held = "" if form.cards else f"cards: {cards}"
    below = "" if form.whole else "; ".join(filter(None, [held, now]))
    return [line.rstrip(), *(wrapped(below, "    ", "      ") if below else ())]


def marks(setup: Setup, state: Any, seat: int, knower: int | None) -> list[str]:
    """Return what can be said of a seat in this turn besides its cards."""
    turn = state.turns[state.turn]
    found = ["chairman"] if state.chairman == seat else []
    if has(turn.called, seat):
        freedom, choice = known_vote(turn, seat, knower), known_choice(turn, seat, knower)
        if state.phase == Phase.CALL:
            found.append("called")
        elif choice is not None:
            found.append(f"chose {Word(choice).text}")
        elif state.phase == Phase.WORD and has(turn.spoken, seat):
            found.append("has chosen")
        elif state.phase == Phase.WORD and state.over == RUNNING:
            found.append("to choose")
        elif freedom is not None:
            found.append(f"voted for {'freedom' if freedom else 'the party'}")
        elif has(turn.voted, seat):
            found.append("voted")
        elif state.over == RUNNING:
            found.append("to vote")
    if state.over != RUNNING:
        return found
    if state.phase == Phase.GIVE and state.handovers[state.moves].receiver == seat:
        found.append("being given")
    if acts_later(attributed(setup.record)[0], state, seat):
        found.append("to give" if state.phase != Phase.PASS else "to pass on")
    return found


def _remembered(state: Any, knower: int, first: int) -> list[str]:
    """Return what ``knower`` last saw, gave and got with each player, as far as the turns told do not say it."""
    seats = state.last[knower]
    found = sorted({int(number) - 1 for number in seats.ravel() if number})
    older = [state.handovers[number] for number in found if state.handovers[number].turn < first]
    if not older:
        return []
    told = "; ".join(f"turn {event.turn + 1}: {told_handover(state, event, knower)}" for event in older)
    return list(wrapped(f"Earlier, the last that you saw at, gave to and got from each player: {told}.", "", "  "))


def _told_turn(setup: Setup, state: Any, number: int, knower: int | None) -> list[str]:
    """Return what happened in one turn as ``knower`` knows it."""
    turn = state.turns[number]
    told = [*_told_claims(setup, turn), *_told_votes(turn, knower), *_told_committee(turn, knower)]
    passes: tuple[list[str], list[str]] = ([], [])
    for event in handovers_of(state, number):
        passes[bool(has(event.how, How.SECOND))].append(told_handover(state, event, knower))
    return [
        f"Turn {number + 1}, chairman {seat_name(int(turn.chairman))}",
        *(line for text in told for line in wrapped(text, "  ", "    ")),
        *_told_passes(*passes),
    ]


def _told_passes(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Return the cards handed over in both passes: beside each other, or below where there is no room."""
    if views.columns() < views.WIDTH:
        return [line for text in (*first, *second) for line in wrapped(text, "  ", "    ")]
    return [f"  {left:<{_LEFT}}  {right}".rstrip() for left, right in zip_longest(first, second, fillvalue="")]


def _told_claims(setup: Setup, turn: Any) -> list[str]:
    claims = [(seat, claim_of(setup, turn, seat)) for seat in range(setup.num_seats)]
    told = ", ".join(f"{seat_name(seat)} '{text}'" for seat, text in claims if text not in (None, "nothing"))
    silent = ", ".join(seat_name(seat) for seat, text in claims if text == "nothing")
    parts = [told] if told else []
    parts += [f"nothing from {silent}"] if silent else []
    return [f"claims: {'; '.join(parts)}"] if parts else []


def _told_votes(turn: Any, knower: int | None) -> list[str]:
    if not turn.called:
        return []
    told = [f"called: {names(turn.called)}"]
    if turn.party != UNKNOWN:
        told.append(f"{turn.party or 'no'} party vote{'s' if turn.party != 1 else ''}")
    if knower is None and turn.voted:
        told.append(f"for freedom: {names(turn.freedom)}")
    elif knower is not None and has(turn.voted, knower):
        told.append(f"you voted for {'freedom' if has(turn.freedom, knower) else 'the party'}")
    return [" - ".join(told)]


def _told_committee(turn: Any, knower: int | None) -> list[str]:
    if turn.committee == Committee.NOT_HELD:
        mine = None if knower is None else known_choice(turn, knower, knower)
        return [] if mine is None else [f"in committee you chose {Word(mine).text}, covered"]
    glasnost, perestroika = int(turn.called) & ~int(turn.words), int(turn.words)
    parts = [f"{names(seats)} chose {Word(word).text}" for word, seats in enumerate((glasnost, perestroika)) if seats]
    parts.append(f"{seat_name(int(turn.dissident))} showed the dissident and {Word(turn.word).text}")
    if turn.informer != UNKNOWN:
        parts.append(f"{seat_name(int(turn.informer))} showed the informer")
    return [f"committee {'won' if turn.committee == Committee.WON else 'lost'}: {'; '.join(parts)}"]
