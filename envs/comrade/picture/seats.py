"""A seat's plate: its name, its cards, what it does in this turn, and what the viewer believes of it."""

from __future__ import annotations

from typing import Any

from PIL import Image

from ...table.drawing import RGB, Box, fit_line, lay, pen, write
from ...table.game import RUNNING, Setup
from ...table.seats import seat_name
from ...table.sets import has
from ...table.spots import about, note
from ..rules.state import Role
from ..words.view import Beliefs, claim_of, known_cards, known_vote, marks, percent
from .layout import CLAIM_LINE
from .style import BLACK, CARD, CREAM, GREY, LINE, RED, ROLE_GLYPHS, ballot, card, glyph, place


def draw_plate(
    image: Image.Image,
    setup: Setup,
    state: Any,
    seat: int,
    box: Box,
    viewer: int | None,
    knower: int | None,
    beliefs: Beliefs | None,
) -> None:
    """Draw one seat's plate, with what ``knower`` knows of it (None: everything) and what it believes of it."""
    asked = state.over == RUNNING and seat == state.seat
    draw = pen(image)
    right, low = box.x + box.width - 1, box.y + box.height - 1
    if asked:
        draw.rectangle([box.x - 4, box.y - 4, right + 4, low + 4], RED, CREAM, 1)
    draw.rectangle([box.x, box.y, right, low], CREAM, BLACK, 2)
    note(box, about(("seat", (seat - int(state.seat)) % setup.num_seats)))
    draw.rectangle([box.x, box.y, right, box.y + 22], RED if asked else BLACK)
    _name(image, state, seat, box, seat == viewer)
    roles = known_cards(state, seat, knower)
    _cards(image, state, seat, box, roles)
    if roles is not None:
        _known(image, state, seat, box, roles)
    elif beliefs is not None:
        _believed(image, seat, box, beliefs)
    draw.line([box.x + 8, box.y + 77, right - 8, box.y + 77], LINE)
    _doing(image, setup, state, seat, box, knower)
    if setup.options.claims:
        _claim(image, setup, state, seat, box)


def _name(image: Image.Image, state: Any, seat: int, box: Box, own: bool) -> None:
    x = box.x + 8.0
    x += write(image, (x, box.y + 11), seat_name(seat), 13, CREAM, bold=True)
    if own:
        write(image, (x + 5, box.y + 11), "you", 13, CREAM)
    if state.chairman == seat:
        right = box.x + box.width - 8
        width = write(image, (right, box.y + 11), "chair", 12, CREAM, anchor="r")
        lay(image, glyph("star", 14, CREAM, BLACK), (round(right - width - 18), box.y + 4))


def _cards(image: Image.Image, state: Any, seat: int, box: Box, roles: list[int] | None) -> None:
    for number in range(2):
        held = number < int(state.cards[seat])
        sprite = card(None if roles is None else roles[number]) if held else place()
        lay(image, sprite, (box.x + 7 + number * (CARD[0] + 4), box.y + 25))


def _known(image: Image.Image, state: Any, seat: int, box: Box, roles: list[int]) -> None:
    """Write what a seat is, and whether it knows the word."""
    x = box.x + 88
    role = max(roles, default=None) if Role.DISSIDENT not in roles else Role.DISSIDENT
    title = "no card" if role is None else Role(role).text.capitalize()
    write(image, (x, box.y + 39), title, 14, RED if role == Role.DISSIDENT else BLACK, bold=True)
    if has(state.knowers, seat):
        lay(image, glyph("bubble", 14, BLACK, CREAM), (x, box.y + 54))
        write(image, (x + 19, box.y + 61), "knows it", 12, BLACK)


def _believed(image: Image.Image, seat: int, box: Box, beliefs: Beliefs) -> None:
    """Draw three probabilities as bars: dissident, informer, knowing the word."""
    draw = pen(image)
    kinds: tuple[tuple[str, RGB], ...] = (
        (ROLE_GLYPHS[Role.DISSIDENT], RED),
        (ROLE_GLYPHS[Role.INFORMER], BLACK),
        ("bubble", GREY),
    )
    left, width = box.x + 106, 42
    for row, ((name, color), chances) in enumerate(zip(kinds, beliefs, strict=True)):
        middle = box.y + 33 + 17 * row
        chance = float(chances[seat])
        lay(image, glyph(name, 14, color, CREAM), (box.x + 87, middle - 7))
        draw.rectangle([left, middle - 4, left + width - 1, middle + 4], None, GREY)
        if chance > 0:
            draw.rectangle([left, middle - 4, left + round((width - 1) * min(1.0, chance)), middle + 4], color)
        strong = chance >= 0.5
        write(image, (box.x + box.width - 6, middle), percent(chance), 11, BLACK, bold=strong, anchor="r")


def _doing(image: Image.Image, setup: Setup, state: Any, seat: int, box: Box, knower: int | None) -> None:
    """Write what a seat has done in this turn and what it is still to do, with its vote card."""
    turn = state.turns[state.turn]
    x, middle = box.x + 8, box.y + 87
    if has(turn.called, seat):
        cast = has(turn.voted, seat)
        lay(image, ballot(known_vote(turn, seat, knower), cast), (x, middle - 7))
        x += 22
    said = [mark for mark in marks(setup, state, seat, knower) if mark != "chairman"]
    said = [mark for mark in said if not mark.startswith("voted")] or said  # the vote card tells it
    if not said:
        return
    text, size = fit_line(", ".join(said), box.x + box.width - 6 - x, (12, 11, 10, 9))
    write(image, (x, middle), text, size, BLACK)


def _claim(image: Image.Image, setup: Setup, state: Any, seat: int, box: Box) -> None:
    """Write what a seat has said in this turn."""
    text = claim_of(setup, state.turns[state.turn], seat)
    low = box.y + box.height
    if text is None:
        return
    pen(image).rectangle([box.x + 2, low - CLAIM_LINE, box.x + box.width - 3, low - 3], LINE)
    text, size = fit_line("says nothing" if text == "nothing" else f'"{text}"', box.width - 16, (11, 10, 9))
    write(image, (box.x + 8, low - CLAIM_LINE / 2 - 1), text, size, BLACK)
