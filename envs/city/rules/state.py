"""What both games in the city of the Great Machine have: Districts, Citizens, Heroes, questions and actions by number.

Citizens of one type and state in one District are alike, so they are counted, not numbered; so are Guards. Sets of
Districts, Directives and Access cards are bits of one integer.
"""

from __future__ import annotations

from enum import IntEnum

from ...table.actions import ActionEnum, Block, of
from ...table.compilation.compile import compiled
from ...table.named import Named, texts
from ...table.records import Array, Bounds, Int, SetupRecord, StateRecord, int8, int16, int32
from ...table.sets import NOBODY, has, set_of

NUM_HEROES = 3
NUM_SERVANTS = 3
MACHINE = 0
"""Seat of the Great Machine; Revolutionaries sit clockwise from it."""


class District(Named):
    """The Districts."""

    ART = "Art"
    COMMERCE = "Commerce"
    INDUSTRIAL = "Industrial"
    SCIENCE = "Science"
    VELVET = "Velvet"
    CITADEL = "Grand Citadel"
    TOWER = "Tower"
    NEXUS = "Control Nexus"
    SQUARE = "Square"


NUM_DISTRICTS = len(District)
ALL_DISTRICTS = (1 << NUM_DISTRICTS) - 1
MINOR_DISTRICTS = (District.ART, District.COMMERCE, District.INDUSTRIAL, District.SCIENCE, District.VELVET)
MAJOR_DISTRICTS = (District.CITADEL, District.TOWER, District.NEXUS, District.SQUARE)
NUM_MINOR = len(MINOR_DISTRICTS)
MINOR, MAJOR = set_of(*MINOR_DISTRICTS), set_of(*MAJOR_DISTRICTS)
ARRESTED = NUM_DISTRICTS
"""Place of the arrested Citizens, behind the Districts."""


@compiled(inline=True)
def is_minor(district: Int) -> bool:
    """Whether a District is a Minor one; the others are Major."""
    return has(MINOR, district)


class CitizenType(Named):
    """Types of Famous Citizens."""

    ARTIST = "Artist"
    SCIENTIST = "Scientist"
    MERCHANT = "Merchant"
    INDUSTRIALIST = "Industrialist"
    NOBLE = "Noble"
    TRAITOR = "Traitor"


NUM_TYPES = len(CitizenType)
OF_EACH_TYPE, NUM_CITIZENS = 5, 30


class Status(Named):
    """What is known of a Citizen."""

    UNIDENTIFIED = "unidentified"
    IDENTIFIED = "identified"
    REVEALED = "revealed"


NUM_STATUSES = len(Status)
NUM_GUARDS, NUM_RAIDS = 18, 3
MOST_GUARDS = 27
"""Guards of all kinds that one of the games has."""
MAX_AMOUNT = 12
"""Most Trust that one Hero takes of what is shared: that of six Citizens at two each, and more than any limit."""


MOST_ROUNDS, MOST_PLACE, MOST_AMOUNT, MOST_EVENTS, MOST_ACTIONS = 100, 60, 30, 49, 16
"""What no game comes to: rounds, coordinates of a tile, amounts of anything; numbers of City Events and of a Hero's
kinds of Action."""
A_DISTRICT: Bounds = {"least": NOBODY, "below": NUM_DISTRICTS}
"""Bounds of a District or none."""


class Hero(Named):
    """The Heroes, in the order of Initiative."""

    VETERAN = "Veteran"
    FOWLER = "Fowler"
    ACTRESS = "Actress"
    VAGABOND = "Vagabond"
    ARTIFICER = "Artificer"
    PHYSICIAN = "Physician"


ALL_HEROES = len(Hero)
"""Heroes to choose three from."""


class Servant(Named):
    """The Machine's Servants."""

    PHANTASMER = "Phantasmer"
    JUDGEMENTOR = "Judgementor"
    LEX_HECATE = "Lex Hecate"


