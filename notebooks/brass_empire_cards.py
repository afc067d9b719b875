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
# # Design your own cards
#
# The cards of Brass Empire are data: a file says what each of them costs and does, and rules, actions, observations and
# views follow from it. This notebook looks at the house edition, changes cards, measures with some hundred games what
# comes of it, and ends with a small edition of its own. Whatever it does to cards, nothing is compiled anew: to the
# compiled rules, cards are numbers in a record.

# %%
import copy
import tomllib

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown

from cogitable.agents.factory import make_agent
from cogitable.envs import brass_empire_v0, get_game
from cogitable.envs.table.errors import CardFileError
from cogitable.envs.table.reference import markdown_table
from cogitable.training.measure.balance.balance import balance
from cogitable.training.measure.intervals import clustered
from cogitable.training.measure.match import deal_seeds, play_match

game = get_game("brass_empire")
house = tomllib.loads((game.home / "cards.toml").read_text(encoding="utf-8"))

# %% [markdown]
# ## The house edition
#
# A card file is TOML, and its content is a dictionary. A card says when it does something (here: as it is played) and
# what, step by step:

# %%
print({table: len(content) for table, content in house.items() if isinstance(content, list)})
next(card for card in house["employee"] if card["name"] == "Telegraphist")

# %% [markdown]
# The text of a card is made from its steps. `card_table` has all cards in words, as `cogitable cards brass_empire`
# prints them; here are some:

# %%
setup = game.setup()
headers, rows = game.card_table(setup)
Markdown("\n".join(markdown_table(headers, [row for row in rows if row[2] == "Harlem Electric Works"])))

# %% [markdown]
# ## The cost curve
#
# The head of `cards.toml` says what the edition takes a step to be worth, in points, and what a cost should buy. For
# employees: one point for nothing, like a starting card, and half a point for each labor or construction of the cost,
# within half a point.

# %%
WORTH = {"draw": 1.25, "dismiss": 1, "recover": 2, "discard": 1.25}  # each


def points(step):
    """Return what a step is worth."""
    match step.do:
        case "gain":
            worth = step.labor + step.construction + 1.5 * step.brass
        case "steal":
            worth = 2 * step.brass
        case "damage":
            worth = 0.75 * step.amount + 0.5 * (step.target == "unit or building")
        case "acquire":
            worth = 0.5 * step.max_cost + 0.5
        case "choose":
            worth = max(sum(map(points, option.steps)) for option in step.options) + 0.5
        case _:
            worth = WORTH[step.do] * step.count
    return worth / 2 if step.condition else worth


def label(axes, spots):
    """Write names beside their points, higher where another name is in the way."""
    axes.figure.canvas.draw()  # what is where is known then
    taken = []
    for name, *at in sorted(spots, key=lambda spot: spot[1:][::-1]):
        text = axes.annotate(name, at, (5, -2), textcoords="offset points", fontsize=7)
        while any(text.get_window_extent().overlaps(other) for other in taken):
            text.set_position((5, text.get_position()[1] + 1))
        taken.append(text.get_window_extent())


employees = setup.options.cards.employee
costs = np.array([card.cost.total for card in employees])
worths = np.array([sum(map(points, card.play)) for card in employees])
assert np.abs(worths - (1 + costs / 2)).max() <= 0.5

figure, axes = plt.subplots(figsize=(10.5, 7), layout="constrained")
line = np.arange(costs.max() + 1)
axes.fill_between(line, 0.5 + line / 2, 1.5 + line / 2, color="#e8dcc0", label="the curve, within half a point")
axes.plot(costs, worths, "o", color="#8c5a14", markersize=4)
axes.set(xlabel="cost, labor and construction", ylabel="points", xlim=(-0.5, costs.max() + 1.4))
axes.legend(loc="upper left", frameon=False)
label(axes, [(card.name, *at) for card, *at in zip(employees, costs, worths, strict=True)])
plt.show()

# %% [markdown]
# ## What agents make of it
#
# Points are an opinion; games are a measurement. `balance` lets one agent play every seat and counts, for each card,
# how often it was bought when it could be (and something else could be done), and how much more often the seats that
# bought it won than those that did not.


