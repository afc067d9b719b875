"""The table as text, for a person to play from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..table.game import RUNNING, TERMINATED, Setup
from .scoring import CLASH_POINTS, CLASH_POWER, DECK_POINTS, final_margin, score_sheet
from .state import ACTION, AFTER, BEFORE, CHOICE, COLORS, HANGAR_DECK, PLAY, RECRUIT, TASK
from .wording import OVERDRIVE_TEXT, task_text


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    """Return the table as ``seat`` sees it; None sees both hands."""
    viewer = 0 if seat is None else seat
    lines = [_headline(setup, state), ""]
    lines += _player(setup, state, 1 - viewer, seat)
    lines += ["", _hangar(setup, state), ""]
    lines += _player(setup, state, viewer, seat)
    lines += ["", *_question(setup, state, seat)]
    return "\n".join(lines)


def _headline(setup: Setup, state: Any) -> str:
    turn = f"CogDrive Neon - turn {state.turn}, player_{state.player}"
    used = [name for name, flag in (("Recruit", RECRUIT), ("Task", TASK)) if state.used & flag]
    return turn + (f" ({' and '.join(used)} used)" if used else "")


def cards_in(cards: Any) -> list[int]:
    """Return the numbers of the cards in a set."""
    bits = int(cards)
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


def pile_cards(state: Any, pile: int) -> list[int]:
    """Return the cards of a pile, top card first."""
    return [int(c) for c in state.piles[pile, : state.sizes[pile]][::-1]]


def ordered(setup: Setup, cards: Iterable[int]) -> list[int]:
    """Return cards by colour, then by Power."""
    table = setup.options.cards.cards
    return sorted(cards, key=lambda i: (table[i].color, table[i].power, i))


def known_deck(state: Any, who: int, seat: int) -> list[int]:
    """Cards that ``seat`` knows to be in a deck; of the rival's, they may also have been drawn unseen."""
    deck = pile_cards(state, who)
    if seat != who:
        deck += cards_in(state.hand[who] & ~state.located[seat])
    return [c for c in deck if int(state.seen[seat]) >> c & 1]


def card_labels(setup: Setup, cards: Iterable[int]) -> list[str]:
    """Return cards as name, colour and Power."""
    table = setup.options.cards.cards
    return [f"{table[i].label} {table[i].power}" for i in cards]


def _line(setup: Setup, title: str, cards: Any) -> str:
    labels = card_labels(setup, ordered(setup, cards_in(cards)))
    return f"  {title:<8}({len(labels)}) {', '.join(labels) or '-'}"


def _player(setup: Setup, state: Any, who: int, seat: int | None) -> list[str]:
    scores = score_sheet(setup, state)[who]
    name = f"player_{who}" + (" (you)" if who == seat else "") + (", first player" if who == 0 else "")
    return [
        f"{name} - Clash: Power {scores[CLASH_POWER]}, {scores[CLASH_POINTS]} points",
        _line(setup, "Clash", state.clash[who]),
        _line(setup, "Discard", state.discard[who]),
        _hand(setup, state, who, seat),
        f"  Deck    ({state.sizes[who]}) {_deck(setup, state, who, seat)}".rstrip(),
    ]


def _hand(setup: Setup, state: Any, who: int, seat: int | None) -> str:
    if seat in (None, who):
        return _line(setup, "Hand", state.hand[who])
    size = len(cards_in(state.hand[who]))
    known = card_labels(setup, ordered(setup, cards_in(state.hand[who] & state.located[seat])))
    return f"  Hand    ({size}) {', '.join([*known, *['?'] * (size - len(known))]) or '-'}"


def _deck(setup: Setup, state: Any, who: int, seat: int | None) -> str:
    """Say what a player with a perfect memory knows of a deck; a referee sees its order, top card first."""
    if seat is None:
        return ", ".join(card_labels(setup, pile_cards(state, who)))
    known = known_deck(state, who, seat)
    labels = card_labels(setup, ordered(setup, known))
    if seat != who:
        return f"here or drawn: {', '.join(labels)}" if labels else ""
    unknown = int(state.sizes[who]) - len(known)
    return ", ".join([*labels, *([f"{unknown} never seen"] if unknown else [])])


def _hangar(setup: Setup, state: Any) -> str:
    above, below = int(state.above), int(state.sizes[HANGAR_DECK] - state.above)
    deck = f"{above} cards" + (
        " left, the Wreckage has been revealed" if state.wreckage else f" above the Wreckage, {below} below"
    )
    return f"Hangar: {', '.join(card_labels(setup, ordered(setup, cards_in(state.hangar)))) or '-'}\nHangar deck: {deck}"


def _question(setup: Setup, state: Any, seat: int | None) -> list[str]:
    if state.over != RUNNING:
        return _result(setup, state)
    lines = [f"player_{state.seat}: {question(setup, state)}"]
    if seat in (None, state.seat) and state.phase == ACTION:
        table, drives = setup.options.cards.cards, setup.options.cards.cogdrive
        for card in ordered(setup, cards_in(state.hand[state.seat])):
            lines.append(f"  {table[card].label}: {task_text(drives[table[card].cogdrive].task)}")
    return lines


def question(setup: Setup, state: Any) -> str:
    """Return what the seat to move is being asked."""
    cards = setup.options.cards.cards
    if state.phase == ACTION:
        left = [name for name, flag in (("Recruit", RECRUIT), ("Task", TASK)) if not state.used & flag]
        return f"discard a card for your {' or '.join(left)}"
    if state.phase in (BEFORE, AFTER):
        color = COLORS[cards[state.card].color]
        when = "before the Action (you may still use it afterwards)" if state.phase == BEFORE else "now"
        return f"use the {color} Overdrive {when}: {OVERDRIVE_TEXT[color]}?"
    if state.phase == CHOICE:
        return _step_question(setup, state)
    if state.phase == PLAY:
        return "play a card to the Clash, or none"
    return "draw up to 4, or shuffle deck and discard together and draw up to 3"


def _step_question(setup: Setup, state: Any) -> str:
    frame = state.frames[state.depth - 1]
    step = setup.options.cards.step(int(frame.program), int(frame.step))
    text = task_text((step,))
    if step.do == "exchange" and frame.first >= 0:
        return f"{text} Give up {setup.options.cards.cards[frame.first].label} for which one?"
    done = f" ({frame.moved} of {step.count} done)" if getattr(step, "count", 1) > 1 and frame.moved else ""
    return text + done


def _result(setup: Setup, state: Any) -> list[str]:
    if state.over != TERMINATED:
        return ["The game was cut off: no winner."]
    lines = []
    for who, scores in enumerate(score_sheet(setup, state)):
        clash, deck = int(scores[CLASH_POINTS]), int(scores[DECK_POINTS])
        lines.append(f"player_{who}: {clash} points at the Clash and {deck} in the deck, {clash + deck} in all")
    margin = final_margin(setup, state)
    lines.append("A draw." if margin == 0 else f"player_{0 if margin > 0 else 1} wins.")
    return lines
