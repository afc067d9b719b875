"""Many tables in one call: shapes, deals, ends, refusals, threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from games import kuhn_poker, treasure

import connect_four
from cogitable.envs.table import RUNNING, TERMINATED, TRUNCATED, IllegalActionError, OptionError, Tables, kernels
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized


def random_actions(tables: Tables, random: np.random.Generator) -> np.ndarray:
    return (tables.masks * random.random(tables.masks.shape)).argmax(axis=1)


def test_shapes() -> None:
    setup = treasure.GAME.setup(num_players=4)
    tables = Tables(setup, 7, seed=0)
    assert tables.states.shape == (7,)
    assert (tables.observations.shape, tables.observations.dtype) == ((7, setup.layout.size), np.float32)
    assert (tables.masks.shape, tables.masks.dtype) == ((7, 3), np.int8)
    assert (tables.rewards.shape, tables.rewards.dtype) == ((7, 5), np.float32)
    assert (tables.over.shape, tables.over.dtype) == ((7,), np.int8)
    assert tables.seats.tolist() == [0] * 7


@pytest.mark.parametrize(("count", "threads"), [(0, 1), (-1, 1), (1, 0)])
def test_counts_are_checked(count: int, threads: int) -> None:
    with pytest.raises(OptionError, match=f"at least 1, not {count} and {threads}"):
        Tables(kuhn_poker.GAME.setup(), count, threads=threads)


@pytest.mark.parametrize("number", ["2", 2.5, True, None, np.float32(2)])
def test_counts_are_integers(number: Any) -> None:
    setup = kuhn_poker.GAME.setup()
    with pytest.raises(OptionError, match="the number of tables is .*; it must be an integer"):
        Tables(setup, number)
    with pytest.raises(OptionError, match="the number of threads is .*; it must be an integer"):
        Tables(setup, 2, threads=number)
    assert Tables(setup, np.int64(2), threads=np.int64(2)).count == 2


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_a_seed_is_an_integer_of_at_least_zero(seed: Any) -> None:
    setup = kuhn_poker.GAME.setup()
    with pytest.raises(OptionError, match="seed is .*; it must be None or an integer of at least 0"):
        Tables(setup, 1, seed=seed)
    tables = Tables(setup, 1, seed=np.int64(3))
    before = tables.states.tobytes()
    with pytest.raises(OptionError, match="seed is"):
        tables.reset(seed)
    assert tables.states.tobytes() == before == Tables(setup, 1, seed=3).states.tobytes()


def test_finished_tables_wait_without_auto_reset() -> None:
    tables = Tables(connect_four.GAME.setup(), 2, seed=0, auto_reset=False)
    for action in (0, 1, 0, 1, 0, 1, 0):
        tables.step(np.array([action, action + 2]))
    assert tables.over.tolist() == [TERMINATED, TERMINATED]
    assert tables.rewards.tolist() == [[1, -1], [1, -1]]
    before = tables.states.tobytes()
    tables.step(np.array([99, -5]))  # ignored where a game is over
    assert tables.states.tobytes() == before
    assert tables.over.tolist() == [TERMINATED, TERMINATED]
    assert not tables.rewards.any()
    assert not tables.masks.any()
    tables.deal(np.array([False, True]))
    assert tables.states["over"].tolist() == [TERMINATED, RUNNING]
    assert tables.states["decisions"].tolist() == [7, 0]
    assert tables.masks.any(axis=1).tolist() == [False, True]


def test_auto_reset_deals_and_still_tells_of_the_end() -> None:
    tables = Tables(kuhn_poker.GAME.setup(), 64, seed=0)
    first = tables.states["kuhn_deck"].copy()
    tables.step(np.ones(64, int))
    tables.step(np.ones(64, int))  # bet and call: always the end
    assert tables.over.tolist() == [TERMINATED] * 64
    assert (np.abs(tables.rewards[:, :2]) == 2).all()
    assert (tables.rewards.sum(axis=1) == 0).all()
    assert (tables.states["over"] == RUNNING).all()
    assert (tables.states["decisions"] == 0).all()
    assert (tables.states["paid"] == 0).all()
    assert (tables.states["kuhn_deck"] != first).any(axis=1).mean() > 0.5
    tables.step(np.zeros(64, int))
    assert not tables.over.any()
    assert not tables.rewards.any()


def test_truncation() -> None:
    tables = Tables(connect_four.GAME.setup(max_decisions=3), 2, seed=0)
    ends = []
    for action in (0, 1, 2, 3):
        tables.step(np.full(2, action))
        ends.append(tables.over.tolist())
    assert ends == [[0, 0], [0, 0], [TRUNCATED, TRUNCATED], [0, 0]]


def test_end_goes_before_truncation() -> None:
    tables = Tables(kuhn_poker.GAME.setup(max_decisions=2), 4, seed=0, auto_reset=False)
    tables.step(np.ones(4, int))
    tables.step(np.ones(4, int))
    assert tables.over.tolist() == [TERMINATED] * 4


def test_rewards_in_mid_game_go_to_every_seat_at_once() -> None:
    """What a seat earns by another's decision is in the same row; all of it adds up to the returns."""
    tables = Tables(treasure.GAME.setup(lives=1), 200, seed=4, auto_reset=False)
    random, total, mid_game, others = np.random.default_rng(0), np.zeros((200, 5)), 0, 0
    while not tables.over.all():
        movers = tables.seats.copy()
        tables.step(random_actions(tables, random) * (tables.states["over"] == RUNNING))
        total += tables.rewards
        paid = tables.rewards != 0
        mid_game += (paid.any(axis=1) & (tables.over == RUNNING)).sum()
        paid[np.arange(200), movers] = False
        others += paid.any(axis=1).sum()
    points = tables.states["banked"] @ np.arange(6) - treasure.FINE * (tables.states["lives"] == 0)
    points[:, 3:] = 0
    np.testing.assert_allclose(total, points / treasure.SCALE)
    assert mid_game > 0
    assert others > 0


