# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A tour of Cogitable
#
# Play a game, look at it, let agents meet, train one for some seconds and plot what it learned. Jupyter with jupytext
# opens this script as a notebook.

# %%
import time
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.envs import cogdrive_neon_v0, get_game
from cogitable.envs.table import Tables
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.run.run import train
from cogitable.training.measure.arena.arena import Arena
from cogitable.training.measure.plots import arena_figure

# Figures that no pyplot has made are shown, too:
# %matplotlib inline

# %% [markdown]
# ## A table
#
# Every game is a PettingZoo environment. In a notebook it shows itself, as the seat to move sees it.

# %%
env = cogdrive_neon_v0.env(render_mode="ansi")
env.reset(seed=7)
generator = np.random.default_rng(7)
for _ in range(40):
    mask = env.observe(env.agent_selection)["action_mask"]
    env.step(int(generator.choice(np.flatnonzero(mask))))
env

# %% [markdown]
# What may the seat to move do now?

# %%
mask = env.observe(env.agent_selection)["action_mask"]
for action in np.flatnonzero(mask):
    print(action, env.setup.describe(env.states, int(action)))

# %% [markdown]
# An observation is one flat vector. The layout has a name for each part of it.

# %%
observation = env.observe(env.agent_selection)["observation"]
for name, numbers in list(env.setup.layout.split(observation).items())[:6]:
    print(f"{name:16}", numbers.shape, "sum", numbers.sum())

# %% [markdown]
# ## Many tables
#
# The same game as arrays: one compiled call takes a decision at each of 512 tables, and writes what the next seat sees.

# %%
setup = get_game("cogdrive_neon").setup()
tables = Tables(setup, 512, seed=1)
random_agent = make_agent("random", setup, seed=2)
tables.step(random_agent.act(View.of(tables)))  # compiles what is not compiled yet
start, steps = time.perf_counter(), 200
for _ in range(steps):
    tables.step(random_agent.act(View.of(tables)))
print(f"{steps * tables.count / (time.perf_counter() - start):,.0f} decisions a second, random agent included")

# %% [markdown]
# ## Agents meet
#
# An arena plays every deal with the seats rotated, so that neither the deal nor the seat favours anybody.

# %%
arena = Arena(setup, ["random", "heuristic", "search:simulations=50"], games=40, seed=3)
arena.run(processes=1)
for standing in arena.standings():
    print(f"{standing.agent:24}", standing.win_rate)
arena_figure(arena)

# %% [markdown]
# ## Training
#
# Some seconds of self-play with MaskablePPO: 40,960 decisions of the learner. It meets itself, its own past, and the
# random agent.

# %%
config = load_config(
    "cogdrive_neon",
    overrides={
        "steps": 40_960,
        "seed": 4,
        "league.baselines": ["random"],
        "evaluation.every": 10_000,
        "evaluation.against": ["random"],
        "evaluation.games": 100,
        "evaluation.final_games": 200,
    },
)
result = train(config, Path("runs") / "tour", fresh=True, quiet=True)
print(f"{result.steps:,} steps in {result.seconds:.0f} s; against random: {result.rates['random']}")

# %%
metrics = np.genfromtxt(result.folder / "metrics.csv", delimiter=",", names=True, deletechars="", dtype=float)
win = np.atleast_1d(metrics["win/random"])
evaluated = ~np.isnan(win)
figure, axes = plt.subplots(figsize=(7, 3.5))
axes.plot(np.atleast_1d(metrics["steps"])[evaluated], 100 * win[evaluated], marker="o")
axes.axhline(50, color="grey", linewidth=1, linestyle="--")
axes.set(xlabel="learner steps", ylabel="win rate against random, %", ylim=(0, 100), title="Some seconds of self-play")
plt.show()

# %% [markdown]
# ## Play against it
#
# The trained policy is an agent like any other: `policy:runs/tour/best.zip`, here and on the command line. So is a
# person: `cogitable play cogdrive_neon --against policy:runs/tour/best.zip`.

# %%
duel = Arena(setup, [f"policy:{result.policy}", "heuristic"], games=100, seed=5)
duel.run(processes=1)
for standing in duel.standings():
    print(f"{standing.agent:32}", standing.win_rate)