# %%
def bought(result):
    """Return buy rate, and win difference with its interval, of every card that was ever on offer."""
    tallies = {name: tally for (name, use), tally in result.cards.items() if use == "buy" and tally.offered}
    return {name: (tally.chosen / tally.offered, result.difference(tally)) for name, tally in tallies.items()}


played = balance(setup, "heuristic", games=240, seed=1, processes=1)
found = bought(played)
print(f"{len(played)} games of {played.decisions.mean():.0f} decisions; seats won", *played.seats())

kinds = {kind.name: kind for kind in setup.options.cards.kinds}
COLORS = {"employee": "#4d7ea8", "unit": "#b2432f", "building": "#6b8e4e"}
figure, axes = plt.subplots(figsize=(9, 6), layout="constrained")
for name, (rate, gap) in found.items():
    color = COLORS[kinds[name].type]
    axes.errorbar(
        100 * rate, 100 * gap.mean, 100 * np.array([[gap.mean - gap.low], [gap.high - gap.mean]]), color=color
    )
    axes.plot(100 * rate, 100 * gap.mean, "o", color=color, markersize=4)
for kind, color in COLORS.items():
    axes.plot([], [], "o", color=color, label=kind)
axes.axhline(0, color="grey", linewidth=0.8, linestyle="--")
axes.set(xlabel="bought when it could be, %", ylabel="buyers' wins above the others', percentage points")
axes.legend(frameon=False)
told = {name: at for name, at in found.items() if at[0] > 0.2 or not at[1].low < 0 < at[1].high}
label(axes, [(name, 100 * rate, 100 * gap.mean) for name, (rate, gap) in told.items()])
plt.show()

# %% [markdown]
# Named are the cards that are bought often and those whose interval leaves out zero. Read the height with care. It
# compares those who bought a card with those who did not, and a card that is dear is bought by those who are rich
# already. What the agents think of a card is in the buy rate; what it *does* takes an experiment.
#
# ## Another price
#
# The same edition with one number changed. A changed file is checked like any other; what is wrong is named with its
# place:


# %%
def changed(name, **keys):
    """Return the house edition with another text of one card."""
    cards = copy.deepcopy(house)
    for table in ("employee", "unit", "building"):
        for card in cards[table]:
            if card["name"] == name:
                card.update(keys)
    return cards


try:
    game.setup(cards=changed("Prospector", play=[{"do": "gain", "bras": 2}]))
except CardFileError as error:
    print(error)

# %% [markdown]
# The Prospector gives a labor and a Brass. What may it cost?

# %%
CARD = "Prospector"
prices = range(1, 6)
answers = []
for price in prices:
    edition = game.setup(cards=changed(CARD, cost={"labor": price}))
    answers.append(bought(balance(edition, "heuristic", games=100, seed=2, processes=1))[CARD])

figure, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
axes[0].plot(prices, [100 * rate for rate, _ in answers], marker="o", color=COLORS["employee"])
axes[0].set(xlabel="price, labor", ylabel="bought when it could be, %", ylim=(0, None))
middle, low, high = 100 * np.array([(gap.mean, gap.low, gap.high) for _, gap in answers]).T
axes[1].errorbar(prices, middle, (middle - low, high - middle), marker="o", capsize=3, color=COLORS["employee"])
axes[1].axhline(0, color="grey", linewidth=0.8, linestyle="--")
axes[1].set(xlabel="price, labor", ylabel="buyers' wins above the others',\npercentage points")
for panel in axes:
    panel.axvline(3, color="#e8dcc0", linewidth=6, zorder=0)
    panel.set_xticks(prices)
plt.show()

# %% [markdown]
# The band is the price in the house edition.
#
# ## An experiment: two companies that differ in one card
#
# Correlation ends where only one side can have the card. A file may have up to eight corporations, so we found two
# more: each has three cards in its reserve, at the same price and worth the same at the end. The Masons' card gives 2
# labor and never changes. The Tinkers' card is the one on trial. Every deal is played twice, the companies changing
# seats, so the Tinkers' share of wins says what their card is worth beside 2 labor. The same card on both sides comes
# out even.


