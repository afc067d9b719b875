"""The two records of City of the Great Machine and the numbers that stand for Districts, questions and actions.

Citizens of one type and state in one District are alike, so they are counted, not numbered; so are Guards. Sets of
Districts, Directives and Access cards are bits of one integer.
"""

from __future__ import annotations

import numpy as np

from ...table.game import SETUP_FIELDS, state_fields

MAX_SEATS = 4
NUM_HEROES = 3
NUM_SERVANTS = 3
NOBODY = -1
MACHINE = 0
"""Seat of the Great Machine; Revolutionaries sit clockwise from it."""

# Districts, the Minor ones first
DISTRICTS = ("Art", "Commerce", "Industrial", "Science", "Velvet", "Grand Citadel", "Tower", "Control Nexus", "Square")
ART, COMMERCE, INDUSTRIAL, SCIENCE, VELVET, CITADEL, TOWER, NEXUS, SQUARE = range(9)
NUM_DISTRICTS, NUM_MINOR = 9, 5
ALL_DISTRICTS = (1 << NUM_DISTRICTS) - 1
MAJOR = ALL_DISTRICTS ^ ((1 << NUM_MINOR) - 1)
ARRESTED = NUM_DISTRICTS
"""Place of the arrested Citizens, behind the Districts."""

# Famous Citizens
TYPES = ("Artist", "Scientist", "Merchant", "Industrialist", "Noble", "Traitor")
NUM_TYPES, TRAITOR = 6, 5
OF_EACH_TYPE, NUM_CITIZENS = 5, 30
UNIDENTIFIED, IDENTIFIED, REVEALED = range(3)
STATUSES = ("unidentified", "identified", "revealed")

NUM_GUARDS, NUM_RAIDS = 18, 3
MAX_AMOUNT = 12
"""Most Trust that one Hero takes of what is shared: that of six Citizens at two each, and more than any limit."""

HEROES = ("Veteran", "Fowler", "Actress", "Vagabond", "Artificer", "Physician")
VETERAN, FOWLER, ACTRESS, VAGABOND, ARTIFICER, PHYSICIAN = range(6)
SERVANTS = ("Phantasmer", "Judgementor", "Lex Hecate")

DIRECTIVES = ("Confiscate", "Levy", "Mechanize", "Optimize", "Pacify", "Provoke", "Reinforce", "Resettle", "Shadow")
CONFISCATE, LEVY, MECHANIZE, OPTIMIZE, PACIFY, PROVOKE, REINFORCE, RESETTLE, SHADOW = range(9)
NUM_DIRECTIVES, MAX_PUBLISHED = 9, 3

EVENTS = (
    *("Concentration of Force", "Flying Carpets", "Join Our Side!", "No One Is Safe", "Oppression and Opposition"),
    *("Ready for Emergency", "Security Checks", "Stalkers vs. Sentinels", "Ostentatious Amnesty"),
    "Win over the Judges",
    *("Bread and Circuses", "Citywide Maintenance", "Down by Law", "House-to-House Searches", "Liberty of Trade"),
    *("Open Your Mind", "Order vs. Disorder", "Public Execution", "Sneaking through Security", "Trust vs. Bonds"),
    "The Countdown",
)
CONCENTRATION, CARPETS, JOIN, NO_ONE_SAFE, OPPRESSION, READY, CHECKS, STALKERS, AMNESTY, JUDGES = range(10)
BREAD, MAINTENANCE, DOWN_BY_LAW, SEARCHES, LIBERTY, OPEN_MIND, ORDER, EXECUTION, SNEAKING, TRUST_BONDS = range(10, 20)
COUNTDOWN = 20
LEVEL_SIZE, LEVEL_ROUNDS = 10, 6

CAUSES = ("City Events", "detained Heroes let go", "failed Riots", "Provoke")
BY_EVENT, BY_DETAINMENT, BY_RIOT, BY_PROVOKING = range(4)
"""What advances the Master Plan."""

# Tracks
PLAN_END = 12
SLOTS_A_STAGE = 3
RIOT_STAGE = 6
TRACK_END = RIOT_STAGE * SLOTS_A_STAGE
"""Slot of the Riot Stage; slot 0 is the first of Zero Stage."""
NUM_STAGES = RIOT_STAGE + 1
RIOTS_TO_WIN = 3
MOST_TRUST = 8
"""Highest limit of any Hero."""
DIE = 6

# Ways to lay out the city
PRESET, SHUFFLED, RANDOM_CITY, ADVISED, CONFRONTATION = range(5)

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
        ("limit", np.int8, (len(HEROES),)),
        ("start", np.int8, (len(HEROES),)),
    ],
    align=True,
)

# Phases of a round, after two that come before the first
BUILDING, CHOOSING, OPENING, ACCESS, MACHINE_PHASE, HEROES_PHASE, CLOSING = range(7)
PHASES = ("building the city", "choosing Heroes", "Opening", "Access", "Great Machine", "Heroes", "Closing")

# Where a Hero's turn stands
REVEALING, MOVING, LANDING, SHAKEN, ARRIVING, ACTING, DONE_ACTING = range(7)

# Steps of the Closing Phase
RAIDS_END, TEXT_END, PLAN_STEP, ROUND_END = range(4)

