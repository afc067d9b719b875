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
# # What being asked reveals
#
# In Cogs and Commissars any player may answer any card, so at every card somebody has to be asked whether it does. This
# notebook shows how such a stack of answers builds up and takes place, how many of a game's decisions are passes, and
# what it tells the others when only those are asked who could do something.

# %%
import matplotlib.pyplot as plt
import numpy as np

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.envs import cogs_and_commissars_v0, get_game
from cogitable.envs.cogs_and_commissars.rules.actions import Act
from cogitable.envs.cogs_and_commissars.rules.state import NOBODY, Ask, Zone
from cogitable.envs.table import Tables

game = get_game("cogs_and_commissars")

env = cogs_and_commissars_v0.env(num_players=4, leaders=True)
env.reset(seed=3)
env

# %% [markdown]
# ## Games in which everybody is always asked
#
# Heuristic agents play with `windows="all"`. We write down each decision: who was asked what, with how many cards to
# choose from, what it did, and the stack. A game with `windows="held"`, the default, is the same game with those
# questions left out to which passing is the only answer, so one set of games tells about both.


# %%
def play(seats, games, seed=1):
    """Return the decisions of some games as arrays, all of them of shape (steps, games)."""
    setup = game.setup(num_players=seats, windows="all")
    tables, agent = Tables(setup, games, seed=seed, auto_reset=False), make_agent("heuristic", setup, seed=seed)
    log = {name: [] for name in ("running", "menu", "options", "passed", "seat", "hand", "depth", "stack")}
    while (tables.states["over"] == 0).any():
        states, actions = tables.states, agent.act(View.of(tables))
        log["running"].append(states["over"] == 0)
        log["menu"].append(np.isin(states["ask"], (Ask.WINDOW, Ask.PROPAGANDA, Ask.ACTION)))
        log["options"].append(tables.masks.sum(axis=1) - tables.masks[:, Act.PASS])
        log["passed"].append((actions == Act.PASS) & log["menu"][-1])
        log["seat"].append(states["seat"].copy())
        log["hand"].append(states["zones"][np.arange(games), states["seat"], Zone.HAND].copy())
        log["depth"].append(states["depth"].copy())
        log["stack"].append(states["stack"][["kind", "player", "owner", "dead"]][:, :16].copy())
        tables.step(actions)
    return {name: np.array(rows) for name, rows in log.items()}


logs = {seats: play(seats, games=40) for seats in (2, 4, 6)}

# %% [markdown]
# ## How many decisions are passes

# %%
figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
for place, log in enumerate(logs.values()):
    idle = log["menu"] & (log["options"] == 0)  # asked with windows="all" alone
    for offset, name, asked in ((-0.2, "all", log["running"]), (0.2, "held", log["running"] & ~idle)):
        passes, rest = ((asked & found).sum() / asked.shape[1] for found in (log["passed"], ~log["passed"]))
        axes.bar(place + offset, rest, 0.36, color="#8c2f25")
        axes.bar(place + offset, passes, 0.36, bottom=rest, color="#d9c9a3")
        axes.text(place + offset, rest + passes, f"{name}\n{passes / (passes + rest):.0%}", ha="center", va="bottom")
axes.set_xticks(range(len(logs)), [f"{seats} seats" for seats in logs])
axes.set(ylabel="decisions a game", ylim=(0, axes.get_ylim()[1] * 1.15), title="passes (light) and all else (dark)")
plt.show()

# %% [markdown]
# Passing is about half of a duel and most of a game of six, under both settings. That is why `"held"` is the default:
# learners and searches spend their time on decisions that have an alternative.
#
# ## What it tells
#
# Whose decision it is is public. Take the windows in which a card waits on the stack, and look for Stifle Free Speech,
# the card that counters nearly everything, in the hand of the seat whose turn it is to answer. With `windows="all"` it
# is asked in any case, and that says nothing: one is left with how often hands hold a Stifle at all. With `"held"` a
# seat that is passed over has nothing to play, and one that is asked has *something*.

# %%
kinds = [card.name for card in game.setup().options.cards.card]
STIFLE = kinds.index("Stifle Free Speech")

figure, axes = plt.subplots(figsize=(8, 3.2), layout="constrained")
for place, log in enumerate(logs.values()):
    waiting = log["running"] & log["menu"] & (log["depth"] > 0)
    holds, able = log["hand"][..., STIFLE] > 0, log["options"] > 0
    groups = {"all: asked": waiting, "held: asked": waiting & able, "held: passed over": waiting & ~able}
    for offset, color, (name, rows) in zip(
        (-0.27, 0, 0.27), ("#8a8a8a", "#8c2f25", "#4d7ea8"), groups.items(), strict=True
    ):
        axes.bar(place + offset, holds[rows].mean(), 0.25, color=color, label=name if place == 0 else None)
        axes.text(place + offset, holds[rows].mean(), f"{holds[rows].mean():.0%}", ha="center", va="bottom")
axes.set_xticks(range(len(logs)), [f"{seats} seats" for seats in logs])
axes.set(ylabel="hold Stifle Free Speech", ylim=(0, 1.1))
axes.legend(frameon=False, ncols=3)
plt.show()

# %% [markdown]
# Those that are passed over and hold one nevertheless do so while a card waits that cannot be countered.
#
# None of this is in an observation: who is asked, who has passed and how many decisions there were are left out, and a
# pass changes no byte of what the others see. So agents that go by their observations play the same game under both
# settings. It is for those who watch `agent_selection`, people above all, that `"all"` is there.
#
# ## A stack, card by card
#
# The deepest stack of all these games, from its first card until everything has taken place. Each bar is a card, from
# the decision at which it was played to the one at which it left, in the color of its player.

# %%
seats = max(logs, key=lambda number: logs[number]["depth"].max())
log = logs[seats]
deepest = np.where(log["running"], log["depth"], 0)
now, table = np.unravel_index(deepest.argmax(), deepest.shape)
empty = np.flatnonzero((log["depth"][:, table] == 0) | ~log["running"][:, table])
start = empty[empty < now].max() + 1
stop = min([*empty[empty > now], len(deepest)])

COLORS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#b0b0b0"]  # by seat
figure, axes = plt.subplots(figsize=(11, 0.4 * deepest.max() + 1.2), layout="constrained")
for place in range(deepest.max()):
    before = None
    for step in np.arange(start, stop)[log["depth"][start:stop, table] > place]:
        card = log["stack"][step, table, place]
        axes.barh(place, 1, 0.8, left=step - start, color=COLORS[card["player"]])
        if before is None or before[0] < step - 1 or before[1] != (card["kind"], card["player"]):
            copied = " (duplicate)" if card["owner"] == NOBODY and not card["dead"] else ""
            label = f"{kinds[card['kind']]}{copied}, player {card['player']}"
            axes.text(step - start + 0.2, place, label, va="center", fontsize=8)
        before = step, (card["kind"], card["player"])
axes.set(xlabel="decision", ylabel="place on the stack", yticks=range(deepest.max()), xlim=(0, stop - start + 6))
axes.set_yticklabels(range(1, deepest.max() + 1))
plt.show()

# %% [markdown]
# Last in, first out. On the way up an answer comes soon; on the way down everybody passes once for each card, which is
# the steps to the right on which nothing changes. A counter and the card that it counters leave together.
#
# ## Further
#
# * The game's page tells exactly what the setting reveals, and what tree search makes of passes: nothing.
# * `tests/cogs_and_commissars/test_leaks.py` compares two worlds that differ in one card of a seat that passes.
