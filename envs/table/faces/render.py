"""Showing a table: as text, as a picture, in a window and in a notebook."""

from __future__ import annotations

import html
import io
import os
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..attributes import attributed
from ..errors import OptionError
from ..game import Game, Setup
from ..seats import seat_names

_NO_WINDOW = frozenset({"agg", "cairo", "pdf", "pgf", "ps", "svg", "template"})  # matplotlib's backends for files


def render_modes(game: Game) -> list[str]:
    """Return the render modes that a game offers: ``"ansi"``, and with a picture ``"rgb_array"`` and ``"human"``."""
    return ["ansi"] if game.render_picture is None else ["human", "rgb_array", "ansi"]


def modes_here(game: Game) -> list[str]:
    """Return the render modes that can be used here: without a display there is no window for ``"human"``.

    Clients try every mode that an environment's metadata names.
    """
    shown = sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return [mode for mode in render_modes(game) if shown or mode != "human"]


def check_render_mode(game: Game, mode: str | None, modes: Sequence[str] | None = None) -> None:
    """Raise OptionError unless ``mode`` is None or one of ``modes``, by default those that the game offers."""
    modes = render_modes(game) if modes is None else modes
    if mode is not None and mode not in modes:
        raise OptionError(f"{game.title}: render_mode is {mode!r}; it must be None or one of {', '.join(modes)}")


def check_render_seat(setup: Setup, seat: str) -> None:
    """Raise OptionError unless ``seat`` is ``"current"``, ``"all"`` or an agent's name."""
    allowed = ["current", "all", *seat_names(setup.num_seats)]
    if seat not in allowed:
        raise OptionError(f"{setup.game.title}: render_seat is {seat!r}; it must be one of {', '.join(allowed)}")


def seat_shown(states: np.ndarray, seat: str, row: int = 0) -> int | None:
    """Return the seat whose view is drawn for a ``render_seat`` option; None is a referee who sees everything."""
    if seat == "all":
        return None
    return int(states["seat"][row]) if seat == "current" else int(seat.removeprefix("player_"))


def picture(
    setup: Setup, states: np.ndarray, seat: int | None, row: int = 0, lines: Sequence[str] | None = None
) -> np.ndarray:
    """Return the table as an RGB array of shape (height, width, 3), uint8, as ``seat`` sees it (None: everything).

    Args:
        setup: The game with its options.
        states: STATE records.
        seat: Whose view it is.
        row: Which of the records.
        lines: What that seat has perceived last, for a strip below the picture; None leaves the strip out.

    Raises:
        OptionError: The game has no picture.
    """
    if setup.game.render_picture is None:
        raise OptionError(f"{setup.game.title} has no picture; its render modes are {render_modes(setup.game)}")
    pixels = setup.game.render_picture(setup, attributed(states)[row], seat)
    if lines is None:
        return pixels
    from ..strip import with_strip

    return with_strip(pixels, lines)


def frame(setup: Setup, states: np.ndarray, seat: int | None, mode: str, row: int = 0) -> str | np.ndarray:
    """Return what ``render()`` gives in the modes ``"ansi"`` (text) and ``"rgb_array"``, without a log."""
    return setup.text(states, seat, row) if mode == "ansi" else picture(setup, states, seat, row)


def png(setup: Setup, states: np.ndarray, seat: int | None, lines: Sequence[str] | None = None) -> bytes | None:
    """Return the :func:`picture` as a PNG file's bytes for notebooks; None if the game has none."""
    if setup.game.render_picture is None:
        return None
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(picture(setup, states, seat, lines=lines)).save(buffer, "PNG")
    return buffer.getvalue()


def html_text(setup: Setup, states: np.ndarray, seat: int | None) -> str:
    """Return the text view as HTML for notebooks."""
    return f"<pre>{html.escape(setup.text(states, seat))}</pre>"


class Window:
    """A window that shows pictures one after the other, through matplotlib and whatever GUI toolkit it finds.

    Raises:
        OptionError: There is no display or no GUI toolkit.
    """

    def __init__(self, title: str) -> None:
        from matplotlib import pyplot

        _require_window(pyplot.get_backend())
        self._pyplot = pyplot
        self._title = title
        self._figure: Any = None
        self._image: Any = None

    def show(self, pixels: np.ndarray) -> None:
        """Show a picture (height, width, 3); opens the window anew if somebody has closed it."""
        if self._figure is None or not self._pyplot.fignum_exists(self._figure.number):
            self._open(pixels.shape)
        if self._image is None:
            self._image = self._axes.imshow(pixels)
        else:
            height, width = pixels.shape[:2]
            self._image.set_data(pixels)
            self._image.set_extent((-0.5, width - 0.5, height - 0.5, -0.5))
        self._figure.canvas.draw_idle()
        self._figure.canvas.flush_events()

    def _open(self, shape: Sequence[int]) -> None:
        pyplot, dots = self._pyplot, 100
        with pyplot.rc_context({"toolbar": "None"}):
            self._figure = pyplot.figure(self._title, figsize=(shape[1] / dots, shape[0] / dots), dpi=dots)
        self._axes = self._figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()
        self._image = None
        pyplot.show(block=False)

    def close(self) -> None:
        """Close the window."""
        if self._figure is not None:
            self._pyplot.close(self._figure)
            self._figure = self._image = None


def _require_window(backend: str) -> None:
    name = backend.lower().removeprefix("module://")
    if name in _NO_WINDOW or "inline" in name:
        raise OptionError(
            f"render_mode 'human' needs a window, but matplotlib has found no display or no GUI toolkit (its backend "
            f"is {backend!r}); use render_mode 'rgb_array' or 'ansi', or install a toolkit such as PyQt6"
        )