# %%
def trial(play, companies):
    """Return the house edition with two corporations whose reserves differ in what one card does."""
    cards = copy.deepcopy(house)
    for owner, name, does in (("Tinkers", "On Trial", play), ("Masons", "Yardstick", [{"do": "gain", "labor": 2}])):
        cards["corporation"].append({"name": owner, "source": "house", "reserve": {name: 3}})
        card = {"name": name, "source": "house", "corporation": owner, "cost": {"labor": 3}, "value": 1, "play": does}
        cards["employee"].append(card)
    return game.setup(cards=cards, corporations=companies)


def share(play, deals):
    """Return the Tinkers' share of wins over deals that are played from both sides."""
    seats, numbers = np.zeros((deals, 2), np.int64), np.arange(deals)  # agent 0 has both seats
    won = []
    for seat, companies in enumerate((("Tinkers", "Masons"), ("Masons", "Tinkers"))):
        edition = trial(play, companies)
        agents = [make_agent("heuristic", edition, seed=1)]
        won.append(play_match(edition, agents, seats, deal_seeds(4, deals)).wins()[:, seat])
    return clustered(np.concatenate(won), np.tile(numbers, 2))


CANDIDATES = {
    "2 labor (as the Masons)": [{"do": "gain", "labor": 2}],
    "2 construction": [{"do": "gain", "construction": 2}],
    "draw 2 cards": [{"do": "draw", "count": 2}],
    "1 labor, 1 Brass": [{"do": "gain", "labor": 1, "brass": 1}],
    "2 Brass": [{"do": "gain", "brass": 2}],
    "1 labor, steal 1 Brass": [{"do": "gain", "labor": 1}, {"do": "steal", "brass": 1}],
    "1 labor, dismiss a card": [{"do": "gain", "labor": 1}, {"do": "dismiss", "may": True}],
}
shares = {text: share(play, deals=400) for text, play in CANDIDATES.items()}

figure, axes = plt.subplots(figsize=(9, 3.2), layout="constrained")
places = range(len(shares), 0, -1)
middle, low, high = 100 * np.array([(rate.mean, rate.low, rate.high) for rate in shares.values()]).T
axes.errorbar(middle, places, xerr=(middle - low, high - middle), fmt="o", capsize=3, color="#8c5a14")
axes.axvline(50, color="grey", linewidth=0.8, linestyle="--")
axes.set_yticks(places, shares)
axes.set_xlabel("Tinkers' wins, % of 800 games, 95 % interval")
plt.show()

# %% [markdown]
# That is what the card is worth *to these agents*: the heuristic has its own ideas of when to buy and what to play for,
# and a card that it uses badly looks poor. `search:simulations=200` instead of `"heuristic"` is a better judge and
# takes minutes; a policy trained with the new cards is the best one (`cogitable train brass_empire --set
# cards=my_cards.toml`).
#
# ## An edition of one's own
#
# Other names, other corporations, another number of cards. What every file needs: a starting deck, a platform, a
# corporation with a reserve, an employee and a building.