def test_seats_in_a_row_and_seats_gone() -> None:
    tables = Tables(treasure.GAME.setup(lives=1), 100, seed=1, auto_reset=False)
    random, again, gone = np.random.default_rng(0), 0, 0
    while not tables.over.all():
        before = tables.seats.copy()
        tables.step(random_actions(tables, random))
        running = tables.over == RUNNING
        again += (before == tables.seats)[running].sum()
        gone += (tables.states["gone"][running] != 0).sum()
        assert not (tables.states["gone"][running] >> tables.seats[running] & 1).any()
    assert again > 0
    assert gone > 0


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0], r"must be 2 integers in one array, not int64 of shape \(1,\)"),
        ([[0], [0]], r"not int64 of shape \(2, 1\)"),
        ([0.0, 1.0], "not float64"),
        ([True, False], "not bool"),
        (["0", "1"], "not <U1"),
        (None, "not object"),
        ([0, 7], r"^table 1: action 7 is out of range 0 to 6; legal are: 0 \(column 0\), 1 \(column 1\)"),
        ([-1, 0], "^table 0: action -1 is out of range 0 to 6"),
        (np.array([2**63, 0], np.uint64), "^table 0: action .* is out of range"),
        ([0, 3], r"^table 1: action 3 \(column 3\) is not legal here; legal are: 0 \(column 0\), .* 6 \(column 6\)$"),
    ],
)
def test_wrong_actions_are_refused_and_nothing_changes(actions: Any, message: str) -> None:
    tables = Tables(connect_four.GAME.setup(), 2, seed=0)
    for _ in range(6):
        tables.step(np.array([1, 3]))  # fills column 1 of the one, column 3 of the other
    arrays = (tables.states, tables.observations, tables.masks, tables.rewards, tables.over)
    kept = [array.tobytes() for array in arrays]  # copy() would leave the padding of records undefined
    with pytest.raises(IllegalActionError, match=message):
        tables.step(actions)
    assert [array.tobytes() for array in arrays] == kept


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.int64, np.uint64])
def test_any_integers_will_do(dtype: type) -> None:
    tables = Tables(connect_four.GAME.setup(), 3, seed=0)
    tables.step(np.array([1, 2, 3], dtype))
    tables.step([4, 5, 6])
    assert tables.states["height"].sum(axis=1).tolist() == [2, 2, 2]


@pytest.mark.parametrize("threads", [2, 3, 16])
def test_threads_do_not_matter(threads: int) -> None:
    setup = treasure.GAME.setup()
    one, many = Tables(setup, 5, seed=3), Tables(setup, 5, seed=3, threads=threads)
    for number in range(150):
        actions = random_actions(one, np.random.default_rng(number))
        one.step(actions)
        many.step(actions)
        for name in ("states", "observations", "masks", "rewards", "over"):
            assert getattr(one, name).tobytes() == getattr(many, name).tobytes(), name
    many.close()


