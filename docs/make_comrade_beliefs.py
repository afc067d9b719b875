"""Compares beliefs in Comrade: exact under random others, exact under a policy's own rates, and drawn by its play.

Prints the rates and the table on the page about hidden roles: ``python docs/make_comrade_beliefs.py``, a minute or two.
"""

from __future__ import annotations

import numpy as np

from cogitable.agents.base import View
from cogitable.agents.beliefs.past import Played, recollect
from cogitable.agents.beliefs.weighing import Beliefs
from cogitable.agents.factory import make_agent
from cogitable.agents.inference.network import stack
from cogitable.agents.policy.agent import shipped_policy
from cogitable.agents.policy.file import load_policy
from cogitable.envs import get_game
from cogitable.envs.comrade import RANDOM, Model, posterior
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.rerun import Rerun
from cogitable.training.measure.intervals import clustered_mean
from cogitable.training.measure.match import deal_seeds, play_match

SEATS, GAMES, PARTICLES, SHARE, PLAYER = 7, 24, 256, 0.1, "policy:deterministic=false"
UNSURE = 0.02  # of every other belief is that of random others, so that nothing is held impossible


def rates(setup: Setup) -> Model:
    """Count how the policy votes and what it hands on."""
    names = setup.action_names
    party_vote = names.index("vote for the party")
    special = [number for number, name in enumerate(names) if name.startswith("give the special card")]
    agent, tables = make_agent(PLAYER, setup, 1), Tables(setup, 200, seed=2)
    party, passes = np.ones((3, 2)), np.ones((2, 2))  # by role: yes, no; each one counted once beforehand
    for _ in range(300):
        actions = agent.act(View.of(tables))
        dissident, informer = (tables.states[name] == tables.seats for name in ("dissident", "informer"))
        votes, gifts = tables.masks[:, party_vote] == 1, tables.masks[:, special].any(axis=1)
        for role, asked in enumerate((~dissident & ~informer, dissident, informer)):
            taken = actions[votes & asked]
            party[role] += [(taken == party_vote).sum(), (taken != party_vote).sum()]
        for role, asked in enumerate((dissident, informer)):
            handed = np.isin(actions[gifts & asked], special)
            passes[role] += [handed.sum(), (~handed).sum()]
        tables.step(actions)
    shares = [(counts[:, 0] / counts.sum(axis=1)).round(3).tolist() for counts in (party, passes)]
    return Model(tuple(shares[0]), tuple(shares[1]))


def main() -> None:
    """Play, believe and print."""
    setup = get_game("comrade").setup(num_players=SEATS)
    counted = rates(setup)
    print(f"rates of the policy: {counted}")
    network = stack([load_policy(shipped_policy(setup))[0]])
    filters = {recall: Beliefs(setup, network, PARTICLES, recall) for recall in (16, 60)}
    seeds, seating = deal_seeds(3, GAMES), np.zeros((GAMES, SEATS), np.int64)
    result = play_match(setup, [make_agent(PLAYER, setup, 3)], seating, seeds, 64, agent_seed=3, record=range(GAMES))
    generator, words = np.random.default_rng(1), seed_words(9)[0]
    games, scores = [], []
    for game in range(GAMES):
        deal, actions = seed_words(int(seeds[game]))[0].tolist(), result.actions[game].tolist()
        table = Rerun(setup, deal)
        for number, action in enumerate(actions):
            if np.count_nonzero(table.mask) > 1 and generator.random() < SHARE:
                state = table.states
                true, seat = (int(state["dissident"][0]), int(state["informer"][0])), table.seat
                even, fitted = (
                    posterior(setup, state, seat, model).sum(axis=3)[0][true] for model in (RANDOM, counted)
                )
                if even < 0.999:
                    past = recollect(setup, Played(deal, actions[:number]), state, 60)
                    assert past is not None
                    drawn = [beliefs.draw(past, state.copy(), words) for beliefs in filters.values()]
                    held = [
                        even if one is None else ((one["dissident"] == true[0]) & (one["informer"] == true[1])).mean()
                        for one in drawn
                    ]
                    games.append(game)
                    scores.append([even, *((1 - UNSURE) * chance + UNSURE * even for chance in (fitted, *held))])
            table.take(action)
    logs = np.log(scores)
    print(f"{len(logs)} positions of {GAMES} games of the policy, {SEATS} players")
    names = ("random others", "the policy's rates", *(f"its play, {recall} decisions" for recall in filters))
    for name, column in zip(names, logs.T, strict=True):
        gain = clustered_mean(column - logs[:, 0], np.array(games))
        print(f"{name}: {column.mean():.3f}, gain {gain.mean:+.3f} ({gain.low:+.3f} to {gain.high:+.3f})")


if __name__ == "__main__":
    main()