class Directive(Named):
    """The Machine's Directives."""

    CONFISCATE = "Confiscate"
    LEVY = "Levy"
    MECHANIZE = "Mechanize"
    OPTIMIZE = "Optimize"
    PACIFY = "Pacify"
    PROVOKE = "Provoke"
    REINFORCE = "Reinforce"
    RESETTLE = "Resettle"
    SHADOW = "Shadow"


NUM_DIRECTIVES, MAX_PUBLISHED = len(Directive), 3


class Event(Named):
    """City Events of the game of one against many: ten of each level, and the last one."""

    CONCENTRATION = "Concentration of Force"
    CARPETS = "Flying Carpets"
    JOIN = "Join Our Side!"
    NO_ONE_SAFE = "No One Is Safe"
    OPPRESSION = "Oppression and Opposition"
    READY = "Ready for Emergency"
    CHECKS = "Security Checks"
    STALKERS = "Stalkers vs. Sentinels"
    AMNESTY = "Ostentatious Amnesty"
    JUDGES = "Win over the Judges"
    BREAD = "Bread and Circuses"
    MAINTENANCE = "Citywide Maintenance"
    DOWN_BY_LAW = "Down by Law"
    SEARCHES = "House-to-House Searches"
    LIBERTY = "Liberty of Trade"
    OPEN_MIND = "Open Your Mind"
    ORDER = "Order vs. Disorder"
    EXECUTION = "Public Execution"
    SNEAKING = "Sneaking through Security"
    TRUST_BONDS = "Trust vs. Bonds"
    COUNTDOWN = "The Countdown"


LEVEL_SIZE, LEVEL_ROUNDS = 10, 6


class Cause(Named):
    """What advances the Master Plan."""

    EVENT = "City Events"
    DETAINMENT = "detained Heroes let go"
    RIOT = "failed Riots"
    PROVOKING = "Provoke"


# Tracks
PLAN_END = 12
SLOTS_A_STAGE = 3
RIOT_STAGE = 6
TRACK_END = RIOT_STAGE * SLOTS_A_STAGE
"""Slot of the Riot Stage; slot 0 is the first of Zero Stage."""
NUM_STAGES = RIOT_STAGE + 1
RIOTS_TO_WIN = 3
MOST_ADVANCES = PLAN_END + RIOTS_TO_WIN - 1
"""Advances of the Master Plan in a game: each Riot but the one that wins may put it back by one."""
MOST_TRUST = 8
"""Highest limit of any Hero."""
DIE = 6


class CityLayout(IntEnum):
    """Ways to lay out the city."""

    PRESET = 0
    SHUFFLED = 1
    RANDOM = 2
    ADVISED = 3
    CONFRONTATION = 4


class Phase(Named):
    """Phases of a round, after two that come before the first."""

    BUILDING = "building the city"
    CHOOSING = "choosing Heroes"
    OPENING = "Opening"
    ACCESS = "Access"
    MACHINE = "Great Machine"
    HEROES = "Heroes"
    CLOSING = "Closing"


class Turn(IntEnum):
    """Where a Hero's turn stands."""

    REVEALING = 0
    MOVING = 1
    LANDING = 2
    SHAKEN = 3
    ARRIVING = 4
    INTERACTING = 4  # which the co-operative game has in its place
    ACTING = 5
    DONE = 6


