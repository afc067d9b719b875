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
# # Who suspects whom
#
# One game of Comrade, told by what its six players can know. The dissident's card and the informer's card change hands
# every turn, most of it unseen, and all that is hidden from a seat is a pair (who holds the dissident card, who holds
# the informer card) and a word. That is 60 possibilities at six seats, so a seat's belief need not be approximated: the
# library computes the exact posterior, and this notebook looks at it.

# %%
import matplotlib.pyplot as plt
import numpy as np

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.envs import comrade_v0
from cogitable.envs.comrade import RANDOM, Model, awareness, posterior
from cogitable.envs.comrade.rules.state import Committee, How, Role
from cogitable.envs.table import Tables
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.sets import has
from cogitable.envs.table.tables import determinized

# %% [markdown]
# ## The game
#
# Six heuristic agents played it; its deal and its 58 decisions are written down here, so that the story stays the same
# however the agents change. (Any other game does as well: choose the actions with an agent instead.) We keep a copy of
# the state before every decision.

# %%
SEED = 53
ACTIONS = """
    1 3 36 36 36 11 9 9 19 30 18     1 2 4 37 36 36 12 12 9 22 29 18     1 3 37 37 37 39 39 39 10 11 10 27 19 19
    0 1 4 36 36 36 10 12 9 27 20 18  0 1 4 37 37 37 38 38 38
"""

env = comrade_v0.raw_env(num_players=6, render_mode="ansi")
env.reset(seed=SEED)
setup, n = env.setup, env.setup.num_seats
kept = []
for action in ACTIONS.split():
    kept.append(env.states.copy())
    env.step(int(action))
states = np.concatenate(kept)
first = np.array([np.argmax(states["turn"] == turn) for turn in range(states["turn"].max() + 1)])  # decision of a turn

env

# %% [markdown]
# Player 2 was dealt the dissident, player 1 the informer. In turns 1 and 2 party votes put an end to the vote. In turn
# 3 players 2, 4 and 5 go to committee and all three choose the right word, but player 5 has been handed the informer
# card in the turn before: the case is lost, both special cards lie open for a moment, and the dissident draws a new
# word. Two turns later everybody but the informer has come to know that one too, and freedom wins.
#
# ## Suspicion
#
# `posterior(setup, states, seat)` is the probability of every (dissident, informer, word) given all that the seat has
# seen since the deal: its cards, those it looked at, gave and received, who handed a card to whom, what a committee
# revealed, and that nobody has won yet (had the informer met the dissident, the game would be over). The present places
# of the cards follow from the previous ones and one handover, so this is the forward filter of a hidden Markov model
# (Rabiner 1989) with n (n - 1) states. Here it is for all seats before all decisions:


# %%
def all_beliefs(states, model=RANDOM):
    """Return each seat's posterior in each state: shape (states, believer, dissident, informer)."""
    believers = np.tile(np.arange(n), states.size)
    return posterior(setup, np.repeat(states, n), believers, model).sum(axis=-1).reshape(-1, n, n, n)


beliefs = all_beliefs(states)
of_dissident, of_informer = beliefs.sum(axis=3), beliefs.sum(axis=2)
beliefs.shape

# %% [markdown]
# At the beginning of each turn: one row per believer, one column per suspect, probabilities in percent. The framed
# column is the truth.

# %%
RED, BLUE, GREEN = "Reds", "Blues", "Greens"


def matrix(axes, chances, colors, truth=None):
    """Draw probabilities (rows, columns) with their percentages; frame the column that is the case."""
    axes.imshow(chances, cmap=colors, vmin=0, vmax=1.15)
    for (row, column), chance in np.ndenumerate(chances):
        if chance > 0:
            ink = "white" if chance > 0.6 else "black"
            axes.text(column, row, f"{100 * chance:.0f}", ha="center", va="center", fontsize=7, color=ink)
    if truth is not None:
        height = len(chances)
        axes.add_patch(plt.Rectangle((truth - 0.5, -0.5), 1, height, fill=False, linewidth=2, clip_on=False))
    axes.set(xticks=range(chances.shape[1]), yticks=range(chances.shape[0]))
    axes.tick_params(length=0, labelsize=8)