# What is being asked
QUESTIONS = (
    "nothing",
    *("pile to draw a District from", "District to lie against", "way to lie", "Hero to play"),
    *("Trust to take of what is shared", "District to move for free", "Access card"),
    *("Machine's deeds", "Citizen to arrest", "Directive to publish", "Directive to take back", "District to move"),
    *("Hero to confiscate from", "District to resettle from", "Citizen to move", "District to move a Citizen to"),
    *("next District", "how to detain", "Bonds against Discontent", "Hero's Action", "Trust for the Assault die"),
    *("another Citizen to identify", "another Citizen to move", "Directive to discard", "Directive to cancel"),
    *("owner of an Access card", "Access card to take back", "Hero to trust", "District for a returned Citizen"),
    *("District to call a Citizen from", "Citizens to arrest after a Riot", "Bonds to provoke"),
    *("District to identify in", "favour"),
    *("Citizen to win over", "Access card from the judges", "Trust to pledge", "Citizen to expose"),
    *("Citizens to set free", "District to reveal in", "Citizen to reveal", "Directives to trade"),
    "Bonds for the Master Plan",
)
ASK_NOTHING = 0
ASK_PILE, ASK_ANCHOR, ASK_WAY, ASK_HERO, ASK_SHARE, ASK_CARPET, ASK_ACCESS = range(1, 8)
ASK_MACHINE, ASK_ARREST, ASK_PUBLISH, ASK_TAKE_BACK, ASK_TILE, ASK_CONFISCATE, ASK_RESETTLE = range(8, 15)
ASK_CITIZEN, ASK_CITIZEN_TO, ASK_ROUTE, ASK_DETAIN, ASK_BREAD, ASK_ACTION, ASK_PAY = range(15, 22)
ASK_IDENTIFY, ASK_MOVE_MORE, ASK_DISCARD, ASK_CANCEL, ASK_OWNER, ASK_CARD, ASK_GIVE = range(22, 29)
ASK_RETURN, ASK_CALL, ASK_RIOT_ARREST, ASK_PROVOKE, ASK_FIND, ASK_FAVOUR = range(29, 35)
ASK_JOIN, ASK_JUDGE, ASK_PLEDGE, ASK_EXPOSE, ASK_AMNESTY, ASK_SHOW, ASK_SHOW_TYPE, ASK_TRADE, ASK_PLAN = range(35, 44)

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
        ("citizens", np.int8, (NUM_DISTRICTS + 1, len(STATUSES), NUM_TYPES)),
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
        ("advances", np.int8, (len(CAUSES),)),
        ("moved_by", np.int32),  # set of City Events
    ],
    align=True,
)

# Deeds of a Servant
ARREST, REPAIR, RAID, DRAW, PUBLISH, REPOSITION, INCOME, SEIZE, CALM = range(9)
DEEDS = (
    *("arrest", "repair", "raid", "draw a Directive", "publish a Directive", "reposition", "income"),
    *("confiscate", "pacify"),
)
NUM_DEEDS = len(DEEDS)

# Kinds of a Hero's Action
ATTACK, IDENTIFY, MOVE, GAIN, INCITE, RIOT, BURN, RELEASE, CANCEL, RETRIEVE, REBUILD, TRUST, AGITATE, CALL = range(14)
KINDS = (
    *("attack", "identify", "move Citizens", "gain Trust", "incite", "start a riot", "discard a Directive"),
    *("return a Citizen", "cancel a Directive", "take back an Access card", "reposition", "give Trust", "agitate"),
    "call a Citizen",
)
FIRST_SPECIAL, LAST_SPECIAL = BURN, AGITATE
NUM_PAYMENTS = 5
NUM_WAYS = 16

# Classes of Citizens: one unidentified, one identified whose type is not told, then identified and revealed by type
ANY_UNIDENTIFIED, ANY_IDENTIFIED, AS_IDENTIFIED, AS_REVEALED = 0, 1, 2, 2 + NUM_TYPES
NUM_CLASSES = AS_REVEALED + NUM_TYPES

# How to detain
GO_ON, NO_TRUST, NO_ACCESS = range(3)

# Actions: first those that the co-operative game has too
ACT_DONE = 0
ACT_YES = 1
ACT_DISTRICT = 2
ACT_WAY = ACT_DISTRICT + NUM_DISTRICTS
ACT_DIRECTIVE = ACT_WAY + NUM_WAYS
ACT_HERO = ACT_DIRECTIVE + NUM_DIRECTIVES  # plus the Hero's place in the order of Initiative
ACT_ATTACK = ACT_HERO + NUM_HEROES - 1  # plus the Trust paid, which is at least 1
ACT_ROLL = ACT_ATTACK + NUM_PAYMENTS + 1
ACT_KIND = ACT_ROLL + 1 - 1  # plus the kind of Action beyond attack
ACT_CLASS = ACT_KIND + len(KINDS)
ACT_AMOUNT = ACT_CLASS + NUM_CLASSES
ACT_PLAY = ACT_AMOUNT + MAX_AMOUNT + 1  # plus the Hero
NUM_SHARED_ACTIONS = ACT_PLAY + len(HEROES)

ACT_DETAIN = NUM_SHARED_ACTIONS
ACT_PILE = ACT_DETAIN + 3  # Minor, Major
ACT_SERVANT_TO = ACT_PILE + 2  # plus the Servant times 9 plus the District
ACT_DEED = ACT_SERVANT_TO + NUM_SERVANTS * NUM_DISTRICTS  # plus the Servant times 9 plus the deed
ACT_GUARD = ACT_DEED + NUM_SERVANTS * NUM_DEEDS  # plus the District it leaves times 9 plus the one it goes to
ACT_RESETTLE = ACT_GUARD + NUM_DISTRICTS * NUM_DISTRICTS
NUM_ACTIONS = ACT_RESETTLE + 1
