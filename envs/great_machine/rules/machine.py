"""The Great Machine Phase: moves and deeds in any order until the Machine ends it."""

from __future__ import annotations

import numpy as np

from ...city.rules import state as city
from ...city.rules.asking import allow_districts, allow_each
from ...city.rules.citizens import active_types, arrest, set_down
from ...city.rules.hero_actions import allow_citizen_to, move_citizen
from ...city.rules.hero_costs import ANYWHERE, allow_classes, places_within
from ...city.rules.state import Act, Ask, CitizenClass, Directive, District, Phase, Status
from ...table.compilation.compile import compiled
from ...table.events import EVERYBODY, UNKNOWN, tell
from ...table.records import Array, Int
from ...table.sets import add, one, only, pick, remove, size
from .asking import ask_machine
from .machine_costs import covers_repair, deed_price, guard_price, repairs_an_action, servant_price, trusted_heroes
from .news import MachineNews
from .state import NUM_DEEDS, Deed, MachineAct, Prepared, State

SEIZED_TRUST = 2


@compiled
def do_deed(setup: Prepared, state: State, action: Int) -> None:
    """Carry out what the Machine has chosen among everything it may do."""
    if action == Act.DONE:
        state.phase, state.cursor, state.step = Phase.HEROES, 0, 0
    elif action < MachineAct.DEED:
        servant, district = divmod(action - MachineAct.SERVANT_TO, city.NUM_DISTRICTS)
        move_servant(state, servant, district)
    elif action < MachineAct.GUARD:
        servant, deed = divmod(action - MachineAct.DEED, NUM_DEEDS)
        act_with(state, servant, deed)
    elif action < MachineAct.RESETTLE:
        origin, district = divmod(action - MachineAct.GUARD, city.NUM_DISTRICTS)
        move_guard(state, origin, district)
    else:
        state.used = add(state.used, Directive.RESETTLE)
        ask_machine(state, Ask.RESETTLE)


@compiled
def move_servant(state: State, servant: Int, district: Int) -> None:
    state.bonds -= servant_price(state) * np.int64(state.far[state.servants[servant], district])
    state.servants[servant] = district


@compiled
def move_guard(state: State, origin: Int, district: Int) -> None:
    state.bonds -= guard_price(state, origin, district)
    state.guards[origin] -= 1
    state.guards[district] += 1


@compiled
def act_with(state: State, servant: Int, deed: Int) -> None:
    """A Servant acts in its District."""
    state.bonds -= deed_price(state, servant, deed)
    district = np.int64(state.servants[servant])
    state.cursor = servant
    if deed == Deed.REPAIR and covers_repair(state, servant):
        state.again[servant] -= 1
        repair(state, district)
        return
    state.acted[servant] += 1
    if state.acted[servant] == 2:
        state.used = add(state.used, Directive.OPTIMIZE)
    if deed == Deed.REPAIR:
        state.again[servant] += repairs_an_action(state) - 1
        repair(state, district)
    elif deed == Deed.ARREST:
        begin_arrest(state, district)
    elif deed == Deed.RAID:
        state.raids = add(state.raids, district)
        state.raided = 1
    elif deed == Deed.DRAW:
        draw_directive(state)
    elif deed == Deed.PUBLISH:
        ask_machine(state, Ask.PUBLISH)
    elif deed == Deed.REPOSITION:
        ask_machine(state, Ask.TILE)
    elif deed == Deed.INCOME:
        state.bonds += np.int64(state.crowd[District.SQUARE]) - np.int64(state.guards[District.SQUARE])
    elif deed == Deed.SEIZE:
        begin_confiscating(state, district)
    elif deed == Deed.CALM:
        state.used = add(state.used, Directive.PACIFY)
        state.slot -= 1


@compiled
def repair(state: State, district: Int) -> None:
    state.broken[district] -= 1
    state.guards[district] += 1


@compiled
def begin_arrest(state: State, district: Int) -> None:
    """Arrest the only Citizen that can be arrested, or ask which."""
    type = only_type(state, district)
    if type != city.NOBODY:
        arrest(state, district, type)
    else:
        state.choosing_in = district
        ask_machine(state, Ask.ARREST)


