"""What a card tells at its end: how a policy was trained, run by run, its value, and its quick copy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from ...agents.policy.file import PolicyInfo, QuickInfo, ValueInfo
from ..learn.config.teaching import QuickSettings, ValueSettings
from ..learn.config.training_config import TrainingConfig, to_yaml, validated, without_idle
from .changes import changes

_MADE = """\
## How it was trained

{trainings}
"""
_HEADING = _MADE.partition("\n")[0]

_VALUE = """
## Its value

A value for every seat comes with it, so that `search:network=policy` can look ahead. It looks at {source}{through},
and was taught by

```sh
cogitable value {game} --policy FILE{options}
```

In {value.measured:,} positions of other games of the policy against itself, at the same tables, its squared error for
the seat to move is {value.error:.3f}, the variance of returns {value.variance:.3f}; of all seats' variance {explained}
are explained. It lies on the side of the mean on which the return does in {side} of them.
"""
_QUICK = """
## Its quick copy

A small network ({layers}) comes with it that does nearly the same in a fraction of the time, so that
`search:network=policy,rollouts=quick` can play on with it. It was taught by

```sh
cogitable quicken {game} --policy FILE{options}
```

In {quick.measured:,} decisions of other games of the policy against itself, at the same tables, it prefers what the
policy prefers in {agreed}; what it would draw differs by {quick.apart:.3f} of the probability.
"""
_SOURCES = {"hidden": "the policy's last hidden layer", "observation": "the observation"}

_TRAINING = """\
`cogitable train {game} --config FILE` with this file{side} (what it does not name has its default; weights depend on \
the machine where the budget is in minutes):

```yaml
{config}```"""
_CHANGED = """\
With the last file above{side}:

```sh
cogitable train {game} --config FILE{options}
```"""

_FEW = 0.7
"""What has changed is told instead of the whole file if it is not longer than this share of the file."""


def told_of_making(info: PolicyInfo) -> str:
    """Return what a card says at its end: how the policy was trained, and all that a search needs."""
    return _MADE.format(trainings="\n\n".join(_told_of_runs(info.earlier, info))) + told_of_search(info)


def retold(text: str, info: PolicyInfo) -> str:
    """Return a card with its end written anew by what the policy's file tells; what was measured stays."""
    measured, _, _ = text.partition(_HEADING)
    return measured + told_of_making(info)


class _Runs:
    """Tells of runs one by one; of a configuration that is nearly the last one's only what has changed."""

    def __init__(self) -> None:
        self._file: TrainingConfig | None = None

    def tell(self, info: PolicyInfo) -> str:
        """Return how a policy was trained, or how each side's network was, followed by how they became one file."""
        if info.averaged:
            return f"`cogitable average` took the mean of {_weighed(info.averaged)}."
        if not info.sides:
            return self._told(info.game, validated(info.config, "the policy's configuration"), "")
        parts = []
        for side, told in info.sides.items():
            config = validated(told.config, f"the configuration of {side}")
            parts.append(self._told(info.game, config, f" for the network of *{side}*"))
        return "\n\n".join([*parts, "Then `cogitable join` made one file of them."])

    def _told(self, game: str, config: TrainingConfig, side: str) -> str:
        config = without_idle(config)  # which would be refused, and was not when the policy was trained
        whole = to_yaml(config, brief=True)
        if self._file is not None:
            options = "".join(f" \\\n  {option}" for option in changes(config, self._file))
            if len(options) < _FEW * len(whole):
                return _CHANGED.format(game=game, side=side, options=options)
        self._file = config
        return _TRAINING.format(game=game, side=side, config=whole)


def _weighed(averaged: Sequence[int | None]) -> str:
    """Return what a mean is of, by learner steps: a file that is named more often weighs more."""
    names = Counter("already a mean" if steps is None else f"after {steps:,} learner steps" for steps in averaged)
    *most, last = [f"{count} {name}" for name, count in names.items()]
    often = " (the same may be among them more than once)" if max(names.values()) > 1 else ""
    return f"the weights of {len(averaged)} policies{often}: {', '.join(most)}{' and ' if most else ''}{last}"


