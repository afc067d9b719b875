"""A training run in progress: round by round until its budget is spent, with all that it writes on its way."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from stable_baselines3.common.logger import Logger

from ....agents.policy.file import PolicyInfo, describe, load_info, load_policy, save_policy
from ....agents.policy.network import PolicyNetwork
from ...measure.evaluate import Evaluation, figures
from ..collecting.everything import critics_view
from ..collecting.selfplay import SelfPlayVecEnv
from ..config.purposes import Purpose
from ..config.training_config import TrainingConfig
from ..expert.learning import Expert
from ..league.exploiters import Exploiters
from ..league.league import League, Role
from ..league.pool_files import keep_files
from ..learner.imitation import demonstrators, imitate
from ..learner.learner import make_learner, seed_learner
from ..networks.averaging import Average
from ..sharing.collector import make_collector
from ..sharing.pieces import round_seeds
from .checkpoint import Counters, check_room, load_checkpoint, save_checkpoint
from .choosing import best_or_last, deals_for, measured, strength
from .folder import BEST, CHECKPOINT, LAST, SNAPSHOTS, SUMMARY, write
from .metrics import RunWriter
from .progress import Progress, Status
from .result import RunResult
from .start import runs_before, starting_network
from .stopping import stoppable

if TYPE_CHECKING:
    from rich.console import Console

    from ...measure.sharing.workers import Workers


class Run:
    """A run in progress."""

    def __init__(self, config: TrainingConfig, folder: Path, workers: Workers | None = None) -> None:
        """Make all that a run needs, without a look at its folder; :meth:`play` begins there, or goes on.

        Raises:
            OptionError: The configuration does not fit the game.
        """
        torch.set_num_threads(1)  # batches are shared out among threads of our own
        self.config, self.folder, self.setups = config, folder, config.setups()
        self.setup, *_ = setups = tuple(self.setups.values())
        self.league = League(setups, config.league)
        self.everything = critics_view(config.network, setups)
        self.env = SelfPlayVecEnv(setups, config.tables, self.league, config.seed, config.num_threads, self.everything)
        self.learner = make_learner(config, self.env)
        if config.imitation.agent is not None:
            demonstrators(setups, config.imitation)
        self.expert = None if config.expert.every is None else Expert(config, setups, self.learner)
        self.average: Average | None = None
        if config.network.average > 1:
            self.average = Average(config.network.average, self.learner.policy.network())
        self.exploiters: Exploiters | None = None
        if config.league.exploiters.share:
            self.exploiters = Exploiters(config, setups, self.learner)
        self.earlier: list[PolicyInfo] = []
        self.counters = Counters(snapshot_at=config.league.snapshot_every, evaluation_at=config.evaluation.every)
        check_room(config, self.learner, self.exploiters, self._info())
        self.collector = make_collector(config, self.learner, self.league, workers)
        self.writer: RunWriter | None = None
        self.stop = self.copying = self.finishing = self.has_best = False
        self.rate = 0.0

    def _start(self) -> None:
        """Begin, or go on from the checkpoint in the folder."""
        if (self.folder / CHECKPOINT).is_file():
            self.counters = load_checkpoint(
                self.folder / CHECKPOINT, self.learner, self.league, self.exploiters, self.collector, self.average
            )
            self.earlier = load_info(self.folder / CHECKPOINT).earlier  # what it began with may be gone by now
        else:
            self.earlier = runs_before(self.config)
            self._take_over()
            self._refresh()
            self._seed_iteration()
            self.learner.begin(self.env.reset())
            self._begin_exploiters()
            self._checkpoint()
        against = [f"{what}/{name}" for name in self.config.evaluation.against for what in ("win", "return")]
        self.writer = RunWriter(self.folder, against, self.counters.steps)
        self.learner.set_logger(Logger(str(self.folder), [self.writer]))

    def _take_over(self) -> None:
        """Begin with the weights of a trained policy, if the configuration names one."""
        start = starting_network(self.config)
        if start is None:
            return
        self.learner.policy.take_over(start)
        if self.expert is not None and start.value is not None:
            self.expert.foretelling.take_over(start.value)

    def play(self, console: Console | None, quiet: bool) -> RunResult:
        """Run until the budget is spent or somebody stops it."""
        title = f"{self.setup.game.title}, seed {self.config.seed}"
        try:
            self._start()
            with Progress(title, console, quiet) as progress, stoppable(partial(self._ask_to_stop, progress)):
                before = self.counters.seconds
                self.began = time.perf_counter() - before
                self.saved = time.perf_counter()
                if self.counters.steps == 0 and self.config.imitation.agent is not None and not self.counters.copied:
                    self._imitate(progress)
                while not self.stop and self.progress() < 1:
                    self._iterate(progress)
                if not self.copying:
                    self._checkpoint()
                stopped, self.finishing = self.stop, not self.stop
                found = {} if stopped else self._finish(progress)
        finally:
            self.collector.close()
            if self.writer is not None:
                self.writer.close()
            self.env.close()
            self.learner.close()
            if self.exploiters is not None:
                self.exploiters.close()
        best = self.folder / (BEST if (self.folder / BEST).is_file() else LAST)
        counters = self.counters
        return RunResult(self.folder, best, counters.steps, counters.seconds, found, stopped, self.stop)

    def _ask_to_stop(self, progress: Progress) -> None:
        """End after the present round, if there is another one; asked again, end at once."""
        if self.stop:
            raise KeyboardInterrupt
        self.stop = True
        what = "measuring the policy of a run that is at its end" if self.finishing else "stopping after this round"
        progress.say(f"{what}; once more to stop at once")

    def _imitate(self, progress: Progress) -> None:
        """Copy an agent first; a run that is stopped or killed meanwhile begins again, from the checkpoint before."""
        config, self.copying = self.config, True

        def is_last(learned: int, agreed: float) -> bool:
            self.copying = learned < config.imitation.decisions
            return self.stop

        self._seed_iteration()
        agreed = imitate(self.learner, config.imitation, config.tables, deals_for(Purpose.COPIES, self.config), is_last)
        if self.copying:
            progress.say(f"stopped before {config.imitation.agent} was copied; a resumed run begins with that anew")
            return
        self._refresh()
        self._begin_exploiters()  # from the copy
        self.counters.seconds, self.counters.copied = time.perf_counter() - self.began, True
        progress.say(f"copied {config.imitation.decisions:,} decisions of {config.imitation.agent}: {agreed:.0%} agree")
        self._checkpoint()

    def progress(self) -> float:
        """Return the share of the budget that is spent; from 1 on the run is over."""
        config, counters = self.config, self.counters
        by_steps = counters.steps / config.steps if config.steps else 0.0
        by_time = counters.seconds / (60 * config.minutes) if config.minutes else 0.0
        return max(by_steps, by_time)

    def _iterate(self, progress: Progress) -> None:
        counters, before = self.counters, self.progress()
        self._seed_iteration()
        self.env.clear_counts()
        begun = time.perf_counter()
        if self.expert is None or not self.expert.alone:
            self.collector.fill(counters.iteration)
            self._seed_learning()
            self.learner.update(self.progress())
        if self.expert is not None and self.learner.num_timesteps >= counters.expert_at:
            self._learn_from_search(self.expert)
        steps = self.learner.num_timesteps - counters.steps
        rate = steps / (time.perf_counter() - begun)
        self.rate = rate if self.rate == 0 else 0.9 * self.rate + 0.1 * rate
        counters.iteration, counters.steps = counters.iteration + 1, self.learner.num_timesteps
        network = self._refresh(counters.iteration)
        if counters.steps >= counters.snapshot_at:
            self._snapshot(network)
        if self.exploiters is not None:
            self._exploit(self.exploiters, network, progress)
        counters.seconds = time.perf_counter() - self.began
        found: dict[str, Evaluation] = {}
        if self._is_evaluation_due(before):
            found = self._evaluate(self._network())
            counters.seconds = time.perf_counter() - self.began
        self._log(found)
        progress.update(self._status(bool(found)))
        if self.has_best or time.perf_counter() - self.saved >= 60 * self.config.checkpoint_minutes:
            self._checkpoint()

    def _learn_from_search(self, expert: Expert) -> None:
        lesson = expert.learn(self.counters.iteration)
        self.counters.expert_at = expert.due(self.learner.num_timesteps)
        for name, number in (("decisions", lesson.decisions), ("agreed", lesson.agreed), ("value_error", lesson.error)):
            self.learner.logger.record(f"expert/{name}", number)

    def _refresh(self, number: int = 0) -> PolicyNetwork:
        """Let the pool play against the network as it is now, the one after ``number`` others, and return it."""
        network = self._with_value(self.learner.policy.network())
        self.league.refresh(network)
        if self.average is not None:
            self.average.take(network, number)
        return network

    def _network(self) -> PolicyNetwork:
        """Return the network that is measured and kept."""
        return self._with_value(self.learner.policy.network() if self.average is None else self.average.network)

    def _with_value(self, network: PolicyNetwork) -> PolicyNetwork:
        """Return a network with what searches ask, if there is that."""
        return network if self.expert is None else self.expert.network(network)

    def _is_evaluation_due(self, before: float) -> bool:
        """Whether to measure now, at the last round in any case.

        Args:
            before: The share of the budget that was spent when the round began.
        """
        if self.progress() >= 1:
            return True
        share = self.config.evaluation.every_share
        if share is None:
            return self.counters.steps >= self.counters.evaluation_at
        passed, passed_before = (int(spent / share + 1e-9) for spent in (self.progress(), before))  # 0.3 / 0.1 < 3
        return passed > passed_before

    def _seed_iteration(self) -> None:
        """Derive all that the next round draws from the seed and the round's number: nothing else has to be saved."""
        own, pool, env = round_seeds(self.config.seed, self.counters.iteration)
        seed_learner(own)
        self.league.reseed(pool)
        self.env.reseed(env)

    def _seed_learning(self) -> None:
        """Let what is drawn after collecting not depend on who has collected, and has drawn here or elsewhere."""
        own, _, _ = round_seeds(self.config.seed, self.counters.iteration)
        torch.manual_seed(int(own.generate_state(2)[1]))

    def _begin_exploiters(self) -> None:
        if self.exploiters is not None:
            self.exploiters.seed()
            self.exploiters.begin()

    def _exploit(self, exploiters: Exploiters, network: PolicyNetwork, progress: Progress) -> None:
        """Let exploiters take their share of the steps; one that has come to its end joins the pool."""
        while exploiters.is_due(self.counters.steps):
            exploiters.seed()
            exploiters.iterate(network)
            # Of two from one round of the main learner the second learns on: names tell them apart by its steps
            if exploiters.is_over and not self.league.has_exploiter(self.counters.steps):
                life = exploiters.life
                progress.say(f"exploiter {life.number + 1} joins after {life.steps:,} steps, won {life.score:.0%}")
                self._join("exploiter", exploiters.learner.policy.network())
                exploiters.follow()

    def _snapshot(self, network: PolicyNetwork) -> None:
        self._join("snapshot", network)
        self.counters.snapshot_at = self.counters.steps + self.config.league.snapshot_every

    def _join(self, role: Role, network: PolicyNetwork) -> None:
        """Take a network into the pool, and keep the files of those that are in it."""
        steps = self.counters.steps
        replaced = self.league.add(role, network, steps)
        if replaced is not None:
            self.collector.forget(replaced)
        keep_files(self.folder / SNAPSHOTS, self.league, self._info())

    def _evaluate(self, network: PolicyNetwork) -> dict[str, Evaluation]:
        config, counters = self.config.evaluation, self.counters
        found = measured(self.config, config.games, Purpose.CURVE, network=network)
        counters.rates = {name: one.total.won.mean for name, one in found.items()}
        counters.evaluation_at = counters.steps + config.every
        reached = strength(found, self.config)
        if reached >= counters.best:
            counters.best = reached
            save_policy(self.folder / BEST, network, self._info(figures(found)))
            self.has_best = True  # a run that went on from before would not know how good it is
        return found

    def _finish(self, progress: Progress) -> dict[str, Evaluation]:
        """Choose between the best policy and the last one, and measure it on deals that it was not chosen by."""
        network = self._network()
        known = self.counters.evaluation_at == self.counters.steps + self.config.evaluation.every
        if not (known and (self.folder / BEST).is_file()):  # a run may end before its first step, or by a new budget
            self._write(self._evaluate(network))
            self._checkpoint()
        config = self.config.evaluation
        if config.final_games == 0:
            return {}
        best, info = load_policy(best_or_last(self.config, self.folder, config.final_games))
        found = measured(self.config, config.final_games, Purpose.FINAL, network=best)
        save_policy(self.folder / BEST, best, info.model_copy(update={"figures": figures(found)}))
        summary = {
            "steps": self.counters.steps,
            "best_steps": info.steps,
            "minutes": self.counters.seconds / 60,
            "games": config.final_games,
            "seating": config.seating,
            "win_rates": {name: one.total.won._asdict() for name, one in found.items()},
            "evaluations": [row for one in found.values() for row in one.rows()],
        }
        write(self.folder / SUMMARY, json.dumps(summary, indent=1) + "\n")
        progress.tell(f"best policy ({info.steps:,} steps)", found)
        return found

    def _info(self, figures: Mapping[str, float] | None = None) -> PolicyInfo:
        told = describe(self.setup, self.counters.steps, self.config.model_dump(mode="json"), dict(figures or {}))
        return told.model_copy(update={"earlier": self.earlier})

    def _checkpoint(self) -> None:
        info = self._info(self.counters.rates)
        save_checkpoint(
            self.folder / CHECKPOINT, self.learner, self.league, self.counters, info, self.exploiters, self.collector,
            self.average,
        )  # fmt: skip
        save_policy(self.folder / LAST, self._network(), info)
        self.saved, self.has_best = time.perf_counter(), False

    def _log(self, found: Mapping[str, Evaluation]) -> None:
        counters, logger = self.counters, self.learner.logger
        logger.record("steps", counters.steps)
        logger.record("minutes", counters.seconds / 60)
        logger.record("iteration", counters.iteration)
        logger.record("steps_per_second", self.rate)
        logger.record("rollout/score", self._score())
        logger.record("rollout/episodes", self.env.finished)
        logger.record("train/skipped_steps", self.learner.policy.optimizer.skipped)  # type: ignore[attr-defined]
        if self.exploiters is not None:
            logger.record("exploiter/score", self.exploiters.life.score)
            logger.record("exploiter/number", self.exploiters.life.number)
        for name, one in found.items():
            logger.record(f"win/{name}", one.total.won.mean)
            logger.record(f"return/{name}", one.total.returns.mean)
        logger.dump(counters.steps)
        self._write(found)

    def _write(self, found: Mapping[str, Evaluation]) -> None:
        assert self.writer is not None
        self.writer.write_evaluations(found.values(), self.counters.steps)

    def _score(self) -> float:
        return self.env.scored / self.env.finished if self.env.finished else 0.5

    def _status(self, evaluated: bool) -> Status:
        counters, spent = self.counters, self.progress()
        return Status(
            steps=counters.steps,
            rate=self.rate,
            progress=min(spent, 1.0),
            seconds_left=counters.seconds * (1 / max(spent, 1e-9) - 1),
            score=self._score(),
            rates=counters.rates or {},
            pool={o.name: o.win_rate for o in self.league.opponents},
            evaluated=evaluated,
        )
