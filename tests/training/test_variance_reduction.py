"""Luck that is told and taken off: no bias, less variance, the same games; and that faults would be noticed."""

from __future__ import annotations

import csv
import json
import math

import numpy as np
import pytest
from exact import Exact, drawn, uniform
from games.kuhn_poker import GAME as KUHN
from networks import ignorant
from random_games import positions
from typer.testing import CliRunner

from cogitable.agents.base import Agent, View
from cogitable.agents.heuristic import HeuristicAgent
from cogitable.agents.policy.agent import PolicyAgent
from cogitable.agents.policy.file import describe, save_policy
from cogitable.agents.policy.network import PolicyNetwork, ValueHead
from cogitable.agents.random_agent import RandomAgent
from cogitable.agents.unseen import load_unseen
from cogitable.envs import brass_empire, cogdrive_neon, cogs_and_commissars
from cogitable.envs.table import OptionError, Tables
from cogitable.envs.table.compilation.dispatch import body_of
from cogitable.envs.table.random import seed_words
from cogitable.training.cli import app
from cogitable.training.measure.arena.arena import Arena
from cogitable.training.measure.arena.report import as_csv, as_json, as_markdown
from cogitable.training.measure.luck import rerolls
from cogitable.training.measure.luck.reduction import FOLDS, LEAST_DEALS, Reduction, _shares, reduced
from cogitable.training.measure.luck.rerolls import Rerolls
from cogitable.training.measure.match import deal_seeds, play_match

SETUP = KUHN.setup()
GAMES, COUNT = 4000, 8
ROOM = 3.5
"""Standard errors between what is measured and what is exact: more are a fault."""


def knowing(seed: int = 1) -> PolicyNetwork:
    """Return a network that plays Kuhn poker somehow, and tells by a seat's card what it may hope for."""
    rng = np.random.default_rng(seed)
    size, actions = SETUP.layout.size, SETUP.num_actions
    value = np.zeros((size, 2), np.float32)
    value[0], value[2] = (-1.3, 1.3), (1.3, -1.3)
    head = ValueHead(((value, np.zeros(2, np.float32)),), "observation", np.float32([-2, 2]))
    play = (rng.standard_normal((size, actions)) * 0.8).astype(np.float32), np.zeros(actions, np.float32)
    return PolicyNetwork((play,), "relu", (), head)


def drawing(seed: int, network: PolicyNetwork | None = None) -> PolicyAgent:
    return PolicyAgent(SETUP, seed, network=network or knowing(), deterministic=False)


def with_and_without_luck(twins=None) -> tuple[np.ndarray, np.ndarray]:
    """Return what a policy gets against random at Kuhn poker, game by game: as it was, and with luck taken off."""
    seating, seeds = np.tile([0, 1], (GAMES, 1)), deal_seeds(3, GAMES)
    twins = twins or [drawing(11), RandomAgent(SETUP, 12)]
    watcher = Rerolls(SETUP, knowing(), twins, seating, seeds, COUNT, 5)
    found = play_match(SETUP, [drawing(1), RandomAgent(SETUP, 2)], seating, seeds, watcher=watcher)
    plain = found.returns[:, 0].astype(float)
    return plain, plain - watcher.luck[:, 0]


def strays(values: np.ndarray) -> float:
    """Return by how many standard errors a mean is off what can be computed."""
    exact = Exact(SETUP, "kuhn_deck", 3, 3).value(0, [drawn(drawing(0)), uniform])
    return abs(values.mean() - exact) / (values.std(ddof=1) / math.sqrt(len(values)))


def test_what_is_left_without_luck_is_exact_in_the_mean_and_varies_less():
    plain, corrected = with_and_without_luck()
    assert strays(plain) < ROOM
    assert strays(corrected) < ROOM
    assert plain.var() > 2.2 * corrected.var()


def same_luck(seed, count):
    """Return the generators of deals that are all the real one."""
    return np.repeat(seed_words(int(seed.entropy[0])), count, axis=0)


def test_rerolls_with_the_luck_of_the_real_deal_take_nothing_off(monkeypatch):
    real = rerolls.seed_words
    fault = lambda seed, count=1: real(seed) if count == 1 else same_luck(seed, count)  # noqa: E731
    monkeypatch.setattr(rerolls, "seed_words", fault)
    plain, corrected = with_and_without_luck()
    assert plain.var() < 2.2 * corrected.var()


