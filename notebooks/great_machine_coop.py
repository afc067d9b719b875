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
# # Alone against a machine of cards
#
# In the co-operative game in the city of the Great Machine nobody plays the Machine. Cards send its three Servants
# about, and each does the first thing on its list that it can. One to three agents run the three Heroes and win or
# lose together. This notebook plays alone: it watches one game, works out from the cards that are left where a Servant
# may turn up, and asks how much harder each level of difficulty is, and what a Mission asks for.
# %%
import matplotlib.pyplot as plt
import numpy as np

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.envs import get_game, great_machine_coop_v0
from cogitable.envs.city.board import CODES
from cogitable.envs.city.rules.state import NUM_SERVANTS, PLAN_END, SLOTS_A_STAGE, District, Servant
from cogitable.envs.great_machine_coop.options import LEVELS, find_missions
from cogitable.envs.great_machine_coop.rules.movement import destination
from cogitable.envs.great_machine_coop.rules.state import LETTERS, MARKER_STAGES, NUM_MOVES, MoveCard
from cogitable.envs.great_machine_coop.words.card_text import event_parts, mission_parts, move_text, priority_text
from cogitable.envs.table import Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.named import texts
from cogitable.training.measure.match import play_match

game = get_game("great_machine_coop")

env = great_machine_coop_v0.env(num_players=1, difficulty="easy")
env.reset(seed=2)
env

# %% [markdown]
# ## The automaton
#
# A Servant draws a card, goes where it says, and does the first of three things that is possible there. City Events
# say what it takes to hold the Machine up. All of it is data of the card file, and so is what follows.

# %%
cards = env.unwrapped.setup.options.cards
for servant in cards.servant:
    print(f"{servant.name:12} {priority_text(servant.priority)}")
print()
for card in (0, 3, 7, 8, 9, 10):
    print(f"{MoveCard(card).text:18} {move_text(card)}")
print()
for part, text in event_parts(cards.event[0]).items():
    print(f"{cards.event[0].name}, {part}: {text}")

# %% [markdown]
# ## One game
#
# The Master Plan advances towards XII. The *Progress marker* runs down from the Riot Stage while Discontent runs up
# towards it; where they meet, the plan advances and the marker starts again. So the higher Discontent, the more often
# they meet. Below, dark cells are Servant Movement cards still in the deck: everybody may know them.

# %%
setup = game.setup(num_players=1, difficulty="easy")
tables, agent = Tables(setup, 1, seed=7, auto_reset=False), make_agent("heuristic", setup, seed=7)
states = [tables.states.copy()]
while not tables.states["over"][0]:
    tables.step(agent.act(View.of(tables)))
    states.append(tables.states.copy())
course = np.concatenate(states)
rounds = np.flatnonzero(np.diff(course["week"])) + 1

figure, (above, below) = plt.subplots(2, 1, figsize=(9, 6), sharex=True, layout="constrained")
above.step(range(len(course)), course["plan"], where="post", color="#8c2f25", label=f"Master Plan, of {PLAN_END}")
above.step(range(len(course)), course["slot"] / SLOTS_A_STAGE, where="post", color="#2f6b8c", label="Discontent, Stage")
marker = np.where(course["marker"] > 0, MARKER_STAGES - course["marker"].astype(float), np.nan)
above.step(range(len(course)), marker, where="post", color="#d99a2b", label="Progress marker, Stage")
above.set(ylim=(-0.5, 15))
above.legend(frameon=False, ncols=3, loc="upper left")
left = (course["moves"][:, None].astype(int) >> np.arange(NUM_MOVES)) & 1
below.imshow(left.T, aspect="auto", cmap="Greys", vmax=1.6, interpolation="nearest")
below.set_yticks(range(NUM_MOVES), texts(MoveCard), fontsize=8)
below.set(xlabel="decisions; a line for each round")
for axes in (above, below):
    for start in rounds:
        axes.axvline(start, color="#bbbbbb", lw=0.8, zorder=0)
plt.show()
print("won by", ["the Machine", "the Heroes"][course["winner"][-1]], "in round", course["week"][-1])

# %% [markdown]
# ## Where will they be?
#
# No deck has an order in the state: a card is drawn from the set of those left, when it is drawn. So the chances of the
# next turn are a count. Each Servant goes somewhere else with the same card, and the fewer cards are left the more is
# certain.


