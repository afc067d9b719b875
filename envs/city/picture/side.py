"""Beside the city, in both games: the tracks, a Directive, the question."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from ...table.drawing import RGB, Box, fit_line, frame, mix, paste, write
from ...table.game import RUNNING, TERMINATED
from ...table.spots import about, note
from ..rules import state as city
from ..rules.state import Directive
from ..rules.tracks import riots_won, stage
from ..words.asking import answer_text, question_text
from ..words.facts import SYMBOLS, arrested_text, result
from ..words.terms import ROMAN, listed
from .city import Scene
from .style import BRASS, DIM, EDGE, HERO_COLORS, INK, IVORY, LIGHT_RED, RED, SLATE, WHITE, panel, paragraph, riot_token

_TWO_LINES = 34  # pixels of a Directive from which it is told below its name where it is
_LINE = 19


# Tracks


def heading(image: Image.Image, box: Box, text: str, told: str, color: RGB = BRASS) -> None:
    """Write a title, and what there is to tell at the other end of its line."""
    wide = write(image, (box.x, box.y + 9), text, 14, color, bold=True)
    told, size = fit_line(told, box.width - wide - 12, (14, 13, 12, 11, 10))
    write(image, (box.right, box.y + 9), told, size, IVORY, anchor="r")


def draw_plan(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw the Master Plan as a row of wheels."""
    plan = int(scene.state.plan)
    heading(image, box, "Master Plan", f"{ROMAN[plan]} of {ROMAN[city.PLAN_END]}")
    step = box.width // city.PLAN_END
    for number in range(1, city.PLAN_END + 1):
        here = number == plan
        fill = BRASS if here else mix(BRASS, SLATE, 0.55) if number < plan else SLATE
        x = box.x + (number - 1) * step + (step - 38) // 2
        panel(image, Box(x, box.y + 24, 38, 38), fill, WHITE if here else EDGE, 19, 2.5 if here else 1.5)
        ink = INK if here else IVORY if number < plan else DIM
        write(image, (x + 19, box.y + 43), ROMAN[number], 12, ink, bold=True, anchor="m")


def draw_discontent(image: Image.Image, scene: Scene, box: Box, notes: Sequence[str]) -> None:
    """Draw Discontent: three slots a Stage, a note below each, the type of Citizens it makes active."""
    slot, now = int(scene.state.slot), int(stage(scene.state))
    name = "Riot Stage" if now == city.RIOT_STAGE else f"Stage {now}" if now else "Zero Stage"
    active = listed((SYMBOLS[kind] for kind in range(min(now, len(SYMBOLS) - 1))), "nobody")
    heading(image, box, "Discontent", f"{name}; active: {active}", LIGHT_RED)
    step = (box.width - 46) // (city.NUM_STAGES - 1)
    for number in range(city.NUM_STAGES - 1):
        x = box.x + number * step
        edge, line = (WHITE, 2) if number == now else (EDGE, 1)
        panel(image, Box(x, box.y + 24, step - 4, 66), mix(SLATE, INK, 0.35), edge, 6, line)
        label = f"Stage {number}" if number else "Zero"
        write(image, (x + (step - 4) / 2, box.y + 34), label, 12, IVORY, anchor="m")
        for at in range(city.SLOTS_A_STAGE):
            this = number * city.SLOTS_A_STAGE + at
            fill = RED if this == slot else mix(RED, SLATE, 0.5) if this < slot else SLATE
            sprite = frame(20, 20, WHITE if this == slot else EDGE, radius=10, line=2, fill=fill)
            paste(image, sprite, x + (step - 4) / 2 - 32 + 22 * at, box.y + 44)
        write(image, (x + (step - 4) / 2, box.y + 78), notes[number], 12, DIM, anchor="m")
    x = box.right - 44
    paste(image, riot_token(42, slot == city.TRACK_END), x, box.y + 28)
    write(image, (x + 21, box.y + 80), notes[city.RIOT_STAGE], 12, DIM, anchor="m")


