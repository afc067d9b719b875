"""Beside the stack: the course of the turn, the Gulag, and the question."""

from __future__ import annotations

from PIL import Image

from ...table.drawing import Box, fit_line, mix, paste, write
from ...table.game import RUNNING, TERMINATED
from ...table.seats import seat_name
from ...table.spots import about, note
from ..rules.actions import Act
from ..rules.box import Citizen
from ..rules.state import Phase
from ..words.facts import PHASE_TEXTS, actions_text, result
from ..words.questions import asked, foot_text
from .layout import SIDE
from .seats import Scene, seat_color
from .style import FAINT, GOLD, INK, LINE, PAPER, RED, SHEET, WHITE, panel, paragraph, token

_TRACK = (
    (Phase.PRODUCTION, "Produce", Phase.AFTER_PRODUCTION),
    (Phase.DISCARD_DRAW, "Discard, draw", Phase.AFTER_DRAW),
    (Phase.PROPAGANDA, "Propaganda", Phase.AFTER_PROPAGANDA),
    (Phase.ACTION, "Action", Phase.AFTER_ACTION),
)
"""The steps of a turn, each with the window after it."""


def draw_side(image: Image.Image, scene: Scene) -> None:
    panel(image, SIDE, mix(SHEET, FAINT, 0.12))
    inner = Box(SIDE.x + 12, SIDE.y + 8, SIDE.width - 24, SIDE.height - 20)
    _turn(image, scene, Box(inner.x, inner.y, inner.width, 106))
    _gulag(image, scene, Box(inner.x, inner.y + 112, inner.width, 66))
    _question(image, scene, Box(inner.x, inner.y + 186, inner.width, inner.height - 186))


def _turn(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw whose turn it is, where it stands, and which Actions are left."""
    state = scene.state
    if state.over != RUNNING or state.phase == Phase.PREPARING:
        text = "Before the game" if state.over == RUNNING else "The game is over"
        write(image, (box.x, box.y + 14), text, 18, INK, bold=True)
        return
    name = seat_name(int(state.player)) + (" (you)" if state.player == scene.viewer else "")
    wide = write(image, (box.x, box.y + 14), f"Turn {state.turn}: {name}", 17, INK, bold=True)
    text, size = fit_line(PHASE_TEXTS[Phase(state.phase)], box.width - wide - 14, (14, 13, 12, 11, 10))
    write(image, (box.right, box.y + 14), text, size, FAINT, anchor="r")
    step = box.width // len(_TRACK)
    for number, (phase, title, window) in enumerate(_TRACK):
        x = box.x + number * step
        now = state.phase == phase
        panel(image, Box(x, box.y + 32, step - 22, 30), RED if now else SHEET, INK if now else LINE, 5)
        text, size = fit_line(title, step - 30, (13, 12, 11, 10, 9), bold=now)
        write(image, (x + (step - 22) / 2, box.y + 47), text, size, WHITE if now else INK, bold=now, anchor="m")
        here = state.phase == window
        panel(image, Box(x + step - 17, box.y + 41, 12, 12), GOLD if here else PAPER, INK if here else LINE, 6)
    text = actions_text(scene.setup, state)
    paragraph(image, text, Box(box.x, box.y + 68, box.width, 36), (13, 12, 11, 10), INK)


def _gulag(image: Image.Image, scene: Scene, box: Box) -> None:
    """Draw how many citizens are left in the Gulag."""
    panel(image, box, SHEET, LINE, 6)
    write(image, (box.x + 10, box.y + 13), "In the Gulag", 12, mix(RED, INK, 0.2), bold=True)
    step = (box.width - 20) // len(Citizen)
    for citizen in range(len(Citizen)):
        x = box.x + 10 + citizen * step
        paste(image, token(citizen, 26), x, box.y + 29)
        note((x, box.y + 22, step - 8, 40), about(("type", citizen), blocks=(Act.TYPE.name,)))
        write(image, (x + (citizen + 1) * 26 + 8, box.y + 42), str(scene.state.gulag[citizen]), 20, INK, bold=True)


def _question(image: Image.Image, scene: Scene, box: Box) -> None:
    """Write who is asked what as far as the viewer may know it, or how the game ended."""
    state, setup = scene.state, scene.setup
    if state.over != RUNNING:
        color = seat_color(scene, int(state.winner)) if state.over == TERMINATED and state.winner >= 0 else FAINT
        panel(image, box, SHEET, color, 6, 3)
        inner = Box(box.x + 14, box.y + 12, box.width - 28, box.height - 24)
        paragraph(image, result(setup, state), inner, (24, 22, 20, 18, 16, 14, 12), INK)
        return
    note(box, about())
    seat = asked(state, scene.viewer)
    own = seat is not None and scene.viewer in (None, seat)
    color = seat_color(scene, seat) if seat is not None else FAINT
    panel(image, box, SHEET, color, 6, 3)
    panel(image, Box(box.x, box.y, box.width, 28), color, color, 6)
    heading = "Others" if seat is None else seat_name(seat) + (" (you)" if seat == scene.viewer else "")
    write(image, (box.x + 12, box.y + 14), heading, 15, WHITE, bold=True)
    text = foot_text(setup, state, scene.viewer)
    text = text.partition(": ")[2] if own else text
    inner = Box(box.x + 12, box.y + 38, box.width - 24, box.height - 46)
    paragraph(image, f"{text[0].upper()}{text[1:]}.", inner, (18, 17, 16, 15, 14, 13, 12, 11, 10), INK)
