"""Beside the city: the tracks, the City Event, the Directives and the question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from ...great_machine.words.card_text import DIRECTIVE_TEXT, EVENT_TEXT
from ...great_machine.words.facts import (
    SYMBOLS,
    arrested_text,
    directive_names,
    event_level,
    hand_of,
    outlook,
    result,
    unseen_directives,
)
from ...great_machine.words.questions import pending_text, question_text
from ...great_machine.words.wording import describe_action
from ...table.drawing import RGB, Box, fit_line, frame, mix, paste, write
from ...table.game import RUNNING, TERMINATED
from ..rules.state import (
    MACHINE,
    MAX_PUBLISHED,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_STAGES,
    PLAN_END,
    RIOT_STAGE,
    RIOTS_TO_WIN,
    SLOTS_A_STAGE,
    TRACK_END,
    Directive,
    Event,
)
from ..rules.tracks import riots_won, stage
from ..words.terms import ROMAN, listed, many, members, player
from .city import Scene
from .layout import DIRECTIVES as DIRECTIVES_BOX
from .layout import EVENT, QUESTION, TRACKS
from .style import (
    BRASS,
    DIM,
    EDGE,
    GREEN,
    HERO_COLORS,
    INK,
    IVORY,
    RED,
    SLATE,
    WHITE,
    panel,
    paragraph,
    riot_token,
)

_SIZES = (15, 14, 13, 12, 11, 10, 9)
_DECK_HEIGHT = 46
_TWO_LINES = 34  # pixels of a Directive from which it is told below its name where it is
_LINE = 19


def draw_side(image: Image.Image, scene: Scene) -> None:
    """Draw the right side."""
    _tracks(image, scene)
    _event(image, scene)
    _directives(image, scene)
    _question(image, scene)


# Tracks


def _tracks(image: Image.Image, scene: Scene) -> None:
    panel(image, TRACKS)
    inner = Box(TRACKS.x + 12, TRACKS.y + 8, TRACKS.width - 24, TRACKS.height - 16)
    draw_plan(image, scene, Box(inner.x, inner.y, inner.width, 66))
    income = [int(number) for number in scene.setup.record["income"][0]]
    notes = [*(many(number, "Bond") for number in income[:RIOT_STAGE]), str(income[RIOT_STAGE])]
    draw_discontent(image, scene, Box(inner.x, inner.y + 72, inner.width, 92), notes)
    _counts(image, scene, Box(inner.x, inner.y + 170, inner.width, 66))


def heading(image: Image.Image, box: Box, text: str, told: str, color: RGB = BRASS) -> None:
    """Write a title, and what there is to tell at the other end of its line."""
    wide = write(image, (box.x, box.y + 9), text, 14, color, bold=True)
    told, size = fit_line(told, box.width - wide - 12, (14, 13, 12, 11, 10))
    write(image, (box.right, box.y + 9), told, size, IVORY, anchor="r")


def draw_plan(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw the Master Plan as a row of wheels."""
    plan = int(scene.state.plan)
    heading(image, box, "Master Plan", f"{ROMAN[plan]} of {ROMAN[PLAN_END]}")
    step = box.width // PLAN_END
    for number in range(1, PLAN_END + 1):
        here = number == plan
        fill = BRASS if here else mix(BRASS, SLATE, 0.55) if number < plan else SLATE
        x = box.x + (number - 1) * step + (step - 38) // 2
        paste(
            image,
            frame(38, 38, WHITE if here else EDGE, radius=19, line=2.5 if here else 1.5, fill=fill),
            x,
            box.y + 24,
        )
        ink = INK if here else IVORY if number < plan else DIM
        write(image, (x + 19, box.y + 43), ROMAN[number], 12, ink, bold=True, anchor="m")