# Directives


def draw_riots(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw the Riots that were won, and those still to be."""
    won = int(riots_won(scene.state))
    write(image, (box.x, box.y + 9), "Riots won", 14, LIGHT_RED, bold=True)
    for number in range(city.RIOTS_TO_WIN):
        paste(image, riot_token(34, number < won), box.x + 40 * number, box.y + 22)


def draw_arrested(image: Image.Image, scene: Scene, box: Box) -> None:
    """Write who is arrested."""
    write(image, (box.x, box.y + 9), "Arrested", 14, DIM, bold=True)
    text = arrested_text(scene.state, scene.knower)
    paragraph(image, text, Box(box.x, box.y + 22, box.width, 42), (16, 15, 14, 13, 12, 11, 10), IVORY)


def draw_directive(image: Image.Image, directive: int, text: str, is_open: bool, box: Box) -> None:
    """Draw a Directive: with a brass name if it is published, dim if it is in hand."""
    color = BRASS if is_open else DIM
    panel(image, box, mix(SLATE, INK, 0.35), color if is_open else EDGE, 5)
    note(box, about(("Directive", directive)))
    name, size = fit_line(Directive(directive).text, 96, (15, 14, 13, 12), bold=True)
    middle = box.y + box.height / 2
    if box.height >= _TWO_LINES:
        write(image, (box.x + 8, middle - 8), name, size, color, bold=True)
        write(image, (box.x + 8, middle + 9), "published" if is_open else "in hand", 12, DIM)
    else:
        write(image, (box.x + 8, middle), name, size, color, bold=True)
    inner = Box(box.x + 108, box.y + 3, box.width - 114, box.height - 6)
    paragraph(image, text, inner, (14, 13, 12, 11, 10, 9, 8), IVORY if is_open else DIM)


# The question


def draw_question(image: Image.Image, scene: Scene, box: Box, knower: int | None, name: str, pending: str) -> None:
    """Write who (``name``) is asked what, as ``knower`` knows it, and what can be chosen, or how the game has ended."""
    state = scene.state
    over = state.over != RUNNING
    color = _side_color(scene, over)
    panel(image, box, mix(SLATE, INK, 0.3), color, line=3)
    panel(image, Box(box.x, box.y, box.width, 40), color, color, line=1)
    inner = Box(box.x + 14, box.y + 50, box.width - 28, box.height - 60)
    if over:
        write(image, (box.x + 14, box.y + 20), "The end", 18, WHITE, bold=True)
        paragraph(image, result(state), inner, (26, 24, 22, 20), IVORY)
        return
    note(box, about())
    mine = state.seat == scene.viewer
    title = f"{name}, you: your choice" if mine else f"Waiting for {name}"
    text, size = fit_line(title, inner.width, (17, 16, 15, 14, 13, 12), bold=True)
    write(image, (box.x + 14, box.y + 20), text, size, WHITE, bold=True)
    question = question_text(scene.setup, state, knower)
    told = f"{question[0].upper()}{question[1:]}." + (f" ({pending})" if pending else "")
    used = paragraph(image, told, Box(inner.x, inner.y, inner.width, 92), (20, 18, 17, 16, 15, 14, 13, 12), IVORY)
    rest = Box(inner.x, round(inner.y + used + 6), inner.width, round(inner.height - used - 6))
    describe = scene.setup.game.describe_action or answer_text
    _choices(image, [describe(scene.setup, state, action, scene.viewer) for action in scene.choices], rest)


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
        return (
            mix(BRASS, INK, 0.35) if state.winner == city.MACHINE and state.over == TERMINATED else mix(RED, INK, 0.2)
        )
    if state.hero != city.NOBODY and state.heroes[state.hero] != city.NOBODY:
        return HERO_COLORS[state.heroes[state.hero]]
    return mix(BRASS, INK, 0.35) if state.seat == city.MACHINE else mix(RED, INK, 0.2)
