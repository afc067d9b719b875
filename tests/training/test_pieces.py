"""Decisions collected in pieces: the same whoever plays them, and from weights that are known."""

from __future__ import annotations

import json
import zipfile

import numpy as np
import pytest
import torch as th
from interrupted import one_round_at_a_time
from tiny_runs import PIECES, TINY, checkpoint_of, tiny
from typer.testing import CliRunner

from cogitable.agents.policy.file import load_policy
from cogitable.envs.table import CogitableError, OptionError, SaveFileError
from cogitable.training.cli import app
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.run import running
from cogitable.training.learn.run.run import resume, train
from cogitable.training.learn.sharing.pieces import round_seeds, rows_by_piece
from cogitable.training.measure.sharing.workers import Crew, LocalWorkers, Workers

HERE = LocalWorkers(1)


def content(result):
    return checkpoint_of(result.folder)


class Scattered(Workers):
    """Play the last piece first, each twice, as if whoever played it first had been lost; note what comes and goes."""

    def __init__(self):
        self.sent, self.made = [], 0

    def crew(self, make, args, most):
        return ScatteredCrew(self, [make(*args), make(*args)])


class ScatteredCrew(Crew):
    apart = False

    def __init__(self, workers, players):
        self.workers, self.players = workers, players

    def share(self, value):
        self.workers.sent.append(value)
        return value

    def run(self, tasks, shared=()):
        for number, task in enumerate(tasks[::-1]):
            self.players[0](task, *shared)
            yield self.players[number % 2](task, *shared)

    def close(self):
        self.workers.made += 1


def networks_of(result):
    paths = [result.folder / "last.zip", *sorted((result.folder / "snapshots").glob("*.zip"))]
    return [array.tobytes() for path in paths for layer in load_policy(path)[0].layers for array in layer]


def test_one_piece_elsewhere_is_what_the_learner_collects_itself(tmp_path):
    alone = train(tiny(**{**PIECES, "collection.pieces": 1}), tmp_path / "alone", quiet=True)
    elsewhere = train(tiny(**{**PIECES, "collection.pieces": 1}), tmp_path / "elsewhere", quiet=True, workers=HERE)
    assert content(alone) == content(elsewhere)
    assert len(content(alone)[1]["league"]) == 3, "a snapshot has replaced another one"


@pytest.mark.parametrize("staleness", [0, 1])
def test_pieces_are_the_same_whoever_plays_them_and_however_often(staleness, tmp_path):
    config = tiny(**PIECES, **{"collection.staleness": staleness})
    scattered = Scattered()
    one = train(config, tmp_path / "one", quiet=True, workers=HERE)
    other = train(config, tmp_path / "other", quiet=True, workers=scattered)
    assert content(one) == content(other)
    assert scattered.made == 1, "the crew is let go"
    orders = [value for value in scattered.sent if hasattr(value, "weights")]
    assert [one.number for one in orders] == list(range(4 + staleness))
    pools = [value for value in scattered.sent if isinstance(value, dict)]
    assert [list(pool) for pool in pools] == [[], ["snapshot-256"]], "networks are sent when there are new ones"


def test_learning_from_search_draws_the_same_whoever_has_collected(tmp_path):
    search = {"expert.every": 128, "expert.decisions": 24, "expert.simulations": 8, "expert.value_positions": 64}
    for pieces, others in ((1, None), (4, Scattered())):
        config = tiny(**{**PIECES, **search, "collection.pieces": pieces, "expert.batch_size": 8, "steps": 400})
        one = train(config, tmp_path / f"{pieces}", quiet=True, workers=HERE)
        other = train(config, tmp_path / f"{pieces}-other", quiet=True, workers=others)
        assert content(one) == content(other)


def test_pieces_differ_from_one_another_and_from_one_round_to_the_next():
    seeds = {tuple(seed.generate_state(2)) for n in range(3) for p in range(4) for seed in round_seeds(5, n, p)}
    assert len(seeds) == 3 * 4 * 3


def test_a_piece_has_equally_many_tables_of_every_kind():
    kinds = np.repeat([0, 1, 2], 8)
    rows = rows_by_piece(kinds, 4)
    assert [np.bincount(kinds[part]).tolist() for part in rows] == [[2, 2, 2]] * 4
    assert sorted(np.concatenate(rows)) == list(range(24))
    with pytest.raises(OptionError, match=r"pieces 3 must divide tables = 16"):
        tiny(**{"collection.pieces": 3})
    mix = {"mix": [{"num_players": 2}, {"num_players": 3}]}
    with pytest.raises(OptionError, match=r"pieces 16 must divide tables = 16 for each of 2 kinds of table"):
        tiny(**{"collection.pieces": 16}, **mix)


def test_a_mix_is_played_in_pieces(tmp_path):
    mix = {**TINY, **PIECES, "mix": [{"num_players": 2}, {"num_players": 3}], "steps": 128}
    config = load_config("games.kuhn_poker", None, mix)
    one = train(config, tmp_path / "one", quiet=True, workers=HERE)
    other = train(config, tmp_path / "other", quiet=True, workers=Scattered())
    assert content(one) == content(other)


