"""The two records of the co-operative game, and the numbers that its own cards and actions have.

What the game of one against many has too is in ``city.rules.state``. Special Guards are counted in ``guards`` like any
other.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...city.rules.state import (
    ALL_HEROES,
    DIE,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_TYPES,
    Act,
    Cause,
    Servant,
    Status,
)
from ...table.actions import ActionEnum, Actions, Block, of
from ...table.game import SETUP_FIELDS, state_fields
from ...table.named import Named

MAX_SEATS = 3
NUM_SPECIALS = 9
"""Special Guards."""
START_SLOT = 2
"""Where Discontent starts: the mark for three players, whatever their number."""
MARKER_STAGES = 7
"""Stages that the Progress marker can come to; its first is the Riot Stage, its last Zero Stage."""
HEROES_WON, MACHINE_WON = 1, 0


class ServantTask(Named):
    """What Servants do where they stand."""

    DISTRICT = "district"
    ARREST = "arrest"
    REPAIR = "repair"


class MoveCard(Named):
    """Servant Movement cards."""

    TRACKING_1 = "Tracking 1"
    TRACKING_2 = "Tracking 2"
    TRACKING_3 = "Tracking 3"
    UP = "Up"
    RIGHT = "Right"
    DOWN = "Down"
    LEFT = "Left"
    HEART = "Heart of the City"
    PATROL = "Patrol"
    GUARD_PATROL = "Guard Patrol"
    MAINTENANCE_1 = "Maintenance 1"
    MAINTENANCE_2 = "Maintenance 2"
    MAINTENANCE_3 = "Maintenance 3"


NUM_MOVES = len(MoveCard)
MAINTENANCE_CARDS = (1 << NUM_MOVES) - (1 << MoveCard.MAINTENANCE_1)


class Maintenance(IntEnum):
    """What happens to revealed Maintenance cards when the deck is shuffled."""

    NONE = 0  # there are no such cards
    KEPT = 1
    ALL_LEAVE = 2
    ONE_LEAVES = 3


# City Events: numbers beyond those of the other game, whose events shared rules ask for
FIRST_EVENT = 32
NUM_EVENTS, NUM_DRAWN_EVENTS, COUNTDOWN_INDEX = 17, 12, 16


class Condition(Named):
    """What a City Event asks for, for a Breakthrough or to stop the Master Plan."""

    NOTHING = "nothing"
    TRUST = "trust"
    CONNECTED = "connected"
    UNWATCHED = "unwatched"
    FREE = "free"
    ROSE = "rose"
    BROKEN = "broken"
    SPECIAL = "special"
    REVEALED = "revealed"
    APART = "apart"
    MINOR = "minor"
    MAJOR = "major"
    DIRECTIVES = "directives"
    SPECIALS = "specials"
    NO_ARRESTS = "no arrests"
    CROWD = "crowd"
    NEVER = "never"


class Gain(Named):
    """What a Breakthrough brings."""

    NOTHING = "nothing"
    DISCONTENT = "discontent"
    BREAK = "break"
    REVEAL = "reveal"
    TRUST = "trust"
    CARD = "card"
    CANCEL = "cancel"
    RELEASE = "release"


class Support(Named):
    """What a City Event helps the Heroes with."""

    NOTHING = "nothing"
    ORDER = "any order"
    ATTACK = "cheap attacks"
    EXIT = "cheap exits"
    GAIN = "more trust"
    TRUST = "trust"


LETTERS = ("A", "B", "C")


class Mission(Named):
    """Missions, by set and letter."""

    TRAP = "Deactivation Trap"
    WEAKNESSES = "Learn Their Weaknesses"
    CLASSES = "Class Consciousness"
    FORGERY = "Forgery of Decrees"
    SELF_DESTRUCT = "Self-Destruct Command"
    LEADER = "Rebellion Leader"
    REMOTE_ACCESS = "Unauthorized Access"
    FALSIFICATION = "Falsification"
    GUARD_CONTROL = "Guard Control"
    TWEAK = "Tweak in the Program"
    DISCLOSURE = "Disclosure of Plans"
    RESISTANCE = "The Rise of Resistance"


NUM_MISSIONS = len(Mission)
NUM_SETS = NUM_MISSIONS // len(LETTERS)
NUM_TOKENS = 3
"""Tokens of each kind that a Mission uses; a Hero token each for the Heroes."""
WITH_HERO = NUM_DISTRICTS
"""Place of a Servant Order token with a Hero: this plus the Hero."""
DELIVERED = NUM_DISTRICTS
"""Place of an Intel token that has come to its goal."""


class MissionAction(Named):
    """Kinds of a Hero's Action that Missions bring, behind those of HeroAction."""

    DELIVER = "deliver a Citizen", 14
    SEND = "send Guards"


class Purpose(IntEnum):
    """What a pledge of Trust is for."""

    PROTOCOL = 1
    BREAKTHROUGH = 2
    PLAN = 3


NUM_SPECIAL_PAYMENTS = 4


