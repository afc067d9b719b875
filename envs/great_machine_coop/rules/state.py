"""The two records of the co-operative game, and the numbers that its own cards and actions have.

What the game of one against many has too is in ``city.rules.state``. Special Guards are counted in ``guards`` like any
other.
"""

from __future__ import annotations

from enum import IntEnum

from ...city.rules import state as city
from ...city.rules.state import Act, CityPrepared, CityState, Servant
from ...table.actions import ActionEnum, Actions, Block, of
from ...table.named import Named
from ...table.records import Array, Int, int8, int16, int64
from ...table.sets import set_of

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


NUM_TASKS = len(ServantTask)


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
MAINTENANCE_CARDS = set_of(MoveCard.MAINTENANCE_1, MoveCard.MAINTENANCE_2, MoveCard.MAINTENANCE_3)


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
WITH_HERO = city.NUM_DISTRICTS
"""Place of a Servant Order token with a Hero: this plus the Hero."""
DELIVERED = city.NUM_DISTRICTS
"""Place of an Intel token that has come to its goal."""


class MissionAction(Named):
    """Kinds of a Hero's Action that Missions bring, behind those of HeroAction."""

    DELIVER = "deliver a Citizen", 14
    SEND = "send Guards"


class Evasion(IntEnum):
    """Whether the leader of the rebellion evades the Servants."""

    OPEN = 0
    ASKED = 1
    EVADES = 2


class ClosingStep(IntEnum):
    """Steps of the Closing Phase."""

    PROTOCOL = 0
    BREAKTHROUGH = 1
    PLAN = 2
    MISSIONS = 3
    DIRECTIVES = 4
    ROUND = 5


class Purpose(IntEnum):
    """What a pledge of Trust is for."""

    PROTOCOL = 1
    BREAKTHROUGH = 2
    PLAN = 3


NUM_SPECIAL_PAYMENTS = 4


NUM_SHARED_ACTIONS = Act.end()