# %%
teahouse = {
    "format": 1,
    "edition": "teahouse",
    "start": {"deck": {"Errand Boy": 6, "Carpenter": 4}, "platform": "Well"},
    "corporation": [
        {"name": "Kettle & Sons", "source": "house", "reserve": {"Tea Broker": 3}},
        {"name": "Samovar Works", "source": "house", "reserve": {"Samovar": 2}},
    ],
    "employee": [
        {"name": "Errand Boy", "source": "house", "play": [{"do": "gain", "labor": 1}]},
        {"name": "Carpenter", "source": "house", "play": [{"do": "gain", "construction": 1}]},
        {
            "name": "Tea Broker",
            "source": "house",
            "corporation": "Kettle & Sons",
            "cost": {"labor": 3},
            "value": 2,
            "play": [{"do": "gain", "brass": 1}, {"do": "draw", "if": {"have": "behind"}}],
        },
        {
            "name": "Waiter",
            "source": "house",
            "cost": {"labor": 2},
            "value": 1,
            "copies": 12,
            "play": [{"do": "gain", "labor": 1}, {"do": "draw"}],
        },
        {
            "name": "Accountant",
            "source": "house",
            "cost": {"labor": 4},
            "value": 2,
            "copies": 8,
            "play": [
                {
                    "do": "choose",
                    "options": [
                        {"steps": [{"do": "gain", "labor": 3}]},
                        {"steps": [{"do": "dismiss", "from": "hand"}, {"do": "gain", "brass": 1}]},
                    ],
                }
            ],
        },
    ],
    "unit": [
        {
            "name": "Guard Goose",
            "source": "house",
            "cost": {"construction": 2},
            "value": 1,
            "copies": 12,
            "attack": 1,
            "health": 2,
            "any_time": True,
            "ability": [{"do": "damage", "amount": 1, "target": "unit"}],
        }
    ],
    "building": [
        {"name": "Well", "source": "house", "health": 3, "ability": [{"do": "gain", "brass": 1}]},
        {
            "name": "Samovar",
            "source": "house",
            "corporation": "Samovar Works",
            "cost": {"labor": 1, "construction": 2},
            "value": 2,
            "health": 4,
            "ability": [{"do": "gain", "labor": 1}],
        },
        {
            "name": "Tea Garden",
            "source": "house",
            "cost": {"construction": 3},
            "value": 1,
            "copies": 8,
            "health": 3,
            "built": [{"do": "draw"}],
            "demolish": [{"do": "gain", "brass": 3}],
        },
    ],
}

tea = game.setup(cards=teahouse, pool=30)
print(f"house edition: {setup.num_actions} actions, {setup.layout.size} numbers observed")
print(f"teahouse:      {tea.num_actions} actions, {tea.layout.size} numbers observed")
Markdown("\n".join(markdown_table(*game.card_table(tea))))

# %% [markdown]
# Parts of an observation that go by card have an entry for each card of the file, in its order:

# %%
env = brass_empire_v0.env(cards=teahouse, pool=30, render_mode="ansi")
env.reset(seed=6)
generator = np.random.default_rng(6)
decisions = 0
while True:  # some way into the game, to where there is something to choose from
    seen = env.observe(env.agent_selection)
    legal = np.flatnonzero(seen["action_mask"])
    if decisions >= 60 and legal.size >= 6:
        break
    env.step(int(generator.choice(legal)))
    decisions += 1
hand = tea.layout.split(seen["observation"])["own hand"].astype(int)
print({kind.name: int(count) for kind, count in zip(tea.options.cards.kinds, hand, strict=True) if count})
for action in legal:
    print(f"{action:4}  {env.unwrapped.setup.describe(env.unwrapped.states, int(action))}")

# %% [markdown]
# The views follow as well.

# %%
print(env.render())

# %%
env

# %% [markdown]
# And is it a fair game? The two corporations have different things to buy:

# %%
result = balance(tea, "heuristic", games=300, seed=3, processes=1)
print(f"{result.decisions.mean():.0f} decisions a game")
for corporation, rate in result.by_trait("corporation").items():
    print(f"{corporation:14} {rate}")
for name, (rate, gap) in bought(result).items():
    print(f"{name:14} bought {rate:4.0%} of the time, win difference {gap}")

# %% [markdown]
# A first draft seldom is. The next one starts from such a table: what wins too often becomes dearer or does less, what
# nobody buys becomes cheaper or does more, and then it is measured again. That is how the house edition came to be.
#
# ## Further
#
# * The head of `envs/brass_empire/cards.toml` tells the whole form of a card file; written as TOML it serves the
#   command line too: `cogitable cards brass_empire --cards my_cards.toml` checks and shows it, `cogitable play
#   brass_empire --set cards=my_cards.toml` plays it, `cogitable balance` measures it.
# * The rules of Brass Empire and its rulings have a page in the documentation, beside the tables of actions and
#   observation.
# * `cards=` and `mode=` go together: `game.setup(cards=teahouse, mode="battle", num_players=4)`.