class CoopAct(ActionEnum):
    """Actions of this game, behind those that both games have."""

    HIT = Block(
        "attack a special Guard with 1 to 4 Trust",
        of("Trust", NUM_SPECIAL_PAYMENTS, first=1),
        "attack a special Guard with {}",
        start=Act.end(),
    )
    ROLL_SPECIAL = Block("attack a special Guard rolling first (Veteran)", say="attack a special Guard, rolling first")
    DELIVER = Block("deliver a Citizen with an Intel token (Falsification)", say="deliver a Citizen")
    SEND = Block("send Guards away (Guard Control)", say="send Guards")
    REGULAR = Block("a regular Guard", say="regular Guard")
    SPECIAL = Block("a special Guard", say="special Guard")
    PLACE = Block("place the own Hero token", say="place the Hero token")
    COLLECT = Block("collect the own Hero token", say="collect the Hero token")
    ORDER = Block("collect a Servant Order token", of("Servant", Servant), "collect the Order token of {}")
    PROGRAM = Block("roll the Assault die for the Command Post", say="program the Command Post")
    TAKE = Block("take a Hero token from a Hero (3)", of("Hero", NUM_HEROES), "take a Hero token from Hero {}")
    GIVE = Block("give a Hero token to a Hero (3)", of("Hero", NUM_HEROES), "give a Hero token to Hero {}")
    BONDS = Block("take Bonds, or put down all in the Control Nexus", say="handle Bonds")
    SPEND = Block("discard a Hero token for Trust (leader of the rebellion)", say="discard a Hero token for Trust")


ACTIONS = Actions([*Act.blocks(), *CoopAct.blocks()])
NUM_ACTIONS = ACTIONS.size

SETUP = np.dtype(
    [
        *SETUP_FIELDS,
        ("start_plan", np.int8),
        ("choose_heroes", np.int8),
        ("heroes", np.int8, (NUM_HEROES,)),
        ("reconsider", np.int8),
        ("layout", np.int8),
        ("lifted", np.int8),
        ("place", np.int8, (NUM_DISTRICTS, 3)),
        # Difficulty
        ("plan_goes_back", np.int8),  # Benefit 1
        ("maintenance", np.int8),  # Benefit 2: one of Maintenance
        ("plain_patrol", np.int8),  # Benefit 3
        # Numbers of the board
        ("assault", np.int8, (DIE,)),
        ("escape", np.int8, (DIE,)),
        ("room", np.int8, (NUM_DISTRICTS,)),
        ("guard_room", np.int8, (NUM_DISTRICTS,)),
        ("start_citizens", np.int8, (NUM_DISTRICTS,)),
        ("limit", np.int8, (ALL_HEROES,)),
        ("start", np.int8, (ALL_HEROES,)),
        # Servants and Directives
        ("order", np.int8, (NUM_SERVANTS,)),  # in which they have their turns
        ("priority", np.int8, (NUM_SERVANTS, len(ServantTask))),
        ("confiscated", np.int8),
        ("levied", np.int8),
        ("marches", np.int8),  # moves that Mechanize adds
        # City Events
        ("prevent_at", np.int16, (NUM_EVENTS,)),  # set of Districts
        ("prevent_for", np.int8, (NUM_EVENTS,)),  # Trust
        ("need", np.int8, (NUM_EVENTS, 2)),  # condition of the Breakthrough and its number
        ("gain", np.int8, (NUM_EVENTS, 2)),
        ("stops", np.int8, (NUM_EVENTS, 2)),  # condition under which the Master Plan does not advance
        ("support", np.int8, (NUM_EVENTS,)),
        # Missions
        ("with_missions", np.int8),
        ("missions", np.int8, (len(LETTERS),)),  # NOBODY for a random one of the letter
        ("goal", np.int16, (NUM_MISSIONS,)),  # set of Districts
        ("wanted", np.int8, (NUM_MISSIONS,)),
        ("yields", np.int8, (NUM_MISSIONS,)),
        ("bonus", np.int8, (NUM_MISSIONS,)),
    ],
    align=True,
)

