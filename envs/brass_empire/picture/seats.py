"""The panels of the players: the viewer's own below, all others above."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any, NamedTuple

from PIL import Image

from ...table.drawing import RGB, Box, Point, fit_line, fit_lines, mix, paste, text_width, write
from ...table.game import RUNNING, Setup
from ...table.spots import about, note
from ..rules.actions import Act, CardAct
from ..rules.state import NOBODY, Phase, Zone
from ..words import facts
from ..words.wording import player
from . import cards as picture_cards
from .layout import GAP, grid, spread
from .palette import BLOOD, BRASS, CREAM, DARK, DIM, LIGHT, SHADE, STEEL, WALNUT, WHITE
from .style import FACTION_COLORS, card_back, coins, glyph, lit_frame, plate

HAND_CARD = 158, 172
_TOKENS = ((188, 82), (132, 70), (148, 50), (128, 44), (104, 40), (92, 36), (84, 34), (68, 34))
_OWN = (Act.MINE.name, Act.ATTACK.name, Act.ABILITY.name, Act.DEMOLISH.name)
_OTHERS = (Act.THING.name,)
"""Blocks of actions about one's own things, and about those of others."""
_OWN_TOKENS = ((196, 88), (160, 88), (118, 88), (104, 43), (84, 43))


class Scene(NamedTuple):
    """What is drawn, for whom, and what the seat to move may choose as far as the viewer sees it.

    Attributes:
        setup: The game.
        state: The position.
        viewer: Who looks; None for a referee.
        knower: Whose knowledge is shown; None for everything.
        hand: Kinds in the viewer's hand that may be chosen.
        rows: Kinds in the rows that may be chosen.
        reserve: Kinds in the reserve of the seat to move that may be chosen.
        things: Things that may be chosen, by seat and slot.
        seats: Players that may be chosen.
        spots: Where the things' middles lie, filled as they are drawn.
    """

    setup: Setup
    state: Any
    viewer: int | None
    knower: int | None
    hand: Set[int]
    rows: Set[int]
    reserve: Set[int]
    things: Set[tuple[int, int]]
    seats: Set[int]
    spots: dict[tuple[int, int], Point]


def faction_color(scene: Scene, seat: int) -> RGB:
    """Return the colour of a seat's corporation; that of the automaton is steel."""
    if facts.is_automaton(scene.setup, seat):
        return STEEL
    return FACTION_COLORS[1 + int(scene.state.corporation[seat])]  # grey before it has one


def away(scene: Scene, seat: int) -> int:
    """Return how many places to the left of the seat to move a seat is, as actions name it."""
    return (seat - int(scene.state.seat)) % int(scene.setup.record[0]["places"])


def draw_rival(image: Image.Image, scene: Scene, seat: int, box: Box) -> None:
    _board(image, scene, seat, box)
    if facts.is_out(scene.state, seat):
        write(image, box.middle, "BANKRUPT", 24, mix(BLOOD, WHITE, 0.2), bold=True, anchor="m")
        return
    if scene.state.phase == Phase.PREPARING:
        _chosen_reserve(image, scene, seat, box)
        return
    wide = box.width >= 500
    x = _account(image, scene, seat, box.x + 12, box.y + 47, wide)
    _stacks(image, scene, seat, x, box.y + 47, box.right - 10)
    lists = _lists(scene, seat) if wide else _narrow_lists(scene, seat)
    if wide:
        crowded = len(facts.things_of(scene.state, seat)) > 8 and box.width < 700
        column = box.width // 4 if crowded else min(460, box.width * 2 // 5)
        _texts(image, lists, Box(box.right - column - 10, box.y + 66, column, box.height - 72), 12)
        room = Box(box.x + 10, box.y + 68, box.width - column - 34, box.height - 76)
    else:
        height = 26 if lists and len(facts.things_of(scene.state, seat)) <= 12 else 0
        _texts(image, lists if height else [], Box(box.x + 12, box.low - height - 5, box.width - 22, height), 10)
        room = Box(box.x + 10, box.y + 68, box.width - 18, box.height - 74 - height)
    _tokens(image, scene, seat, room, _TOKENS)


