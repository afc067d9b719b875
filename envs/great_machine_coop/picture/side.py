"""Beside the city: the tracks, the City Event, the Directives, the Missions and the question."""

from __future__ import annotations

from PIL import Image

from ...city.picture import side
from ...city.picture.city import Scene
from ...city.picture.style import BRASS, DIM, GREEN, INK, IVORY, LIGHT_RED, RED, SLATE, WHITE, chip, panel, paragraph
from ...city.rules.state import MAX_PUBLISHED, NOBODY, NUM_DIRECTIVES, NUM_STAGES, Directive
from ...city.words.terms import listed, members
from ...table.drawing import Box, fit_line, mix, paste, write
from ...table.seats import seat_name
from ...table.sets import has
from ..rules.state import LETTERS, Mission
from ..words.card_text import directive_text
from ..words.closing import event_of, hand_of
from ..words.facts import TEAM, bottom_of_deck, clauses, marker_stage, marker_text, published_in_order
from ..words.mission_facts import is_active, progress, status_text, wanted
from ..words.questions import pending_text
from ..words.view import shown_parts
from .layout import ALL_QUESTION, DIRECTIVES, EVENT, MISSIONS, QUESTION, TRACKS
from .style import MARKER_COLOR, MISSION_COLOR, marker, pip

_SIZES = (15, 14, 13, 12, 11, 10, 9)
_CLAUSE_WIDTH = 106
_PIPS = 8
"""More of what an Objective asks for are told by number alone."""


def draw_side(image: Image.Image, scene: Scene) -> None:
    """Draw the right side."""
    with_missions = bool(scene.setup.record["with_missions"][0])
    _tracks(image, scene)
    _event(image, scene)
    _directives(image, scene)
    if with_missions:
        _missions(image, scene)
    box, name = QUESTION if with_missions else ALL_QUESTION, seat_name(int(scene.state.seat))
    side.draw_question(image, scene, box, TEAM, name, pending_text(scene.state))


# Tracks


def _tracks(image: Image.Image, scene: Scene) -> None:
    panel(image, TRACKS)
    inner = Box(TRACKS.x + 12, TRACKS.y + 8, TRACKS.width - 24, TRACKS.height - 16)
    side.draw_plan(image, scene, Box(inner.x, inner.y, inner.width, 66))
    track = Box(inner.x, inner.y + 72, inner.width, 112)
    side.draw_discontent(image, scene, track, [""] * NUM_STAGES)
    _marker(image, scene, track)
    _counts(image, scene, Box(inner.x, inner.y + 190, inner.width, 66))


