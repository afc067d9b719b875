"""Beside the table: where the game stands, the word, the votes of the last turns, and the cards one has seen."""

from __future__ import annotations

from typing import Any

from PIL import Image

from ...table.drawing import RGB, Box, extent, fit_line, lay, pen, text_width, wrap, write
from ...table.game import RUNNING, Setup
from ...table.seats import seat_name
from ...table.sets import has, members_of
from ...table.spots import about, note
from ...table.views import PUBLIC
from ..rules.state import UNKNOWN, Act, Committee, How, Role, Word
from ..words.view import known_choice, known_vote, known_word, log_of, question, stands, told_handover
from ..words.wording import card
from .arrows import arrows_of
from .layout import CARDS, LEGEND, SPOKEN, STATUS, VOTES
from .style import BLACK, CREAM, GREY, LINE, RED, ROLE_GLYPHS, ballot, glyph

_TURNS = 5
"""Turns whose votes are shown."""

_ROW, _COLUMN, _STEP = 30, 23, 17


def draw_panel(image: Image.Image, setup: Setup, state: Any, viewer: int | None, knower: int | None) -> None:
    """Draw the right side."""
    _status(image, setup, state)
    _word(image, state, knower)
    _votes(image, setup, state, viewer, knower)
    _events(image, state, knower)
    _legend(image, arrows_of(state))


def _status(image: Image.Image, setup: Setup, state: Any) -> None:
    box, draw = STATUS, pen(image)
    draw.rectangle([box.x, box.y, box.x + box.width - 1, box.y + box.height - 1], BLACK)
    note(box, about())
    draw.polygon([(box.x + 268, box.y), (box.x + 361, box.y), (box.x + 361, box.y + 46)], RED)
    write(image, (box.x + 12, box.y + 17), f"Turn {state.turn + 1} of {setup.options.max_turns}", 13, LINE)
    write(image, (box.x + 12, box.y + 40), stands(state).capitalize(), 17, CREAM, bold=True)
    if state.over == RUNNING:
        lines = wrap(f"{seat_name(int(state.seat))}: {question(setup, state)}", box.width - 24, 14)
    else:
        lines = ["The game is over."]
    for number, line in enumerate(lines):
        write(image, (box.x + 12, box.y + 67 + 20 * number), line, 14, CREAM)


def _word(image: Image.Image, state: Any, knower: int | None) -> None:
    box, word = SPOKEN, known_word(state, knower)
    fill = CREAM if word is None else RED
    ink = BLACK if word is None else CREAM
    draw = pen(image)
    draw.rectangle([box.x, box.y, box.x + box.width - 1, box.y + box.height - 1], fill, BLACK, 2)
    note(box, about(blocks=(Act.WORD.name,)))
    lay(image, glyph("bubble", 26, ink, fill), (box.x + 12, box.y + 10))
    unknown = "The word is covered" if knower == PUBLIC else "The word is unknown to you"
    text = unknown if word is None else Word(word).text.upper()
    write(image, (box.x + 50, box.y + 22), text, 16 if word is None else 20, ink, bold=word is not None)


def _title(image: Image.Image, box: Box, text: str) -> None:
    write(image, (box.x + 10, box.y + 14), text, 13, BLACK, bold=True)


def _votes(image: Image.Image, setup: Setup, state: Any, viewer: int | None, knower: int | None) -> None:
    """Draw who was called in the last turns, the votes as far as they are known, and what committees showed."""
    _title(image, VOTES, "Votes and committees")
    left, top = VOTES.x + 64, VOTES.y + 36
    for seat in range(setup.num_seats):
        x = left + seat * _COLUMN
        write(image, (x, top), str(seat), 12, RED if seat == viewer else BLACK, bold=True, anchor="m")
    first = max(0, int(state.turn) - _TURNS + 1)
    for row, number in enumerate(range(first, int(state.turn) + 1)):
        turn, y = state.turns[number], top + 26 + row * _ROW
        write(image, (VOTES.x + 10, y), f"turn {number + 1}", 12, BLACK)
        pen(image).line([VOTES.x + 8, y - 15, VOTES.x + VOTES.width - 9, y - 15], LINE)
        for seat in range(setup.num_seats):
            _cell(image, turn, seat, left + seat * _COLUMN, y, knower)
        for line, (text, color) in enumerate(_outcome(turn)):
            lift = 7 if len(_outcome(turn)) > 1 else 0
            write(image, (VOTES.x + VOTES.width - 8, y - lift + 14 * line), text, 11, color, anchor="r")