def _board(image: Image.Image, scene: Scene, seat: int, box: Box) -> None:
    """Draw a panel with its name plate; that of the seat that is asked is lit."""
    state, setup = scene.state, scene.setup
    color = faction_color(scene, seat)
    asked = state.over == RUNNING and seat == state.seat
    paste(image, plate(box.width, box.height, mix(WALNUT, color, 0.3), mix(DARK, color, 0.14), 10, 3), box.x, box.y)
    note(box, about(("seat", away(scene, seat)), blocks=(Act.SEAT.name,)))
    top, low = (mix(color, WHITE, 0.15), mix(color, DARK, 0.25)) if not facts.is_out(state, seat) else (SHADE, DARK)
    paste(image, plate(box.width - 6, 26, top, low, 7, 0), box.x + 3, box.y + 3)
    if asked:
        paste(image, lit_frame(box.width, box.height, LIGHT, 10), box.x - 5, box.y - 5)
    if seat in scene.seats:
        paste(image, lit_frame(box.width - 6, 26, CREAM, 7), box.x - 2, box.y - 2)
    ink = DIM if facts.is_out(state, seat) else DARK
    x: float = box.x + 12
    if state.over == RUNNING and state.phase != Phase.PREPARING and seat == state.player:
        paste(image, glyph("cog", 18, ink, top), x, box.y + 7)
        x += 23
    x += write(image, (x, box.y + 16), player(setup, seat), 15, ink, bold=True) + 7
    notes = ["you"] if seat == scene.viewer else []
    mate = facts.mate_of(setup, seat)
    if mate is not None and seat != scene.viewer:
        yours = "your teammate" if box.width >= 400 else "teammate"
        notes.append(yours if mate == scene.viewer else f"with {player(setup, mate)}")
    notes += ["first"] if state.first == seat and setup.num_seats > 1 else []
    if notes:
        x += write(image, (x, box.y + 16), ", ".join(notes), 12 if box.width >= 400 else 10, ink) + 8
    name = facts.corporation_name(setup, state, seat)
    if name is not None and box.right - 12 - x > 24:
        room = box.right - 12 - x
        bold = text_width(name, 9, bold=True) <= room
        text, size = fit_line(name, room, (14, 13, 12, 11, 10, 9) if bold else (11, 10, 9, 8, 7), bold=bold)
        write(image, (box.right - 12, box.y + 16), text, size, ink, bold=bold, anchor="r")


def _account(image: Image.Image, scene: Scene, seat: int, x: float, y: float, wide: bool) -> float:
    """Draw a seat's Brass and what its cards are worth, in a narrow panel below it; return where that ends."""
    state, setup = scene.state, scene.setup
    paste(image, glyph("coin", 28, BRASS, DARK), x, y - 14)
    x += 33
    if setup.options.mode == "battle":
        return x + write(image, (x, y), str(state.brass[seat]), 22, LIGHT, bold=True) + 14
    worth = f"+{state.worth[seat]} = {facts.score(state, seat)}"
    if wide:
        x += write(image, (x, y), str(state.brass[seat]), 22, LIGHT, bold=True) + 5
        return x + write(image, (x, y + 1), worth, 13, CREAM) + 14
    number = write(image, (x, y - 5), str(state.brass[seat]), 18, LIGHT, bold=True)
    return x + max(number, write(image, (x, y + 10), worth, 10, CREAM)) + 12


def _stacks(image: Image.Image, scene: Scene, seat: int, x: float, y: float, right: float) -> None:
    """Draw hand, deck, discard and reserve as card backs with their numbers."""
    amounts, color = scene.state.amounts[seat], faction_color(scene, seat)
    if facts.is_automaton(scene.setup, seat):
        paste(image, card_back(19, 26, STEEL), x, y - 13)
        write(image, (x + 24, y), f"score pile {amounts[Zone.DISCARD]}", 12, CREAM)
        return
    piles = [("hand", Zone.HAND), ("deck", Zone.DECK), ("disc.", Zone.DISCARD), ("res.", Zone.RESERVE)]
    step = min(96.0, (right - x) / len(piles))
    layers = 2 if step >= 46 else 1  # how far the uppermost card lies from the lowest, so that there is room beside it
    for number, (name, zone) in enumerate(piles):
        at = x + number * step
        back = card_back(17, 24, color)
        for layer in range(min(3, int(amounts[zone]))):
            paste(image, back, at + layers * layer, y - 12 - layer)
        left = at + 21 + 2 * layers
        write(image, (left, y - 5), str(amounts[zone]), 13, CREAM, bold=True)
        text, size = fit_line(name, step - 22 - 2 * layers, (9, 8, 7))
        write(image, (left, y + 8), text, size, DIM)