def test_luck_with_the_wrong_sign_makes_it_worse():
    plain, corrected = with_and_without_luck()
    assert (2 * plain - corrected).var() > 2 * plain.var()


def test_choices_drawn_anew_from_somebody_else_are_noticed():
    _, corrected = with_and_without_luck([drawing(11, ignorant(SETUP)), drawing(12)])
    assert strays(corrected) > 2 * ROOM


class Reader(Agent):
    """Mostly takes its last legal action where something was told of the game, the first one elsewhere."""

    reads_logs = redraws = True

    def act(self, view: View) -> np.ndarray:
        told = np.array([len(view.log(row) or ()) for row in range(len(view))]) > 1
        last = self.generator.random(len(view)) < np.where(told, 0.9, 0.1)
        return np.where(last, view.masks.shape[1] - 1 - view.masks[:, ::-1].argmax(axis=1), view.masks.argmax(axis=1))


@pytest.mark.parametrize("deaf", [False, True])
def test_who_draws_by_what_was_told_is_told_it_when_asked_again(deaf, monkeypatch):
    """Asked without its log it would answer as if nothing had been told, and the mean would be off."""
    if deaf:
        monkeypatch.setattr(rerolls, "view_of", lambda tables, rows, logs: View.of(tables, rows))
    seating, seeds = np.tile([0, 1], (2000, 1)), deal_seeds(3, 2000)
    players, twins = ([RandomAgent(SETUP, seed), Reader(SETUP, seed)] for seed in (1, 11))
    watcher = Rerolls(SETUP, knowing(), twins, seating, seeds, 4, 5)
    play_match(SETUP, players, seating, seeds, watcher=watcher)
    luck = watcher.luck[:, 1]
    strays = abs(luck.mean()) / (luck.std(ddof=1) / math.sqrt(len(luck)))
    assert strays > 2 * ROOM if deaf else strays < ROOM


def test_agents_that_draw_are_asked_again_and_others_are_not():
    view = View.of(Tables(SETUP, 500, seed=0))
    found = drawing(3).redrawn(view, 40)
    assert found.shape == (500, 40)
    chances = drawn(drawing(0))(view)[:, 1]
    assert abs(found.mean() - chances.mean()) < ROOM * math.sqrt(0.25 / found.size)
    assert RandomAgent(SETUP, 1).redrawn(view, 3).shape == (500, 3)
    assert PolicyAgent(SETUP, network=knowing()).redrawn(view, 3) is None
    assert HeuristicAgent.redraws


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (cogdrive_neon.GAME, {}),
        (brass_empire.GAME, {}),
        (cogs_and_commissars.GAME, {}),
        (cogs_and_commissars.GAME, {"num_players": 3, "decks": "drafted"}),
    ],
    ids=lambda part: getattr(part, "name", None),
)
def test_what_is_mixed_is_what_nobody_knows_the_order_of(game, options):
    setup = game.setup(**options)
    load_unseen(game.state_dtype)
    mixed = 0
    for tables in positions(setup, 4, 12, 25, choose=lambda legal, rng: int(rng.choice(legal))):
        before, seen = tables.states.copy(), everybody(tables)
        tables.states["rng"] = seed_words(9)
        mix(setup, tables.states)
        tables.states["rng"] = before["rng"]
        assert all(np.array_equal(a, b) for a, b in zip(everybody(tables), seen, strict=True))
        assert np.array_equal(np.sort(tables.states["piles"], axis=-1)[0, 0], np.sort(before["piles"], axis=-1)[0, 0])
        others = [name for name in before.dtype.names if name != "piles"]
        assert all(np.array_equal(tables.states[name], before[name]) for name in others)
        mixed += not np.array_equal(tables.states["piles"], before["piles"])
        tables.states[:] = before
    assert mixed > 3


def mix(setup, states):
    """Let the game mix what is unseen at one table, in plain Python."""
    body = body_of("mix_unseen", states.dtype)
    body(setup.record.view(np.recarray)[0], states.view(np.recarray)[0])