class Ask(Named):
    """What is being asked: the questions of both games, some of which only one of them asks."""

    NOTHING = "nothing"
    PILE = "pile to draw a District from"
    ANCHOR = "District to lie against"
    WAY = "way to lie"
    HERO = "Hero to play"
    SHARE = "Trust to take of what is shared"
    CARPET = "District to move for free"
    ACCESS = "Access card"
    MACHINE = "Machine's deeds"
    ARREST = "Citizen to arrest"
    PUBLISH = "Directive to publish"
    TAKE_BACK = "Directive to take back"
    TILE = "District to move"
    CONFISCATE = "Hero to confiscate from"
    RESETTLE = "District to resettle from"
    CITIZEN = "Citizen to move"
    CITIZEN_TO = "District to move a Citizen to"
    ROUTE = "next District"
    DETAIN = "how to detain"
    BREAD = "Bonds against Discontent"
    ACTION = "Hero's Action"
    PAY = "Trust for the Assault die"
    IDENTIFY = "another Citizen to identify"
    MOVE_MORE = "another Citizen to move"
    DISCARD = "Directive to discard"
    CANCEL = "Directive to cancel"
    OWNER = "owner of an Access card"
    CARD = "Access card to take back"
    GIVE = "Hero to trust"
    RETURN = "District for a returned Citizen"
    CALL = "District to call a Citizen from"
    RIOT_ARREST = "Citizens to arrest after a Riot"
    PROVOKE = "Bonds to provoke"
    FIND = "District to identify in"
    FAVOUR = "favour"
    JOIN = "Citizen to win over"
    JUDGE = "Access card from the judges"
    PLEDGE = "Trust to pledge"
    EXPOSE = "Citizen to expose"
    AMNESTY = "Citizens to set free"
    SHOW = "District to reveal in"
    SHOW_TYPE = "Citizen to reveal"
    TRADE = "Directives to trade"
    PLAN = "Bonds for the Master Plan"
    # Of the co-operative game alone
    TURN = "Hero that goes next"
    INTERACT = "Interaction"
    DELIVER = "Citizen to deliver"
    SEND = "Guard to send"
    SEND_TO = "District to send a Guard to"
    BREAK = "District to break a Guard in"
    BREAK_KIND = "kind of Guard to break"
    HIDE = "District to hide a token in"
    BASE = "District for the resistance"
    EVADE = "whether to evade"
    RALLY = "whether to rally"


class HeroAction(Named):
    """Kinds of a Hero's Action."""

    ATTACK = "attack"
    IDENTIFY = "identify"
    MOVE = "move Citizens"
    GAIN = "gain Trust"
    INCITE = "incite"
    RIOT = "start a riot"
    BURN = "discard a Directive"
    RELEASE = "return a Citizen"
    CANCEL = "cancel a Directive"
    RETRIEVE = "take back an Access card"
    REBUILD = "reposition"
    TRUST = "give Trust"
    AGITATE = "agitate"
    CALL = "call a Citizen"


NUM_HERO_ACTIONS = len(HeroAction)
SPECIAL_ACTIONS = set_of(
    *(HeroAction.BURN, HeroAction.RELEASE, HeroAction.CANCEL, HeroAction.RETRIEVE, HeroAction.REBUILD),
    *(HeroAction.TRUST, HeroAction.AGITATE),
)
"""Set of the Actions that only one District allows."""


@compiled(inline=True)
def is_special(kind: Int) -> bool:
    """Whether a kind of Action is a Special Action."""
    return has(SPECIAL_ACTIONS, kind)


NUM_PAYMENTS = 5


class CitizenClass(IntEnum):
    """What a Citizen is to who chooses one: of a type that is not told, or (plus its type) of one that is."""

    UNIDENTIFIED = 0
    IDENTIFIED = 1
    IDENTIFIED_AS = 2
    REVEALED_AS = 2 + NUM_TYPES


CLASSES = (
    *("unidentified Citizen", "identified Citizen"),
    *(f"identified {citizen.text}" for citizen in CitizenType),
    *(f"revealed {citizen.text}" for citizen in CitizenType),
)

_SIDES = ("long side A, shifted back", "long side A, flush", "long side A, shifted on")
WAY_NAMES = (
    *(f"alongside, {side}" for side in _SIDES),
    *(f"alongside, {side.replace('A', 'B')}" for side in _SIDES),
    *("alongside, end A", "alongside, end B"),
    *("across, long side A, first half", "across, long side A, second half"),
    *("across, long side B, first half", "across, long side B, second half"),
    *("across, end A, first half", "across, end A, second half"),
    *("across, end B, first half", "across, end B, second half"),
)
"""The ways of ``city.WAYS``. Sides A are the upper or left ones of the tile lain against, B the lower or right ones."""
NUM_WAYS = len(WAY_NAMES)


