"""The two records of City of the Great Machine, and the numbers of what only the Machine's player does.

What the co-operative game has too is in ``city.rules.state``.
"""

from __future__ import annotations

from enum import IntEnum

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
    CityPrepared,
    CityState,
    District,
    Servant,
    Status,
)
from ...table.actions import ActionEnum, Actions, Block, of
from ...table.named import Named, texts
from ...table.records import Array, Int, float32, int8, int16, int32

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


class Prepared(CityPrepared):
    """What stays the same from one game to the next."""

    revolutionaries: Int = int8()
    start_plan: Int = int8()
    start_slot: Int = int8()
    help_heroes: Int = int8()
    reconsider: Int = int8()  # Access cards are chosen twice around
    choose_heroes: Int = int8()
    heroes: Array = int8(NUM_HEROES)  # given ones, NOBODY for dealt or chosen
    layout: Int = int8()  # how the city is laid out
    lifted: Int = int8()  # the city that a moved District leaves behind follows the Two Route Principle too
    place: Array = int8(NUM_DISTRICTS, 3)  # of a preset
    # Numbers of the board
    income: Array = int8(NUM_STAGES)
    assault: Array = int8(DIE)  # Trust that a face needs, 0 for the shield
    escape: Array = int8(DIE)  # 1 for a face that lets a Hero go
    room: Array = int8(NUM_DISTRICTS)  # squares for Citizens
    guard_room: Array = int8(NUM_DISTRICTS)
    start_citizens: Array = int8(NUM_DISTRICTS)
    limit: Array = int8(ALL_HEROES)
    start: Array = int8(ALL_HEROES)


SETUP = Prepared.dtype()


class State(CityState, seats=MAX_SEATS):
    """Everything that changes."""

    phase: Int = int8()
    ask: Int = int8()
    hero: Int = int8()  # Hero that is asked, NOBODY when the Machine is
    winner: Int = int8()  # MACHINE, 1 for the Heroes, NOBODY
    week: Int = int8()  # round, from 1; "round" is a name that numpy uses
    cursor: Int = int8()  # Hero, Servant or District that the phase has come to
    step: Int = int8()  # of a Hero's turn or the Closing Phase
    # The city
    there: Int = int16()  # set of Districts that are laid out
    place: Array = int8(NUM_DISTRICTS, 3)  # x, y (downwards), 1 for upright tiles
    links: Array = int16(NUM_DISTRICTS)  # set of neighbours
    far: Array = int8(NUM_DISTRICTS, NUM_DISTRICTS)  # Districts to exit on the shortest way
    movable: Int = int16()  # set of Districts that can be repositioned
    tile: Int = int8()  # District that is being laid or moved, else NOBODY
    anchor: Int = int8()  # District that it will lie against, else NOBODY
    # Citizens by place, state and type; one may be between two places
    citizens: Array = int8(NUM_DISTRICTS + 1, len(Status), NUM_TYPES)
    crowd: Array = int8(NUM_DISTRICTS + 1)
    carried: Int = int8()  # its type
    carried_as: Int = int8()  # its state
    carried_from: Int = int8()
    choosing_in: Int = int8()  # District of which a Citizen is to be chosen, else NOBODY
    sure: Array = int8(2, NUM_TYPES)  # surely among the arrested, as far as Machine and Heroes know
    # Guards, Servants, Raids and Riots
    guards: Array = int8(NUM_DISTRICTS)
    broken: Array = int8(NUM_DISTRICTS)
    servants: Array = int8(NUM_SERVANTS)
    acted: Array = int8(NUM_SERVANTS)  # Actions taken in this round
    confiscating_in: Int = int8()  # District in which a Hero is to be chosen who loses Trust, else NOBODY
    again: Array = int8(NUM_SERVANTS)  # second repairs that an Action still covers
    raids: Int = int16()
    caught: Int = int16()  # set of Districts whose Raid has been successful
    riots: Int = int16()
    # Tracks
    plan: Int = int8()
    slot: Int = int8()  # of Discontent
    slot_before: Int = int8()  # at the beginning of the round
    bonds: Int = int16()
    # Directives as sets
    deck: Int = int16()
    hand: Int = int16()
    seen: Int = int16()  # part of the hand that the Heroes know
    published: Int = int16()
    newest: Int = int8()  # Directive published beyond the most there may be, until another is taken back; else NOBODY
    used: Int = int16()  # used in this round, of those that work once
    # City Events
    event: Int = int8()
    gone_events: Int = int32()
    # Heroes, by Initiative
    heroes: Array = int8(NUM_HEROES)
    runs: Array = int8(NUM_HEROES)  # seat
    at: Array = int8(NUM_HEROES)
    began: Array = int8(NUM_HEROES)  # District at the beginning of the round
    trust: Array = int8(NUM_HEROES)
    detained: Array = int8(NUM_HEROES)  # in this round
    cards: Array = int16(NUM_HEROES)  # Access cards in hand
    chosen: Array = int8(NUM_HEROES)
    shown: Array = int8(NUM_HEROES)  # whether the chosen card is public
    barred: Array = int16(NUM_HEROES)  # cards that the Machine knew to be forfeited when a Hero chose
    # What the Machine knows of Access cards: each set of forfeited cards that is possible, and what follows
    guesses: Array = int16(NUM_HEROES)
    guess: Array = int16(NUM_HEROES, 126)
    chance: Array = float32(NUM_HEROES, NUM_DISTRICTS)  # that a Hero holds a card
    # A Hero's turn
    visited: Int = int16()
    owner: Int = int8()  # Hero that takes an Access card back, else NOBODY
    by_raid: Int = int8()  # the present detainment is a Raid's
    finished: Int = int8()  # by the Machine
    acts: Int = int8()
    did: Int = int32()  # kinds of Action taken
    die: Int = int8()  # face that the Veteran has rolled
    # Things to be settled before anything else
    rise: Int = int8()  # of Discontent, in slots
    provoking: Int = int8()
    finds: Int = int8()  # Citizens to identify anywhere
    finder: Int = int8()
    favours: Int = int8()  # 1 + Hero that has one to choose
    favoured: Int = int16()  # Districts chosen already
    to_share: Int = int8()  # Trust of a District that its Heroes have not taken yet
    to_pledge: Int = int8()  # Trust that is missing from what all pay together
    pledge: Array = int8(NUM_HEROES)
    pledge_open: Int = int8()
    returning: Int = int8()  # Citizens to set free
    traded: Int = int8()
    # What has happened in the round
    no_access: Int = int8()  # a Hero was made to forfeit the chosen card
    stopped: Int = int8()  # a detained Hero's turn was finished
    arrests: Int = int8()
    raided: Int = int8()
    special: Int = int8()  # a Special Action in a Major District
    unguarded: Int = int8()  # a District without Guards, Raid and Riot when the Closing Phase began
    meant: Int = int16()  # set of Districts whose cards were chosen
    # What has advanced the Master Plan
    advances: Array = int8(len(Cause))
    moved_by: Int = int32()  # set of City Events


STATE = State.dtype()