def draw_discontent(image: Image.Image, scene: Scene, box: Box, notes: Sequence[str]) -> None:
    """Draw Discontent: three slots a Stage, a note below each, the type of Citizens it makes active."""
    slot, now = int(scene.state.slot), int(stage(scene.state))
    name = "Riot Stage" if now == RIOT_STAGE else f"Stage {now}" if now else "Zero Stage"
    active = listed((SYMBOLS[kind] for kind in range(min(now, len(SYMBOLS) - 1))), "nobody")
    heading(image, box, "Discontent", f"{name}; active: {active}", mix(RED, WHITE, 0.35))
    step = (box.width - 46) // (NUM_STAGES - 1)
    for number in range(NUM_STAGES - 1):
        x = box.x + number * step
        edge = WHITE if number == now else EDGE
        paste(
            image,
            frame(step - 4, 66, edge, radius=6, line=2 if number == now else 1, fill=mix(SLATE, INK, 0.35)),
            x,
            box.y + 24,
        )
        label = f"Stage {number}" if number else "Zero"
        write(image, (x + (step - 4) / 2, box.y + 34), label, 12, IVORY, anchor="m")
        for at in range(SLOTS_A_STAGE):
            this = number * SLOTS_A_STAGE + at
            fill = RED if this == slot else mix(RED, SLATE, 0.5) if this < slot else SLATE
            sprite = frame(20, 20, WHITE if this == slot else EDGE, radius=10, line=2, fill=fill)
            paste(image, sprite, x + (step - 4) / 2 - 32 + 22 * at, box.y + 44)
        write(image, (x + (step - 4) / 2, box.y + 78), notes[number], 12, DIM, anchor="m")
    x = box.right - 44
    paste(image, riot_token(42, slot == TRACK_END), x, box.y + 28)
    write(image, (x + 21, box.y + 80), notes[RIOT_STAGE], 12, DIM, anchor="m")