class Act(ActionEnum):
    """Actions that both games have; each game's own follow behind them."""

    DONE = Block("end the phase, the turn or a list; decline")
    YES = Block("agree")
    DISTRICT = Block(f"a District: {', '.join(texts(District))}", of("District", District))
    WAY = Block(f"one of the {NUM_WAYS} ways to lie against a District", of("way", WAY_NAMES))
    DIRECTIVE = Block(f"a Directive: {', '.join(texts(Directive))}", of("Directive", Directive))
    HERO = Block("a Hero, by place in the order of Initiative", of("Hero", NUM_HEROES), "Hero {}")
    ATTACK = Block("attack a Guard with 1 to 5 Trust", of("Trust", NUM_PAYMENTS, first=1), "attack with {}")
    ROLL = Block("attack a Guard rolling first (Veteran)", say="attack, rolling first")
    KIND = Block(f"a Hero's Action: {', '.join(texts(HeroAction)[1:])}", of("Action", texts(HeroAction)[1:], first=1))
    CLASS = Block(
        "a Citizen: unidentified; identified, type untold; identified by type (6); revealed by type (6)",
        of("class", CLASSES),
    )
    AMOUNT = Block(f"an amount of Trust, 0 to {MAX_AMOUNT}", of("amount", MAX_AMOUNT + 1), "{} Trust")
    PLAY = Block(f"choose a Hero to play: {', '.join(texts(Hero))}", of("Hero to play", Hero), "play the {}")


class CityPrepared(SetupRecord):
    """What both games know from their options; each says the types in its own record."""

    start_plan: Int
    reconsider: Int
    choose_heroes: Int
    heroes: Array
    layout: Int
    lifted: Int
    place: Array
    assault: Array
    escape: Array
    room: Array
    guard_room: Array
    start_citizens: Array
    limit: Array
    start: Array