figure, axes = plt.subplots(2, len(first), figsize=(13, 5.6), sharex=True, sharey=True, layout="constrained")
for column, now in enumerate(first):
    matrix(axes[0, column], of_dissident[now], RED, states["dissident"][now])
    matrix(axes[1, column], of_informer[now], BLUE, states["informer"][now])
    axes[0, column].set_title(f"turn {column + 1}")
    axes[1, column].set_xlabel("suspect")
axes[0, 0].set_ylabel("who is the dissident?\nbeliever")
axes[1, 0].set_ylabel("who is the informer?\nbeliever")
plt.show()

# %% [markdown]
# In the first turn everybody knows its own card and nothing else. Zeros (empty cells) are certainties: a seat that
# looked at a comrade, or handed over the only card it had. The certainties of one seat spread: whoever looked at the
# dissident knows where it can have gone since.
#
# ## One seat through one turn
#
# Player 0 in turn 3, as a joint distribution over the dissident's seat (rows) and the informer's seat (columns). It
# holds a comrade all the while, so row and column 0 stay empty. The committee shows both special cards; then the
# certainty leaks away. In the first pass a giver has one card, so everybody knows that the dissident goes from 1 to 3.
# In the second pass players 3 and 5 hand over one of *two* cards, and player 0 cannot see which: each such gift splits
# a hypothesis in two.

# %%
BELIEVER, TURN = 0, 2
moments = [first[TURN], np.argmax((states["turn"] == TURN) & (states["turns"]["committee"][:, TURN] == Committee.LOST))]
titles = ["turn 3 begins", "committee lost:\n1 and 5 shown"]
for moves in range(states["moves"][moments[1]], states["moves"][first[TURN + 1]]):
    moments.append(np.argmax(states["moves"] == moves + 1))
    event = states["handovers"][-1, moves]
    cards = "one of two cards" if has(event["how"], How.OF_TWO) else "its only card"
    titles.append(f"{event['giver']} gives {event['receiver']}\n{cards}")

figure, axes = plt.subplots(2, 4, figsize=(11, 6.2), sharex=True, sharey=True, layout="constrained")
for panel, now, title in zip(axes.flat, moments, titles, strict=True):
    matrix(panel, beliefs[now, BELIEVER], "Purples")
    corner = states["informer"][now] - 0.5, states["dissident"][now] - 0.5
    panel.add_patch(plt.Rectangle(corner, 1, 1, fill=False, linewidth=2, clip_on=False))
    panel.set_title(title, fontsize=10)
figure.supxlabel("informer's seat")
figure.supylabel("dissident's seat")
plt.show()

# %% [markdown]
# The frame is the truth. How likely one of two cards is the special one is not a fact of the game but a belief about
# the giver: here, that it tosses a coin. More of that below.
#
# ## The whole game as curves
#
# For each seat the probability that it gives to the true dissident and the true informer, and the entropy of its
# posterior: how many bits it lacks to know both places. (The word is one more bit for those who do not know it.)


# %%
def entropy(chances):
    """Return bits of entropy over the last two axes."""
    return -(chances * np.log2(np.where(chances > 0, chances, 1))).sum(axis=(-2, -1))


when = np.arange(states.size)
curves = {
    "probability of the\ntrue dissident": of_dissident[when, :, states["dissident"]],
    "probability of the\ntrue informer": of_informer[when, :, states["informer"]],
    "entropy, bits": entropy(beliefs),
}
SEAT_COLORS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#333333"]  # Okabe and Ito: for all eyes

figure, axes = plt.subplots(3, 1, figsize=(11, 7.5), sharex=True, layout="constrained")
for panel, (label, curve) in zip(axes, curves.items(), strict=True):
    for seat in range(n):
        width = 6.5 - seat  # so that curves which coincide can all be seen
        panel.step(when, curve[:, seat], where="post", color=SEAT_COLORS[seat], linewidth=width, label=f"player {seat}")
    for turn, start in enumerate(first):
        panel.axvline(start, color="grey", linewidth=0.8, linestyle=":")
        panel.text(start + 0.3, 1.02, f"turn {turn + 1}", transform=panel.get_xaxis_transform(), fontsize=8)
    panel.axvspan(moments[1] - 3, moments[1], color="grey", alpha=0.15, linewidth=0)
    panel.set_ylabel(label)
