"""The table as text, for a person to play from, and what both views say alike."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from ...table import views
from ...table.attributes import attributed
from ...table.game import RUNNING, TERMINATED, Setup
from ...table.named import texts
from ...table.seats import seat_name
from ...table.sets import members_of
from ..rules.scoring import cards_owned, clash_points, deck_points, points, total_power, winning_margin
from ..rules.state import NUM_COLORS, Color, Phase, Pile, pile_cards
from .questions import actions_left, question, repeats
from .wording import known_of, task_text

_INDENT = 13
_BLANK = "\N{NO-BREAK SPACE}"


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    """Return the table as ``seat`` sees it; None sees everything, and so does everybody when the score is counted."""
    viewer = views.nearest(seat)
    knower = views.knower(state, seat)
    lines = [*_wrapped(_headline(state), 2), ""]
    lines += _player(setup, state, 1 - viewer, knower, seat)
    lines += ["", *_hangar(setup, state, knower), ""]
    lines += _player(setup, state, viewer, knower, seat)
    asked = _wrapped(f"{seat_name(state.seat)}: {question(setup, state, seat)}", _INDENT)
    return "\n".join([*lines, "", *(asked if state.over == RUNNING else _result(setup, state))])


def rules_of(setup: Setup) -> Any:
    """Return the card file as the rules read it."""
    return attributed(setup.record)[0]


def ordered(setup: Setup, cards: Iterable[int]) -> list[int]:
    """Return cards by colour, then by Power."""
    table = setup.options.cards.cards
    return sorted(cards, key=lambda i: (table[i].color, table[i].power, i))


def placed_cards(state: Any, pile: int, seat: int | None) -> list[int | None]:
    """Return a pile, top card first, as ``seat`` knows its order: None for a card that may be any of several."""
    known = known_of(state.located, seat)
    return [c if known >> c & 1 else None for c in pile_cards(state, pile)]


def known_hand(state: Any, who: int, seat: int | None) -> list[int]:
    """Return the cards of a hand that ``seat`` knows to be there."""
    return members_of(state.hand[who] if seat in (None, who) else int(state.hand[who]) & known_of(state.located, seat))


def known_deck(state: Any, who: int, seat: int) -> list[int]:
    """Cards that ``seat`` knows to be in a deck; of the rival's, they may also have been drawn unseen."""
    deck = pile_cards(state, who)
    if seat != who:
        deck += members_of(int(state.hand[who]) & ~known_of(state.located, seat))
    return [c for c in deck if known_of(state.seen, seat) >> c & 1]


def reserve_power(setup: Setup, state: Any, who: int, seat: int | None) -> tuple[list[int], int]:
    """Return the Power by colour in a player's hand, discard and deck, and how many cards there ``seat`` never saw."""
    cards = members_of(state.hand[who] | state.discard[who]) + pile_cards(state, who)
    seen = [c for c in cards if known_of(state.seen, seat) >> c & 1]
    table = setup.options.cards.cards
    return [sum(table[c].power for c in seen if table[c].color == i) for i in range(NUM_COLORS)], len(cards) - len(seen)


def score_lines(setup: Setup, state: Any) -> list[tuple[int, int, int, int]]:
    """Return for each player the cards at the Clash, points for winning it, deck points and all points."""
    lines = []
    for who in range(2):
        cards, won = len(members_of(state.clash[who])), clash_points(rules_of(setup), state, who)
        deck = deck_points(rules_of(setup), state, who)
        lines.append((cards, won - cards, deck, won + deck))
    return lines


def outcome(setup: Setup, state: Any) -> str:
    """Return how a game that is over has ended."""
    if state.over != TERMINATED:
        return "The game was cut off: no winner"
    margin = winning_margin(rules_of(setup), state)
    return "A draw" if margin == 0 else f"{seat_name(0 if margin > 0 else 1)} wins"


def tie_break(setup: Setup, state: Any) -> str:
    """Return the cards that settle a tie on points, empty if there is no tie."""
    if points(rules_of(setup), state, 0) != points(rules_of(setup), state, 1):
        return ""
    return f"Tied on points; cards at the Clash and in the deck: {cards_owned(state, 0)} to {cards_owned(state, 1)}"


def _headline(state: Any) -> str:
    left = [f"{name} left" for name in actions_left(state)]
    return f"CogDrive Neon - turn {state.turn}, {seat_name(state.player)} ({', '.join(left) or 'no further Action'})"


def _wrapped(text: str, indent: int) -> list[str]:
    """Break a long line, but not within the name of a card."""
    lines = textwrap.wrap(text, views.columns(), subsequent_indent=" " * indent, break_on_hyphens=False)
    return [line.replace(_BLANK, " ") for line in lines]


def _labels(setup: Setup, cards: Iterable[int]) -> list[str]:
    """Return cards as name, colour and Power."""
    table = setup.options.cards.cards
    return [f"{table[i].label} {table[i].power}".replace(" ", _BLANK) for i in cards]


def _entry(title: str, text: str) -> list[str]:
    return _wrapped(f"  {title:<{_INDENT - 2}}{text or '-'}", _INDENT)


def _cards(setup: Setup, title: str, cards: Sequence[int], hidden: int = 0) -> list[str]:
    labels = _labels(setup, ordered(setup, cards))
    return _entry(f"{title} {len(labels) + hidden}", ", ".join([*labels, *([f"{hidden} unknown"] if hidden else [])]))


