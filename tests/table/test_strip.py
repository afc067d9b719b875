"""Below a picture stand the last lines of the log of the seat whose view it is."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from cogitable.envs import get_game
from cogitable.envs.table import strip
from cogitable.envs.table.faces import aec, render
from cogitable.envs.table.strip import room, with_strip

LIGHT = np.full((300, 1300, 3), 240, np.uint8)
DARK = np.full((300, 1300, 3), 20, np.uint8)


def written(monkeypatch: pytest.MonkeyPatch, pixels: np.ndarray, lines: list[str]) -> list[tuple]:
    found = []
    monkeypatch.setattr(strip, "write", lambda image, at, text, size, color: found.append((at, text, color)))
    with_strip(pixels, lines)
    return found


def test_the_picture_stays_as_it_is_and_has_one_size() -> None:
    for pixels in (LIGHT, DARK):
        none, many = with_strip(pixels, []), with_strip(pixels, [f"line {number}" for number in range(50)])
        assert none.shape == many.shape and none.dtype == np.uint8
        assert none.shape[0] > 300 and none.shape[1:] == (1300, 3)
        assert (none[:300] == pixels).all() and (many[:300] == pixels).all()
        assert (none != many).any()


def test_the_last_lines_are_written_the_newest_the_plainest(monkeypatch) -> None:
    lines = [f"line {number}" for number in range(50)]
    for pixels, plainest in ((LIGHT, (0, 0, 0)), (DARK, (255, 255, 255))):
        found = written(monkeypatch, pixels, lines)
        assert [text for _, text, _ in found] == lines[-room(1300) :]
        assert [color == plainest for _, _, color in found] == [False] * (room(1300) - 1) + [True]
        assert [at for at, _, _ in found] == sorted(at for at, _, _ in found), "down, then across"


def test_a_long_line_is_cut(monkeypatch) -> None:
    [(at, text, _)] = written(monkeypatch, DARK, ["word " * 100])
    assert text.endswith("...") and 20 < len(text) < 120


def test_a_small_picture_has_no_room() -> None:
    assert with_strip(DARK[:, :300], ["line"]).shape == (300, 300, 3)


@pytest.mark.parametrize("seat", ["current", "player_0", "player_3", "all"])
def test_an_environment_shows_what_that_seat_has_perceived(monkeypatch, seat) -> None:
    """In Comrade most of what happens looks different from every seat."""
    env = aec.raw_env(get_game("comrade"), render_mode="rgb_array", render_seat=seat)
    env.reset(seed=1)
    given = []
    monkeypatch.setattr(strip, "with_strip", lambda pixels, lines: (given.append(lines), pixels)[1])
    for _ in range(30):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    env.render()
    shown = {"current": env.agent_selection, "all": None}.get(seat, seat)
    log = env.log(shown)
    assert given[0][-8:] == log[-8:] and len(given[0]) < len(log)
    assert sum(env.log(agent)[-8:] == log[-8:] for agent in env.possible_agents) <= 1


def test_neither_the_state_nor_a_picture_without_a_log_is_touched() -> None:
    env = aec.raw_env(get_game("cogdrive_neon"), render_mode="rgb_array", render_seat="player_0")
    env.reset(seed=1)
    before = env.states.tobytes()
    plain = render.picture(env.setup, env.states, 0)
    pixels = env.render()
    assert (pixels[: plain.shape[0]] == plain).all() and pixels.shape[0] > plain.shape[0]
    assert env.states.tobytes() == before
    np.testing.assert_array_equal(copy.deepcopy(env).render(), pixels)
