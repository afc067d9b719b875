"""The middle of the picture: the cards that are being played; before the game the factions or the pack of the draft."""

from __future__ import annotations

from PIL import Image, ImageDraw

from ...table.drawing import Box, Point, fit_line, mix, paste, supersampled, write
from ...table.game import RUNNING
from ...table.seats import seat_name
from ...table.spots import about, note
from ...table.views import PUBLIC
from ..rules.actions import ByKind
from ..rules.box import DRAFT_CARDS
from ..rules.state import NOBODY, Ask, Phase
from ..words.card_text import power_text
from ..words.facts import pack
from ..words.forecast import forecasts
from ..words.stack import aim_text, marks
from ..words.wording import stack_name
from . import cards as picture_cards
from .layout import CENTRE, grid
from .seats import Scene, seat_color
from .style import DARK, FACTION_COLORS, FAINT, INK, RED, SHEET, WHITE, lit, panel, paragraph

_CARD = 184, 158
_ARCS = 30  # pixels above the cards for the arrows to what they are aimed at
_TOLD = 5  # cards whose outcome is told


def draw_centre(image: Image.Image, scene: Scene) -> None:
    panel(image, CENTRE, mix(SHEET, FAINT, 0.12))
    state = scene.state
    if state.phase != Phase.PREPARING:
        _stack(image, scene)
    elif state.ask == Ask.FACTION:
        _factions(image, scene)
    else:
        _pack(image, scene)


# The stack


def _stack(image: Image.Image, scene: Scene) -> None:
    """Draw the stack as a pile of overlapping cards, the uppermost at the right, and tell what comes of its top."""
    state = scene.state
    depth = int(state.depth)
    if not depth:
        write(image, CENTRE.middle, "No card is being played.", 17, FAINT, anchor="m")
        return
    lefts = _spread(depth)
    top = CENTRE.y + 30 + _ARCS
    title = "The stack: cards resolve from the right, each when all pass"
    title = title if state.over == RUNNING else "The stack as the game ended"
    write(image, (CENTRE.x + 14, CENTRE.y + 15), title, 13, mix(RED, INK, 0.2), bold=True)
    step = round(lefts[1] - lefts[0]) if depth > 1 else _CARD[0]
    for place, x in enumerate(lefts):
        visible = _CARD[0] if place == depth - 1 else min(step, _CARD[0])
        _played(image, scene, place, Box(round(x), top, *_CARD), visible)
    _arrows(image, scene, lefts)
    low = top + _CARD[1] + 10
    _outcomes(image, scene, Box(CENTRE.x + 14, low, CENTRE.width - 28, CENTRE.low - low - 6))


def _spread(count: int) -> list[float]:
    """Return where the cards of the pile begin."""
    room = CENTRE.width - 28 - _CARD[0]
    step = min(_CARD[0] + 10.0, room / max(1, count - 1))
    return [CENTRE.x + 14 + place * step for place in range(count)]


def _played(image: Image.Image, scene: Scene, place: int, box: Box, visible: int) -> None:
    """Draw one card of the stack, of which so much will not be covered."""
    setup, state = scene.setup, scene.state
    record = state.stack[place]
    notes = [*filter(None, [aim_text(setup, state, place)]), *marks(state, place)]
    seat = int(record.player)
    size = box.width, box.height
    sprite = picture_cards.played(
        setup, int(record.kind), place + 1, seat_name(seat), seat_color(scene, seat), notes, size, visible
    )
    paste(image, sprite, box.x, box.y)
    note((box.x, box.y, visible, box.height), about(("place", place)))
    if place in scene.stack or (place == int(state.depth) - 1 and state.over == RUNNING):
        lit(image, Box(box.x, box.y, visible, box.height))


def _arrows(image: Image.Image, scene: Scene, lefts: list[float]) -> None:
    """Draw an arrow above the pile from each response to the card that it is aimed at."""
    pairs = [
        (place, int(record.card))
        for place, record in enumerate(scene.state.stack[: int(scene.state.depth)])
        if record.card != NOBODY and not record.dead
    ]
    if not pairs:
        return
    height = _ARCS + 4

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        for number, (place, target) in enumerate(pairs):
            level = (6 + 5 * (number % 4)) * scale
            start, end = ((lefts[i] - CENTRE.x + off) * scale for i, off in ((place, 14), (target, 26)))
            low = height * scale
            color = mix(RED, DARK, 0.25 * (number % 3))
            draw.line([(start, low), (start, level), (end, level), (end, low - 8 * scale)], color, round(2.5 * scale))
            draw.polygon(_head((end, low), scale), color)

    paste(image, supersampled(CENTRE.width, height, paint), CENTRE.x, CENTRE.y + 24)


