"""The actions of Brass Empire with any card file: those of the rules, and a block of cards for each of CardAct."""

from __future__ import annotations

from dataclasses import replace

from ...table.actions import Actions, Block, of
from ..options import BrassEmpireOptions
from ..rules.actions import Act, CardAct
from ..rules.state import MAX_FACTIONS


def actions(options: BrassEmpireOptions) -> Actions:
    cards = options.cards
    unknown = [str(number) for number in range(len(cards.corporations) + 1, MAX_FACTIONS + 1)]
    corporations = of("corporation", [*cards.corporations, *unknown])
    kinds = of("card", [kind.name for kind in cards.kinds])
    return Actions(
        [replace(block, of=corporations) if block.name == Act.CORPORATION.name else block for block in Act.blocks()],
        *(Block(act.text, kinds, act.name.lower() + " {}", act.name) for act in CardAct),
    )
