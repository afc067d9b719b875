"""The two records of City of the Great Machine, and the numbers of what only the Machine's player does.

What the co-operative game has too is in ``city.rules.state``.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...city.rules.state import (
    ALL_HEROES,
    DIE,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_STAGES,
    NUM_TYPES,
    Act,
    Ask,
    Cause,
    District,
    Servant,
    Status,
)
from ...table.actions import ActionEnum, Actions, Block, of
from ...table.game import SETUP_FIELDS, state_fields
from ...table.named import Named, texts

MAX_SEATS = 4
NUM_QUESTIONS = int(Ask.TURN)
"""Questions of this game; those from there on belong to the co-operative one."""


class ClosingStep(IntEnum):
    """Steps of the Closing Phase."""

    RAIDS = 0
    TEXT = 1
    PLAN = 2
    ROUND = 3


class Deed(Named):
    """Deeds of a Servant."""

    ARREST = "arrest"
    REPAIR = "repair"
    RAID = "raid"
    DRAW = "draw a Directive"
    PUBLISH = "publish a Directive"
    REPOSITION = "reposition"
    INCOME = "income"
    SEIZE = "confiscate"
    CALM = "pacify"


NUM_DEEDS = len(Deed)


class Detain(Named):
    """How to detain a Hero."""

    GO_ON = "advance the plan"
    NO_TRUST = "No Trust!"
    NO_ACCESS = "No Access!"


NUM_DETAINMENTS = len(Detain)


class MachineAct(ActionEnum):
    """Actions of this game, behind those that both games have."""

    DETAIN = Block(
        "detain: advance the Master Plan; No Trust!; No Access!",
        of("detainment", Detain),
        "detain: {}",
        start=Act.end(),
    )
    PILE = Block("draw a Minor, a Major District", of("pile", ("Minor", "Major")), "draw a {} District")
    SERVANT_TO = Block(
        "move a Servant (3) to a District (9)", (of("Servant", Servant), of("District", District)), "{} to {}"
    )
    DEED = Block(f"a Servant (3) acts: {', '.join(texts(Deed))}", (of("Servant", Servant), of("deed", Deed)), "{}: {}")
    GUARD = Block(
        "move a Guard from a District (9) to another (9)",
        (of("District", District), of("District", District)),
        "Guard from {} to {}",
    )
    RESETTLE = Block("use Resettle")


ACTIONS = Actions([*Act.blocks(), *MachineAct.blocks()])
NUM_ACTIONS = ACTIONS.size

SETUP = np.dtype(
    [
        *SETUP_FIELDS,
        ("revolutionaries", np.int8),
        ("start_plan", np.int8),
        ("start_slot", np.int8),
        ("help_heroes", np.int8),
        ("reconsider", np.int8),  # Access cards are chosen twice around
        ("choose_heroes", np.int8),
        ("heroes", np.int8, (NUM_HEROES,)),  # given ones, NOBODY for dealt or chosen
        ("layout", np.int8),  # how the city is laid out
        ("lifted", np.int8),  # the city that a moved District leaves behind follows the Two Route Principle too
        ("place", np.int8, (NUM_DISTRICTS, 3)),  # of a preset
        # Numbers of the board
        ("income", np.int8, (NUM_STAGES,)),
        ("assault", np.int8, (DIE,)),  # Trust that a face needs, 0 for the shield
        ("escape", np.int8, (DIE,)),  # 1 for a face that lets a Hero go
        ("room", np.int8, (NUM_DISTRICTS,)),  # squares for Citizens
        ("guard_room", np.int8, (NUM_DISTRICTS,)),
        ("start_citizens", np.int8, (NUM_DISTRICTS,)),
        ("limit", np.int8, (ALL_HEROES,)),
        ("start", np.int8, (ALL_HEROES,)),
    ],
    align=True,
)

STATE = np.dtype(
    [
        *state_fields(MAX_SEATS),
        ("phase", np.int8),
        ("ask", np.int8),
        ("hero", np.int8),  # Hero that is asked, NOBODY when the Machine is
        ("winner", np.int8),  # MACHINE, 1 for the Heroes, NOBODY
        ("week", np.int8),  # round, from 1; "round" is a name that numpy uses
        ("cursor", np.int8),  # Hero, Servant or District that the phase has come to
        ("step", np.int8),  # of a Hero's turn or the Closing Phase
        # The city
        ("there", np.int16),  # set of Districts that are laid out
        ("place", np.int8, (NUM_DISTRICTS, 3)),  # x, y (downwards), 1 for upright tiles
        ("links", np.int16, (NUM_DISTRICTS,)),  # set of neighbours
        ("far", np.int8, (NUM_DISTRICTS, NUM_DISTRICTS)),  # Districts to exit on the shortest way
        ("movable", np.int16),  # set of Districts that can be repositioned
        ("tile", np.int8),  # District that is being laid
        ("anchor", np.int8),
        # Citizens by place, state and type; one may be between two places
        ("citizens", np.int8, (NUM_DISTRICTS + 1, len(Status), NUM_TYPES)),
        ("crowd", np.int8, (NUM_DISTRICTS + 1,)),
        ("carried", np.int8),  # its type
        ("carried_as", np.int8),  # its state
        ("carried_from", np.int8),
        ("sure", np.int8, (2, NUM_TYPES)),  # surely among the arrested, as far as Machine and Heroes know
        # Guards, Servants, Raids and Riots
        ("guards", np.int8, (NUM_DISTRICTS,)),
        ("broken", np.int8, (NUM_DISTRICTS,)),
        ("servants", np.int8, (NUM_SERVANTS,)),
        ("acted", np.int8, (NUM_SERVANTS,)),  # Actions taken in this round
        ("again", np.int8, (NUM_SERVANTS,)),  # second repairs that an Action still covers
        ("raids", np.int16),
        ("caught", np.int16),  # set of Districts whose Raid has been successful
        ("riots", np.int16),
        # Tracks
        ("plan", np.int8),
        ("slot", np.int8),  # of Discontent
        ("slot_before", np.int8),  # at the beginning of the round
        ("bonds", np.int16),
        # Directives as sets
        ("deck", np.int16),
        ("hand", np.int16),
        ("seen", np.int16),  # part of the hand that the Heroes know
        ("published", np.int16),
        ("used", np.int16),  # used in this round, of those that work once
        # City Events
        ("event", np.int8),
        ("gone_events", np.int32),
        # Heroes, by Initiative
        ("heroes", np.int8, (NUM_HEROES,)),
        ("runs", np.int8, (NUM_HEROES,)),  # seat
        ("at", np.int8, (NUM_HEROES,)),
        ("began", np.int8, (NUM_HEROES,)),  # District at the beginning of the round
        ("trust", np.int8, (NUM_HEROES,)),
        ("detained", np.int8, (NUM_HEROES,)),  # in this round
        ("cards", np.int16, (NUM_HEROES,)),  # Access cards in hand
        ("chosen", np.int8, (NUM_HEROES,)),
        ("shown", np.int8, (NUM_HEROES,)),  # whether the chosen card is public
        ("barred", np.int16, (NUM_HEROES,)),  # cards that the Machine knew to be forfeited when a Hero chose
        # What the Machine knows of Access cards: each set of forfeited cards that is possible, and what follows
        ("guesses", np.int16, (NUM_HEROES,)),
        ("guess", np.int16, (NUM_HEROES, 126)),
        ("chance", np.float32, (NUM_HEROES, NUM_DISTRICTS)),  # that a Hero holds a card
        # A Hero's turn
        ("visited", np.int16),
        ("by_raid", np.int8),  # the present detainment is a Raid's
        ("finished", np.int8),  # by the Machine
        ("acts", np.int8),
        ("did", np.int32),  # kinds of Action taken
        ("die", np.int8),  # face that the Veteran has rolled
        # Things to be settled before anything else
        ("rise", np.int8),  # of Discontent, in slots
        ("provoking", np.int8),
        ("finds", np.int8),  # Citizens to identify anywhere
        ("finder", np.int8),
        ("favours", np.int8),  # 1 + Hero that has one to choose
        ("favoured", np.int16),  # Districts chosen already
        ("amount", np.int8),  # what is being divided or pledged
        ("pledge", np.int8, (NUM_HEROES,)),
        ("pledge_open", np.int8),
        ("returning", np.int8),  # Citizens to set free
        ("traded", np.int8),
        # What has happened in the round
        ("no_access", np.int8),  # a Hero was made to forfeit the chosen card
        ("stopped", np.int8),  # a detained Hero's turn was finished
        ("arrests", np.int8),
        ("raided", np.int8),
        ("special", np.int8),  # a Special Action in a Major District
        ("unguarded", np.int8),  # a District without Guards, Raid and Riot when the Closing Phase began
        ("meant", np.int16),  # set of Districts whose cards were chosen
        # What has advanced the Master Plan
        ("advances", np.int8, (len(Cause),)),
        ("moved_by", np.int32),  # set of City Events
    ],
    align=True,
)