axes[0].legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
axes[2].set_xlabel("decision")
axes[2].set_xlim(0, states.size - 1)
plt.show()

# %% [markdown]
# The grey band is the committee: all entropies drop to zero at once, and climb again within the same turn. Nothing is
# forgotten there; the world itself moves on. Nor is a falling probability of the truth a mistake of the filter: it is
# what careful bookkeeping makes of evidence that happens to mislead.
#
# ## Who knows the word
#
# Freedom wins when a committee of comrades knows the word. `awareness` is the probability that each seat knows it, as
# another seat believes. The top row is the truth.

# %%
believers = np.tile(np.arange(n), len(first))
aware = awareness(setup, np.repeat(states[first], n), believers).reshape(len(first), n, n)
truly = (states["knowers"][first, None].astype(int) >> np.arange(n)) & 1

figure, axes = plt.subplots(1, len(first), figsize=(13, 3.4), sharey=True, layout="constrained")
for column, panel in enumerate(axes):
    matrix(panel, np.vstack([truly[column], aware[column]]), GREEN)
    panel.axhline(0.5, color="black", linewidth=1.5)
    panel.set(title=f"turn {column + 1}", xlabel="knows the word?")
    panel.set_yticks(range(n + 1), ["truth", *(f"player {seat}" for seat in range(n))])
plt.show()

# %% [markdown]
# In turn 4 the table has begun anew: the lost committee has brought a new word, and three seats have met it since. By
# turn 5 all but the informer know it, and nearly everybody knows that they do.
#
# ## What one believes of the others
#
# An exact posterior is exact *under a model*. The filter above takes the others for uniformly random players: then
# votes tell nothing, and one of two cards is the special one half of the time. `Model` has five numbers instead: how
# likely each role is to vote for the party, and how likely the special card is to be handed on by one that holds two.
# They can be counted in games of whatever agents one expects to meet; here, the heuristics themselves.

# %%
names = setup.action_names
PARTY = names.index("vote for the party")
SPECIAL = [number for number, name in enumerate(names) if name.startswith("give the special card")]

heuristic = make_agent("heuristic", setup, seed=1)
tables = Tables(setup, 200, seed=2)
party, passes = np.ones((3, 2)), np.ones((2, 2))  # by role: yes, no; each one counted once beforehand
for _ in range(300):
    actions = heuristic.act(View.of(tables))
    dissident, informer = (tables.states[name] == tables.seats for name in ("dissident", "informer"))
    votes, gifts = tables.masks[:, PARTY] == 1, tables.masks[:, SPECIAL].any(axis=1)
    for role, asked in enumerate((~dissident & ~informer, dissident, informer)):
        party[role] += [(actions[votes & asked] == PARTY).sum(), (actions[votes & asked] != PARTY).sum()]
    for role, asked in enumerate((dissident, informer)):
        handed = np.isin(actions[gifts & asked], SPECIAL)
        passes[role] += [handed.sum(), (~handed).sum()]
    tables.step(actions)

fitted = Model(
    party=tuple((party[:, 0] / party.sum(axis=1)).tolist()), passes=tuple((passes[:, 0] / passes.sum(axis=1)).tolist())
)
print("votes for the party: comrade {:.2f}, dissident {:.2f}, informer {:.2f}".format(*fitted.party))
print("hands the special card on: dissident {:.2f}, informer {:.2f}".format(*fitted.passes))

# %% [markdown]
# The same game, the same evidence, seen with that model. On the left, what the seats that do not hold the dissident
# card give to its true holder, on average. Votes are evidence now, so the curve moves when they are counted. On the
# right, player 0's view at the beginning of turn 4: did player 3 hand the dissident on to player 4?

