"""Servants below the city: the card that each has drawn, what it does first, and the Servant Movement deck."""

from __future__ import annotations

from PIL import Image

from ...city.picture.city import Scene
from ...city.picture.layout import GAP
from ...city.picture.style import BRASS, DIM, INK, IVORY, RED, SLATE, WHITE, guard, panel, paragraph, servant_sprite
from ...city.rules.state import NOBODY, NUM_SERVANTS, District, Servant
from ...city.words.terms import members, record_of
from ...table.drawing import Box, fit_line, mix, paste, write
from ...table.spots import about, note
from ..rules.guards import specials_out
from ..rules.movement import all_moves
from ..rules.state import NUM_MOVES, NUM_SPECIALS, MoveCard
from ..words.card_text import DETAINED_TEXT, priority_text
from ..words.facts import card_of, place_of, servant_order, servant_text
from .layout import SERVANTS as ROW
from .style import move_card

_DECK_WIDTH = 232
_CARD = 50, 66
_MINI = 41, 30
_A_ROW = 5


def draw_servants(image: Image.Image, scene: Scene) -> None:
    """Draw a panel for each Servant in the order of their turns, and the deck."""
    width = (ROW.width - _DECK_WIDTH - GAP * NUM_SERVANTS) // NUM_SERVANTS
    for turn, servant in enumerate(servant_order(scene.setup)):
        _servant(image, scene, servant, Box(ROW.x + turn * (width + GAP), ROW.y, width, ROW.height))
    _deck(image, scene, Box(ROW.right - _DECK_WIDTH, ROW.y, _DECK_WIDTH, ROW.height))


def _servant(image: Image.Image, scene: Scene, servant: int, box: Box) -> None:
    state = scene.state
    panel(image, box)
    note(box, about(("Servant", servant)))
    name, middle = Servant(servant).text, box.y + 19
    paste(image, servant_sprite(servant, 28), box.x + 8, middle - 14)
    wide = write(image, (box.x + 42, middle), name, 16, BRASS, bold=True)
    place, size = fit_line(f"in {District(place_of(state, servant)).text}", box.width - wide - 60, (13, 12, 11, 10, 9))
    write(image, (box.right - 10, middle), place, size, IVORY, anchor="r")
    card = int(state.moved[servant])
    if card == NOBODY:
        panel(image, Box(box.x + 10, box.y + 40, *_CARD), mix(SLATE, INK, 0.4), radius=4)
    else:
        paste(image, move_card(card, *_CARD, _tracked(scene, card), "drawn"), box.x + 10, box.y + 40)
    inner = Box(box.x + 70, box.y + 40, box.width - 80, 68)
    priority = priority_text(scene.setup.options.cards.servant[servant].priority)
    drawn = "no card yet" if card == NOBODY else card_of(state, servant)
    write(image, (inner.x, inner.y + 8), drawn, 14, WHITE if card != NOBODY else DIM, bold=card != NOBODY)
    paragraph(image, f"Does {priority}.", Box(inner.x, inner.y + 20, inner.width, 46), (13, 12, 11, 10), IVORY)
    told, color = servant_text(state, servant), mix(RED, WHITE, 0.4)
    if not told:
        told, color = f"Detains: {DETAINED_TEXT[name]}.", DIM
    paragraph(image, told, Box(box.x + 10, box.y + 114, box.width - 20, 44), (13, 12, 11, 10), color)


def _tracked(scene: Scene, card: int) -> int:
    """Return the kind of the Hero that a card leads to; NOBODY for any other card."""
    return int(scene.state.heroes[card]) if card < MoveCard.UP else NOBODY


def _deck(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw all Servant Movement cards: those left bright, those drawn with a rim, those discarded grey."""
    state = scene.state
    panel(image, box)
    left = members(int(state.moves), NUM_MOVES)
    wide = write(image, (box.x + 10, box.y + 19), "Movement deck", 14, BRASS, bold=True)
    told, size = fit_line(f"{len(left)} left", box.width - wide - 30, (13, 12, 11))
    write(image, (box.right - 10, box.y + 19), told, size, IVORY, anchor="r")
    drawn = {int(card) for card in state.moved}
    cards = members(int(all_moves(record_of(scene.setup), state)), NUM_MOVES)
    for number, card in enumerate(cards):
        look = "left" if card in left else "drawn" if card in drawn else "gone"
        x = box.x + 10 + number % _A_ROW * (_MINI[0] + 2)
        y = box.y + 36 + number // _A_ROW * (_MINI[1] + 3)
        paste(image, move_card(card, *_MINI, _tracked(scene, card), look), x, y)
    paste(image, guard(20, "special"), box.x + 8, box.low - 26)
    told = f"{NUM_SPECIALS - int(specials_out(state))} of {NUM_SPECIALS} special Guards in reserve"
    text, size = fit_line(told, box.width - 44, (13, 12, 11, 10))
    write(image, (box.x + 34, box.low - 15), text, size, DIM)
