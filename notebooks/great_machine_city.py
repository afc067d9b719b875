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
# # A city that changes while one plays
#
# City of the Great Machine is one against a team, on nine tiles that both sides may lay anew. This notebook lays out
# such cities, shows which tiles can be taken out of them and where they may go, and watches one game: what the Machine
# sees of it, what the Heroes see, and where the two tracks go.
# %%
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Rectangle

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.envs import get_game, great_machine_v0
from cogitable.envs.city.board import CODES
from cogitable.envs.city.rules.city import against, new_places, two_routes
from cogitable.envs.city.rules.state import (
    ALL_DISTRICTS,
    MACHINE,
    NUM_MINOR,
    NUM_WAYS,
    PLAN_END,
    TRACK_END,
    Ask,
    District,
    Hero,
    Phase,
)
from cogitable.envs.table import Tables
from cogitable.envs.table.named import texts
from cogitable.training.measure.match import play_match

game = get_game("great_machine")

env = great_machine_v0.env(num_players=4, heroes=("Fowler", "Actress", "Artificer"))
env.reset(seed=5)
env

# %% [markdown]
# ## Tiles and neighbours
#
# A tile is two cells of a grid, lying or upright. Who touches whom along an edge is connected; that is all that
# counts. The state keeps the places and, made from them, each District's set of neighbours, all distances, and who can
# be moved.


# %%
def draw(axes, state, title="", moved=None):
    """Draw a city: Minor Districts light, Major ones dark, a frame around those that can be moved."""
    middle = {}
    for district, (x, y, upright) in enumerate(state["place"].tolist()):
        wide, high = (1, 2) if upright else (2, 1)
        color = "#e6cf9c" if district < NUM_MINOR else "#b7795b"
        edge, line = ("#1f1f1f", 2.5) if int(state["movable"]) >> district & 1 else ("#ffffff", 1)
        face = "#7fb2a4" if district == moved else color
        axes.add_patch(Rectangle((x + 0.04, y + 0.04), wide - 0.08, high - 0.08, fc=face, ec=edge, lw=line))
        middle[district] = (x + wide / 2, y + high / 2)
        axes.text(*middle[district], CODES[district], ha="center", va="center", fontsize=9, zorder=3)
    for one, others in enumerate(state["links"].tolist()):
        for other in range(one):
            if others >> other & 1:
                axes.plot(*zip(middle[one], middle[other], strict=True), color="#555555", lw=0.6, alpha=0.6, zorder=2)
    axes.set(title=title, aspect="equal")
    axes.autoscale_view()
    axes.invert_yaxis()
    axes.axis("off")


def first_state(**options):
    """Return the state of a game that has just been dealt."""
    return Tables(game.setup(**options), 1, seed=6).states[0].copy()


figure, axes = plt.subplots(2, 3, figsize=(11, 6.5), layout="constrained")
for place, city in zip(axes.flat, ("normal 1", "normal 2", "special 3", "special 5", "random", "advised"), strict=True):
    state = first_state(city=city)
    draw(place, state, city)
    assert two_routes(state["links"], ALL_DISTRICTS)
plt.show()

# %% [markdown]
# A dark frame is around the Districts that can be repositioned. The others have no free side to be slid out of, or the
# city without them could not be mended by putting them anywhere else.
#
# ## The Two Route Principle
#
# Every District needs two neighbours, and taking out any one must not split the city. Instead of laying a tile
# wherever it might go and testing the city, the rules work out once into which parts the others fall when they lose
# one more; a place is good if the tile touches all of them. How many are there for each District?


# %%
def places(state, district):
    """Return the places where a District may be laid anew."""
    found = set()
    for anchor in set(range(len(District))) - {district}:
        ways = np.zeros(NUM_WAYS, np.int8)
        new_places(state["place"], state["links"], district, anchor, ways, 0)
        found |= {tuple(map(int, against(state["place"], anchor, way))) for way in np.flatnonzero(ways)}
    return found


state = first_state()
for district, name in enumerate(texts(District)):
    near = [District(other).text for other in range(len(District)) if int(state["links"][district]) >> other & 1]
    free = places(state, district) if int(state["movable"]) >> district & 1 else ()
    print(f"{name:14} {len(free):3} places; now next to {', '.join(near)}")

# %% [markdown]
# ## Laying a District anew
#
# A player is asked for that in three small steps: which District, against which other one, and in which of the sixteen
# ways two such tiles can share an edge. Here random agents play until somebody does it.

# %%
tables = Tables(game.setup(city="advised"), 1, seed=4)
agent = make_agent("random", tables.setup, seed=11)
while tables.states["ask"][0] != Ask.TILE:
    tables.step(agent.act(View.of(tables)))
before = tables.states[0].copy()
while (tables.states["place"][0] == before["place"]).all():
    action = agent.act(View.of(tables))
    print(tables.setup.describe(tables.states, int(action[0])))
    tile = int(tables.states["tile"][0])
    tables.step(action)

