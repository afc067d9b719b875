"""The middle of the picture: both rows, or what there is to choose from before the game, or how it ended."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from ...table.drawing import Box, extent, fit_line, fit_lines, mix, paste, write
from ...table.seats import seat_name
from ...table.spots import about, note
from ..rules.actions import CardAct
from ..rules.state import LABOR_DECK, NOBODY, Ask, CardType, Phase, Row, Zone
from ..words.facts import final_table, result
from . import cards as picture_cards
from .layout import CARD, MARKET, row_place
from .palette import BRASS, CREAM, DARK, DIM, INK, LIGHT, PARCHMENT, WALNUT, WHITE
from .seats import Scene
from .style import FACTION_COLORS, TYPE_COLORS, card_back, lit_frame, plate

_TITLES = (("Labor", "Market"), ("Design", "Department"))


def draw_market(image: Image.Image, scene: Scene) -> None:
    """Draw both rows; before the game the corporations or the cards of the draft."""
    box = MARKET
    paste(image, plate(box.width, box.height, mix(WALNUT, DARK, 0.3), DARK, 10, 3, rivets=True), box.x, box.y)
    if scene.state.phase != Phase.PREPARING:
        for row in range(2):
            _row(image, scene, row)
    elif scene.state.ask == Ask.CORPORATION:
        _corporations(image, scene)
    else:
        _draft(image, scene)


def _row(image: Image.Image, scene: Scene, row: int) -> None:
    """Draw a row with its deck at the left."""
    state = scene.state
    top = int(row_place(row, 0)[1])
    left = MARKET.x + 12
    color = TYPE_COLORS[CardType.EMPLOYEE]
    if row == Row.DESIGN:
        color = mix(TYPE_COLORS[CardType.UNIT], TYPE_COLORS[CardType.BUILDING], 0.5)
    for number, word in enumerate(_TITLES[row]):
        text, size = fit_line(word, 68, (14, 13, 12, 11, 10), bold=True)
        write(image, (left + 33, top + 14 + 17 * number), text, size, LIGHT, bold=True, anchor="m")
    deck = int(state.sizes[LABOR_DECK + row])
    for layer in range(min(4, (deck + 5) // 6)):
        paste(image, card_back(54, 78, color), left + 6 + 2 * layer, top + 48 - layer)
    write(image, (left + 33, top + 146), str(deck), 17, CREAM, bold=True, anchor="m")
    write(image, (left + 33, top + 163), "in the deck", 10, DIM, anchor="m")
    for place, kind in enumerate(state.rows[row].tolist()):
        x, y = row_place(row, place)
        if kind == NOBODY:
            paste(image, plate(*CARD, mix(WALNUT, DARK, 0.5), mix(WALNUT, DARK, 0.6), 8, 1, rim=WALNUT), x, y)
            continue
        bought = about(("card", kind), blocks=(CardAct.BUY.name,))
        paste(image, picture_cards.face(scene.setup, kind, *CARD), x, y, about=bought)
        note((x, y, *CARD), about(("row", row), ("place", place)))
        if kind in scene.rows or (state.ask == Ask.COPY and kind == state.wanted):
            paste(image, lit_frame(*CARD, LIGHT), x - 5, y - 5)


def _corporations(image: Image.Image, scene: Scene) -> None:
    """Draw the corporations with their stock reserves and who runs them."""
    cards, state = scene.setup.options.cards, scene.state
    write(image, (MARKET.middle[0], MARKET.y + 22), "The corporations", 18, LIGHT, bold=True, anchor="m")
    known = cards.corporation
    columns = min(4, len(known)) if len(known) != 5 else 5
    rows = (len(known) + columns - 1) // columns
    width = (MARKET.width - 24 - 8 * (columns - 1)) // columns
    height = (MARKET.height - 56 - 8 * (rows - 1)) // rows
    for number, corporation in enumerate(known):
        x = MARKET.x + 12 + number % columns * (width + 8)
        y = MARKET.y + 44 + number // columns * (height + 8)
        color = FACTION_COLORS[1 + number]
        sheet = plate(width, height, mix(PARCHMENT, color, 0.2), mix(PARCHMENT, color, 0.45), 9, 3)
        paste(image, sheet, x, y, about=about(("corporation", number)))
        paste(image, plate(width - 6, 32, mix(color, WHITE, 0.2), mix(color, DARK, 0.2), 7, 0), x + 3, y + 3)
        text, size = fit_line(corporation.name, width - 20, (16, 15, 14, 13, 12, 11, 10), bold=True)
        write(image, (x + width / 2, y + 19), text, size, DARK, bold=True, anchor="m")
        room = y + height - 30
        low = _list(image, "Stock reserve", corporation.reserve, (x + 12, y + 50), width - 24, room)
        central = {kind.name: kind.copies for kind in cards.kinds if kind.corporation == corporation.name}
        central = {name: copies for name, copies in central.items() if copies}
        if central and low + 40 < room:
            _list(image, "In the central decks", central, (x + 12, low + 8), width - 24, room)
        takers = [seat_name(seat) for seat in range(scene.setup.num_seats) if state.corporation[seat] == number]
        if takers:
            text, size = fit_line(", ".join(takers), width - 20, (14, 13, 12, 11, 10, 9), bold=True)
            write(image, (x + width / 2, y + height - 18), text, size, INK, bold=True, anchor="m")


def _list(
    image: Image.Image, title: str, cards: Mapping[str, int], at: tuple[int, int], width: int, bottom: int
) -> int:
    """Write a list of cards, as far as there is room above ``bottom``; return where it ends."""
    x, y = at
    write(image, (x, y), title, 12, INK, bold=True)
    lines = [f"{copies} {name}" for name, copies in cards.items()]
    room = max(1, (bottom - y - 18) // 17)
    lines = lines if len(lines) <= room else [*lines[: room - 1], f"and {len(lines) - room + 1} more"]
    for number, line in enumerate(lines):
        text, size = fit_line(line, width, (13, 12, 11, 10, 9))
        write(image, (x, y + 18 + 17 * number), text, size, INK)
    return y + 20 + 17 * len(lines)


def _draft(image: Image.Image, scene: Scene) -> None:
    """Draw the cards of the drafting seat's corporation; those that may come next are lit."""
    state, setup = scene.state, scene.setup
    cards = setup.options.cards
    seat = int(state.seat)
    faction = 1 + int(state.corporation[seat])
    kinds = [kind for kind, card in enumerate(cards.kinds) if cards.faction(card) == faction]
    chosen = int(state.zones[seat, Zone.RESERVE].sum())
    title = f"{seat_name(seat)} drafts from {cards.corporations[faction - 1]}: {chosen} cards so far"
    text, size = fit_line(title, MARKET.width - 40, (18, 16, 14, 12), bold=True)
    write(image, (MARKET.middle[0], MARKET.y + 20), text, size, LIGHT, bold=True, anchor="m")
    columns = max(5, (len(kinds) + 1) // 2)
    width = min(CARD[0], (MARKET.width - 24 - 10 * (columns - 1)) // columns)
    height = (MARKET.height - 58) // 2
    for number, kind in enumerate(kinds):
        x = MARKET.x + 14 + number % columns * (width + 10)
        y = MARKET.y + 38 + number // columns * (height + 8)
        copies = int(state.zones[seat, Zone.RESERVE, kind])
        sprite = picture_cards.face(setup, kind, width, height, copies)
        paste(image, sprite, x, y, about=about(("card", kind), blocks=(CardAct.RESERVE.name,)))
        if kind in scene.reserve:
            paste(image, lit_frame(extent(sprite)[0], extent(sprite)[1], LIGHT), x - 5, y - 5)


def draw_end(image: Image.Image, scene: Scene) -> None:
    """Lay the result over the middle of the table."""
    width, height = 860, 300
    box = Box(MARKET.x + (MARKET.width - width) // 2, MARKET.y + (MARKET.height - height) // 2, width, height)
    paste(image, plate(width, height, PARCHMENT, mix(PARCHMENT, BRASS, 0.5), 14, 6, rivets=True), box.x, box.y)
    lines = fit_lines(result(scene.setup, scene.state), width - 60, 60, 24, 1.2)
    for number, line in enumerate(lines):
        write(image, (box.middle[0], box.y + 40 + 28 * number), line, 24, INK, bold=False, anchor="m")
    if scene.setup.options.mode == "battle":
        return
    headers, rows = final_table(scene.setup, scene.state)
    columns = (box.x + 40, box.x + 350, box.x + 440, box.x + 570, box.x + 720, box.x + 820)
    for number, row in enumerate((headers, *rows)):
        y = box.y + 108 + 28 * number
        for column, (x, cell) in enumerate(zip(columns, row, strict=True)):
            bold = number <= 1
            text, size = fit_line(cell, 300, (16, 14, 12), bold) if number else (cell, 13)
            write(image, (x, y), text, size, INK, bold=bold, anchor="r" if column else "l")