def _lists(scene: Scene, seat: int, own: bool = False) -> list[tuple[str, str]]:
    """Return what lies in a seat's piles, as far as the viewer can tell: title and content."""
    zones, amounts = scene.state.zones[seat], scene.state.amounts[seat]
    if facts.is_automaton(scene.setup, seat):
        which, does = facts.plan_of_automaton(scene.setup, scene.state)
        told = [(which.capitalize(), does)] if scene.state.over == RUNNING else []
        scored = [("Score pile", facts.contents(scene.setup, zones[Zone.DISCARD]))] if amounts[Zone.DISCARD] else []
        return told + scored
    found = []
    hand = facts.listed(scene.setup, facts.seen_hand(scene.state, seat, scene.knower))
    if scene.knower in (None, seat):
        found += [("Hand", hand)] if hand and not own else []
        found += [(f"Deck {amounts[Zone.DECK]}", facts.contents(scene.setup, zones[Zone.DECK]))]
    else:
        found += [("Known in hand", hand)] if hand else []
        found += [("Hand and deck", facts.contents(scene.setup, zones[Zone.HAND] + zones[Zone.DECK]))]
    found += [(f"Discard {amounts[Zone.DISCARD]}", facts.contents(scene.setup, zones[Zone.DISCARD]))]
    if amounts[Zone.PLAYED]:
        found += [(f"Played {amounts[Zone.PLAYED]}", facts.contents(scene.setup, zones[Zone.PLAYED]))]
    if amounts[Zone.RESERVE] and not own:
        found += [("Reserve", facts.contents(scene.setup, zones[Zone.RESERVE]))]
    return [(title, text or "nothing") for title, text in found]


def _narrow_lists(scene: Scene, seat: int) -> list[tuple[str, str]]:
    """Return what there is room for in a narrow panel: what is known of the hand, what was played."""
    if facts.is_automaton(scene.setup, seat):
        return []
    hand = facts.listed(scene.setup, facts.seen_hand(scene.state, seat, scene.knower))
    title = "Hand" if scene.knower is None else "Known in hand"
    found = [(title, hand)] if hand else []
    played = facts.contents(scene.setup, scene.state.zones[seat, Zone.PLAYED])
    return found + ([("Played", played)] if played else [])


def _texts(image: Image.Image, lists: Sequence[tuple[str, str]], box: Box, size: int) -> None:
    """Write lists one below the other, smaller where they need it, and cut in the end."""
    if not lists:
        return
    told = [f"{title}: {text}" for title, text in lists]
    for letters in (size, size - 1, size - 2, size - 3):
        broken = [fit_lines(text, box.width, 999, letters, 1.25) for text in told]
        if sum(map(len, broken)) * letters * 1.25 <= box.height:
            break
    else:
        room = int(box.height / (letters * 1.25)) // len(told)
        broken = [fit_lines(text, box.width, max(1, room) * letters * 1.25 + 1, letters, 1.25) for text in told]
    y = box.y + letters * 0.7
    for (title, _), lines in zip(lists, broken, strict=True):
        for number, line in enumerate(lines):
            write(image, (box.x, y + number * letters * 1.25), line, letters, CREAM)
        write(image, (box.x, y), title, letters, BRASS)
        y += len(lines) * letters * 1.25


def _chosen_reserve(image: Image.Image, scene: Scene, seat: int, box: Box) -> None:
    reserve = facts.contents(scene.setup, scene.state.zones[seat, Zone.RESERVE])
    lists = [("Reserve", reserve)] if reserve else []
    _texts(image, lists, Box(box.x + 14, box.y + 40, box.width - 28, box.height - 50), 12)


