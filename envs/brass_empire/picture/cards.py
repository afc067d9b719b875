"""The faces of cards and of things in play; every face is drawn once and kept by what is on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from ...table.drawing import RGB, blank, extent, fit_line, fit_text, kept, mix, paste, pen, text_width, wrap, write
from ...table.game import Setup
from ..cards import Building, Cost, Employee, Kind, Unit
from ..rules.state import CardType
from ..words.card_text import ANY_TIME
from ..words.facts import card_says
from .palette import BLOOD, BRASS, COPPER, CREAM, DARK, DIM, GREEN, INK, LIGHT, PARCHMENT, SHADE, STEEL, WHITE
from .style import FACTION_COLORS, TYPE_COLORS, TYPE_GLYPHS, glyph, plate

LABOR_COLOR: RGB = (40, 124, 108)
CONSTRUCTION_COLOR: RGB = (176, 92, 40)
_LEADING = 1.2
_MOST_PIPS = 6
_TOKEN_LETTERS = (12, 11, 10, 9, 8, 7)
_TALL = 60  # pixels from which a token has room for what its card does


def face(setup: Setup, kind: int, width: int, height: int, copies: int = 1) -> Image.Image:
    """Return a card with everything that is printed on it; more copies than one are told on it."""
    card, says = setup.options.cards.kinds[kind], card_says(setup, kind)
    return _face(card, _faction(setup, kind), (width, height), copies, says)


def _faction(setup: Setup, kind: int) -> int:
    return int(setup.record[0]["faction"][kind])


@kept(384)
def _face(card: Kind, faction: int, size: tuple[int, int], copies: int, says: str) -> Image.Image:
    width, height = size
    sort = CardType.called(card.type)
    color, banner = TYPE_COLORS[sort], FACTION_COLORS[faction]
    image = plate(width, height, PARCHMENT, mix(PARCHMENT, color, 0.22), 8, 3).copy()
    big = min(width, height) - 70
    ghost = glyph(TYPE_GLYPHS[sort], big, mix(PARCHMENT, color, 0.14), mix(PARCHMENT, color, 0.04))
    paste(image, ghost, (width - big) / 2 + 4, 50 + (height - 78 - big) / 2)
    paste(image, plate(width - 6, 25, mix(color, WHITE, 0.12), mix(color, DARK, 0.35), 6, 0), 3, 3)
    _spine(image, card.corporation or "Neutral", banner)
    paste(image, glyph(TYPE_GLYPHS[sort], 16, CREAM, color), 8, 7)
    tag = copies_tag(copies)
    text, letters = fit_line(
        card.name, width - 36 - (extent(tag)[0] if tag else 0), (15, 14, 13, 12, 11, 10, 9), bold=True
    )
    write(image, (28, 16), text, letters, CREAM, bold=True)
    if tag:
        paste(image, tag, width - extent(tag)[0] - 6, 6)
    _cost(image, card.cost, 24, 39)
    write(image, (width - 9, 39), card.type, 10, mix(color, INK, 0.4), anchor="r")
    foot = 6 if isinstance(card, Employee) else 24
    _write_effect(image, _effect(says), (24, 51, width - 32, height - 55 - foot), (12, 11, 10, 9), INK)
    _value(image, card.value, width - 16 if isinstance(card, Employee) else 34, height - 16)
    if not isinstance(card, Employee):
        _strength(image, card, width - 8, height - 15)
    return image


def _spine(image: Image.Image, corporation: str, color: RGB) -> None:
    """Draw a card's left edge in the colour of its corporation, with the name along it."""
    height = extent(image)[1]
    room = height - 40
    pen(image).rectangle([3, 28, 18, height - 10], color)
    text, size = fit_line(corporation, room - 4, (11, 10, 9, 8, 7))
    line = blank("RGBA", (room, 16))
    write(line, (room / 2, 8), text, size, DARK, anchor="m")
    paste(image, line.rotate(90, expand=True), 3, 29)


def copies_tag(copies: int) -> Image.Image | None:
    """Return a tag that tells how many cards there are; None for one."""
    if copies <= 1:
        return None
    return _tag(f"x{copies}", BRASS, INK)


@kept(128)
def _tag(text: str, fill: RGB, ink: RGB) -> Image.Image:
    width = round(text_width(text, 12, True)) + 12
    image = plate(width, 19, mix(fill, WHITE, 0.25), fill, 9, 0).copy()
    write(image, (width / 2, 9.5), text, 12, ink, bold=True, anchor="m")
    return image