def everybody(tables):
    """Return what every seat sees."""
    found = []
    for seat in range(tables.setup.num_seats):
        seen = np.empty_like(tables.observations)
        tables.observe(np.array([seat]), seen, np.empty_like(tables.masks))
        found.append(seen)
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    "game", [cogdrive_neon.GAME, brass_empire.GAME, cogs_and_commissars.GAME], ids=lambda g: g.name
)
def test_luck_evens_out_where_decks_are_shuffled_in_advance(game):
    setup = game.setup()
    network, seating, seeds = Reduction().network(setup), np.tile([0, 1], (600, 1)), deal_seeds(7, 600)
    players, twins = ([PolicyAgent(setup, s, deterministic=False), RandomAgent(setup, s)] for s in (1, 2))
    watcher = Rerolls(setup, network, twins, seating, seeds, 4, 5)
    play_match(setup, players, seating, seeds, watcher=watcher)
    luck = watcher.luck[:, 0]
    assert luck.std() > 0.01
    assert abs(luck.mean()) < ROOM * luck.std() / math.sqrt(len(luck))


def test_no_luck_is_told_where_nothing_is_drawn():
    seating, seeds = np.tile([0, 1], (50, 1)), np.zeros(50, int)
    first = PolicyAgent(SETUP, network=knowing())
    watcher = Rerolls(SETUP, knowing(), [first, first], seating, seeds, COUNT, 5)
    of_the_deal = watcher.luck.copy()
    play_match(SETUP, [first, first], seating, seeds, watcher=watcher)
    assert np.array_equal(watcher.luck, of_the_deal)
    assert of_the_deal.any()


def test_as_much_luck_is_taken_off_as_explains_something():
    rng = np.random.default_rng(0)
    deals = np.repeat(np.arange(200), 2)
    luck = rng.normal(size=400)
    wins = 0.3 + 0.25 * luck + 0.1 * rng.normal(size=400)
    found = reduced(wins, luck, deals)
    assert found.share == pytest.approx(0.25, abs=0.03)
    assert found.fewer == pytest.approx(7.25, rel=0.3)
    assert found.corrected.low < 0.3 < found.corrected.high
    useless = reduced(wins, rng.normal(size=400), deals)
    assert abs(useless.share) < 0.05
    assert 0.9 < useless.fewer < 1.1
    assert reduced(wins, np.zeros(400), deals).corrected == found.plain
    won = reduced(np.ones(400), luck, deals)  # nothing varies, and nothing can be said of how many fewer games
    assert math.isnan(won.fewer) and won.plain.mean == 1 and math.isnan(won.plain.low)
    few = deals < LEAST_DEALS - 1
    assert math.isnan(reduced(wins[few], luck[few], deals[few]).corrected.mean)


def test_what_is_taken_off_depends_on_nothing_that_it_is_taken_off_from():
    rng = np.random.default_rng(4)
    place = np.repeat(np.arange(47), rng.integers(1, 4, 47))
    luck = rng.normal(size=place.size)
    values = 0.3 + 0.25 * luck + 0.1 * rng.normal(size=place.size)
    before, mine = _shares(values, luck, place), place % FOLDS == 3
    after = _shares(np.where(mine, 50 * values + 7, values), np.where(mine, luck - 9, luck), place)
    assert after[3] == pytest.approx(before[3], rel=1e-9) and abs(after[4] - before[4]) > 0.1
    others = place[~mine]  # a regression about the means, weighted by deals, of what is left
    sums = [np.bincount(others, x[~mine], 47) - x[~mine].mean() * np.bincount(others, minlength=47)
            for x in (values, luck)]  # fmt: skip
    assert before[3] == pytest.approx((sums[0] @ sums[1]) / (sums[1] @ sums[1]))


def test_corrected_intervals_hold_the_truth_as_often_as_they_say():
    rng, held = np.random.default_rng(1), 0
    for _ in range(400):
        luck = rng.normal(size=30)
        wins = rng.random(30) < 1 / (1 + np.exp(-luck))
        _, low, high = reduced(wins, luck, np.arange(30)).corrected
        held += low < 0.5 < high
    assert 0.92 < held / 400 < 0.98