def _counts(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw Riots won, Bonds and who is arrested."""
    state = scene.state
    won = int(riots_won(state))
    write(image, (box.x, box.y + 9), "Riots won", 14, mix(RED, WHITE, 0.35), bold=True)
    for number in range(RIOTS_TO_WIN):
        paste(image, riot_token(34, number < won), box.x + 40 * number, box.y + 22)
    x = box.x + 148
    write(image, (x, box.y + 9), "Bonds", 14, BRASS, bold=True)
    paste(image, frame(54, 36, WHITE, radius=8, line=2, fill=BRASS), x, box.y + 22)
    write(image, (x + 27, box.y + 40), str(int(state.bonds)), 22, INK, bold=True, anchor="m")
    x += 82
    write(image, (x, box.y + 9), "Arrested", 14, DIM, bold=True)
    text = arrested_text(state, scene.knower)
    paragraph(image, text, Box(x, box.y + 22, box.right - x, 42), (16, 15, 14, 13, 12, 11, 10), IVORY)


# The City Event


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
    heading(image, inner, f"City Event: {name}", f"level {level}" if level else "")
    paragraph(image, rule, Box(inner.x, inner.y + 22, inner.width, 54), _SIZES, IVORY)
    told = f"Master Plan if {condition}" if condition != "always." else "Master Plan: always."
    paragraph(image, told, Box(inner.x, inner.y + 80, inner.width, 42), _SIZES, DIM)
    now = outlook(scene.setup, state, scene.knower)
    if now:
        color = BRASS if now == "it advances" else mix(GREEN, WHITE, 0.2) if now == "it does not" else IVORY
        text, size = fit_line(f"As things stand: {now}.", inner.width, (15, 14, 13, 12), bold=True)
        write(image, (inner.x, inner.low - 9), text, size, color, bold=True)


# Directives


def _directives(image: Image.Image, scene: Scene) -> None:
    """Draw published Directives and those known to be in the Machine's hand, and below what may be in the deck."""
    box, state = DIRECTIVES_BOX, scene.state
    panel(image, box)
    inner = Box(box.x + 12, box.y + 8, box.width - 24, box.height - 16)
    hand = hand_of(state, scene.knower)
    published = members(int(state.published), NUM_DIRECTIVES)
    size = int(state.hand).bit_count()
    told = f"{len(published)} of {MAX_PUBLISHED} published, {size} in hand"
    heading(image, inner, "Directives", told + (f" ({hand.unknown} unknown)" if hand.unknown else ""))
    rows = [(directive, True) for directive in published] + [(directive, False) for directive in hand.known]
    high = min(50, (inner.height - 24 - _DECK_HEIGHT) // max(1, len(rows)))
    for number, (directive, is_open) in enumerate(rows):
        place = Box(inner.x, inner.y + 24 + number * high, inner.width, high - 3)
        draw_directive(image, directive, DIRECTIVE_TEXT[Directive(directive).text], is_open, place)
    if not rows:
        write(image, (inner.x, inner.y + 36), "None is known.", 14, DIM)
    _deck(image, scene, hand.unknown, Box(inner.x, inner.low - _DECK_HEIGHT + 8, inner.width, _DECK_HEIGHT - 8))


def draw_directive(image: Image.Image, directive: int, text: str, is_open: bool, box: Box) -> None:
    """Draw a Directive: with a brass name if it is published, dim if it is in hand."""
    color = BRASS if is_open else DIM
    panel(image, box, mix(SLATE, INK, 0.35), color if is_open else EDGE, 5)
    name, size = fit_line(Directive(directive).text, 96, (15, 14, 13, 12), bold=True)
    middle = box.y + box.height / 2
    if box.height >= _TWO_LINES:
        write(image, (box.x + 8, middle - 8), name, size, color, bold=True)
        write(image, (box.x + 8, middle + 9), "published" if is_open else "in hand", 12, DIM)
    else:
        write(image, (box.x + 8, middle), name, size, color, bold=True)
    inner = Box(box.x + 108, box.y + 3, box.width - 114, box.height - 6)
    paragraph(image, text, inner, (14, 13, 12, 11, 10, 9, 8), IVORY if is_open else DIM)


def _deck(image: Image.Image, scene: Scene, unknown: int, box: Box) -> None:
    rest = directive_names(sum(1 << card for card in unseen_directives(scene.state, scene.knower)))
    label = f"Deck {int(scene.state.deck).bit_count()}" + (f", hand {unknown}" if unknown else "")
    wide = write(image, (box.x, box.y + 9), label, 14, BRASS, bold=True) + 12
    inner = Box(round(box.x + wide), box.y, round(box.width - wide), box.height)
    paragraph(image, listed(rest, "empty"), inner, (14, 13, 12, 11, 10), IVORY)


# The question


def _question(image: Image.Image, scene: Scene) -> None:
    state = scene.state
    asked = Asked(player(int(state.seat)), question_text(state, scene.knower), pending_text(state))
    choices = [describe_action(scene.setup, state, action, scene.viewer) for action in scene.choices]
    draw_question(image, scene, QUESTION, asked, choices)


class Asked(NamedTuple):
    """Who is asked what, and what is still to come."""

    name: str
    question: str
    pending: str


def draw_question(image: Image.Image, scene: Scene, box: Box, asked: Asked, choices: Sequence[str]) -> None:
    """Write who is asked what and what can be chosen, or how the game has ended."""
    state = scene.state
    over = state.over != RUNNING
    color = _side_color(scene, over)
    panel(image, box, mix(SLATE, INK, 0.3), color, line=3)
    paste(image, frame(box.width, 40, color, radius=8, line=1, fill=color), box.x, box.y)
    inner = Box(box.x + 14, box.y + 50, box.width - 28, box.height - 60)
    if over:
        write(image, (box.x + 14, box.y + 20), "The end", 18, WHITE, bold=True)
        paragraph(image, result(state), inner, (26, 24, 22, 20), IVORY)
        return
    mine = state.seat == scene.viewer
    title = f"{asked.name}, you: your choice" if mine else f"Waiting for {asked.name}"
    text, size = fit_line(title, inner.width, (17, 16, 15, 14, 13, 12), bold=True)
    write(image, (box.x + 14, box.y + 20), text, size, WHITE, bold=True)
    told = f"{asked.question[0].upper()}{asked.question[1:]}." + (f" ({asked.pending})" if asked.pending else "")
    used = paragraph(image, told, Box(inner.x, inner.y, inner.width, 92), (20, 18, 17, 16, 15, 14, 13, 12), IVORY)
    _choices(image, choices, Box(inner.x, round(inner.y + used + 6), inner.width, round(inner.height - used - 6)))


def _choices(image: Image.Image, choices: Sequence[str], box: Box) -> None:
    """Write what can be chosen, or how many choices there are where they are too many."""
    lines, room = list(choices), box.height // _LINE
    if len(lines) > room:
        lines = [*lines[: max(0, room - 1)], f"and {len(lines) - max(0, room - 1)} more choices"]
    for number, line in enumerate(lines):
        text, size = fit_line(line, box.width, (14, 13, 12, 11, 10, 9, 8))
        write(image, (box.x, box.y + (number + 0.5) * _LINE), text, size, DIM)


def _side_color(scene: Scene, over: bool) -> RGB:
    """Return the colour of who is asked or has won: brass for the Machine, a Hero's own, red for the Heroes."""
    state = scene.state
    if over:
        return mix(BRASS, INK, 0.35) if state.winner == MACHINE and state.over == TERMINATED else mix(RED, INK, 0.2)
    if state.hero != NOBODY and state.heroes[state.hero] != NOBODY:
        return HERO_COLORS[state.heroes[state.hero]]
    return mix(BRASS, INK, 0.35) if state.seat == MACHINE else mix(RED, INK, 0.2)
