"""City of the Great Machine as a PettingZoo AEC environment: the Machine against a team that runs three Heroes.

Two to four seats. Seat 0 is the Great Machine, which wins when its Master Plan reaches XII; the Revolutionaries win
together with three successful Riots, of which a Discontent at its end counts as one. Every round a City Event changes a
rule, the Heroes choose in secret where they will go, the Machine moves Servants and Guards and acts as it can pay, and
the Heroes go there and act. Both sides can lay the city anew, District by District.

Hidden from the Machine are Access cards, and which Citizens the Heroes have identified; hidden from the Heroes its
Directives; from all which Citizens are unidentified, and the order of City Events::

    env = great_machine_v0.env(num_players=2, city="advised")

With four seats every Hero has an agent of its own; ``revolutionaries`` then says for how many persons the game is set.

How an environment is played, and what it tells of itself, is shown in :mod:`cogitable.envs`; the options are those of
:class:`~cogitable.envs.great_machine.options.MachineOptions` and :class:`~cogitable.envs.table.faces.aec.TableEnv`.

Version history:

* v0: first release.
"""

from __future__ import annotations

from typing import Any

from .great_machine import GAME
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
