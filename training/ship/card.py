"""The text that goes with a shipped policy: what it is, what it is worth, and how it was made."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...agents.policy.file import PolicyInfo
from ...envs.table.game import Setup
from ...envs.table.reference import markdown_table
from ..learn.config.training_config import TrainingConfig, validated
from ..measure.evaluate import Evaluation, Score
from ..measure.intervals import Mean, Rate
from ..measure.match import Seating
from ..measure.wording import told_options
from .making import by_run, told_of_making


@dataclass(frozen=True)
class Measured:
    """What a policy was measured to be worth.

    Attributes:
        games: Games against each opponent in each seating.
        found: By seating, then by opponent.
        alone: Tables of copies of each opponent without the policy; empty where the game has no sides.
        apart: Whether no opponent ever sits at a table with the policy, as there is one seat, or one team that the
            policy takes whole.
    """

    games: int
    found: Mapping[Seating, Mapping[str, Evaluation]]
    alone: Mapping[str, Evaluation]
    apart: bool = False

    @property
    def single(self) -> bool:
        """Whether there is but the policy's own seat, so that what it is measured against changes nothing."""
        return self.apart and all(math.isnan(one.total.opponents.mean) for one in self.first.values())

    def lines(self, found: Mapping[str, Evaluation]) -> Iterator[tuple[str, Evaluation]]:
        """Yield what was found in a seating, by opponent as a table shows it; there is none beside a single seat."""
        told = ((f"`{name}`", one) for name, one in found.items())
        yield from [("-", next(iter(found.values())))] if self.single else told

    @property
    def first(self) -> Mapping[str, Evaluation]:
        """What was found in the first seating, by opponent."""
        return next(iter(self.found.values()))

    @property
    def sides(self) -> list[str]:
        """Names of the sides that seats held."""
        return sorted({side for parts in self.found.values() for one in parts.values() for side in one.total.sides})


_CARD = """\
# {title}: the shipped policy

{network} that maps a seat's observation ({size} numbers) to preferences for {actions}
actions{entities}. {trained} for {steps:,} learner steps{runs}, without any human games, and plays without search.

{figures}
A draw counts one half, always the preferred action. Measured with:

```sh
python -m cogitable.training.ship FILE --games {games}{option}{more} {against}
```
{details}
## What it is for

An opponent by the name `policy`, and a yardstick for your own training. It knows version {version} of the game with the
cards that come with the library; with other cards it can play, but its figures say nothing.

## What it cannot do

It does not look ahead, and remembers nothing that its observation does not show. With other numbers of players, and
other options, than those at which it learned, it plays as it learned there.

{made}"""


SHARES = ("won against", "share (95 % interval)")
"""Heads of the columns of a card's one table, where there is one kind of table and no sides."""

BY_TABLE = ("against", "tables", "side", "seats", "share won", "opponents' share")
"""Heads of the first columns of a card's tables by kind of table and side; the last is the mean return."""

SHORT = {
    "one": "duplicate deals (every deal is played from every seat)",
    "half": "half of the seats each, every deal played again with the seats swapped",
    "rest": "which has one seat, the policy all others (every deal is played from every seat)",
    "team": "the policy has one team's seats (every deal is played as every team)",
}
_SEATS = {"one": "one", "half": "half", "rest": "all but one", "team": "one team's"}
_TOLD = {
    "one": "the policy sits alone among copies of the opponent, every deal is played from every seat.",
    "half": "both have half of the seats, every deal is played again with the seats swapped.",
    "rest": "the opponent sits alone among copies of the policy, every deal is played from every seat.",
    "team": "the policy has all seats of one team, every deal is played as every team.",
}
_TOLD_SINGLE = "the policy plays alone."
_TOLD_ONE_TEAM = "the policy has all seats."
_SLASH = """\
Before the slash stands the policy with its 95 % interval, behind it its opponents' seats in the same games. {games}
games against each opponent in each seating, shared out among the kinds of table, which all weigh the same.
"""
_SLASH_APART = """\
Before the slash stands the policy with its 95 % interval, behind it an opponent: the policy plays alone; the opponents
play the same deals apart. {games} games in each line, shared out among the kinds of table, which all weigh the same.
"""
_OF_ALL = """\
"Won as" a side is the share of *all* seats that ended on that side and won: where sides change hands, reaching the
winning side is part of the result; nearly everybody who does so may win.
"""
_ALONE = """\
- none: copies of the opponent play among themselves, {games} deals that include those of the other lines.
"""
_KINDS = "All tables together: the mean over the kinds of table."