def _marker(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw the Progress marker below its Stage, and how far it is from Discontent."""
    here = marker_stage(scene.state)
    step = (box.width - 46) // (NUM_STAGES - 1)
    x = box.x + here * step + (step - 4) / 2 if here < NUM_STAGES - 1 else box.right - 22
    paste(image, marker(24), x - 12, box.y + 67)
    wide = write(image, (box.x, box.y + 101), "Progress marker", 14, MARKER_COLOR, bold=True)
    text, size = fit_line(marker_text(scene.state), box.width - wide - 12, (14, 13, 12, 11))
    write(image, (box.right, box.y + 101), text, size, IVORY, anchor="r")


def _counts(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw Riots won, Riot tokens and who is arrested."""
    state = scene.state
    side.draw_riots(image, scene, box)
    x = box.x + 142
    write(image, (x, box.y + 9), "Riot tokens", 14, LIGHT_RED, bold=True)
    panel(image, Box(x, box.y + 22, 54, 36), mix(RED, INK, 0.2), WHITE, line=2)
    write(image, (x + 27, box.y + 40), str(int(state.riot_tokens)), 22, WHITE, bold=True, anchor="m")
    x += 106
    side.draw_arrested(image, scene, Box(x, box.y, box.right - x, box.height))


# The City Event


def _event(image: Image.Image, scene: Scene) -> None:
    panel(image, EVENT)
    state = scene.state
    inner = Box(EVENT.x + 12, EVENT.y + 8, EVENT.width - 24, EVENT.height - 14)
    if state.event == NOBODY:
        text = "No City Event in this round" if state.week else "No City Event yet"
        write(image, EVENT.middle, text, 15, DIM, anchor="m")
        return
    side.heading(image, inner, f"City Event: {event_of(scene.setup, state).name}", "")
    told = clauses(scene.setup, state)
    high = min(44, (inner.height - 22) // len(told))
    for number, clause in enumerate(told):
        place = Box(inner.x, inner.y + 22 + number * high, inner.width, high)
        title, size = fit_line(clause.title.removeprefix("Security "), _CLAUSE_WIDTH - 8, (13, 12, 11), bold=True)
        write(image, (place.x, place.y + 8), title, size, BRASS, bold=True)
        text = f"{clause.text[0].upper()}{clause.text[1:]}."
        wide = place.width - _CLAUSE_WIDTH
        if clause.stands and high >= 30:
            color = IVORY if clause.good is None else mix(GREEN, WHITE, 0.2) if clause.good else LIGHT_RED
            stands, size = fit_line(clause.stands, _CLAUSE_WIDTH - 8, (12, 11, 10, 9, 8), bold=True)
            write(image, (place.x, place.y + 24), stands, size, color, bold=True)
        paragraph(image, text, Box(place.x + _CLAUSE_WIDTH, place.y, wide, high - 4), (13, 12, 11, 10, 9), IVORY)


# Directives


def _directives(image: Image.Image, scene: Scene) -> None:
    """Draw published Directives in their order, and below what is in hand and in the deck."""
    box, state = DIRECTIVES, scene.state
    panel(image, box)
    inner = Box(box.x + 12, box.y + 8, box.width - 24, box.height - 16)
    published, hand = published_in_order(state), hand_of(state, scene.knower)
    side.heading(image, inner, "Directives", f"{len(published)} of {MAX_PUBLISHED} published; the first leaves first")
    high = min(42, (inner.height - 68) // MAX_PUBLISHED)
    for number, directive in enumerate(published):
        text = directive_text(scene.setup.options.cards, Directive(directive).text)
        place = Box(inner.x, inner.y + 22 + number * high, inner.width, high - 3)
        side.draw_directive(image, directive, text, True, place)
    if not published:
        write(image, (inner.x, inner.y + 36), "None is published.", 14, DIM)
    rest = Box(inner.x, inner.low - 42, inner.width, 42)
    name = listed((Directive(directive).text for directive in hand), "one, unknown" if state.hand else "none")
    hidden = int(state.deck) | (0 if hand else int(state.hand))
    deck = listed((Directive(number).text for number in members(hidden, NUM_DIRECTIVES)), "no unknown one")
    bottom = listed((Directive(number).text for number in bottom_of_deck(state)), "")
    shared = " and hand" if state.hand and not hand else ""
    told = f"In hand: {name}. Deck{shared}: {deck}." + (f" At the bottom: {bottom}." if bottom else "")
    paragraph(image, told, rest, (14, 13, 12, 11, 10), DIM)


# Missions


def _missions(image: Image.Image, scene: Scene) -> None:
    panel(image, MISSIONS)
    high = (MISSIONS.height - 10) // len(LETTERS)
    for letter in range(len(LETTERS)):
        _mission(image, scene, letter, Box(MISSIONS.x + 12, MISSIONS.y + 6 + letter * high, MISSIONS.width - 24, high))


def _mission(image: Image.Image, scene: Scene, letter: int, box: Box) -> None:
    """Draw a Mission: its name, how far it is, and what its parts say."""
    state = scene.state
    mission = int(state.missions[letter])
    active, done = is_active(state, letter), has(state.done, letter)
    paste(image, chip(LETTERS[letter], 22, 18, MISSION_COLOR if active or done else SLATE), box.x, box.y + 1)
    name_color = BRASS if active else mix(GREEN, WHITE, 0.3) if done else DIM
    write(image, (box.x + 30, box.y + 10), Mission(mission).text, 15, name_color, bold=True)
    told = status_text(scene.setup, state, letter)
    wide = write(image, (box.right, box.y + 10), told, 14, IVORY if active else name_color, bold=True, anchor="r")
    goal = wanted(scene.setup, mission)
    if active and goal <= _PIPS:
        reached, x = progress(scene.setup, state, letter), box.right - wide - 10 - 16 * goal
        for number in range(goal):
            paste(image, pip(14, number < reached), x + 16 * number, box.y + 3)
    text = " ".join(f"{part}: {said}" for part, said in shown_parts(scene.setup, state, letter).items())
    inner = Box(box.x, box.y + 22, box.width, box.height - 26)
    paragraph(image, text, inner, (13, 12, 11, 10), IVORY if active else DIM)
