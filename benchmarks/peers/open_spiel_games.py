"""OpenSpiel: its Python interface, and the fastest ways into its C++ that Python can reach."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ..timing import Run, rate


def python_api(game: str = "connect_four") -> Run:
    """Observation tensor and mask at every decision, then a random legal action; counted are decisions."""
    import pyspiel

    rules = pyspiel.load_game(game)
    draw = random.Random(0).random

    def work() -> int:
        state, done = rules.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions = state.legal_actions()
            else:
                state.observation_tensor()
                state.legal_actions_mask()
                actions = state.legal_actions()
                done += 1
            state.apply_action(actions[int(draw() * len(actions))])
        return done

    return lambda seconds, number: rate(work, seconds)


def random_bots(game: str = "connect_four") -> Run:
    """``evaluate_bots`` with uniform random bots, a whole game a call, no observation, no mask; decisions count."""
    import pyspiel

    rules = pyspiel.load_game(game)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(rules.num_players())]
    seeds = iter(range(1 << 62))

    def work() -> int:
        state = rules.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))
        return state.move_number()

    return lambda seconds, number: rate(work, seconds)


def rollouts(games: int = 2000) -> Run:
    """Connect Four's random rollouts inside C++, ``games`` a call: no observation, no mask.

    ``MCTSBot`` with one simulation evaluates the empty board and nothing else. Its rollouts cannot be counted from
    outside, so decisions are the number of rollouts times the mean length of random games, taken from 4,000 of them.
    """
    import pyspiel

    rules = pyspiel.load_game("connect_four")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(2)]
    sample, moves = 4000, 0
    for seed in range(sample):
        state = rules.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        moves += state.move_number()
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    bot = pyspiel.MCTSBot(rules, evaluator, 1.0, 1, 100, False, 1, False)
    empty = rules.new_initial_state()

    def work() -> int:
        bot.step(empty)
        return round(games * moves / sample)

    return lambda seconds, number: rate(work, seconds)


def ismcts(game: str = "gin_rummy", simulations: int = 1000) -> Run:
    """Information-set tree search in C++ with one rollout a leaf; counted are simulations, over whole games."""
    import pyspiel

    rules = pyspiel.load_game(game)
    draw = random.Random(0).random
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        1.4,
        simulations,
        -1,  # no limit to the worlds it may sample
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        True,  # a position may be met with other legal actions in another sampled world
    )
    state = rules.new_initial_state()

    def work() -> int:
        nonlocal state
        if state.is_terminal():
            state = rules.new_initial_state()
        while state.is_chance_node():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
        if len(state.legal_actions()) < 2:
            state.apply_action(state.legal_actions()[0])
            return 0
        state.apply_action(bot.step(state))
        return simulations

    return lambda seconds, number: rate(work, seconds)


def alpha_zero(game: str = "connect_four", simulations: int = 400, width: int = 256) -> Run:
    """Its AlphaZero's search and evaluator, in Python, as play against itself uses them, without noise.

    The network has two hidden layers of ``width`` units and is asked in NumPy, in place of the models in JAX that come
    with it.
    """
    import pyspiel
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.algorithms.alpha_zero.evaluator import AlphaZeroEvaluator

    rules = pyspiel.load_game(game)
    sizes = rules.observation_tensor_size(), width, rules.num_distinct_actions()
    evaluator = AlphaZeroEvaluator(rules, _Network(*sizes))
    bot = mcts.MCTSBot(rules, 2.0, simulations, evaluator, solve=False, child_selection_fn=mcts.SearchNode.puct_value)
    state = rules.new_initial_state()

    def work() -> int:
        nonlocal state
        if state.is_terminal():
            state = rules.new_initial_state()
            evaluator.clear_cache()
        state.apply_action(bot.step(state))
        return simulations

    return lambda seconds, number: rate(work, seconds)


class _Network:
    """What OpenSpiel's evaluator asks of a model: a value and preferences for one position; untrained."""

    def __init__(self, inputs: int, width: int, actions: int) -> None:
        draws = np.random.default_rng(0)
        shapes = (inputs, width), (width, width), (width, actions + 1)
        self.layers = [(draws.standard_normal(shape) / shape[0] ** 0.5).astype(np.float32) for shape in shapes]

    def inference(self, observation: Any, mask: Any) -> tuple[float, np.ndarray]:
        values = np.asarray(observation, np.float32)
        for layer in self.layers[:-1]:
            values = np.maximum(values @ layer, 0)
        *logits, value = values @ self.layers[-1]
        shares = np.exp(np.array(logits) - max(logits)) * mask
        return float(np.tanh(value)), shares / shares.sum()