# %%
informed = all_beliefs(states, fitted)
figure, axes = plt.subplots(1, 2, figsize=(12, 3.6), width_ratios=(2, 1), layout="constrained")
views = {"random others": (beliefs, "#8c8c8c"), "fitted others": (informed, "#b2182b")}
for (name, (view, color)), offset in zip(views.items(), (-0.2, 0.2), strict=True):
    chances = view.sum(axis=3)[when, :, states["dissident"]]
    others = np.arange(n) != states["dissident"][:, None]
    axes[0].step(when, chances[others].reshape(-1, n - 1).mean(axis=1), where="post", color=color, label=name)
    axes[1].bar(np.arange(n) + offset, view[first[3], BELIEVER].sum(axis=1), width=0.4, color=color)
for start in first:
    axes[0].axvline(start, color="grey", linewidth=0.8, linestyle=":")
axes[0].set(xlabel="decision", ylabel="probability of the true dissident", ylim=(0, 1.02), xlim=(0, states.size - 1))
axes[0].legend(frameon=False, loc="upper left")
truth = states["dissident"][first[3]]
axes[1].set(xlabel=f"dissident's seat (it is player {truth})", title="player 0, turn 4 begins", ylim=(0, 1.02))
plt.show()

# %% [markdown]
# One game proves nothing. Over fresh games, models are compared by the mean number of bits by which the truth surprises
# a seat (the logarithmic score): the model that describes the others better is surprised less. A third model goes half
# way between the two.


# %%
def surprise(spec, models, games=150, seed=3, turns=6):
    """Return the mean bits by which the true places surprise the seat to move, by model and turn."""
    tables, agent = Tables(setup, games, seed=seed, auto_reset=False), make_agent(spec, setup, seed=seed)
    bits, counts = np.zeros((len(models), turns)), np.zeros(turns)
    seen = tables.states
    while seen.size:
        truth = np.arange(seen.size), seen["dissident"], seen["informer"]
        for row, model in enumerate(models):
            chances = posterior(setup, seen, seen["seat"], model).sum(axis=-1)[truth]
            np.add.at(bits[row], seen["turn"], -np.log2(chances))
        np.add.at(counts, seen["turn"], 1)
        tables.step(agent.act(View.of(tables)))
        seen = tables.states[(tables.states["over"] == 0) & (tables.states["turn"] < turns)]
    return bits / counts


def halfway(ours, theirs):
    return tuple(((np.array(ours) + np.array(theirs)) / 2).tolist())


cautious = Model(party=halfway(RANDOM.party, fitted.party), passes=halfway(RANDOM.passes, fitted.passes))
models = {"random": (RANDOM, "#8c8c8c"), "fitted": (fitted, "#b2182b"), "half way": (cautious, "#e69f00")}
figure, axes = plt.subplots(1, 2, figsize=(11, 3.4), sharey=True, layout="constrained")
for panel, spec in zip(axes, ("heuristic", "random"), strict=True):
    scores = surprise(spec, [model for model, _ in models.values()])
    for (name, (_, color)), bits in zip(models.items(), scores, strict=True):
        panel.plot(np.arange(1, len(bits) + 1), bits, marker="o", color=color, label=name)
    panel.set(title=f"games of {spec} agents", xlabel="turn")
axes[0].set(ylabel="surprise at the truth, bits", ylim=(0, max(panel.get_ylim()[1] for panel in axes)))
axes[0].legend(frameon=False, title="model of the others")
plt.show()

# %% [markdown]
# A sharp model has more to lose. Against agents that it does not describe it is confidently wrong, where the random one
# is only vague; and even of those that it was counted from it knows averages alone: that they vote by what *they* know,
# and choose whom they give a card to, is in none of its five numbers. Half way is the safer choice where one cannot be
# sure.
#
# ## Worlds that a seat holds possible
#
# Tree search cannot use a table of probabilities; it needs whole positions. `determinize` draws one from the posterior
# under random others: the present places by their weight, then, walking the log backwards, which card it was at every
# handover that the seat did not see (forward filtering, backward sampling: Carter and Kohn 1994). What the other seats
# have seen follows from that.
#
# Take player 4 after the first handover of turn 1. Player 5 has looked at player 2 and given it its only card, and the
# game goes on. So player 5 is neither; the special cards were not at 2 and 5 both, or they would have met; and a pair
# with player 2 in it, who holds two cards now, is twice as likely as one without. 5,000 worlds, counted, beside the
# posterior:


