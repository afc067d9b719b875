"""The panels of the players: the viewer's own below, all others above."""

from __future__ import annotations

from collections.abc import Set
from itertools import product
from typing import Any, NamedTuple

from PIL import Image

from ...table.drawing import RGB, Box, fit_line, mix, paste, text_width, wrap, write
from ...table.game import RUNNING, Setup
from ...table.seats import seat_name
from ...table.spots import about, note
from ..rules.actions import ByKind
from ..rules.state import NOBODY, Phase, Zone
from ..words.card_text import power_text
from ..words.facts import (
    Counted,
    citizen_rows,
    counted,
    faction_name,
    is_open,
    known_cards,
    known_hand,
    needed,
    pack,
    sure_points,
)
from ..words.questions import asked
from ..words.wording import card_name
from . import cards as picture_cards
from .layout import grid
from .style import FAINT, GOLD, INK, LEADING, RED, SHEET, WHITE, card_back, faction_color, lit, panel, paragraph, token

_LETTERS = (18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8)
_HELD = (ByKind.PLAY.name, ByKind.BLITZ.name, ByKind.DISCARD.name)  # what is done with cards in hand
_ONE_ROW = 7  # kinds in hand up to which they lie in one row


class Scene(NamedTuple):
    """What is drawn, for whom, and what the viewer may choose when it is asked.

    Attributes:
        setup: The game.
        state: The position.
        viewer: Who looks; None for a referee.
        knower: Whose knowledge is shown; None for everything.
        hand: Kinds in the hand that is shown which may be chosen.
        seats: Players that may be chosen.
        stack: Places on the stack that may be chosen.
    """

    setup: Setup
    state: Any
    viewer: int | None
    knower: int | None
    hand: Set[int]
    seats: Set[int]
    stack: Set[int]


def seat_color(scene: Scene, seat: int) -> RGB:
    return faction_color(int(scene.state.faction[seat]))


def listed(scene: Scene, cards: Counted) -> str:
    return ", ".join(f"{copies} {card_name(scene.setup, kind)}" for kind, copies in cards)