def card(setup: Setup, info: PolicyInfo, sizes: Mapping[str, Sequence[int]], measured: Measured, more: str = "") -> str:
    """Return the text.

    Args:
        setup: The game at one of its kinds of table.
        info: What the policy's file tells.
        sizes: Sizes of the hidden layers of its networks, by side; one for all sides has an empty name.
        measured: What it is worth. With one seating in a game without sides that is one short table; else there is
            a table over all seatings and opponents first, and then one of all kinds of table for each seating.
        more: Further options of the command that measured it, such as ``" --variant solitaire"``.
    """
    config = validated(info.config, "the policy's configuration")
    runs = [policies for policies in by_run([*info.earlier, info]) if not policies[0].averaged]
    seatings, plain = list(measured.found), len(measured.found) == 1 and not (measured.sides or measured.alone)
    return _CARD.format(
        title=_title(setup, config),
        trained=_trained([*info.earlier, info]),
        network=_networks(sizes),
        entities=_entities(config),
        size=info.observation_size,
        actions=info.num_actions,
        steps=sum(max(policy.steps for policy in policies) for policies in runs),
        runs=f" in {len(runs)} runs" if len(runs) > 1 else "",
        figures=_plain_figures(measured) if plain else _figures(measured),
        games=measured.games,
        option="" if seatings == [config.evaluation.seating] else "".join(f" --seating {one}" for one in seatings),
        more=more,
        against=" ".join(f"--against {name}" for name in measured.first),
        details=_details(measured),
        version=info.game_version,
        made=told_of_making(info),
    )


def _networks(sizes: Mapping[str, Sequence[int]]) -> str:
    told = {side: ", ".join(map(str, layers)) or "no hidden layer" for side, layers in sizes.items()}
    if list(told) == [""]:
        return f"A multi-layer perceptron ({told['']})"
    return "A multi-layer perceptron for each side (" + "; ".join(f"{side}: {told[side]}" for side in told) + ")"


def _title(setup: Setup, config: TrainingConfig) -> str:
    """Return the game with what all kinds of table have in common: options, and modes that follow from several."""
    varied = {name for kind in config.mix for name in kind}
    options = told_options(setup, "num_players", *varied)
    modes = [name for name in setup.game.modes if name not in type(setup.options).model_fields]
    told = [name.replace("_", " ") for name in modes if getattr(setup.options, name) is True]
    return setup.game.title + options + "".join(f", {name}" for name in told)


def _entities(config: TrainingConfig) -> str:
    network = config.network
    if not network.entities:
        return ""
    sizes = f"{network.entity_size}, {network.entity_size}"
    named = " and ".join(f"*{part}*" for part in network.entities)
    heads = f"a head ({sizes}) that judges" if len(network.entities) == 1 else f"heads ({sizes}) that judge"
    return f"; those for {named} get more from {heads} each by the same weights"


def _trained(runs: Sequence[PolicyInfo]) -> str:
    copied = validated(runs[0].config, "the policy's configuration").imitation
    if copied.agent is None:
        return "It was trained by self-play"
    return f"It first copied {copied.decisions:,} decisions of `{copied.agent}` and was then trained by self-play"


def _plain_figures(measured: Measured) -> str:
    (seating,) = measured.found
    rows = [[f"`{name}`", one.total.won] for name, one in measured.first.items()]
    table = markdown_table(SHARES, rows)
    return "\n".join([*table, "", f"{measured.games} games against each: {SHORT[seating]}."])