def by_run(policies: Iterable[PolicyInfo]) -> list[list[PolicyInfo]]:
    """Return policies of one configuration, its seed included, together, as one run; every mean is alone."""
    runs: list[list[PolicyInfo]] = []
    for info in policies:
        told = info.config, info.sides
        own = [run for run in runs if not (info.averaged or run[0].averaged) and (run[0].config, run[0].sides) == told]
        if own:
            own[0].append(info)
        else:
            runs.append([info])
    return runs


def _told_of_runs(before: Iterable[PolicyInfo], last: PolicyInfo) -> Iterator[str]:
    """Yield how policies were trained that runs went on from, those of one run together, then how the last was."""
    runs = _Runs()
    for policies, following in pairwise([*by_run(before), [last]]):
        *most, best = [f"{info.steps:,}" for info in policies]
        after = f"{', '.join(most)} and {best}" if most else best
        which = "The policies" if most else "The best policy"
        which = "It" if policies[0].averaged else f"{which} after {after} learner steps"
        beside = _beside(policies[-1], following[0])
        link = "stayed. Beside this another run began with the same file:" if beside else "went on:"
        yield f"{runs.tell(policies[0])}\n\n{which} {link}"
    yield runs.tell(last)


def _beside(first: PolicyInfo, second: PolicyInfo) -> bool:
    """Whether two runs began with the same file, so that neither went on from the other; `policy` may be two."""
    single = [info for info in (first, second) if not (info.averaged or info.sides)]
    begun = [info.config.get("network", {}).get("start") for info in single]
    return len(begun) == 2 and begun[0] == begun[1] not in (None, "policy")


def told_of_search(info: PolicyInfo) -> str:
    """Return what a card says at its end of all that a search needs: the value, and the quick copy."""
    value = "" if info.value is None else _value(info.game, info.value)
    return value + ("" if info.quick is None else _quick(info.game, info.quick))


def _quick(game: str, quick: QuickInfo) -> str:
    """Return how the quick copy was taught, with all that is not the command's default, and how near it comes."""
    told: dict[str, list[object]] = {
        "decisions": [quick.decisions],
        "players": [*quick.players],
        "layers": [] if tuple(quick.layers) == QuickSettings.layers else [",".join(map(str, quick.layers))],
        "heads": [] if quick.heads == QuickSettings.heads else [quick.heads],
        "astray": [] if quick.astray == QuickSettings.astray else [quick.astray],
        "seed": [] if quick.seed == QuickSettings.seed else [quick.seed],
    }
    return _QUICK.format(
        game=game,
        quick=quick,
        options=_options(told),
        layers=", ".join(map(str, quick.layers)) + (f", heads of {quick.heads}" if quick.heads else ""),
        agreed=f"{quick.agreed:.1%}".replace("%", " %"),
    )


def _options(told: Mapping[str, Sequence[object]]) -> str:
    """Return options of a command that are given, as they are written."""
    return "".join(f" --{name} {' '.join(map(str, given))}" for name, given in told.items() if given)


def _value(game: str, value: ValueInfo) -> str:
    """Return how the value was taught, with all that is not the command's default, and how good it is."""
    told: dict[str, list[object]] = {
        "positions": [value.positions],
        "players": [*value.players],
        "layers": [] if tuple(value.layers) == ValueSettings.layers else [",".join(map(str, value.layers))],
        "source": [] if value.source == ValueSettings.source else [value.source],
        "astray": [] if value.astray == ValueSettings.astray else [value.astray],
        "keep": [] if value.keep == ValueSettings.keep else [value.keep],
        "seed": [] if value.seed == ValueSettings.seed else [value.seed],
    }
    layers = ", ".join(map(str, value.layers))
    return _VALUE.format(
        game=game,
        value=value,
        options=_options(told),
        source=_SOURCES[value.source],
        through=f" through hidden layers ({layers})" if layers else "",
        explained=f"{value.explained:.1%}".replace("%", " %"),
        side=f"{value.side:.1%}".replace("%", " %"),
    )