def test_seeds_and_resets() -> None:
    setup = kuhn_poker.GAME.setup(num_players=4)
    tables, same, other = Tables(setup, 50, seed=1), Tables(setup, 50, seed=1), Tables(setup, 50, seed=2)
    assert tables.states.tobytes() == same.states.tobytes() != other.states.tobytes()
    first, cards = tables.states.tobytes(), tables.states["kuhn_deck"].copy()
    tables.reset()
    assert (tables.states["kuhn_deck"] != cards).any()
    tables.reset(1)
    assert tables.states.tobytes() == first
    assert Tables(setup, 50).states.tobytes() != Tables(setup, 50).states.tobytes()


def test_more_tables_leave_the_first_ones_as_they_are() -> None:
    setup = kuhn_poker.GAME.setup()
    assert Tables(setup, 30, seed=1).states[:10].tobytes() == Tables(setup, 10, seed=1).states.tobytes()


def test_nothing_global_is_seeded_or_drawn_from() -> None:
    before = np.random.get_state()[1].tobytes()  # noqa: NPY002 - it is the global generator that is watched
    Tables(treasure.GAME.setup(), 3, seed=1).step(np.zeros(3, int))
    Tables(treasure.GAME.setup(), 3).step(np.zeros(3, int))
    assert np.random.get_state()[1].tobytes() == before  # noqa: NPY002


def test_every_seat_can_look() -> None:
    tables = Tables(kuhn_poker.GAME.setup(num_players=3), 4, seed=1)
    observations, masks = np.empty_like(tables.observations), np.empty_like(tables.masks)
    tables.observe(np.array([0, 1, 2, -1]), observations, masks)
    cards = tables.setup.layout.split(observations)["card"].argmax(axis=1)
    assert cards.tolist() == [tables.states["kuhn_deck"][row, seat] for row, seat in enumerate([0, 1, 2, 0])]
    assert masks.tolist() == [[1, 1], [0, 0], [0, 0], [1, 1]]


def test_determinized_rows() -> None:
    tables = Tables(kuhn_poker.GAME.setup(num_players=4), 300, seed=1)
    tables.step(np.zeros(300, int))
    before, words = tables.states.tobytes(), seed_words(5)[0]
    start = words.copy()
    rows = np.arange(100, 300)
    copies = tables.determinized(rows, words)
    assert tables.states.tobytes() == before
    assert (words != start).any()
    truth = tables.states[rows]
    assert (copies["kuhn_deck"][:, 1] == truth["kuhn_deck"][:, 1]).all()  # seat 1 is to move and keeps its card
    assert (copies["kuhn_deck"][:, 0] != truth["kuhn_deck"][:, 0]).mean() > 0.5
    assert (copies["rng"] != truth["rng"]).any(axis=1).all()
    others = determinized(tables.setup, truth, words, np.full(200, 3))
    assert (others["kuhn_deck"][:, 3] == truth["kuhn_deck"][:, 3]).all()
    assert (others["kuhn_deck"][:, 1] != truth["kuhn_deck"][:, 1]).mean() > 0.5


def test_kuhn_determinizations_are_uniform() -> None:
    """Seat 0 of three holds a card; the other three cards lie in any of six orders, each as likely."""
    setup = kuhn_poker.GAME.setup(num_players=3)
    states = np.repeat(Tables(setup, 1, seed=2).states, 12_000)
    copies = determinized(setup, states, seed_words(1)[0], np.zeros(12_000, np.int64))
    _, counts = np.unique(copies["kuhn_deck"][:, 1:4], axis=0, return_counts=True)
    assert counts.size == 6
    assert ((counts - 2000) ** 2 / 2000).sum() < 20.5  # chi-square with 5 degrees of freedom, p = 0.001


def test_play_random_counts_games_and_pays() -> None:
    setup, words = kuhn_poker.GAME.setup(), seed_words(3)[0]
    tables = Tables(setup, 4, seed=1)
    arrays = (tables.observations, tables.masks, True, tables.rewards, 0, 4)
    finished = setup.game.kernel(kernels.play_random)(setup.record, tables.states, tables._blank, words, 3000, *arrays)
    # Two passes, bet-pass, bet-call take two decisions, pass-bet-any three: on average 2 * 3/4 + 3 * 1/4 of them.
    assert finished == pytest.approx(4 * 3000 / 2.25, rel=0.02)