def _effect(text: str) -> str:
    """Return what a card does in fewer words."""
    return text.replace("Instead of attacking or mining", "Ability")


def _cost(image: Image.Image, cost: Cost, x: int, y: int) -> int:
    """Draw what a card costs; return how wide that is."""
    if not cost.total:
        return 2 + round(write(image, (x, y), "free", 12, INK))
    wide = 0
    for amount, name, color in ((cost.labor, "hand", LABOR_COLOR), (cost.construction, "hammer", CONSTRUCTION_COLOR)):
        if amount:
            wide += resource(image, amount, name, color, x + wide, y) + 6
    return wide


def resource(image: Image.Image, amount: int, name: str, color: RGB, x: float, y: float, size: int = 17) -> int:
    """Draw an amount of labor or construction; return how wide that is."""
    letters = size - 2
    paste(image, glyph(name, size, color, PARCHMENT), x, y - size / 2)
    return size + 3 + round(write(image, (x + size + 2, y + 0.5), str(amount), letters, INK, bold=True))


def _write_effect(
    image: Image.Image, text: str, box: tuple[int, int, int, int], sizes: Sequence[int], ink: RGB
) -> None:
    """Write what a card does in the largest letters that it has room in; cut in the end."""
    x, y, width, height = box
    lines, size = fit_text(text, width, height, sizes, _LEADING)
    top = y + max(0.0, (height - len(lines) * size * _LEADING) * 0.35)
    for number, line in enumerate(lines):
        write(image, (x, top + (number + 0.5) * size * _LEADING), line, size, ink)


def _fits(text: str, box: tuple[int, int, int, int]) -> bool:
    return any(
        len(wrap(text, box[2], size)) * size * _LEADING <= box[3]
        for size in _TOKEN_LETTERS
        if size > _TOKEN_LETTERS[-1]
    )


def _value(image: Image.Image, value: int, x: float, y: float) -> None:
    if value:
        paste(image, glyph("coin", 24, BRASS, DARK), x - 12, y - 12)
        write(image, (x, y + 0.5), str(value), 13, INK, bold=True, anchor="m")


def _strength(image: Image.Image, card: Unit | Building, right: float, y: float) -> None:
    """Draw attack and health, ending at ``right``."""
    for name, color, number in (("shield", (92, 112, 138), card.health), ("sword", BLOOD, card.attack)):
        wide = text_width(str(number), 14, True)
        write(image, (right, y + 0.5), str(number), 14, INK, bold=True, anchor="r")
        paste(image, glyph(name, 16, color, PARCHMENT), right - wide - 18, y - 8)
        right -= wide + 26


def token(
    setup: Setup,
    thing: Any,
    slots: Sequence[int],
    ready: str,
    effect: str,
    size: tuple[int, int],
    *,
    idle: bool = False,
) -> Image.Image:
    """Return a thing in play.

    Args:
        setup: The game.
        thing: Its record.
        slots: Where things like it are.
        ready: What ``thing_state`` says of it.
        effect: What it may still do; written where the token is high enough.
        size: Width and height in pixels, at least 70 by 30.
        idle: Whether its text does nothing, as those of the automaton's things.
    """
    kind = int(thing.kind)
    places = ",".join(f"#{slot + 1}" for slot in slots)
    if len(slots) > 3 or (size[0] < 110 and len(slots) > 1):
        places = f"#{slots[0] + 1} x{len(slots)}"
    effect = _effect(effect) if size[1] >= _TALL else ""
    card = setup.options.cards.kinds[kind]
    star = bool(card.any_time) and not idle
    return _token(card, _faction(setup, kind), int(thing.wounds), places, ready, effect, size, star)


