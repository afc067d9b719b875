"""The two records of City of the Great Machine, and the numbers of what only the Machine's player does.

What the co-operative game has too is in ``city.rules.state``.
"""

from __future__ import annotations

from enum import IntEnum

from ...city.rules import state as city
from ...city.rules.state import Act, Ask, CityPrepared, CityState, District, Servant
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


MOST_GUESSES = 126
"""Most sets of forfeited cards: four of nine."""
MOST_BONDS = 10_000


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
    heroes: Array = int8(city.NUM_HEROES)  # given ones, NOBODY for dealt or chosen
    layout: Int = int8()  # how the city is laid out
    lifted: Int = int8()  # the city that a moved District leaves behind follows the Two Route Principle too
    place: Array = int8(city.NUM_DISTRICTS, 3)  # of a preset
    # Numbers of the board
    income: Array = int8(city.NUM_STAGES)
    assault: Array = int8(city.DIE)  # Trust that a face needs, 0 for the shield
    escape: Array = int8(city.DIE)  # 1 for a face that lets a Hero go
    room: Array = int8(city.NUM_DISTRICTS)  # squares for Citizens
    guard_room: Array = int8(city.NUM_DISTRICTS)
    start_citizens: Array = int8(city.NUM_DISTRICTS)
    limit: Array = int8(city.ALL_HEROES)
    start: Array = int8(city.ALL_HEROES)


SETUP = Prepared.dtype()


class State(CityState, seats=MAX_SEATS, events=32):
    """Everything that changes; ``winner`` is MACHINE, or 1 for the Heroes."""

    # Servants and Raids
    acted: Array = int8(city.NUM_SERVANTS, most=city.MOST_AMOUNT)  # Actions taken in this round
    again: Array = int8(city.NUM_SERVANTS, most=city.MOST_AMOUNT)  # second repairs that an Action still covers
    confiscating_in: Int = int8(**city.A_DISTRICT)  # where a Hero is to be chosen who loses Trust, else NOBODY
    caught: Int = int16(things=city.NUM_DISTRICTS)  # set of Districts whose Raid has been successful
    bonds: Int = int16(most=MOST_BONDS)
    # Directives
    seen: Int = int16(things=city.NUM_DIRECTIVES)  # part of the hand that the Heroes know
    # Directive published beyond the most there may be, until another is taken back; else NOBODY
    newest: Int = int8(least=city.NOBODY, below=city.NUM_DIRECTIVES)
    # Access cards
    shown: Array = int8(city.NUM_HEROES, most=1)  # whether the chosen card is public
    barred: Array = int16(city.NUM_HEROES, things=city.NUM_DISTRICTS)  # known to be forfeited when a Hero chose
    # What the Machine knows of Access cards: each set of forfeited cards that is possible, and what follows
    guesses: Array = int16(city.NUM_HEROES, most=MOST_GUESSES)
    guess: Array = int16(city.NUM_HEROES, MOST_GUESSES, things=city.NUM_DISTRICTS)
    chance: Array = float32(city.NUM_HEROES, city.NUM_DISTRICTS, most=1.001)  # that a Hero holds a card
    # What is under way
    by_raid: Int = int8(most=1)  # the present detainment is a Raid's
    provoking: Int = int8(most=1)
    favours: Int = int8(most=city.NUM_HEROES)  # 1 + Hero that has one to choose
    favoured: Int = int16(things=city.NUM_DISTRICTS)  # Districts chosen already
    pledge_open: Int = int8(most=1)
    traded: Int = int8(most=city.MOST_AMOUNT)
    # What has happened in the round
    no_access: Int = int8(most=1)  # a Hero was made to forfeit the chosen card
    stopped: Int = int8(most=1)  # a detained Hero's turn was finished
    raided: Int = int8(most=1)
    unguarded: Int = int8(most=1)  # a District without Guards, Raid and Riot when the Closing Phase began
    meant: Int = int16(things=city.NUM_DISTRICTS)  # set of Districts whose cards were chosen
    moved_by: Int = int32(things=len(city.Event))


STATE = State.dtype()