# %%
def possible_worlds(now, seat, count=5000, seed=4):
    """Return positions that a seat holds possible at a decision, drawn from its posterior."""
    words = seed_words(np.random.SeedSequence(seed))[0]  # the four words of a generator of our own
    return determinized(setup, np.repeat(states[now : now + 1], count), words, np.full(count, seat))


now, seat = 6, 4
worlds, exact = possible_worlds(now, seat), beliefs[now, seat]
counted = np.zeros((n, n))
np.add.at(counted, (worlds["dissident"], worlds["informer"]), 1 / worlds.size)
pairs = sorted(zip(*np.nonzero(exact), strict=True), key=lambda pair: -exact[pair])
chances, found = np.array([(exact[pair], counted[pair]) for pair in pairs]).T
margin = 1.96 * np.sqrt(chances * (1 - chances) / worlds.size)
print(
    "worlds that the posterior calls impossible:",
    worlds.size - np.count_nonzero(exact[worlds["dissident"], worlds["informer"]]),
)

figure, axes = plt.subplots(figsize=(11, 3.2), layout="constrained")
axes.bar(range(len(pairs)), chances, color="#b9a3d6", label="posterior")
axes.errorbar(range(len(pairs)), found, margin, fmt="o", color="black", markersize=4, label="share of worlds, 95 %")
axes.set_xticks(range(len(pairs)), [f"{holder}, {other}" for holder, other in pairs])
axes.set(xlabel="seats of dissident and informer", ylabel="probability")
axes.legend()
plt.show()

# %% [markdown]
# Each world has a past as well, and the pasts answer a question that the filter does not: where was the card *then*,
# given all that is known *now*? On the left, what player 3 believed at the beginning of each turn (filtered); on the
# right, what it believes about the same moments from turn 5 on (smoothed, counted in its worlds). The truth is framed.

# %%
now, seat = first[4], 3
worlds = possible_worlds(now, seat)
holder, receivers = worlds["dealt_dissident"].astype(int), states["handovers"]["receiver"][now]
places = [holder]  # of the dissident card in each world, after each handover
for moves in range(states["moves"][now]):
    holder = np.where(worlds["handovers"]["given"][:, moves] == Role.DISSIDENT, receivers[moves], holder)
    places.append(holder)
smoothed = np.array([np.bincount(places[moves], minlength=n) / worlds.size for moves in states["moves"][first]])

figure, axes = plt.subplots(1, 2, figsize=(9, 3.4), sharey=True, layout="constrained")
axes[0].set_title(f"player {seat} at the time")
axes[1].set_title(f"player {seat} in hindsight")
for panel, chances in zip(axes, (of_dissident[first, seat], smoothed), strict=True):
    matrix(panel, chances, RED)
    for turn, start in enumerate(first):
        panel.add_patch(plt.Rectangle((states["dissident"][start] - 0.5, turn - 0.5), 1, 1, fill=False, linewidth=2))
    panel.set_xlabel("dissident's seat")
axes[0].set_yticks(range(len(first)), [f"turn {turn + 1}" for turn in range(len(first))])
plt.show()

# %% [markdown]
# The committee of turn 3 showed player 3 where the card was, and with that where it had been: it settles turns 2 and 3.
# Turn 1 stays open, for of the two seats that could have been dealt the card it never learns which.
#
# ## Further
#
# * The page on hidden roles in the documentation says what is exact and what is not, and builds an agent on a
#   posterior.
# * `envs/comrade/rules/beliefs.py` is the filter, `posterior.py` the models, `determinize.py` the sampler; each is
#   a few small functions that also run as plain Python (`NUMBA_DISABLE_JIT=1`).
# * Rabiner, L. R. (1989). A tutorial on hidden Markov models and selected applications in speech recognition.
#   *Proceedings of the IEEE* 77(2). Carter, C. K. and Kohn, R. (1994). On Gibbs sampling for state space models.
#   *Biometrika* 81(3).
