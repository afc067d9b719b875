"""The two records of the co-operative game, and the numbers that its own cards, questions and actions have.

Everything that is the same in both games on this board has the name that it has in ``great_machine.state``, so that the
rules shared with that game compile for this record too. Special Guards are counted in ``guards`` like any other.
"""

from __future__ import annotations

import numpy as np

from ...great_machine.rules.state import (
    CAUSES,
    DIE,
    HEROES,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_SHARED_ACTIONS,
    NUM_TYPES,
    STATUSES,
)
from ...great_machine.rules.state import QUESTIONS as _OTHER_QUESTIONS
from ...table.game import SETUP_FIELDS, state_fields

MAX_SEATS = 3
NUM_SPECIALS = 9
"""Special Guards."""
START_SLOT = 2
"""Where Discontent starts: the mark for three players, whatever their number."""
MARKER_STAGES = 7
"""Stages that the Progress marker can come to; its first is the Riot Stage, its last Zero Stage."""
HEROES_WON, MACHINE_WON = 1, 0

# Servants' Actions
DISTRICT_ACTION, ARREST_ACTION, REPAIR_ACTION = range(3)
SERVANT_ACTIONS = ("district", "arrest", "repair")

# Servant Movement cards
MOVES = (
    *("Tracking 1", "Tracking 2", "Tracking 3", "Up", "Right", "Down", "Left", "Heart of the City", "Patrol"),
    *("Guard Patrol", "Maintenance 1", "Maintenance 2", "Maintenance 3"),
)
NUM_MOVES = len(MOVES)
FIRST_DIRECTION, HEART, PATROL, GUARD_PATROL, FIRST_MAINTENANCE = 3, 7, 8, 9, 10
MAINTENANCE_CARDS = (1 << NUM_MOVES) - (1 << FIRST_MAINTENANCE)
KEPT, ALL_LEAVE, ONE_LEAVES = 1, 2, 3
"""What happens to revealed Maintenance cards when the deck is shuffled; 0 means that there are none."""

# City Events: numbers beyond those of the other game, whose events shared rules ask for
FIRST_EVENT = 32
NUM_EVENTS, NUM_DRAWN_EVENTS, COUNTDOWN_INDEX = 17, 12, 16

CONDITIONS = (
    *("nothing", "trust", "connected", "unwatched", "free", "rose", "broken", "special", "revealed", "apart"),
    *("minor", "major", "directives", "specials", "no arrests", "crowd", "never"),
)
(C_NOTHING, C_TRUST, C_CONNECTED, C_UNWATCHED, C_FREE, C_ROSE, C_BROKEN, C_SPECIAL, C_REVEALED) = range(9)
(C_APART, C_MINOR, C_MAJOR, C_DIRECTIVES, C_SPECIALS, C_NO_ARRESTS, C_CROWD, C_NEVER) = range(9, 17)
"""What a City Event asks for, for a Breakthrough or to stop the Master Plan."""

GAINS = ("nothing", "discontent", "break", "reveal", "trust", "card", "cancel", "release")
G_NOTHING, G_DISCONTENT, G_BREAK, G_REVEAL, G_TRUST, G_CARD, G_CANCEL, G_RELEASE = range(8)
"""What a Breakthrough brings."""

SUPPORTS = ("nothing", "any order", "cheap attacks", "cheap exits", "more trust", "trust")
S_NOTHING, S_ORDER, S_ATTACK, S_EXIT, S_GAIN, S_TRUST = range(6)

# Missions, by set and letter
LETTERS = ("A", "B", "C")
MISSIONS = (
    *("Deactivation Trap", "Learn Their Weaknesses", "Class Consciousness"),
    *("Forgery of Decrees", "Self-Destruct Command", "Rebellion Leader"),
    *("Unauthorized Access", "Falsification", "Guard Control"),
    *("Tweak in the Program", "Disclosure of Plans", "The Rise of Resistance"),
)
NUM_MISSIONS, NUM_SETS = 12, 4
TRAP, WEAKNESSES, CLASSES, FORGERY, SELF_DESTRUCT, LEADER = range(6)
REMOTE_ACCESS, FALSIFICATION, GUARD_CONTROL, TWEAK, DISCLOSURE, RESISTANCE = range(6, 12)
NUM_TOKENS = 3
"""Tokens of each kind that a Mission uses; a Hero token each for the Heroes."""
WITH_HERO = NUM_DISTRICTS
"""Place of a Servant Order token with a Hero: this plus the Hero."""
DELIVERED = NUM_DISTRICTS
"""Place of an Intel token that has come to its goal."""

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
        ("maintenance", np.int8),  # Benefit 2: 0, KEPT, ALL_LEAVE or ONE_LEAVES
        ("plain_patrol", np.int8),  # Benefit 3
        # Numbers of the board
        ("assault", np.int8, (DIE,)),
        ("escape", np.int8, (DIE,)),
        ("room", np.int8, (NUM_DISTRICTS,)),
        ("guard_room", np.int8, (NUM_DISTRICTS,)),
        ("start_citizens", np.int8, (NUM_DISTRICTS,)),
        ("limit", np.int8, (len(HEROES),)),
        ("start", np.int8, (len(HEROES),)),
        # Servants and Directives
        ("order", np.int8, (NUM_SERVANTS,)),  # in which they have their turns
        ("priority", np.int8, (NUM_SERVANTS, len(SERVANT_ACTIONS))),
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

QUESTIONS = (
    *_OTHER_QUESTIONS,
    *("Hero that goes next", "Interaction", "Citizen to deliver", "Guard to send", "District to send a Guard to"),
    *("District to break a Guard in", "kind of Guard to break", "District to hide a token in"),
    *("District for the resistance", "whether to evade", "whether to rally"),
)
(ASK_TURN, ASK_INTERACT, ASK_DELIVER, ASK_SEND, ASK_SEND_TO) = range(44, 49)
(ASK_BREAK, ASK_BREAK_KIND, ASK_HIDE, ASK_BASE, ASK_EVADE, ASK_RALLY) = range(49, 55)

# What a pledge of Trust is for
FOR_PROTOCOL, FOR_BREAKTHROUGH, FOR_PLAN = range(1, 4)

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
        ("citizens", np.int8, (NUM_DISTRICTS + 1, len(STATUSES), NUM_TYPES)),
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
        ("advances", np.int8, (len(CAUSES),)),
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

# Kinds of a Hero's Action beyond those of the other game
DELIVER, SEND = 14, 15

# Actions after the shared ones
NUM_SPECIAL_PAYMENTS = 4
ACT_HIT = NUM_SHARED_ACTIONS - 1  # plus the Trust paid against a special Guard, which is at least 1
ACT_ROLL_SPECIAL = ACT_HIT + NUM_SPECIAL_PAYMENTS + 1
ACT_DELIVER = ACT_ROLL_SPECIAL + 1
ACT_SEND = ACT_DELIVER + 1
ACT_REGULAR = ACT_SEND + 1
ACT_SPECIAL = ACT_REGULAR + 1
ACT_PLACE = ACT_SPECIAL + 1
ACT_COLLECT = ACT_PLACE + 1
ACT_ORDER = ACT_COLLECT + 1  # plus the Servant
ACT_PROGRAM = ACT_ORDER + NUM_SERVANTS
ACT_TAKE = ACT_PROGRAM + 1  # plus the Hero
ACT_GIVE = ACT_TAKE + NUM_HEROES  # plus the Hero
ACT_BONDS = ACT_GIVE + NUM_HEROES
ACT_SPEND = ACT_BONDS + 1
NUM_ACTIONS = ACT_SPEND + 1
