"""Beside the city: the tracks, the City Event, the Directives and the question."""

from __future__ import annotations

from PIL import Image

from ...city.picture import side
from ...city.picture.city import Scene
from ...city.picture.style import BRASS, DIM, GREEN, INK, IVORY, WHITE, panel, paragraph
from ...city.rules.state import MAX_PUBLISHED, NOBODY, NUM_DIRECTIVES, RIOT_STAGE, Directive, Event
from ...city.words.facts import directive_names
from ...city.words.terms import listed, members, player
from ...table.drawing import Box, fit_line, mix, write
from ...table.sets import size
from ...table.views import many
from ..words.card_text import DIRECTIVE_TEXT, EVENT_TEXT
from ..words.facts import event_level, hand_of, known_to_heroes, outlook, unseen_directives
from ..words.questions import pending_text
from .layout import DIRECTIVES as DIRECTIVES_BOX
from .layout import EVENT, QUESTION, TRACKS

_SIZES = (15, 14, 13, 12, 11, 10, 9)

_DECK_HEIGHT = 46


def draw_side(image: Image.Image, scene: Scene) -> None:
    """Draw the right side."""
    _tracks(image, scene)
    _event(image, scene)
    _directives(image, scene)
    name = player(int(scene.state.seat))
    side.draw_question(image, scene, QUESTION, scene.knower, name, pending_text(scene.state))


def _tracks(image: Image.Image, scene: Scene) -> None:
    panel(image, TRACKS)
    inner = Box(TRACKS.x + 12, TRACKS.y + 8, TRACKS.width - 24, TRACKS.height - 16)
    side.draw_plan(image, scene, Box(inner.x, inner.y, inner.width, 66))
    income = [int(number) for number in scene.setup.record["income"][0]]
    notes = [*(many(number, "Bond") for number in income[:RIOT_STAGE]), str(income[RIOT_STAGE])]
    side.draw_discontent(image, scene, Box(inner.x, inner.y + 72, inner.width, 92), notes)
    _counts(image, scene, Box(inner.x, inner.y + 170, inner.width, 66))


def _counts(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw Riots won, Bonds and who is arrested."""
    state = scene.state
    side.draw_riots(image, scene, box)
    x = box.x + 148
    write(image, (x, box.y + 9), "Bonds", 14, BRASS, bold=True)
    panel(image, Box(x, box.y + 22, 54, 36), BRASS, WHITE, line=2)
    write(image, (x + 27, box.y + 40), str(int(state.bonds)), 22, INK, bold=True, anchor="m")
    x += 82
    side.draw_arrested(image, scene, Box(x, box.y, box.right - x, box.height))


def _event(image: Image.Image, scene: Scene) -> None:
    panel(image, EVENT)
    state = scene.state
    inner = Box(EVENT.x + 12, EVENT.y + 8, EVENT.width - 24, EVENT.height - 16)
    if state.event == NOBODY:
        write(image, EVENT.middle, "No City Event yet", 15, DIM, anchor="m")
        return
    name = Event(state.event).text
    rule, condition = EVENT_TEXT[name]
    level = event_level(int(state.event))
    side.heading(image, inner, f"City Event: {name}", f"level {level}" if level else "")
    paragraph(image, rule, Box(inner.x, inner.y + 22, inner.width, 54), _SIZES, IVORY)
    told = f"Master Plan if {condition}" if condition != "always." else "Master Plan: always."
    paragraph(image, told, Box(inner.x, inner.y + 80, inner.width, 42), _SIZES, DIM)
    now = outlook(scene.setup, state, scene.knower)
    if now:
        color = BRASS if now == "it advances" else mix(GREEN, WHITE, 0.2) if now == "it does not" else IVORY
        text, size = fit_line(f"As things stand: {now}.", inner.width, (15, 14, 13, 12), bold=True)
        write(image, (inner.x, inner.low - 9), text, size, color, bold=True)


def _directives(image: Image.Image, scene: Scene) -> None:
    """Draw published Directives and those known to be in the Machine's hand, and below what may be in the deck."""
    box, state = DIRECTIVES_BOX, scene.state
    panel(image, box)
    inner = Box(box.x + 12, box.y + 8, box.width - 24, box.height - 16)
    hand = hand_of(state, scene.knower)
    published = members(int(state.published), NUM_DIRECTIVES)
    told = f"{len(published)} of {MAX_PUBLISHED} published, {size(state.hand)} in hand"
    side.heading(image, inner, "Directives", told + (f" ({hand.unknown} unknown)" if hand.unknown else ""))
    rows = [(directive, True) for directive in published] + [(directive, False) for directive in hand.known]
    high = min(50, (inner.height - 24 - _DECK_HEIGHT) // max(1, len(rows)))
    for number, (directive, is_open) in enumerate(rows):
        place = Box(inner.x, inner.y + 24 + number * high, inner.width, high - 3)
        text = DIRECTIVE_TEXT[Directive(directive).text]
        if not is_open and known_to_heroes(state, directive, scene.knower):
            text = f"Known to the Heroes. {text}"
        side.draw_directive(image, directive, text, is_open, place)
    if not rows:
        write(image, (inner.x, inner.y + 36), "None is known.", 14, DIM)
    _deck(image, scene, hand.unknown, Box(inner.x, inner.low - _DECK_HEIGHT + 8, inner.width, _DECK_HEIGHT - 8))


def _deck(image: Image.Image, scene: Scene, unknown: int, box: Box) -> None:
    rest = directive_names(sum(1 << card for card in unseen_directives(scene.state, scene.knower)))
    label = f"Deck {size(scene.state.deck)}" + (f", hand {unknown}" if unknown else "")
    wide = write(image, (box.x, box.y + 9), label, 14, BRASS, bold=True) + 12
    inner = Box(round(box.x + wide), box.y, round(box.width - wide), box.height)
    paragraph(image, listed(rest, "empty"), inner, (14, 13, 12, 11, 10), IVORY)