@compiled
def only_type(state: State, district: Int) -> Int:
    """Return the type of all revealed active Citizens of a District if they have but one, else city.NOBODY."""
    return only(active_types(state, district, Status.REVEALED))


@compiled
def choose_arrest(state: State, action: Int) -> None:
    arrest(state, np.int64(state.choosing_in), action - Act.CLASS - CitizenClass.REVEALED_AS)
    state.choosing_in = city.NOBODY


@compiled
def draw_directive(state: State) -> None:
    """Draw a Directive: the deck is a set until a card is drawn, because nobody ever looks at its order."""
    drawn = pick(state.rng, state.deck)
    state.hand, state.deck = add(state.hand, drawn), remove(state.deck, drawn)
    tell(state, MachineNews.DRAWN, city.MACHINE, drawn, 0, UNKNOWN, EVERYBODY, one(city.MACHINE))


@compiled
def choose_publication(state: State, action: Int) -> None:
    """Publish a Directive; with three others published ask which of them returns to the hand."""
    directive = action - Act.DIRECTIVE
    remove_from_hand(state, directive)
    state.published = add(state.published, directive)
    if size(state.published) > city.MAX_PUBLISHED:
        state.newest = directive
        ask_machine(state, Ask.TAKE_BACK)


@compiled
def remove_from_hand(state: State, directive: Int) -> None:
    state.hand, state.seen = remove(state.hand, directive), remove(state.seen, directive)


@compiled
def take_directive_back(state: State, action: Int) -> None:
    """Return a published Directive to the hand; the Heroes know that it is there."""
    directive = action - Act.DIRECTIVE
    state.published = remove(state.published, directive)
    state.hand, state.seen = add(state.hand, directive), add(state.seen, directive)
    state.newest = city.NOBODY


@compiled
def begin_confiscating(state: State, district: Int) -> None:
    """Take Trust from the only Hero that has any, or ask from which."""
    victim = only(trusted_heroes(state, district))
    if victim != city.NOBODY:
        confiscate(state, victim)
    else:
        state.confiscating_in = district
        ask_machine(state, Ask.CONFISCATE)


@compiled
def confiscate(state: State, hero: Int) -> None:
    state.trust[hero] -= min(np.int64(state.trust[hero]), SEIZED_TRUST)


@compiled
def choose_victim(state: State, action: Int) -> None:
    confiscate(state, action - Act.HERO)
    state.confiscating_in = city.NOBODY


@compiled
def resettle_from(state: State, action: Int) -> None:
    state.choosing_in = action - Act.DISTRICT
    ask_machine(state, Ask.CITIZEN)


@compiled
def allow_hand(state: State, mask: Array) -> None:
    allow_each(state.hand, Act.DIRECTIVE, mask)


@compiled
def allow_taking_back(state: State, mask: Array) -> None:
    """Allow the published Directives but the new one."""
    allow_each(remove(state.published, state.newest), Act.DIRECTIVE, mask)


@compiled
def allow_victims(state: State, mask: Array) -> None:
    allow_each(trusted_heroes(state, np.int64(state.confiscating_in)), Act.HERO, mask)


@compiled
def allow_moved_citizens(state: State, mask: Array) -> None:
    """Allow the Citizens of a District, as the Machine sees them when it resettles one, or as the Heroes do."""
    allow_classes(state, np.int64(state.choosing_in), state.phase != Phase.MACHINE, mask)


@compiled
def allow_destinations(setup: Prepared, state: State, mask: Array) -> None:
    if state.phase == Phase.MACHINE:
        allow_districts(places_within(setup, state, np.int64(state.carried_from), ANYWHERE), mask)
    else:
        allow_citizen_to(setup, state, mask)


@compiled
def put_citizen(setup: Prepared, state: State, action: Int) -> None:
    if state.phase == Phase.MACHINE:
        set_down(state, action - Act.DISTRICT)
    else:
        move_citizen(setup, state, action)