@pytest.fixture
def policy(tmp_path):
    """Return a policy file for Kuhn poker, with a value."""
    path = tmp_path / "kuhn.zip"
    save_policy(path, knowing(), describe(SETUP, 0, {}))
    return path


def arena(policy, **more):
    agents = [f"policy:{policy},deterministic=false", "random", "python:plain_agents:First"]
    return Arena(SETUP, agents, games=60, seed=2, **more)


def test_arenas_tell_both_and_play_the_same_games(policy, tmp_path):
    plain = arena(policy)
    plain.run(1)
    found = arena(policy, reduction=Reduction(f"policy:{policy}"), folder=tmp_path / "kept")
    found.run(1)
    assert np.array_equal(plain.returns, found.returns)
    assert found.luck.any()
    assert found.spent[0] > found.spent[1] > 0
    told = json.loads(as_json(found))
    for one, other in zip(told["standings"], json.loads(as_json(plain))["standings"], strict=True):
        assert one["win_rate"] == other["win_rate"]
        assert "reduced" not in other
        both = one["reduced"]["win_rate"]
        assert both["plain"]["mean"] == pytest.approx(one["win_rate"]["mean"])
        assert both["corrected"]["low"] < both["corrected"]["mean"] < both["corrected"]["high"]
        assert both["times_fewer_games"] > 0
        assert f"{100 * both['corrected']['mean']:.1f} %" in as_markdown(found)
    assert told["against_reduced"]["random"]["python:plain_agents:First"]["corrected"]["mean"]
    rows = list(csv.DictReader(as_csv(found).splitlines()))
    assert float(rows[0]["corrected"]) == told["standings"][0]["reduced"]["win_rate"]["corrected"]["mean"]
    again = arena(policy, reduction=Reduction(f"policy:{policy}"), folder=tmp_path / "kept")
    assert again.done.all()
    assert np.array_equal(again.luck, found.luck)
    with pytest.raises(OptionError, match="variance_reduction"):
        arena(policy, folder=tmp_path / "kept")


def test_what_re_rolls_took_is_said_of_the_games_that_it_is_known_of(policy, tmp_path):
    def stop(done, total):
        raise KeyboardInterrupt

    agents, how = [f"policy:{policy},deterministic=false", "random"], Reduction(f"policy:{policy}", 2)
    begun = Arena(SETUP, agents, 200, folder=tmp_path / "kept", reduction=how)
    with pytest.raises(KeyboardInterrupt):
        begun.run(1, stop)
    done = int(begun.done.sum())
    assert 0 < done < 200 and " Re-rolls took " in as_markdown(begun)
    again = Arena(SETUP, agents, 200, folder=tmp_path / "kept", reduction=how)
    again.run(1)
    assert f" Of the last {200 - done} games, played since it went on, re-rolls took " in as_markdown(again)


def test_the_command_tells_both_and_what_it_lacks(policy, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    args = ["arena", "games.kuhn_poker", "--agents", "random", "python:plain_agents:First", "--games", "40"]
    args += ["--processes", "1"]
    done = CliRunner().invoke(app, [*args, "--variance-reduction", "--value", str(policy), "--rerolls", "4"])
    assert done.exit_code == 0, done.output
    assert "luck taken off" in done.output
    assert "4 re-rolls" in " ".join(done.output.split())
    for more, told in (
        (["--rerolls", "3"], "--rerolls goes with --variance-reduction only"),
        (["--variance-reduction"], "variance reduction needs a policy's value: no policy is shipped for Kuhn poker"),
        (["--variance-reduction", "--value", "none.zip"], "no file none.zip"),
    ):
        done = CliRunner().invoke(app, [*args, *more])
        assert done.exit_code == 2, done.output
        assert told in done.output


def test_a_policy_without_a_value_is_refused(tmp_path):
    network = PolicyNetwork(knowing().layers, "relu")
    save_policy(tmp_path / "p.zip", network, describe(SETUP, 0, {}))
    with pytest.raises(OptionError, match="this one has none"):
        Reduction(str(tmp_path / "p.zip")).network(SETUP)
    with pytest.raises(OptionError, match="rerolls must be"):
        Reduction(rerolls=0).network(SETUP)