def _tokens(image: Image.Image, scene: Scene, seat: int, box: Box, sizes: tuple[tuple[int, int], ...]) -> None:
    things = facts.things_of(scene.state, seat)
    if not things:
        return
    columns, width, height = grid(len(things), (box.width, box.height), sizes)
    rows = -(-len(things) // columns)
    height = max(height, min(height * 3 // 2, (box.height + 4) // rows - 4))  # more room for what the cards do
    for number, slots in enumerate(things):
        x = box.x + number % columns * (width + 4)
        y = box.y + number // columns * (height + 4)
        thing = scene.state.things[seat, slots[0]]
        ready = facts.thing_state(scene.setup, scene.state, seat, slots[0])
        effect = facts.still_does(scene.setup, scene.state, seat, slots[0])
        idle = facts.is_automaton(scene.setup, seat)
        sprite = picture_cards.token(scene.setup, thing, slots, ready, effect, (width, height), idle=idle)
        paste(image, sprite, x, y)
        if any((seat, slot) in scene.things for slot in slots):
            paste(image, lit_frame(width, height, LIGHT, 6), x - 5, y - 5)
        for slot in slots:
            scene.spots[seat, slot] = x + width / 2, y + height / 2
            whose = [("seat", away(scene, seat))] if away(scene, seat) else []
            note((x, y, width, height), about(("slot", slot), *whose, blocks=_OTHERS if whose else _OWN))


# The viewer's own panel


def draw_own(image: Image.Image, scene: Scene, seat: int, box: Box) -> None:
    """Draw the panel of the seat that looks: its hand, its things, its reserve, its piles."""
    _board(image, scene, seat, box)
    if facts.is_out(scene.state, seat):
        write(image, box.middle, "BANKRUPT", 40, mix(BLOOD, WHITE, 0.2), bold=True, anchor="m")
        return
    right = Box(box.right - 372, box.y + 36, 362, box.height - 44)
    if scene.state.phase != Phase.PREPARING:
        _purse(image, scene, seat, box.x + 14, box.y + 40)
        _own_hand(image, scene, seat, Box(box.x + 180, box.y + 36, right.x - box.x - 196, HAND_CARD[1]))
        things = Box(box.x + 180, box.y + 46 + HAND_CARD[1], right.x - box.x - 196, box.height - HAND_CARD[1] - 54)
        _tokens(image, scene, seat, things, _OWN_TOKENS)
    low = _own_reserve(image, scene, seat, right)
    if scene.state.phase == Phase.PREPARING:
        start = scene.setup.options.cards.start
        deck = ", ".join(f"{copies} {name}" for name, copies in start.deck.items())
        text, size = fit_line(
            f"Everybody starts with {deck} and {start.platform}.", right.x - box.x - 40, (17, 15, 13, 11)
        )
        write(image, (box.x + 20, box.y + 54), text, size, CREAM)
    else:
        lists = _lists(scene, seat, own=True)
        _texts(image, lists, Box(right.x, low, right.width, right.low - low), 13)


def _purse(image: Image.Image, scene: Scene, seat: int, x: float, y: float) -> None:
    """Draw the Brass as a heap and as a number, and the piles below it."""
    state = scene.state
    paste(image, coins(int(state.brass[seat])), x, y)
    wide = write(image, (x + 4, y + 84), str(state.brass[seat]), 34, LIGHT, bold=True)
    write(image, (x + 10 + wide, y + 90), facts.brass_unit(scene.setup, state, seat), 14, CREAM)
    if scene.setup.options.mode != "battle":
        text = f"+ {state.worth[seat]} Brass Value = {facts.score(state, seat)}"
        write(image, (x + 4, y + 114), *_fitted(text, 150), CREAM)
    color = faction_color(scene, seat)
    for number, (name, zone) in enumerate((("deck", Zone.DECK), ("discard", Zone.DISCARD), ("reserve", Zone.RESERVE))):
        at = x + 4 + number * 52
        if zone == Zone.DISCARD:
            note((at, y + 144, 44, 60), about(blocks=(CardAct.DISCARD.name,)))
        back = card_back(34, 48, color)
        for layer in range(min(4, int(state.amounts[seat, zone]))):
            paste(image, back, at + 2 * layer, y + 148 - layer)
        write(image, (at + 20, y + 212), str(state.amounts[seat, zone]), 16, CREAM, bold=True, anchor="m")
        write(image, (at + 20, y + 230), name, 11, DIM, anchor="m")


def _fitted(text: str, room: float) -> tuple[str, int]:
    return fit_line(text, room, (13, 12, 11, 10))


def _own_hand(image: Image.Image, scene: Scene, seat: int, box: Box) -> None:
    """Draw a hand, its cards open if the viewer may see them, equal ones on one pile."""
    hand = facts.seen_hand(scene.state, seat, scene.knower)
    hidden = int(scene.state.amounts[seat, Zone.HAND]) - sum(copies for _, copies in hand)
    shown = [*hand, *[(NOBODY, 1)] * hidden]
    if not shown:
        write(image, box.middle, "no card in hand", 15, DIM, anchor="m")
    width, height = HAND_CARD
    for (kind, copies), x in zip(shown, spread(len(shown), box.x, box.width, width, 11), strict=True):
        if kind == NOBODY:
            paste(image, card_back(width, height, faction_color(scene, seat)), x, box.y)
            continue
        mine = about(("card", kind), blocks=(CardAct.HAND.name,))
        paste(image, picture_cards.face(scene.setup, kind, width, height, copies), x, box.y, about=mine)
        if kind in scene.hand:
            paste(image, lit_frame(width, height, LIGHT), x - 5, box.y - 5)


def _own_reserve(image: Image.Image, scene: Scene, seat: int, box: Box) -> int:
    """Draw what is left of the reserve; return where that ends."""
    reserve = facts.counted(scene.state.zones[seat, Zone.RESERVE])
    if not reserve:
        return box.y
    write(image, (box.x, box.y + 6), "Reserve", 13, LIGHT, bold=True)
    columns = 2 if len(reserve) <= 4 else 3
    width, height = (box.width - (columns - 1) * GAP) // columns, 46
    for number, (kind, copies) in enumerate(reserve):
        x = box.x + number % columns * (width + GAP)
        y = box.y + 18 + number // columns * (height + 5)
        kept = about(("card", kind), blocks=(CardAct.RESERVE.name,)) if scene.state.seat == seat else None
        paste(image, picture_cards.mini(scene.setup, kind, width, height, copies), x, y, about=kept)
        if scene.state.seat == seat and kind in scene.reserve and scene.state.phase != Phase.PREPARING:
            paste(image, lit_frame(width, height, LIGHT, 6), x - 5, y - 5)
    return box.y + 26 + (len(reserve) + columns - 1) // columns * (height + 5)
