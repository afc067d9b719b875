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
# # What a training run has learned
#
# Every training run ends with a report: a page in its folder, `report.md`, with pictures and tables beside it.
# `cogitable report RUN` makes one at any time. This notebook trains for a few seconds, opens the report, and asks the
# run what the page has no room for. Put the folder of a run of your own where ours is.

# %%
import csv
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Image, Markdown

from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.report.writing import report
from cogitable.training.learn.run.run import train

config = load_config(
    "cogdrive_neon",
    overrides={
        "steps": 16_384,
        "seed": 4,
        "network.layers": [64],
        "league.baselines": ["random"],
        "league.snapshot_every": 3_000,
        "evaluation.every": 4_000,
        "evaluation.against": ["random"],
        "evaluation.games": 100,
        "evaluation.final_games": 200,
    },
)
run = train(config, Path("runs") / "for-the-report", fresh=True, quiet=True).folder

# %% [markdown]
# ## The report
#
# `report` plays some games, writes the page and returns what stands in it. In a terminal it shows this:

# %%
found = report(run, games=100)

# %% [markdown]
# A picture of the page: strength against each yardstick, with its 95 % interval as a band.

# %%
Image(run / "report" / "strength.png", width=750)

# %% [markdown]
# ## Learning
#
# The same numbers are at hand as arrays. Entropy falls as the policy makes up its mind; explained variance rises as the
# value learns to foresee returns.

# %%
figure, panels = plt.subplots(1, 2, figsize=(9, 3), layout="constrained")
steps = found.run.metrics["steps"]
curves = dict(found.run.learning())
for axes, name in zip(panels, ("entropy", "explained variance"), strict=True):
    axes.plot(steps, curves[name], color="#4c7a8c")
    axes.set(xlabel="learner steps", title=name)
plt.show()

# %% [markdown]
# ## Does the value know what is coming?
#
# The learner of the last checkpoint played as in training. Its decisions are sorted by the value that it predicted, ten
# bins of them; what came of those of a bin is on average as predicted, or not.

# %%
value = found.calibration
print(f"{value.decisions:,} decisions, bias {value.bias:+.3f}, {100 * value.explained:.0f} % of the variance explained")
for one in value.bins:
    print(f"predicted {one.predicted:+.2f}  came of it {one.observed}  {one.true}")

# %% [markdown]
# ## What does it do, and what does it never do?
#
# A block of actions is open at a decision if one of its actions is legal and so is something of another block.

# %%
for use in sorted(found.play.blocks, key=lambda use: -use.open):
    if use.open:
        print(f"{use.taken / use.open:6.1%} of {use.open:5,}  {use.name}")
blocks, actions = found.play.never_taken()
print(f"\nnever taken: {[one.name for one in blocks]}, and {len(actions)} actions of other blocks")

# %% [markdown]
# ## What changed?
#
# The best policy and others of the same run are asked at the same decisions.

# %%
for change in found.play.changes:
    print(f"{change.same} the same choices as the {change.name} ({change.steps:,} steps)")
    for shift in change.shifts[:3]:
        print(f"    {shift.before:6.1%} then, {shift.now:6.1%} now: {shift.name}")

# %% [markdown]
# ## Whom does it find hard?

# %%
for entry in found.pool:
    print(f"{entry.name:16} {entry.score}, drawn {entry.share:.0%} of the time")

# %% [markdown]
# ## Tables
#
# What was computed is in CSV files beside the page, for other tools. These are the actions that the policy prefers more
# often than it draws them:

# %%
with (run / "report" / "actions.csv").open(newline="") as file:
    table = [row for row in csv.DictReader(file) if int(row["open"]) >= 50]
gaps = np.array([(int(row["preferred"]) - int(row["taken"])) / int(row["open"]) for row in table])
lines = [f"| {table[i]['name']} | {table[i]['open']} | {gaps[i]:+.0%} |" for i in np.argsort(-gaps)[:5]]
Markdown("\n".join(["| action | open | preferred less drawn |", "| --- | --- | --- |", *lines]))