figure, axes = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
draw(axes[0], before, "before", tile)
draw(axes[1], tables.states[0], "after", tile)
plt.show()

# %% [markdown]
# ## One game
#
# Heuristic agents on both sides, four seats: the Machine, and an agent for each Hero. We keep all states. The Machine
# wins at XII of its Master Plan, the Heroes with three Riots, and the end of the track of Discontent counts as one.

# %%
setup = game.setup(num_players=4)
tables, agent = Tables(setup, 1, seed=3, auto_reset=False), make_agent("heuristic", setup, seed=3)
states = [tables.states.copy()]
while not tables.states["over"][0]:
    tables.step(agent.act(View.of(tables)))
    states.append(tables.states.copy())
course = np.concatenate(states)
rounds = np.flatnonzero(np.diff(course["week"])) + 1

figure, (above, below) = plt.subplots(2, 1, figsize=(9, 5), sharex=True, layout="constrained")
above.plot(course["plan"] / PLAN_END, color="#8c2f25", label="Master Plan")
above.plot(course["slot"] / TRACK_END, color="#2f6b8c", label="Discontent")
above.set(ylabel="share of the track", ylim=(0, 1.2))
below.plot(course["bonds"], color="#8c2f25", label="Bonds")
below.plot(course["trust"].sum(axis=1), color="#2f6b8c", label="Trust of all Heroes")
below.set(xlabel="decisions; a line for each round", ylim=(-1, 25))
for axes in (above, below):
    axes.legend(frameon=False, ncols=2, loc="upper left")
    for start in rounds:
        axes.axvline(start, color="#dddddd", lw=0.8, zorder=0)
plt.show()
print("won by", ["the Machine", "the Heroes"][course["winner"][-1]], "in round", course["week"][-1])

# %% [markdown]
# ## The same moment from both sides
#
# In the Machine's phase each Hero has laid down an Access card. The Heroes see the cards of all of them. The Machine
# keeps every set of cards that a Hero may have lost, given all that has been shown, and so how likely it is that a
# card is in hand; where a Hero goes, it has to guess.

# %%
tables.states[:] = next(one for one in states if one["week"] == 4 and one["phase"] == Phase.MACHINE)


def seen(seat):
    """Return what a seat observes of that moment, by part."""
    observations, masks = np.zeros_like(tables.observations), np.zeros_like(tables.masks)
    tables.observe(np.array([seat]), observations, masks)
    return setup.layout.split(observations)


figure, panels = plt.subplots(1, 2, figsize=(11, 2.6), layout="constrained")
for axes, seat, part in ((panels[0], MACHINE, "chances"), (panels[1], 1, "cards")):
    parts = seen(seat)
    who = parts["who"][0].argmax(axis=1)
    order = who.argsort()  # a seat sees its own Hero first
    axes.imshow(parts[part][0][order], cmap="Greys", vmin=0.7, vmax=1.1)
    for hero, district in zip(*np.nonzero(parts["chosen"][0][order]), strict=True):
        axes.add_patch(Rectangle((district - 0.46, hero - 0.46), 0.92, 0.92, fill=False, ec="#d55e00", lw=3))
    axes.set_xticks(range(len(CODES)), CODES, fontsize=8)
    axes.set_yticks(range(3), [Hero(hero).text for hero in who[order]])
panels[0].set_title("the Machine: is the card in hand? (dark: yes)")
panels[1].set_title("the Heroes: cards in hand, and those chosen")
plt.show()

# %% [markdown]
# ## An agent for each Hero
#
# One to three persons run the three Heroes. A seat's observation begins with the Hero that is asked, and has the same
# size at every table, so one agent plays any Hero of any table. With four seats and `revolutionaries` given, every
# Hero is an agent of its own in the game of fewer persons: the same start, the same rules. How often do heuristic
# Heroes win?

# %%
KINDS = {
    "1 person": {"num_players": 2},
    "1 person, 3 agents": {"num_players": 4, "revolutionaries": 1},
    "2 persons": {"num_players": 3},
    "2 persons, 3 agents": {"num_players": 4, "revolutionaries": 2},
    "3 persons": {"num_players": 4},
}
GAMES = 300
for name, options in KINDS.items():
    setup = game.setup(**options)
    seating = np.zeros((GAMES, setup.num_seats), int)
    result = play_match(setup, [make_agent("heuristic", setup, seed=5)], seating, np.arange(GAMES))
    won = (result.returns[:, 1] > 0).mean()
    print(f"{name:20} {won:4.0%} of {GAMES} games; {result.decisions.mean():.0f} decisions a game")

# %% [markdown]
# Two rows for the same number of persons are even the same games, since this agent does not care who runs a Hero. More
# persons begin farther along the track of Discontent.
#
# ## Further
#
# * The game's page tells the rules, the rulings, and what is hidden from whom.
# * `tests/great_machine/test_city.py` holds the geometry against a slow reference that lays cells on a grid.
# * A city of your own is rows as on the game's page: `great_machine_v0.env(city=("Com Vel GC CN ..", ...))`.