class CoopAct(ActionEnum):
    """Actions of this game, behind those that both games have."""

    HIT = Block(
        "attack a special Guard with 1 to 4 Trust",
        of("Trust", NUM_SPECIAL_PAYMENTS, first=1),
        "attack a special Guard with {}",
        start=NUM_SHARED_ACTIONS,
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
    TAKE = Block("take a Hero token from a Hero (3)", of("Hero", city.NUM_HEROES), "take a Hero token from Hero {}")
    GIVE = Block("give a Hero token to a Hero (3)", of("Hero", city.NUM_HEROES), "give a Hero token to Hero {}")
    BONDS = Block("take Bonds, or put down all in the Control Nexus", say="handle Bonds")
    SPEND = Block("discard a Hero token for Trust (leader of the rebellion)", say="discard a Hero token for Trust")


ACTIONS = Actions([*Act.blocks(), *CoopAct.blocks()])
NUM_ACTIONS = ACTIONS.size


class Prepared(CityPrepared):
    """What stays the same from one game to the next."""

    start_plan: Int = int8()
    choose_heroes: Int = int8()
    heroes: Array = int8(city.NUM_HEROES)
    reconsider: Int = int8()
    layout: Int = int8()
    lifted: Int = int8()
    place: Array = int8(city.NUM_DISTRICTS, 3)
    # Difficulty
    plan_goes_back: Int = int8()  # Benefit 1
    maintenance: Int = int8()  # Benefit 2: one of Maintenance
    plain_patrol: Int = int8()  # Benefit 3
    # Numbers of the board
    assault: Array = int8(city.DIE)
    escape: Array = int8(city.DIE)
    room: Array = int8(city.NUM_DISTRICTS)
    guard_room: Array = int8(city.NUM_DISTRICTS)
    start_citizens: Array = int8(city.NUM_DISTRICTS)
    limit: Array = int8(city.ALL_HEROES)
    start: Array = int8(city.ALL_HEROES)
    # Servants and Directives
    order: Array = int8(city.NUM_SERVANTS)  # in which they have their turns
    priority: Array = int8(city.NUM_SERVANTS, len(ServantTask))
    confiscated: Int = int8()
    levied: Int = int8()
    marches: Int = int8()  # moves that Mechanize adds
    # City Events
    prevent_at: Array = int16(NUM_EVENTS)  # set of Districts
    prevent_for: Array = int8(NUM_EVENTS)  # Trust
    need: Array = int8(NUM_EVENTS, 2)  # condition of the Breakthrough and its number
    gain: Array = int8(NUM_EVENTS, 2)
    stops: Array = int8(NUM_EVENTS, 2)  # condition under which the Master Plan does not advance
    support: Array = int8(NUM_EVENTS)
    # Missions
    with_missions: Int = int8()
    missions: Array = int8(len(LETTERS))  # NOBODY for a random one of the letter
    goal: Array = int16(NUM_MISSIONS)  # set of Districts
    wanted: Array = int8(NUM_MISSIONS)
    yields: Array = int8(NUM_MISSIONS)
    bonus: Array = int8(NUM_MISSIONS)


SETUP = Prepared.dtype()


class State(CityState, seats=MAX_SEATS, events=80):
    """Everything that changes; ``winner`` is HEROES_WON or MACHINE_WON.

    Among ``guards`` are special ones, among ``broken`` are none. ``servants`` is NOBODY for who is deactivated,
    ``raids`` has the Districts with a Raid token, ``hand`` is one Directive at most, ``deck`` has the unknown ones.
    ``event`` is FIRST_EVENT or more, or NOBODY in a round without one.
    """

    tokens: Int = int16(things=city.NUM_DISTRICTS)  # District tokens that lie face down
    # Guards, Servants, Riots
    specials: Array = int8(city.NUM_DISTRICTS, most=NUM_SPECIALS)
    lying: Array = int8(city.NUM_SERVANTS, **city.A_DISTRICT)  # District of a deactivated Servant, else NOBODY
    until: Array = int8(city.NUM_SERVANTS, most=city.MOST_ROUNDS + 1)  # round at whose end it stands up
    idle: Array = int8(city.NUM_SERVANTS, most=1)  # drew Maintenance in this round
    # Servant Movement cards of this round, and the deck
    moved: Array = int8(city.NUM_SERVANTS, least=city.NOBODY, below=NUM_MOVES)
    moves: Int = int16(things=NUM_MOVES)
    scrapped: Int = int16(things=NUM_MOVES)  # Maintenance cards that have left the game
    riot_tokens: Int = int8(most=NUM_TOKENS)  # Riots that may still be started
    marker: Int = int8(most=MARKER_STAGES)  # steps of the Progress marker from the Zero Stage
    # Directives; returned ones, the next to be drawn first
    bottom: Array = int8(city.NUM_DIRECTIVES, least=city.NOBODY, below=city.NUM_DIRECTIVES)
    bottom_size: Int = int8(most=city.NUM_DIRECTIVES)
    hand_known: Int = int8(most=1)
    order: Array = int8(3, least=city.NOBODY, below=city.NUM_DIRECTIVES)  # in which they were published
    # City Events
    support: Int = int8(below=len(Support))  # what it helps the Heroes with
    skip: Int = int8(most=1)  # no City Event is turned up next
    prevented: Int = int8(most=1)
    # A Hero's turn
    went: Array = int8(city.NUM_HEROES, most=1)  # has had its turn
    rioting_in: Int = int8(**city.A_DISTRICT)  # where Hero tokens may still help a Riot, else NOBODY
    evading: Int = int8(below=len(Evasion))  # one of Evasion
    die_special: Int = int8(most=1)  # the Veteran rolls against a special Guard
    sends: Int = int8(most=city.MOST_AMOUNT)  # Guards still to be sent away
    sends_special: Int = int8(most=1)  # the one that is being sent is a special one
    # Things to be settled before anything else
    breaks: Int = int8(most=city.MOST_AMOUNT)  # Guards still to break
    breaking_in: Int = int8(**city.A_DISTRICT)  # where the kind of Guard is to be chosen, else NOBODY
    shaken: Array = int8(city.NUM_DISTRICTS, most=city.MOST_GUARDS)  # Guards to break there, maybe of a kind chosen
    cancels: Int = int8(most=city.MOST_AMOUNT)
    retrieves: Int = int8(most=city.MOST_AMOUNT)
    hides: Int = int8(most=city.NUM_HEROES)  # Hero tokens still to be hidden
    bases: Int = int8(most=city.MOST_AMOUNT)
    pledge_for: Int = int8(most=max(Purpose))
    # What has happened in the round
    smashed: Int = int8(most=100)  # Guards broken
    uncovered: Int = int8(most=100)  # Citizens revealed
    moved_by: Int = int64(things=city.MOST_EVENTS)
    # Missions
    missions: Array = int8(len(LETTERS), least=city.NOBODY, below=NUM_MISSIONS)
    active: Int = int8(things=len(LETTERS))  # set of letters in play
    done: Int = int8(things=len(LETTERS))
    token_at: Array = int8(city.NUM_HEROES, **city.A_DISTRICT)  # District of a Hero token, NOBODY on its card
    token_as: Array = int8(city.NUM_HEROES, least=city.NOBODY, below=city.NUM_TYPES)
    held: Array = int8(city.NUM_HEROES, most=city.NUM_HEROES)  # Hero tokens that a Hero has
    ambush: Int = int8(least=city.NOBODY, most=city.NUM_DISTRICTS)
    # Servant Order tokens: District, WITH_HERO plus the Hero, NOBODY
    orders: Array = int8(city.NUM_SERVANTS, least=city.NOBODY, below=WITH_HERO + city.NUM_HEROES)
    post: Int = int8(**city.A_DISTRICT)
    post_trust: Int = int8(most=100)
    intel_at: Array = int8(NUM_TOKENS, least=city.NOBODY, most=DELIVERED)
    intel_as: Array = int8(NUM_TOKENS, least=city.NOBODY, below=city.NUM_TYPES)
    intel_new: Int = int8(things=NUM_TOKENS)  # set of tokens attached in this turn
    cores: Int = int16(things=city.NUM_DISTRICTS)  # Districts with a Guard that has a Core token
    controls: Int = int8(most=NUM_TOKENS)  # Control tokens left
    drones: Int = int16(things=city.NUM_DISTRICTS)
    tamed: Int = int8(most=city.MOST_AMOUNT)  # what a Drone takes off the price of breaking a Guard
    bonds: Array = int8(city.NUM_HEROES, most=100)
    bonds_shown: Int = int8(most=100)  # in the Control Nexus
    remote: Int = int8(**city.A_DISTRICT)
    underground: Int = int8(**city.A_DISTRICT)
    leader: Int = int8(least=city.NOBODY, below=city.NUM_HEROES)


STATE = State.dtype()
