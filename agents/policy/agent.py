"""Trained policies: a file that tells what it was trained for, and an agent that plays from it with numpy alone."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from ...envs.table.errors import OptionError
from ...envs.table.game import Setup
from ...envs.table.library import command_name
from ..base import Agent, View
from ..sides import Sides, check_sides, sides_of
from .file import Networks, PolicyInfo, fits, load_info, load_networks, load_policy, specialties
from .network import PolicyNetwork

SHIPPED = Path(__file__).resolve().parent.parent / "policies"
"""Folder of the policies that come with the library: ``<game>.zip``, and ``<game>-<variant>.zip`` for other modes."""


class PolicyAgent(Agent):
    """Plays from a trained network.

    Attributes:
        networks: What maps observations to action preferences (logits), by the side that a seat plays for now; one that
            plays all sides has an empty name.
        sides: How the side is told; None for one network.
        info: What the file says about the policy; None for a network that is still in training.
        deterministic: Whether the preferred action is taken, instead of drawing one by the network's probabilities.
        temperature: What preferences are divided by before one is drawn: 1 draws by the network's probabilities, more
            makes them more alike.
    """

    def __init__(
        self,
        setup: Setup,
        seed: int | None = None,
        *,
        path: str | os.PathLike[str] | None = None,
        deterministic: bool = True,
        temperature: float = 1.0,
        network: PolicyNetwork | None = None,
    ) -> None:
        """Load a policy.

        Args:
            setup: The game with its options.
            seed: Fixes what a policy that is not deterministic draws.
            path: A policy file or a training checkpoint, see :func:`policy_path`; None for the policy shipped with the
                game.
            deterministic: Always take the preferred action.
            temperature: Above 0; the higher it is, the more alike are the probabilities by which actions are drawn.
            network: Play from this network in memory instead of from a file.

        Raises:
            OptionError: There is no such file, or it was trained for another game, version or layout; or a temperature
                for what is not drawn.
            SaveFileError: The file is damaged or not a policy.
        """
        super().__init__(setup, seed)
        self.deterministic, self.temperature, self.redraws = deterministic, temperature, not deterministic
        if deterministic and temperature != 1:
            raise OptionError("a temperature goes with deterministic=false only")
        self.info: PolicyInfo | None = None
        self.networks: Networks = {"": network} if network is not None else {}
        if network is None:
            self.networks, self.info = load_networks(policy_path(setup, "policy" if path is None else path))
            fits(self.info, setup, "the shipped policy" if path is None else str(path))
        self.sides: Sides | None = None
        if "" not in self.networks:
            self.sides = sides_of(setup)
            check_sides(setup, self.sides, self.networks)

    @property
    def network(self) -> PolicyNetwork:
        """The network of a policy that plays all sides with one.

        Raises:
            OptionError: It has one for each side.
        """
        if "" not in self.networks:
            raise OptionError(f"this policy has a network for each of the sides {', '.join(self.networks)}")
        return self.networks[""]

    @network.setter
    def network(self, network: PolicyNetwork) -> None:
        self.networks, self.sides = {"": network}, None

    def act(self, view: View) -> np.ndarray:
        """Return the chosen action at each table: int64, shape (n,)."""
        logits = self._logits(view)
        logits[view.masks == 0] = -np.inf
        if self.deterministic:
            return logits.argmax(axis=1)
        return self._drawn(logits / np.float32(self.temperature))

    def redrawn(self, view: View, count: int) -> np.ndarray | None:
        """Return what the policy might do, drawn ``count`` times, int64, shape (n, count); None if it draws nothing."""
        if not self.redraws:
            return None
        logits = self._logits(view)
        logits[view.masks == 0] = -np.inf
        return self._drawn(np.repeat(logits / np.float32(self.temperature), count, axis=0)).reshape(-1, count)

    def _logits(self, view: View) -> np.ndarray:
        """Return one preference an action at each table, by the network for the side of its seat to move."""
        if self.sides is None:
            return self.network.logits(view.observations)
        logits = np.empty(view.masks.shape, np.float32)
        sides = self.sides.now(view.observations, view.seats)
        for number, name in enumerate(self.sides.names):
            rows = np.flatnonzero(sides == number)
            if rows.size:
                logits[rows] = self.networks[name].logits(view.observations[rows])
        return logits

    def _drawn(self, logits: np.ndarray) -> np.ndarray:
        """Draw one action a row by softmax: the inverse of the cumulative distribution at one uniform number."""
        logits -= logits.max(axis=1, keepdims=True)
        passed = np.cumsum(np.exp(logits, out=logits), axis=1)
        wanted = self.generator.random(len(logits), np.float32) * passed[:, -1]
        wanted = np.minimum(wanted, np.nextafter(passed[:, -1], np.float32(0)))  # rounding may reach the total itself
        return (passed > wanted[:, None]).argmax(axis=1)


def shipped_policy(setup: Setup) -> Path:
    """Return the file of the policy that comes with a game for these options.

    Of those that can play with them it is the first with most of the game's ``specialties``.

    Raises:
        OptionError: None comes with the game, or none can play with these options.
    """
    own = SHIPPED / f"{setup.game.name}.zip"
    found = [path for path in (own, *sorted(SHIPPED.glob(f"{setup.game.name}-*.zip"))) if path.is_file()]
    refusals: list[OptionError] = []
    able: dict[Path, int] = {}
    for path in found:
        info = load_info(path)
        try:
            fits(info, setup, f"the shipped policy {path.name}")
        except OptionError as refusal:
            refusals.append(refusal)
        else:
            able[path] = specialties(info, setup)
    if able:
        return max(able, key=able.__getitem__)  # the first of those with as many
    hint = f'train one (cogitable train {command_name(setup.game)}) and name its file: "policy:runs/.../best.zip"'
    if not refusals:
        raise OptionError(f"no policy is shipped for {setup.game.title}; {hint}")
    raise OptionError("; ".join(map(str, refusals)) + f"; {hint}")


def policy_path(setup: Setup, name: str | os.PathLike[str]) -> Path:
    """Return the policy file that a name means: a path, or the name of a file that comes with the library.

    ``"policy"`` is the one that comes with the game for these options.

    Raises:
        OptionError: As :func:`shipped_policy`. That there is no such file is said by who reads it.
    """
    if name == "policy":
        return shipped_policy(setup)
    ours = SHIPPED / name
    # Not Path.is_file, which raises OSError where a name is too long for one.
    return ours if not os.path.isfile(name) and os.path.isfile(ours) else Path(name)


def policy_network(setup: Setup, name: str | os.PathLike[str]) -> PolicyNetwork:
    """Return the one network of the policy that a name means (see :func:`policy_path`) and that can play the game.

    Raises:
        OptionError: There is none, it does not fit the game, or it has a network for each side.
        SaveFileError: The file is damaged or not a policy.
    """
    path = policy_path(setup, name)
    network, info = load_policy(path)
    fits(info, setup, f"the shipped policy {path.name}" if name == "policy" else str(path))
    return network
