"""City of the Great Machine, solo and co-operative, as a PettingZoo AEC environment: a team against an automaton.

One to three seats run three Heroes together and share all rewards: 1 for a victory, -1 for a defeat. The Great Machine
is played by cards: its Servants move as Servant Movement cards say, and each does the first thing of its list that it
can. The Heroes win with three successful Riots, of which a Discontent at its end counts as one; the Master Plan at XII,
or a Hero without Access cards, is a defeat.

With Missions (``missions="I"`` to ``"IV"``, ``"random"``, or three names) each Riot has to be earned by an Objective
first. ``difficulty`` has six levels, and ``benefits``, ``master_plan`` and ``maintenance`` make others.

Hidden from all are which Citizens are unidentified, the Directive that the Machine holds, and the order of all decks::

    env = great_machine_coop_v0.env(num_players=1, difficulty="hard", missions="I")

How an environment is played, and what it tells of itself, is shown in :mod:`cogitable.envs`; the options are those of
:class:`~cogitable.envs.great_machine_coop.options.CoopOptions` and :class:`~cogitable.envs.table.faces.aec.TableEnv`.

Version history:

* v0: first release.
"""

from __future__ import annotations

from typing import Any

from .great_machine_coop import GAME
from .table.faces import aec, parallel

__all__ = ["env", "parallel_env", "raw_env"]


def env(**options: Any) -> aec.TableEnv:
    """Return the environment; an illegal move ends the game against the mover. Raises OptionError."""
    return aec.env(GAME, **options)


def raw_env(**options: Any) -> aec.TableEnv:
    """Return the environment in which an illegal action raises IllegalActionError. Raises OptionError."""
    return aec.raw_env(GAME, **options)


def parallel_env(**options: Any) -> parallel.TableParallelEnv:
    """Return the environment in which all seats step, and those not asked wait. Raises OptionError."""
    return parallel.parallel_env(GAME, **options)