class CityState(StateRecord, seats=NUM_HEROES + 1):
    """What changes in both games; each adds its own behind it."""

    phase: Int = int8(below=len(Phase))
    ask: Int = int8(below=len(Ask))
    hero: Int = int8(least=NOBODY, below=NUM_HEROES)  # Hero that is asked, NOBODY when the Machine is
    winner: Int = int8(least=NOBODY, most=1)  # which side; NOBODY as long as there is none
    week: Int = int8(most=MOST_ROUNDS)  # round, from 1; "round" is a name that numpy uses
    cursor: Int = int8(most=2 * NUM_HEROES)  # Hero or Servant that the phase has come to
    step: Int = int8(most=Turn.DONE)  # of a Hero's turn or the Closing Phase
    # The city
    there: Int = int16(things=NUM_DISTRICTS)  # set of Districts that are laid out
    place: Array = int8(NUM_DISTRICTS, 3, most=MOST_PLACE)  # x, y (downwards), 1 for upright tiles
    links: Array = int16(NUM_DISTRICTS, things=NUM_DISTRICTS)  # set of neighbours
    far: Array = int8(NUM_DISTRICTS, NUM_DISTRICTS, most=NUM_DISTRICTS)  # Districts to exit on the shortest way
    movable: Int = int16(things=NUM_DISTRICTS)  # set of Districts that can be repositioned
    tile: Int = int8(**A_DISTRICT)  # District that is being laid or moved, else NOBODY
    anchor: Int = int8(**A_DISTRICT)  # District that it will lie against, else NOBODY
    # Citizens by place, state and type; one may be between two places
    citizens: Array = int8(NUM_DISTRICTS + 1, NUM_STATUSES, NUM_TYPES, most=NUM_CITIZENS)
    crowd: Array = int8(NUM_DISTRICTS + 1, most=NUM_CITIZENS)
    choosing_in: Int = int8(least=NOBODY, most=ARRESTED)  # District of which a Citizen is to be chosen, else NOBODY
    carried: Int = int8(least=NOBODY, below=NUM_TYPES)  # its type
    carried_as: Int = int8(least=NOBODY, below=NUM_STATUSES)  # its state
    carried_from: Int = int8(least=NOBODY, most=ARRESTED)
    sure: Array = int8(2, NUM_TYPES, most=OF_EACH_TYPE)  # surely among the arrested, as far as Machine and Heroes know
    # Guards that are not broken and that are, Servants, Raids and Riots
    guards: Array = int8(NUM_DISTRICTS, most=MOST_GUARDS)
    broken: Array = int8(NUM_DISTRICTS, most=MOST_GUARDS)
    servants: Array = int8(NUM_SERVANTS, **A_DISTRICT)
    raids: Int = int16(things=NUM_DISTRICTS)
    riots: Int = int16(things=NUM_DISTRICTS)
    # Tracks
    plan: Int = int8(most=PLAN_END)
    slot: Int = int8(most=TRACK_END)  # of Discontent
    slot_before: Int = int8(most=TRACK_END)  # at the beginning of the round
    # Directives as sets
    deck: Int = int16(things=NUM_DIRECTIVES)
    hand: Int = int16(things=NUM_DIRECTIVES)
    published: Int = int16(things=NUM_DIRECTIVES)
    used: Int = int16(things=NUM_DIRECTIVES)  # used in this round, of those that work once
    # City Events
    event: Int = int8(least=NOBODY, below=MOST_EVENTS)
    gone_events: Int = int32(things=len(Event))
    # Heroes, by Initiative
    heroes: Array = int8(NUM_HEROES, least=NOBODY, below=ALL_HEROES)
    runs: Array = int8(NUM_HEROES, most=NUM_HEROES)  # seat
    at: Array = int8(NUM_HEROES, **A_DISTRICT)
    began: Array = int8(NUM_HEROES, **A_DISTRICT)  # District at the beginning of the round
    trust: Array = int8(NUM_HEROES, most=MOST_TRUST)
    detained: Array = int8(NUM_HEROES, most=1)  # in this round
    cards: Array = int16(NUM_HEROES, things=NUM_DISTRICTS)  # Access cards in hand
    chosen: Array = int8(NUM_HEROES, **A_DISTRICT)
    owner: Int = int8(least=NOBODY, below=NUM_HEROES)  # Hero that takes an Access card back, else NOBODY
    # A Hero's turn
    visited: Int = int16(things=NUM_DISTRICTS)
    finished: Int = int8(most=1)  # by the Machine
    acts: Int = int8(most=MOST_AMOUNT)
    did: Int = int32(things=MOST_ACTIONS)  # kinds of Action taken
    die: Int = int8(most=DIE)  # face that the Veteran has rolled
    # Things to be settled before anything else
    rise: Int = int8(most=MOST_AMOUNT)  # of Discontent, in slots
    finds: Int = int8(most=MOST_AMOUNT)  # Citizens to identify anywhere
    finder: Int = int8(least=NOBODY, below=NUM_HEROES)
    returning: Int = int8(most=MOST_AMOUNT)  # Citizens to set free
    to_share: Int = int8(most=MOST_AMOUNT)  # Trust of a District that its Heroes have not taken yet
    to_pledge: Int = int8(most=MOST_AMOUNT)  # Trust that is missing from what all pay together
    pledge: Array = int8(NUM_HEROES, most=MOST_AMOUNT)
    # What has happened in the round
    arrests: Int = int8(most=MOST_AMOUNT)
    special: Int = int8(most=1)  # a Special Action in a Major District
    # What has advanced the Master Plan
    advances: Array = int8(len(Cause), most=MOST_ADVANCES)
    moved_by: Int  # set of City Events, as wide as the game needs