# %%
def chances(state):
    """Return how likely each Servant is to end up in each District, if it drew the next card; (3, 9)."""
    record, position = as_compiled(setup.record)[0], as_compiled(state)
    found = np.zeros((NUM_SERVANTS, len(District)))
    deck = [card for card in range(NUM_MOVES) if int(state["moves"]) >> card & 1]
    for servant in range(NUM_SERVANTS):
        for card in deck:
            found[servant, destination(record, position, servant, card)] += 1 / len(deck)
    return found


moments = [rounds[0], rounds[1]]
figure, panels = plt.subplots(1, 2, figsize=(11, 2.8), layout="constrained")
for axes, moment in zip(panels, moments, strict=True):
    state = course[moment]
    drawn = axes.imshow(chances(state), cmap="Oranges", vmin=0, vmax=1)
    for servant in range(NUM_SERVANTS):
        axes.plot(state["servants"][servant], servant, "ks", ms=5)
    axes.set_xticks(range(len(CODES)), CODES, fontsize=8)
    axes.set_yticks(range(NUM_SERVANTS), texts(Servant))
    axes.set_title(f"round {state['week']}, {int(state['moves']).bit_count()} cards left; squares: now", fontsize=10)
figure.colorbar(drawn, ax=panels)
plt.show()

# %% [markdown]
# ## Levels of difficulty
#
# A level is a few Benefits of the Heroes and a place where the Master Plan begins. The same agent, alone, on the same
# seeds:


# %%
GAMES = 200


def won(setup):
    """Return the share of games that heuristic agents win, and how many games that is."""
    seating = np.zeros((GAMES, setup.num_seats), int)
    result = play_match(setup, [make_agent("heuristic", setup, seed=5)], seating, np.arange(GAMES))
    return (result.returns[:, 0] > 0).mean()


shares = {name: won(game.setup(num_players=1, difficulty=name)) for name in LEVELS}
figure, axes = plt.subplots(figsize=(7, 2.6), layout="constrained")
axes.bar(shares.keys(), shares.values(), color="#2f6b8c")
axes.set(ylim=(0, 1), ylabel=f"won, of {GAMES} games")
plt.show()
for name, level in LEVELS.items():
    benefits = ", ".join(map(str, level.benefits)) or "none"
    print(f"{name:12} Benefits {benefits:8} Master Plan {level.master_plan:2}  {shares[name]:4.0%}")

# %% [markdown]
# A level of one's own is made of the same parts, such as `benefits=(2,), maintenance="one leaves", master_plan=2`.
#
# ## Missions
#
# With Missions no Riot can be started before an Objective has earned it. Each card is told in parts, with the numbers
# of the card file; the third comes into play when the first two are completed.

# %%
setup = game.setup(num_players=1, missions="I", difficulty="easy")
for number in find_missions(setup.options):
    mission = cards.mission[number]
    print(f"{mission.letter}  {mission.name} ({mission.set})")
    for part, text in mission_parts(mission).items():
        print(f"     {part}: {text}")

# %%
result = {}
for name in ("I", "II", "III", "IV"):
    setup = game.setup(num_players=1, missions=name, difficulty="easy")
    tables, agent = Tables(setup, 100, seed=3, auto_reset=False), make_agent("heuristic", setup, seed=3)
    while not tables.states["over"].all():
        tables.step(agent.act(View.of(tables)))
    done = [(tables.states["done"] >> letter & 1).mean() for letter in range(len(LETTERS))]
    result[name] = [*done, (tables.states["winner"] == 1).mean()]

figure, axes = plt.subplots(figsize=(7, 2.8), layout="constrained")
for place, label in enumerate(("Mission A", "Mission B", "Mission C", "game won")):
    x = np.arange(len(result)) + (place - 1.5) * 0.2
    axes.bar(x, [row[place] for row in result.values()], width=0.18, label=label)
axes.set_xticks(range(len(result)), [f"set {name}" for name in result])
axes.set(ylim=(0, 1.25), ylabel="share of 100 games")
axes.legend(frameon=False, ncols=4, loc="upper left")
plt.show()

# %% [markdown]
# ## Further
#
# * The game's page tells the rules, the rulings, and what of the cards is this project's own design, with reasons.
# * `missions=("Forgery of Decrees", "Learn Their Weaknesses", "The Rise of Resistance")` mixes sets; `"random"` draws.
# * Other City Events, priorities and Missions' numbers are a card file of one's own: `cards="mine.toml"`, checked by
#   `cogitable cards great_machine_coop --cards mine.toml`.