class Watched(running.Run):
    """Compares, before it is learned from, what was collected with the weights of now and of an update ago."""

    found: list = []

    def _iterate(self, progress):
        before = {name: its.clone() for name, its in self.learner.policy.state_dict().items()}
        update = self.learner.update

        def watched(spent):
            own = self.learner.policy
            now = self._gap()
            kept = {name: its.clone() for name, its in own.state_dict().items()}
            own.load_state_dict(getattr(self, "weights_before", before))
            earlier = self._gap()
            own.load_state_dict(kept)
            self.found.append((now, earlier))
            self.weights_before = kept
            update(spent)

        self.learner.update = watched
        super()._iterate(progress)
        self.learner.update = update

    def _gap(self):
        """Return how far the log probabilities kept are at most from those of the weights that the policy has."""
        buffer = self.learner.rollout_buffer
        seen = th.as_tensor(buffer.observations.reshape(-1, buffer.observations.shape[-1]))
        actions = th.as_tensor(buffer.actions.reshape(-1))
        masks = buffer.action_masks.reshape(len(actions), -1)
        with th.no_grad():
            _, found, _ = self.learner.policy.evaluate_actions(seen, actions, action_masks=masks)
        return float(np.abs(found.numpy() - buffer.log_probs.reshape(-1)).max())


@pytest.mark.parametrize("staleness", [0, 1])
def test_log_probabilities_are_those_of_the_weights_that_played(staleness, tmp_path, monkeypatch):
    monkeypatch.setattr(running, "Run", Watched)
    monkeypatch.setattr(Watched, "found", [])
    config = tiny(**PIECES, **{"collection.staleness": staleness})
    train(config, tmp_path / "run", quiet=True, workers=HERE)
    close, far = 1e-4, 1e-2
    assert max(Watched.found[0]) < close, "the first round is played by the first weights in any case"
    for now, earlier in Watched.found[1:]:
        played, not_played = (earlier, now) if staleness else (now, earlier)
        assert played < close and not_played > far


@pytest.mark.parametrize("staleness", [0, 1])
def test_a_run_in_pieces_goes_on_where_it_was_stopped(staleness, tmp_path, monkeypatch):
    more = {**PIECES, "collection.staleness": staleness, "steps": 128 * 6}
    if staleness:
        more |= {"league.exploiters.share": 0.5, "league.exploiters.steps": 200, "league.exploiters.kept": 1}
    whole = train(tiny(**more), tmp_path / "whole", quiet=True, workers=HERE)
    rounds = one_round_at_a_time(monkeypatch)
    parts = train(tiny(**more), tmp_path / "parts", quiet=True, workers=HERE)
    while parts.stopped and len(rounds) < 9:
        parts = resume(tmp_path / "parts", quiet=True, workers=Scattered())
    assert rounds == list(range(1, 7))
    assert networks_of(whole) == networks_of(parts)
    assert content(whole) == content(parts)


def test_games_against_an_opponent_that_has_been_replaced_meanwhile_are_not_the_new_ones(tmp_path, monkeypatch):
    found = []

    class Watching(running.Run):
        def _iterate(self, progress):
            take = self.collector._take

            def watched(settled, played):
                take(settled, played)
                told = np.concatenate([numbers for one in played for numbers, *_ in one.told])
                last = self.league.opponents[-1]
                found.append((settled.pool[-1]["name"], last.name, last.games, (told == 2).any()))

            self.collector._take = watched
            super()._iterate(progress)
            self.collector._take = take

    monkeypatch.setattr(running, "Run", Watching)
    more = {**PIECES, "collection.staleness": 1, "steps": 128 * 6, "league.latest_share": 0}
    train(tiny(**more), tmp_path / "run", quiet=True, workers=HERE)
    replaced = [(games, told) for old, new, games, told in found if old.startswith("snapshot") and old != new]
    assert replaced == [(0, True)], "one snapshot has taken another one's place; some games of the old one end then"


def test_a_checkpoint_that_lacks_what_the_next_round_is_played_with_is_damaged(tmp_path):
    more = {**PIECES, "collection.staleness": 1, "steps": 128}
    path = train(tiny(**more), tmp_path / "run", quiet=True, workers=HERE).folder / "checkpoint.zip"
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    run = json.loads(parts["run.json"])
    others = [({"number": 7}, "round 7 is not the next one"), ({"pool": []}, "opponents beyond"), (None, "ahead.pt")]
    for change, told in others:
        changed = dict(parts)
        if change is None:
            del changed["ahead.pt"]
        else:
            changed["run.json"] = json.dumps(run | {"ahead": run["ahead"] | change}).encode()
        with zipfile.ZipFile(path, "w") as archive:
            for name, its in changed.items():
                archive.writestr(name, its)
        with pytest.raises(SaveFileError, match=told):
            resume(path.parent, {"steps": 256}, quiet=True, workers=HERE)


class Lost(Scattered):
    """Whose work cannot go on after some rounds."""

    def crew(self, make, args, most):
        crew = super().crew(make, args, most)
        run, calls = crew.run, []

        def breaking(tasks, shared=()):
            calls.append(1)
            if len(calls) == 3:
                raise CogitableError("all nodes are gone")
            return run(tasks, shared)

        crew.run = breaking
        return crew


def test_a_run_whose_workers_are_all_lost_ends_and_goes_on(tmp_path):
    more = {**PIECES, "checkpoint_minutes": 0}
    whole = train(tiny(**more), tmp_path / "whole", quiet=True, workers=HERE)
    lost = Lost()
    with pytest.raises(CogitableError, match="all nodes are gone"):
        train(tiny(**more), tmp_path / "lost", quiet=True, workers=lost)
    assert lost.made == 1
    assert content(resume(tmp_path / "lost", quiet=True, workers=HERE)) == content(whole)


@pytest.mark.long
def test_local_processes_collect_while_this_one_learns(tmp_path):
    config = tiny(**PIECES, **{"collection.staleness": 1})
    one = train(config, tmp_path / "one", quiet=True, workers=HERE)
    two = train(config, tmp_path / "two", quiet=True, workers=LocalWorkers(2))
    assert content(one) == content(two)


def test_the_command_wants_pieces_to_share(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["train", "connect_four", "--processes", "2", "--set", "steps=64"]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 2
    assert "collection.pieces=8" in told.stderr
    assert not list(tmp_path.iterdir()), "nothing has begun"
