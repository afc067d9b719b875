"""Cogs and Commissars as a PettingZoo AEC environment: two to six players, and any card may be answered by any player.

Every player gathers citizens, and with 15 points of them plays the Revolution, which wins unless somebody stops it. A
card that is played waits on a stack until nobody responds any more; playing, aiming and passing are decisions of their
own. Own cards and everything public are observed; hands, the order of decks and, where they are not preconstructed, the
making of other decks are hidden.

``decks`` is ``"preconstructed"``, ``"drafted"`` (the draft is played) or ``"random"``; ``leaders=True`` gives each
player a leader's power; ``windows="all"`` asks every seat for a response always, ``"held"`` only one that holds a card
it may play::

    env = cogs_and_commissars_v0.env(num_players=4, decks="drafted", leaders=True)

How an environment is played, and what it tells of itself, is shown in :mod:`cogitable.envs`; the options are those of
:class:`~cogitable.envs.cogs_and_commissars.options.CogsOptions` and :class:`~cogitable.envs.table.faces.aec.TableEnv`.

Version history:

* v0: first release.
"""

from __future__ import annotations

from typing import Any

from .cogs_and_commissars import GAME
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
