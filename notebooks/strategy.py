# ---
# jupyter:
#   jupytext:
#     formats: py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # What the policies have discovered
#
# A policy that trained by self-play plays all seats of some games. At each of its decisions the game's heuristic is
# asked what it would do there. What differs, and by how much, is what the policy has found out beyond the rules of
# thumb. The strategy pages of the documentation are written from the same counts, of 400 games each;
# here are a few games, so that it takes seconds.

# %%
import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown

from cogitable.envs import get_game
from cogitable.envs.table.reference import markdown_table
from cogitable.training.measure.habits.compare import compare

GAMES = 16
OPTIONS = {
    "cogdrive_neon": {},
    "comrade": {},
    "brass_empire": {"num_players": 2},
    "cogs_and_commissars": {"num_players": 2},
    "great_machine": {"num_players": 2},
    "great_machine_coop": {},
}

# %%
found = {
    name: compare(get_game(name).setup(**options), "policy", "heuristic", GAMES) for name, options in OPTIONS.items()
}

# %% [markdown]
# ## Kinds of actions
#
# By how many points a kind of action is chosen more often (to the right) or less often than the heuristic would, where
# it and something else were open. Lines are 95 % intervals over deals.

# %%
figure, axes = plt.subplots(len(found), 1, figsize=(9, 2.6 * len(found)), layout="constrained")
for axis, (name, one) in zip(axes, found.items(), strict=True):
    habits = one.whole.by_block()[:6][::-1]
    means = np.array([100 * habit.difference.mean for habit in habits])
    ends = np.array([[100 * limit for limit in habit.difference[1:]] for habit in habits]).T
    axis.barh(range(len(habits)), means, xerr=np.abs(ends - means), color="#7a3fbf", ecolor="#333333")
    axis.set_yticks(range(len(habits)), [habit.name[:60] for habit in habits], fontsize=8)
    axis.axvline(0, color="#333333", linewidth=0.8)
    axis.set_title(get_game(name).title, fontsize=10)
plt.show()

# %% [markdown]
# ## Single actions
#
# The five that differ most often in a game.

# %%
rows = [
    [get_game(name).title, habit.name, *(f"{100 * part / habit.open:.0f} %" for part in (habit.taken, habit.other))]
    for name, one in found.items()
    for habit in one.whole.by_action()[:5]
]
Markdown("\n".join(markdown_table(["game", "action", "policy", "heuristic"], rows)))

# %% [markdown]
# ## In place of what
#
# What the policy does where the heuristic would do something else, in the game in which that happens most often.

# %%
Markdown(
    "\n".join(
        markdown_table(
            ["the heuristic would", "the policy does", "times", "of"],
            [
                [swap.other, swap.taken, str(swap.times), str(swap.of)]
                for swap in found["cogdrive_neon"].whole.swaps()[:6]
            ],
        )
    )
)