def _player(setup: Setup, state: Any, who: int, knower: int | None, seat: int | None) -> list[str]:
    power, won = total_power(rules_of(setup), state.clash[who]), clash_points(rules_of(setup), state, who)
    notes = [*(["you"] if who == seat else []), "first player" if who == 0 else "second player"]
    hand = known_hand(state, who, knower)
    lines = [
        *_wrapped(f"{seat_name(who)} ({', '.join(notes)}) - Clash: Power {power}, {views.many(won, 'point')}", 2),
        *_cards(setup, "Clash", members_of(state.clash[who])),
        *_discard(setup, state, who, seat),
        *_deck(setup, state, who, knower),
        *_reserve(setup, state, who, knower),
    ]
    if who != views.nearest(seat) or knower == views.PUBLIC:
        return [*lines, *_cards(setup, "Hand", hand, len(members_of(state.hand[who])) - len(hand))]
    shown = members_of(state.hand[who] & state.located[1 - who]) if knower is not None else []
    title = f"  Hand {len(hand)}"
    return [*lines, title, *_with_tasks(setup, hand, shown)]


def _discard(setup: Setup, state: Any, who: int, seat: int | None) -> list[str]:
    """Return a discard, with the Tasks of its cards for who may use one of them."""
    cards = members_of(state.discard[who])
    repeating = int(rules_of(setup).repeats)
    asked = state.over == RUNNING and who == state.seat == state.player and seat in (None, who)
    if (
        cards
        and asked
        and (repeats(setup, state) or (state.phase == Phase.ACTION and int(state.hand[who]) & repeating))
    ):
        return [f"  Discard {len(cards)}", *_with_tasks(setup, cards)]
    return _cards(setup, "Discard", cards)


def _with_tasks(setup: Setup, cards: Sequence[int], shown: Sequence[int] = ()) -> list[str]:
    """One line a card, with its Task; the rival knows of the ``shown`` ones."""
    table, drives = setup.options.cards.cards, setup.options.cards.cogdrive
    labels = dict(zip(cards, _labels(setup, cards), strict=True))
    width = max([len(label) for label in labels.values()], default=0)
    lines = []
    for card in ordered(setup, cards):
        note = " [the rival knows you have it]" if card in shown else ""
        text = f"    {labels[card]:<{width}}  {task_text(drives[table[card].cogdrive].task)}{note}"
        lines += _wrapped(text, width + 6)
    return lines


def _deck(setup: Setup, state: Any, who: int, knower: int | None) -> list[str]:
    """What a player with a perfect memory knows of a deck."""
    places = placed_cards(state, who, knower)
    notes = [_in_order(setup, places)] if any(c is not None for c in places) else []
    if knower is not None:
        loose = [c for c in known_deck(state, who, knower) if c not in places]
        unknown = places.count(None)
        if knower == who:
            unseen = unknown - len(loose)
            labels = _labels(setup, ordered(setup, loose)) + ([f"{unseen} never seen"] if unseen else [])
            notes += [f"in unknown order: {', '.join(labels)}"] if labels else []
        elif loose:
            notes.append(f"here or in the hand: {', '.join(_labels(setup, ordered(setup, loose)))}")
    return _entry(f"Deck {len(places)}", "; ".join(notes))


def _in_order(setup: Setup, places: Sequence[int | None]) -> str:
    """Return a pile from the top, unknown cards counted: ``from the top: TF2-Pink 2, 3 unknown, KR7-Blue 2``."""
    told: list[str] = []
    for _, run in groupby(places, lambda card: card is None):
        cards = list(run)
        told += _labels(setup, [card for card in cards if card is not None]) or [f"{len(cards)} unknown"]
    return f"from the top: {', '.join(told if places[-1] is not None else told[:-1])}"


def _reserve(setup: Setup, state: Any, who: int, knower: int | None) -> list[str]:
    power, unseen = reserve_power(setup, state, who, knower)
    text = ", ".join(f"{name} {p}" for name, p in zip(texts(Color), power, strict=True))
    return _entry(
        "Power", f"outside the Clash: {text}" + (f"; {views.many(unseen, 'card')} never seen" if unseen else "")
    )


def _hangar(setup: Setup, state: Any, knower: int | None) -> list[str]:
    above, size = int(state.above), int(state.sizes[Pile.HANGAR])
    where = f"{above} left, the Wreckage has been revealed" if state.wreckage else f"{above} above the Wreckage"
    lines = _wrapped(f"Hangar - deck: {where}" + (f", {size - above} below" if size > above else ""), 2)
    places = placed_cards(state, Pile.HANGAR, knower)
    if any(c is not None for c in places):
        lines += _entry("Deck", _in_order(setup, places))
    return lines + _with_tasks(setup, members_of(state.hangar))


def _result(setup: Setup, state: Any) -> list[str]:
    lines = []
    if state.over == TERMINATED:
        for who, (cards, won, deck, total) in enumerate(score_lines(setup, state)):
            points = f"{cards} for cards at the Clash, {won} for winning it, {deck} for the best colour"
            lines += _wrapped(f"{seat_name(who)}: {total} points ({points})", 2)
        lines += _wrapped(tie_break(setup, state), 2)
    return [*lines, f"{outcome(setup, state)}."]