def draw_rival(image: Image.Image, scene: Scene, seat: int, box: Box) -> None:
    _board(image, scene, seat, box)
    inner = Box(box.x + 10, box.y + 36, box.width - 20, box.height - 42)
    if scene.state.phase == Phase.PREPARING:
        _texts(image, _before(scene, seat), inner)
        return
    left = min(320 if inner.width > 1000 else 190, inner.width * 3 // 8)
    _points(image, scene, seat, Box(inner.x, inner.y, left, 30), 24)
    draw_citizens(image, scene.state.citizens[seat], Box(inner.x, inner.y + 36, left, inner.height - 36), 26)
    right = Box(inner.x + left + 12, inner.y, inner.width - left - 12, inner.height)
    _stacks(image, scene, seat, Box(right.x, right.y, right.width, 34))
    _texts(image, _lists(scene, seat), Box(right.x, right.y + 40, right.width, right.height - 40))


def draw_own(image: Image.Image, scene: Scene, seat: int, box: Box) -> None:
    """Draw the panel of the seat that looks: its citizens, its hand and its piles."""
    _board(image, scene, seat, box)
    inner = Box(box.x + 12, box.y + 38, box.width - 24, box.height - 48)
    if scene.state.phase == Phase.PREPARING:
        _texts(image, _before(scene, seat), inner, (20, 18, 16, 15, 14, 13, 12, 11, 10))
        return
    _points(image, scene, seat, Box(inner.x, inner.y, 230, 40), 34)
    draw_citizens(image, scene.state.citizens[seat], Box(inner.x, inner.y + 50, 230, inner.height - 50), 38)
    right = Box(inner.right - 256, inner.y, 256, inner.height)
    _stacks(image, scene, seat, Box(right.x, right.y, right.width, 34))
    _texts(image, _lists(scene, seat, own=True), Box(right.x, right.y + 40, right.width, right.height - 40))
    _hand(image, scene, seat, Box(inner.x + 246, inner.y, right.x - inner.x - 260, inner.height))


def _board(image: Image.Image, scene: Scene, seat: int, box: Box) -> None:
    """Draw a panel with its name plate; that of the seat that is asked is lit, where that may be known."""
    state, color = scene.state, seat_color(scene, seat)
    panel(image, box, SHEET, color, 8, 2)
    away = (seat - int(state.seat)) % scene.setup.num_seats
    note(box, about(("seat", away)) if away else None)
    panel(image, Box(box.x, box.y, box.width, 28), color, color, 8)
    if asked(state, scene.viewer) == seat:
        lit(image, box)
    if seat in scene.seats:
        lit(image, Box(box.x, box.y, box.width, 28))
    x: float = box.x + 12
    if state.over == RUNNING and state.phase != Phase.PREPARING and seat == state.player:
        x += write(image, (x, box.y + 14), "TURN", 12, GOLD, bold=True) + 8
    x += write(image, (x, box.y + 14), seat_name(seat), 15, WHITE, bold=True) + 8
    notes = ["you"] if seat == scene.viewer else []
    notes += ["first"] if state.first == seat else []
    if notes:
        x += write(image, (x, box.y + 14), ", ".join(notes), 12, WHITE) + 8
    name = faction_name(scene.setup, state, seat)
    if name and box.right - 12 - x > 24:
        text, size = fit_line(name, box.right - 12 - x, (14, 13, 12, 11, 10, 9), bold=True)
        write(image, (box.right - 12, box.y + 14), text, size, WHITE, bold=True, anchor="r")


def _points(image: Image.Image, scene: Scene, seat: int, box: Box, size: int) -> None:
    """Write a seat's points, how many a Revolution needs, and whether that could still be countered."""
    points, wanted = int(scene.state.points[seat]), needed(scene.setup, scene.state, seat)
    ready = points >= wanted
    y = box.y + box.height / 2
    forms = _forms(wanted, ready=ready, sure=0 < sure_points(scene.setup, scene.state, seat) <= points)
    size, letters, lines = _written(str(points), forms, box, size, ready)
    wide = write(image, (box.x, y), str(points), size, RED if ready else INK, bold=True)
    for number, line in enumerate(lines):
        at = y + 2 * (len(lines) == 1) + (number - (len(lines) - 1) / 2) * letters * LEADING
        write(image, (box.x + wide + 7, at), line, letters, RED if ready else FAINT, bold=ready)


def _forms(wanted: int, *, ready: bool, sure: bool) -> tuple[tuple[str, ...], ...]:
    """Return ways to tell how points stand to those that a Revolution needs, each in lines, the longest first."""
    if sure:
        return (f"points: enough (of {wanted})", "not to be countered"), (f"of {wanted}: enough", "no counter")
    if ready:
        return (f"points: enough (of {wanted})",), (f"of {wanted}: enough",), (f"of {wanted}:", "enough")
    return (f"of {wanted} points",), (f"of {wanted}", "points")


def _written(
    number: str, forms: tuple[tuple[str, ...], ...], box: Box, size: int, bold: bool
) -> tuple[int, int, tuple[str, ...]]:
    """Return the size of a number, that of what stands beside it, and the first form of this that there is room for."""
    for sizes, large in product(((14, 13, 12, 11, 10), (9, 8)), (size, size - 4, size - 8)):
        room = box.width - text_width(number, large, True) - 8
        for lines, letters in product(forms, sizes):
            high = len(lines) * letters * LEADING <= box.height
            if high and all(text_width(line, letters, bold) <= room for line in lines):
                return large, letters, lines
    return size - 8, 7, forms[-1]


def draw_citizens(image: Image.Image, counts: Any, box: Box, largest: int) -> None:
    """Draw citizens in rows of five points, in as many columns as they need."""
    rows = citizen_rows(counts)
    if not rows:
        write(image, (box.x, box.y + 10), "no citizens", 12, FAINT)
        return
    for cell in range(largest, 3, -1):
        columns = max(1, (box.width + cell // 2) // (5 * cell + cell // 2))
        high = -(-len(rows) // columns)
        if 5 * cell <= box.width and high * (cell + 2) <= box.height:
            break
    for number, row in enumerate(rows):
        x = box.x + number // high * (5 * cell + cell // 2)
        y = box.y + number % high * (cell + 2)
        for citizen in row:
            paste(image, token(citizen, cell), x, y)
            x += (citizen + 1) * cell


def _stacks(image: Image.Image, scene: Scene, seat: int, box: Box) -> None:
    """Draw hand, deck and discard as cards face down with their numbers."""
    amounts, color = scene.state.amounts[seat], seat_color(scene, seat)
    step = min(90, box.width // 3)
    for number, (name, zone) in enumerate((("hand", Zone.HAND), ("deck", Zone.DECK), ("discard", Zone.DISCARD))):
        x = box.x + number * step
        for layer in range(min(3, int(amounts[zone]))):
            paste(image, card_back(18, 26, color), x + 2 * layer, box.y + 4 - layer)
        write(image, (x + 27, box.y + 11), str(amounts[zone]), 15, INK, bold=True)
        text, size = fit_line(name, step - 29, (11, 10, 9, 8, 7))
        write(image, (x + 27, box.y + 27), text, size, FAINT)


def _lists(scene: Scene, seat: int, own: bool = False) -> list[tuple[str, str]]:
    """Return what lies in a seat's piles as far as the viewer can tell: title and content."""
    state, setup, knower = scene.state, scene.setup, scene.knower
    zones, found = state.zones[seat], []
    if setup.options.leaders:
        found.append(("Leader", power_text(setup.options.cards.faction[int(state.faction[seat])].power)))
    hand = listed(scene, known_hand(state, seat, knower))
    whole = is_open(state, seat, knower)
    if hand and not own:
        found.append(("Hand" if whole else "Surely in hand", hand))
    if knower in (None, seat) or (whole and setup.options.decks == "preconstructed"):
        found.append(("Deck", listed(scene, counted(zones[Zone.DECK]))))
    else:
        both = known_cards(setup, state, seat, knower)
        rest = int(state.amounts[seat, Zone.HAND] + state.amounts[seat, Zone.DECK]) - sum(copies for _, copies in both)
        found.append(("Hand and deck", listed(scene, both) + (f", {rest} unknown" if rest else "")))
    found.append(("Discard", listed(scene, counted(zones[Zone.DISCARD]))))
    return [(title, text or "nothing") for title, text in found]


def _before(scene: Scene, seat: int) -> list[tuple[str, str]]:
    """Return what there is to tell of a seat before the game."""
    state, setup = scene.state, scene.setup
    if state.faction[seat] == NOBODY:
        return [("Faction", "not chosen yet")]
    found = []
    if setup.options.leaders:
        found.append(("Leader", power_text(setup.options.cards.faction[int(state.faction[seat])].power)))
    amount = int(state.amounts[seat, Zone.DECK])
    if amount and scene.knower in (None, seat):
        found.append((f"Deck so far, {amount} cards", listed(scene, counted(state.zones[seat, Zone.DECK]))))
        found.append(("Passed on", listed(scene, counted(state.passed[seat])) or "nothing"))
        if scene.knower is None:
            found.append(("Pack", listed(scene, pack(state, seat))))
    elif amount:
        found.append(("Deck so far", f"{amount} cards"))
    return found


def _texts(image: Image.Image, lists: list[tuple[str, str]], box: Box, sizes: tuple[int, ...] = _LETTERS) -> None:
    """Write lists one below the other, smaller where they need it; where there is no room each gets an equal share."""
    told = [f"{title}: {text}" for title, text in lists]
    for size in sizes:
        heights = [len(wrap(text, box.width, size)) * size * LEADING for text in told]
        if sum(heights) + 4 * len(told) <= box.height:
            break
    y = float(box.y)
    for number, (title, _) in enumerate(lists):
        share = (box.low - y) / (len(lists) - number) - 4
        later = sum(min(height, share) + 4 for height in heights[number + 1 :])
        room = max(share, box.low - y - later - 4)
        placed = paragraph(image, told[number], Box(box.x, round(y), box.width, int(room) + 1), (size,), INK)
        write(image, (box.x, placed[0][1]), f"{title}:", size, mix(RED, INK, 0.2))
        y += len(placed) * size * LEADING + 4


def _hand(image: Image.Image, scene: Scene, seat: int, box: Box) -> None:
    """Draw a hand, its cards open if the viewer may see them, equal ones as one with their number."""
    state = scene.state
    hand = known_hand(state, seat, scene.knower)
    hidden = int(state.amounts[seat, Zone.HAND]) - sum(copies for _, copies in hand)
    shown = [*hand, *[(NOBODY, 1)] * hidden]
    if not shown:
        write(image, box.middle, "no card in hand", 15, FAINT, anchor="m")
        return
    rows = 1 if len(shown) <= _ONE_ROW else 2
    columns = max(_ONE_ROW, -(-len(shown) // rows))
    boxes = grid(columns * rows, box, columns)
    for (kind, copies), place in zip(shown, boxes, strict=False):
        if kind == NOBODY:
            paste(image, card_back(place.width, place.height, seat_color(scene, seat)), place.x, place.y)
            continue
        sprite = picture_cards.face(scene.setup, kind, place.width, place.height, copies)
        paste(image, sprite, place.x, place.y, about=about(("card", kind), blocks=_HELD))
        if kind in scene.hand:
            lit(image, place)