STATE = np.dtype(
    [
        *state_fields(MAX_SEATS),
        ("phase", np.int8),
        ("ask", np.int8),
        ("hero", np.int8),
        ("winner", np.int8),  # HEROES_WON, MACHINE_WON, NOBODY
        ("week", np.int8),  # round, from 1
        ("cursor", np.int8),  # Hero or step that the phase has come to
        ("step", np.int8),
        # The city
        ("there", np.int16),
        ("place", np.int8, (NUM_DISTRICTS, 3)),
        ("links", np.int16, (NUM_DISTRICTS,)),
        ("far", np.int8, (NUM_DISTRICTS, NUM_DISTRICTS)),
        ("movable", np.int16),
        ("tile", np.int8),
        ("anchor", np.int8),
        ("tokens", np.int16),  # District tokens that lie face down
        # Citizens
        ("citizens", np.int8, (NUM_DISTRICTS + 1, len(Status), NUM_TYPES)),
        ("crowd", np.int8, (NUM_DISTRICTS + 1,)),
        ("carried", np.int8),
        ("carried_as", np.int8),
        ("carried_from", np.int8),
        ("sure", np.int8, (2, NUM_TYPES)),
        # Guards, Servants, Riots
        ("guards", np.int8, (NUM_DISTRICTS,)),  # that are not broken, special ones among them
        ("broken", np.int8, (NUM_DISTRICTS,)),  # regular ones
        ("specials", np.int8, (NUM_DISTRICTS,)),
        ("servants", np.int8, (NUM_SERVANTS,)),  # NOBODY while deactivated
        ("lying", np.int8, (NUM_SERVANTS,)),  # District of a deactivated Servant, else NOBODY
        ("until", np.int8, (NUM_SERVANTS,)),  # round at whose end it stands up
        ("idle", np.int8, (NUM_SERVANTS,)),  # drew Maintenance in this round
        ("moved", np.int8, (NUM_SERVANTS,)),  # Servant Movement card of this round, NOBODY before
        ("moves", np.int16),  # Servant Movement deck, as a set
        ("scrapped", np.int16),  # Maintenance cards that have left the game
        ("riots", np.int16),
        ("raids", np.int16),  # Districts with a Raid token
        ("riot_tokens", np.int8),  # Riots that may still be started
        # Tracks
        ("plan", np.int8),
        ("slot", np.int8),
        ("slot_before", np.int8),
        ("marker", np.int8),  # steps of the Progress marker from the Zero Stage
        # Directives
        ("deck", np.int16),  # unknown ones, as a set
        ("bottom", np.int8, (NUM_DIRECTIVES,)),  # returned ones, the next to be drawn first
        ("bottom_size", np.int8),
        ("hand", np.int16),  # one at most
        ("hand_known", np.int8),
        ("published", np.int16),
        ("order", np.int8, (3,)),  # in which they were published
        ("used", np.int16),
        # City Events
        ("event", np.int8),  # FIRST_EVENT and on; NOBODY in a round without one
        ("gone_events", np.int32),
        ("support", np.int8),  # what it helps the Heroes with
        ("skip", np.int8),  # no City Event is turned up next
        ("prevented", np.int8),
        # Heroes
        ("heroes", np.int8, (NUM_HEROES,)),
        ("runs", np.int8, (NUM_HEROES,)),
        ("at", np.int8, (NUM_HEROES,)),
        ("began", np.int8, (NUM_HEROES,)),
        ("trust", np.int8, (NUM_HEROES,)),
        ("detained", np.int8, (NUM_HEROES,)),
        ("cards", np.int16, (NUM_HEROES,)),
        ("chosen", np.int8, (NUM_HEROES,)),
        ("went", np.int8, (NUM_HEROES,)),  # has had its turn
        # A Hero's turn
        ("visited", np.int16),
        ("finished", np.int8),
        ("evading", np.int8),  # 0 not asked yet, 1 asked, 2 evades
        ("acts", np.int8),
        ("did", np.int32),
        ("die", np.int8),
        ("die_special", np.int8),  # the Veteran rolls against a special Guard
        ("sends", np.int8),  # Guards still to be sent away
        # Things to be settled before anything else
        ("rise", np.int8),
        ("finds", np.int8),
        ("finder", np.int8),
        ("breaks", np.int8),
        ("returning", np.int8),
        ("cancels", np.int8),
        ("retrieves", np.int8),
        ("hides", np.int8),  # Hero tokens still to be hidden
        ("bases", np.int8),
        ("amount", np.int8),
        ("pledge", np.int8, (NUM_HEROES,)),
        ("pledge_for", np.int8),
        # What has happened in the round
        ("arrests", np.int8),
        ("special", np.int8),
        ("smashed", np.int8),  # Guards broken
        ("uncovered", np.int8),  # Citizens revealed
        # What has advanced the Master Plan
        ("advances", np.int8, (len(Cause),)),
        ("moved_by", np.int64),
        # Missions
        ("missions", np.int8, (len(LETTERS),)),
        ("active", np.int8),  # set of letters in play
        ("done", np.int8),
        ("token_at", np.int8, (NUM_HEROES,)),  # District of a Hero token, NOBODY on its card
        ("token_as", np.int8, (NUM_HEROES,)),  # type of the Citizen that it is attached to
        ("held", np.int8, (NUM_HEROES,)),  # Hero tokens that a Hero has
        ("ambush", np.int8),
        ("orders", np.int8, (NUM_SERVANTS,)),  # Servant Order tokens: District, WITH_HERO plus the Hero, NOBODY
        ("post", np.int8),
        ("post_trust", np.int8),
        ("intel_at", np.int8, (NUM_TOKENS,)),
        ("intel_as", np.int8, (NUM_TOKENS,)),
        ("intel_new", np.int8),  # set of tokens attached in this turn
        ("cores", np.int16),  # Districts with a Guard that has a Core token
        ("controls", np.int8),  # Control tokens left
        ("drones", np.int16),
        ("tamed", np.int8),  # what a Drone takes off the price of breaking a Guard
        ("bonds", np.int8, (NUM_HEROES,)),
        ("bonds_shown", np.int8),  # in the Control Nexus
        ("remote", np.int8),
        ("underground", np.int8),
        ("leader", np.int8),
    ],
    align=True,
)