def _cell(image: Image.Image, turn: Any, seat: int, x: int, y: int, knower: int | None) -> None:
    """Draw what one seat did in one turn: its vote or its word, and above it the card that it showed."""
    called = has(turn.called, seat)
    shown = Role.DISSIDENT if turn.dissident == seat else Role.INFORMER if turn.informer == seat else None
    lift = 7 if shown is not None and (called or turn.chairman == seat) else 0
    if called:
        choice = known_choice(turn, seat, knower)
        sprite = ballot(known_vote(turn, seat, knower), has(turn.voted, seat), letter=choice is not None)
        lay(image, sprite, (x - 8, y - 7 + lift))
        if choice is not None:
            write(image, (x, y + lift), Word(choice).text[0].upper(), 11, CREAM, bold=True, anchor="m")
    if turn.chairman == seat:  # who is not called, so that below a card that it showed there is room
        lay(image, glyph("star", 14, BLACK, CREAM), (x - 7, y - 7 + lift))
    if shown is not None:
        color = RED if shown == Role.DISSIDENT else BLACK
        lay(image, glyph(ROLE_GLYPHS[shown], 14, color, CREAM), (x - 7, y - 7 - lift))


def _outcome(turn: Any) -> list[tuple[str, RGB]]:
    """Return what was disclosed of a turn's votes."""
    if turn.party == UNKNOWN:
        return []
    if turn.committee in (Committee.LOST, Committee.WON):
        return [(Word(turn.word).text, BLACK), ("lost" if turn.committee == Committee.LOST else "won", RED)]
    count = len(members_of(turn.called))
    return [(f"{turn.party} of {count} party", BLACK)] if turn.party else [("freedom", RED)]


def _events(image: Image.Image, state: Any, knower: int | None) -> None:
    """Write the latest cards that the viewer has seen, or all of the last ones, the newest at the bottom."""
    nobody = knower in (None, PUBLIC)
    _title(image, CARDS, "Cards handed over" if nobody else "Cards you have seen")
    log = [event for event in log_of(state) if nobody or knower in (event.giver, event.receiver)]
    log = log[-((CARDS.height - 34) // _STEP) :]
    told = [_handover(state, event, knower) for event in log]
    size = min((fit_line(text, CARDS.width - 40, (12, 11, 10, 9))[1] for text in told), default=12)
    before = None
    for row, (event, text) in enumerate(zip(log, told, strict=True)):
        y = CARDS.y + 38 + row * _STEP
        if event.turn != before:
            write(image, (CARDS.x + 10, y), str(event.turn + 1), 12, RED, bold=True)
        before = event.turn
        write(image, (CARDS.x + 32, y), text, size, BLACK)
    if not log:
        text = "None yet." if nobody else "Only your first one so far."
        write(image, (CARDS.x + 10, CARDS.y + 38), text, 12, GREY)


def _handover(state: Any, event: Any, knower: int | None) -> str:
    if knower is None or knower == PUBLIC:
        return told_handover(state, event, knower)
    return _own_handover(event, knower)


def _own_handover(event: Any, knower: int) -> str:
    """Return a handover as its giver or its receiver tells it."""
    giver, receiver = seat_name(int(event.giver)), seat_name(int(event.receiver))
    what = "a card" if event.given == UNKNOWN else card(event.given)
    gave = "gave" if event.given != UNKNOWN else "will give"
    if event.receiver == knower:
        if has(event.how, How.SECOND):
            return f"{giver} passed {what} on to you"
        return f"{giver} {'looked at you and ' if has(event.how, How.LOOKED) else ''}{gave} you {what}"
    if has(event.how, How.SECOND):
        return f"you passed {what} on to {receiver}"
    if has(event.how, How.LOOKED):
        return f"you saw {card(event.seen)} at {receiver}, {gave} {what}"
    return f"you {gave} {what} to {receiver}"


def _legend(image: Image.Image, arrows: int | None) -> None:
    """Name the marks, and the turn whose handovers are drawn as arrows."""
    x, y = LEGEND.x + 10.0, LEGEND.y + 16
    for name, color, text in (
        ("megaphone", RED, "dissident"),
        ("eye", BLACK, "informer"),
        ("cog", BLACK, "comrade"),
        ("bubble", GREY, "knows the word"),
    ):
        x = _entry(image, glyph(name, 14, color, CREAM), text, x, y)
    x, y = LEGEND.x + 10.0, LEGEND.y + 38
    for sprite, text in (
        (ballot(None, False), "to vote"),
        (ballot(None, True), "covered"),
        (ballot(True, True), "freedom"),
        (ballot(False, True), "party"),
    ):
        x = _entry(image, sprite, text, x, y)
    x, y = LEGEND.x + 10.0, LEGEND.y + 60
    x = _entry(image, glyph("glass", 14, BLACK, CREAM), "looked first", x, y)
    for color, edge, text in ((CREAM, BLACK, "first pass"), (BLACK, BLACK, "second pass")):
        pen(image).rectangle([x, y - 3, x + 18, y + 3], color, edge, 1)
        x += 24 + write(image, (x + 24, y), text, 11, BLACK) + 13
    if arrows is not None:
        write(image, (x, y), f"of turn {arrows + 1}", 11, RED)


def _entry(image: Image.Image, sprite: Image.Image, text: str, x: float, y: int) -> float:
    """Draw a mark and what it means; return where the next one begins."""
    lay(image, sprite, (round(x), y - extent(sprite)[1] // 2))
    write(image, (x + extent(sprite)[0] + 5, y), text, 11, BLACK)
    return x + extent(sprite)[0] + 5 + text_width(text, 11) + 13