@kept(512)
def _token(
    card: Unit | Building,
    faction: int,
    wounds: int,
    places: str,
    ready: str,
    effect: str,
    size: tuple[int, int],
    star: bool,
) -> Image.Image:
    width, height = size
    down = ready in ("under construction", "turned over")
    color = mix(STEEL, DARK, 0.62) if down else TYPE_COLORS[CardType.called(card.type)]
    rim = mix(BRASS, DARK, 0.45) if down or ready == "waiting" else BRASS
    image = plate(width, height, mix(color, WHITE, 0.14), mix(color, DARK, 0.4), 6, 2, rim=rim).copy()
    draw = pen(image)
    if down:
        for x in range(-height, width, 14):
            draw.line([x, height - 3, x + height - 5, 3], mix(color, DARK, 0.3), 4)
    draw.rectangle([2, 5, 6, height - 6], FACTION_COLORS[faction])
    upper = 11 if height < 40 else 14
    room = width - 16 - (13 if ready in ("ready", "waiting") else 0)
    name = card.name
    if width < 92:  # no room below
        name, places = f"{places} {name}", ""
    text, letters = fit_line(name, room, (13, 12, 11, 10, 9, 8) if height > 40 else (11, 10, 9, 8), bold=True)
    write(image, (10, upper), text, letters, DIM if down else CREAM, bold=True)
    if ready in ("ready", "waiting"):
        paste(image, glyph("lamp", 12, GREEN if ready == "ready" else SHADE, DARK), width - 16, upper - 6)
    low = height - (10 if height < 40 else 13)
    left = 10 + write(image, (10, low), places, 9 if width < 90 else 10, LIGHT if not down else DIM) + 5
    starred = star and not down and left + 78 < width
    if starred:
        paste(image, glyph("star", 10, LIGHT, color), left, low - 5)
    if effect:
        box = (11, 22, width - 18, height - 40)
        if starred and not _fits(effect, box):
            effect = effect.replace(f" ({ANY_TIME})", "")  # the star says so
        _write_effect(image, effect, box, _TOKEN_LETTERS, DIM if down else PARCHMENT)
    if down:
        told = {"under construction": "being built", "turned over": "in ruins"}[ready]
        text, letters = fit_line(told, width - 8 - left, (10, 9, 8))
        write(image, (width - 6, low), text, letters, DIM, anchor="r")
    else:
        _stand(image, card, wounds, (width - 6, low), left + 4)
    return image


def _stand(image: Image.Image, card: Unit | Building, wounds: int, end: tuple[float, float], left: float) -> None:
    """Draw attack, and health as pips: those lost are dark red; as numbers where there is no room."""
    health, (right, y) = card.health, end
    wide = 8 * health
    if health <= _MOST_PIPS and right - wide - 32 >= left:
        for number in range(health):
            color = BLOOD if number >= health - wounds else LIGHT
            paste(image, glyph("rivet", 8, color, DARK), right - wide + 8 * number, y - 4)
        right -= wide + 4
    else:
        text = f"{health - wounds}" + (f"/{health}" if wounds and right - left > 74 else "")
        wide = round(write(image, (right, y), text, 12, (250, 150, 130) if wounds else CREAM, bold=True, anchor="r"))
        paste(image, glyph("shield", 11, mix(STEEL, WHITE, 0.4), DARK), right - wide - 13, y - 5.5)
        right -= wide + 18
    wide = round(write(image, (right, y), str(card.attack), 12, CREAM, bold=True, anchor="r"))
    paste(image, glyph("sword", 11, mix(COPPER, WHITE, 0.3), DARK), right - wide - 13, y - 5.5)


def mini(setup: Setup, kind: int, width: int, height: int, copies: int) -> Image.Image:
    """Return a low card: name, cost, value and how many there are."""
    return _mini(setup.options.cards.kinds[kind], _faction(setup, kind), (width, height), copies)


@kept(256)
def _mini(card: Kind, faction: int, size: tuple[int, int], copies: int) -> Image.Image:
    width, height = size
    color = TYPE_COLORS[CardType.called(card.type)]
    image = plate(width, height, PARCHMENT, mix(PARCHMENT, color, 0.25), 6, 2).copy()
    draw = pen(image)
    draw.rectangle([2, 5, 7, height - 6], FACTION_COLORS[faction])
    tag = copies_tag(copies)
    text, letters = fit_line(card.name, width - 20 - (extent(tag)[0] if tag else 0), (12, 11, 10, 9, 8), bold=True)
    write(image, (12, 13), text, letters, mix(color, DARK, 0.25), bold=True)
    if tag:
        paste(image, tag, width - extent(tag)[0] - 4, 4)
    y = height - 13
    x = 12 + _cost(image, card.cost, 12, y)
    if card.value:
        paste(image, glyph("coin", 17, BRASS, DARK), width - 23, y - 8.5)
        write(image, (width - 14.5, y), str(card.value), 10, INK, bold=True, anchor="m")
    strength = "" if isinstance(card, Employee) else f"{card.attack}/{card.health}"
    if strength and x + text_width(strength, 12, True) < width - 28:
        write(image, (width - 28, y), strength, 12, INK, bold=True, anchor="r")
    return image