def _head(tip: Point, scale: float) -> list[Point]:
    x, y = tip
    return [(x, y), (x - 6 * scale, y - 10 * scale), (x + 6 * scale, y - 10 * scale)]


def _outcomes(image: Image.Image, scene: Scene, box: Box) -> None:
    """Tell what becomes of the uppermost cards if nobody plays any more, and of the lowest, which all are about."""
    setup, state = scene.setup, scene.state
    told, depth = forecasts(setup, state), int(state.depth)
    places = list(range(depth - 1, -1, -1))
    if depth > _TOLD:
        places = [*places[: _TOLD - 1], 0]
    for number, place in enumerate(places):
        y = box.y + 14 + number * 25.0
        text = f"{stack_name(setup, state, place)}: {told[place]}"
        skips = depth > _TOLD and number == _TOLD - 2
        text, size = fit_line(text, box.width - 90 * skips, (14, 13, 12, 11, 10, 9, 8))
        write(image, (box.x, y), text, size, INK)
        if skips:
            write(image, (box.right, y), f"and {depth - _TOLD} more", 12, FAINT, anchor="r")


# Before the game


def _factions(image: Image.Image, scene: Scene) -> None:
    """Draw the factions with their leaders' powers, their decks and who plays them."""
    setup, state = scene.setup, scene.state
    write(image, (CENTRE.middle[0], CENTRE.y + 18), "The factions", 17, RED, bold=True, anchor="m")
    known = setup.options.cards.faction
    room = Box(CENTRE.x + 12, CENTRE.y + 36, CENTRE.width - 24, CENTRE.height - 48)
    for number, box in enumerate(grid(len(known), room, 3 if len(known) <= 6 else 4)):
        faction, color = known[number], FACTION_COLORS[number]
        panel(image, box, SHEET, color, 6, 2)
        note(box, about(("faction", number)))
        panel(image, Box(box.x, box.y, box.width, 26), color, color, 6)
        takers = [seat_name(seat) for seat in range(setup.num_seats) if state.faction[seat] == number]
        taker = takers[0] if takers else ""
        wide = write(image, (box.right - 8, box.y + 13), taker, 12, WHITE, bold=True, anchor="r") if taker else 0
        text, size = fit_line(faction.name, box.width - 24 - wide, (15, 14, 13, 12, 11, 10, 9, 8), bold=True)
        write(image, (box.x + 8, box.y + 13), text, size, WHITE, bold=True)
        parts = [power_text(faction.power)] if setup.options.leaders else []
        if setup.options.decks == "preconstructed":
            parts.append("Deck: " + ", ".join(f"{copies} {name}" for name, copies in faction.deck.items()))
        inner = Box(box.x + 8, box.y + 32, box.width - 16, box.height - 36)
        paragraph(image, " ".join(parts), inner, (13, 12, 11, 10, 9), INK)


def _pack(image: Image.Image, scene: Scene) -> None:
    """Draw the pack of the draft in front of the viewer; a referee sees that of the seat to move."""
    setup, state = scene.setup, scene.state
    assert state.ask == Ask.DRAFT
    if scene.knower == PUBLIC:
        text = f"Draft, pick {int(state.passes) + 1} of {DRAFT_CARDS}: every pack is in front of its seat"
        write(image, (CENTRE.x + 14, CENTRE.y + 17), text, 15, mix(RED, INK, 0.2), bold=True)
        return
    seat = int(state.seat) if scene.knower is None else scene.knower
    size, passes = int(state.pack_size[seat]), int(state.passes)
    made = "; a card is kept, the rest goes on" if size < DRAFT_CARDS - passes else ""
    title = f"Draft, pick {passes + 1} of {DRAFT_CARDS}: the pack in front of {seat_name(seat)}{made}"
    write(image, (CENTRE.x + 14, CENTRE.y + 17), title, 15, mix(RED, INK, 0.2), bold=True)
    room = Box(CENTRE.x + 12, CENTRE.y + 36, CENTRE.width - 24, CENTRE.height - 46)
    cards = pack(state, seat)
    columns = 5 if len(cards) > 5 else max(4, len(cards))
    boxes = grid(columns * (2 if len(cards) > 5 else 1), room, columns)
    for (kind, copies), box in zip(cards, boxes, strict=False):
        sprite = picture_cards.face(setup, kind, box.width, box.height, copies)
        paste(image, sprite, box.x, box.y, about=about(("card", kind), blocks=(ByKind.TAKE.name,)))