def _figures(measured: Measured) -> str:
    """Return the short table, by seating and opponent, and what its lines and columns mean."""
    sides = measured.sides
    rows = [
        [_SEATS[seating], name, *_beside(one.total, sides)]
        for seating, parts in measured.found.items()
        for name, one in measured.lines(parts)
    ]
    rows += [["none", f"`{name}`", *_behind(one.total, sides)] for name, one in measured.alone.items()]
    head = ["the policy's seats", "against", "mean return", "share won", *(f"won as {side}" for side in sides)]
    apart = {True: _TOLD_SINGLE, False: _TOLD_ONE_TEAM}[measured.single] if measured.apart else ""
    told = [f"- {_SEATS[seating]}: {apart or _TOLD[seating]}\n" for seating in measured.found]
    if measured.alone:
        told.append(_ALONE.format(games=measured.games))
    text = (_SLASH_APART if measured.apart else _SLASH).format(games=measured.games) + (_OF_ALL if sides else "")
    return "\n".join([*markdown_table(head, rows), "", text, "".join(told)])


def _beside(score: Score, sides: Iterable[str]) -> Iterator[str]:
    """Yield the policy's figures, and its opponents' beside them."""
    for own, others in _figure_pairs(score, sides):
        yield f"{own} / {str(others).partition(' (')[0]}"


def _behind(score: Score, sides: Iterable[str]) -> Iterator[str]:
    """Yield the figures of tables of opponents alone, in their place."""
    for own, _ in _figure_pairs(score, sides):
        yield f"/ {own}"


def _figure_pairs(score: Score, sides: Iterable[str]) -> Iterator[tuple[Rate | Mean, Rate | Mean]]:
    yield score.returns, score.opponents_returns
    yield score.won, score.opponents
    for side in sides:
        part = score.sides[side]
        yield part.won_of_all, part.opponents_of_all


def _details(measured: Measured) -> str:
    """Return tables of all that was measured, or nothing for one kind of table without sides."""
    if not measured.sides and not any(len(one.tables) > 1 for one in measured.first.values()):
        return ""
    several = len(measured.found) > 1 or bool(measured.alone)
    parts = ["## By table and side", _explained(measured)]
    for seating, found in measured.found.items():
        if several:
            parts.append(f"### The policy's seats: {_SEATS[seating]}")
        parts.append(_long_table(measured.lines(found), bool(measured.sides)))
    if measured.alone:
        parts += ["### The policy's seats: none", _alone_table(measured.alone)]
    return "\n" + "\n\n".join(parts) + "\n"


def _explained(measured: Measured) -> str:
    where = "the same deals, played apart" if measured.apart else "their seats in the same games"
    if not measured.sides:
        if measured.single:
            return _KINDS
        return f"Seats, share and mean return are the policy's; the opponents' share is that of {where}.\n{_KINDS}"
    beside = "opponents', of the same deals" if measured.apart else "opponents' in the same games"
    return (
        "Seats and mean return are the policy's. Shares won are those of the seats that were on the side at the end, "
        f"shares\nof all are those of all seats; beside them stand the {beside}.\n" + _KINDS
    )


def _long_table(found: Iterable[tuple[str, Evaluation]], sides: bool) -> str:
    of_all = ["won, of all", "opponents', of all"] if sides else []
    rows = []
    for name, table, side, score in _lines(found):
        shares = [score.won, score.opponents, *([score.won_of_all, score.opponents_of_all] if sides else [])]
        rows.append([name, table or "all", side or "all", score.seats, *shares, score.returns])
    return "\n".join(markdown_table([*BY_TABLE, *of_all, "mean return"], rows))


def _alone_table(found: Mapping[str, Evaluation]) -> str:
    rows = [
        [f"`{name}`", table or "all", side or "all", score.seats, score.won, score.won_of_all, score.returns]
        for name, table, side, score in _lines(found.items())
    ]
    head = ["all seats", "tables", "side", "seats", "share won", "won, of all", "mean return"]
    return "\n".join(markdown_table(head, rows))


def _lines(found: Iterable[tuple[str, Evaluation]]) -> Iterator[tuple[str, str, str, Score]]:
    for name, one in found:
        for table, side, score in one.scores():
            yield name, table, side, score
