"""City of the Great Machine, co-operative: actions in words, with their prices and what comes of them."""

from __future__ import annotations

import re
from functools import partial

import numpy as np
import pytest
import random_games
from great_machine.positions import Position
from great_machine_coop.positions import lay_out
from random_games import record

from cogitable.envs.city.rules.state import DIE, Act, Ask, CitizenClass, District, HeroAction, Phase
from cogitable.envs.city.words.asking import question_text
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.rules import actions, interactions, state
from cogitable.envs.great_machine_coop.rules.state import ClosingStep
from cogitable.envs.great_machine_coop.words.facts import TEAM
from cogitable.envs.great_machine_coop.words.mission_facts import progress
from cogitable.envs.table import Setup
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.game import TERMINATED
from cogitable.envs.table.named import texts
from cogitable.envs.table.tables import determinized

MISSIONS = ("none", "I", "II", "III", "IV")
SETUPS = {name: GAME.setup(missions=name, num_players=2) for name in MISSIONS}
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)

positions = partial(random_games.positions, choose=random_games.seldom(Act.DONE, 0.7))


def said(setup: Setup, states: np.ndarray, mask: np.ndarray, seat: int | None = None) -> dict[int, str]:
    return {int(a): setup.describe(states, int(a), seat=seat) for a in np.flatnonzero(mask)}


def words(table: Position) -> list[str]:
    """Return the choices of a position in words."""
    return list(said(table.setup, table.states, table.mask()).values())


@EVERY_SETUP
def test_every_choice_has_words_of_its_own(setup):
    asked = set()
    for tables in positions(setup, 3, 260, every=2):
        if tables.over[0]:
            continue
        told = said(setup, tables.states, tables.masks[0], int(tables.seats[0]))
        doubled = [text for text in told.values() if [*told.values()].count(text) > 1]
        assert not doubled
        asked.add(int(record(tables.states).ask))
        for text in told.values():
            assert text == text.strip() and len(text) < 125, text
            assert not re.search(r"None|array|int64|-\d|\ba [AEIOaeio]", text), text
        question = question_text(setup, as_compiled(record(tables.states)), TEAM)
        assert question not in texts(Ask) and "None" not in question
    assert len(asked) > 9


@EVERY_SETUP
def test_words_tell_nothing_that_the_heroes_cannot_know(setup):
    rng, hidden = np.random.default_rng(1), 0
    for tables in positions(setup, 11, 30, every=7):
        if record(tables.states).over == TERMINATED:
            continue
        seat = int(tables.seats[0])
        other = determinized(setup, tables.states, rng.integers(2**32, size=4, dtype=np.uint32), np.array([seat]))
        told = said(setup, tables.states, tables.masks[0], seat)
        assert said(setup, other, tables.masks[0], seat) == told == said(setup, tables.states, tables.masks[0])
        hidden += not np.array_equal(other, tables.states)
    assert hidden > 15


# Prices and numbers


@EVERY_SETUP
def test_what_actions_are_told_to_cost_is_what_they_cost(setup):
    compared = set()
    for tables in positions(setup, 5, 500, every=1):
        if tables.over[0] or record(tables.states).ask != Ask.ACTION:
            continue
        before = record(tables.states)
        for action, text in said(setup, tables.states, tables.masks[0]).items():
            price = re.search(r"(?:\(|with )(?:(\d+) of (\d+) Trust|free)", text)
            if not price or action >= state.CoopAct.DELIVER:
                continue
            trial = as_compiled(tables.states.copy())[0]
            trial.ask = 0
            actions.take_action(as_compiled(setup.record)[0], trial, action)
            assert int(before.trust[before.hero]) - trial.trust[trial.hero] == int(price[1] or 0), text
            assert price[2] is None or int(price[2]) == before.trust[before.hero]
            compared.add(action)
    assert len(compared) > 6


@pytest.mark.parametrize("payment", [1, 2, 3])
@pytest.mark.parametrize("special", [False, True])
def test_faces_that_break_a_guard_are_counted(payment, special):
    table = lay_out(first="Fowler", trust={"Fowler": 5}, specials={"Commerce": 1})
    act = (state.CoopAct.HIT if special else Act.ATTACK) + payment - 1
    if not table.mask()[act]:
        assert payment < 2 and not special
        return
    text = table.setup.describe(table.states, act)
    broken = 0
    for face in range(DIE):
        trial = table.copy().rig((DIE, face))
        name = f"attack a special Guard with {payment}" if special else f"attack with {payment}"
        trial.do(f"Fowler: {name}")
        broken += int(trial.state.smashed)
    kind = "special" if special else "regular"
    assert text == f"Fowler attacks a {kind} Guard in Commerce with {payment} of 5 Trust ({broken} of 6 faces break it)"


@pytest.mark.parametrize("guards", range(4))
def test_a_riot_of_known_citizens_is_told_to_succeed_or_to_fail(guards):
    here = "revealed Artist, revealed Artist, revealed Traitor"
    table = lay_out(first="Fowler", slot=4, citizens={"Commerce": here}, guards={"Commerce": guards})
    (text,) = [told for told in words(table) if "Riot" in told]
    plural = "" if guards == 1 else "s"
    assert f": 2 active against {guards} Guard{plural} + 1 Traitor; it " in text
    table.do("Fowler: start a riot")
    assert ("it succeeds" in text) == ("Commerce" in table.riots) == (guards == 0)


def test_a_riot_with_unidentified_citizens_promises_nothing():
    table = lay_out(
        first="Fowler",
        slot=4,
        trust={"Fowler": 6},
        published=("Reinforce",),
        citizens={"Commerce": "revealed Artist, Noble, Merchant"},
    )
    act = Act.KIND + HeroAction.RIOT - 1
    assert table.setup.describe(table.states, act) == (
        "Fowler starts a Riot in Commerce (4 of 6 Trust): 1 active against 2 Guards + Reinforce, 2 unidentified"
    )


# Interactions


@pytest.mark.parametrize("name", MISSIONS[1:])
def test_how_far_an_interaction_brings_a_mission_is_how_far_it_does(name):
    setup, compared = SETUPS[name], set()
    for tables in positions(setup, 7, 900, every=1):
        if tables.over[0] or record(tables.states).ask != Ask.INTERACT:
            continue
        for action, text in said(setup, tables.states, tables.masks[0]).items():
            told = re.search(r": (\d) of (\d)(?: here| types| Districts)?\)$", text)
            if not told:
                continue
            trial = as_compiled(tables.states.copy())[0]
            interactions.interact(as_compiled(setup.record)[0], trial, action)
            letter = next(i for i in range(3) if state.Mission(trial.missions[i]).text in text)
            if "here" in text:
                then = sum(place == trial.at[trial.hero] for place in trial.token_at)
            else:
                then = progress(setup, trial, letter)
            assert then == int(told[1]), text
            compared.add((letter, action))
    assert compared


def test_bonds_tokens_and_the_command_post():
    table = lay_out(missions="IV", first="Fowler", at={"Fowler": "Tower"}, also={"bonds": [2, 0, 0]})
    assert "Fowler takes 2 Bonds in the Tower (has 4 then)" in words(table)
    table = lay_out(missions="IV", first="Fowler", at={"Fowler": "Control Nexus"}, also={"bonds": [4, 0, 0]})
    assert "Fowler puts 4 Bonds down in the Control Nexus (Disclosure of Plans: 4 of 6)" in words(table)
    post = {"post": District.ART, "post_trust": 3}
    table = lay_out(missions="II", first="Fowler", goes={"Fowler": "Art"}, trust={"Fowler": 7}, also=post)
    if table.asked.endswith("next District"):
        table.do("Fowler: Industrial")
    told = "Fowler rolls the Assault die for the Command Post, which adds 0, 2, 2, 3, 3 or 4 Trust (3 of 7 so far)"
    assert told in words(table)


def test_hero_tokens_change_hands():
    where = dict.fromkeys(("Fowler", "Actress"), "Art")
    table = lay_out(missions="II", first="Fowler", at=where, done="AB", in_play="C")
    assert words(table) == [
        "Fowler does without an Interaction",
        "Fowler takes a Hero token from the Actress (Fowler then has 2 of 3)",
        "Fowler gives a Hero token to the Actress (Actress then has 2 of 3)",
    ]


def test_what_the_leader_does_with_hero_tokens():
    lead = {"leader": 0, "held": [3, 0, 0]}
    table = lay_out(
        missions="II",
        first="Fowler",
        at={"Fowler": "Art"},
        trust={"Fowler": 2},
        servants=("Art", "Art", "Tower"),
        done="ABC",
        also=lead,
    )
    assert words(table) == [
        "Fowler is detained (Phantasmer: the Progress marker advances by 3; "
        "Judgementor: all its Trust (2) is gone and its turn over)",
        "Fowler discards a Hero token and evades Phantasmer, Judgementor (2 Hero tokens left)",
    ]
    table.do("Fowler: yes")
    assert "Fowler discards a Hero token: 2 to 5 Trust (1 Hero token left)" in words(table)


def test_the_leader_can_rally():
    table = lay_out(
        missions="II",
        first="Fowler",
        slot=4,
        citizens={"Commerce": "revealed Artist"},
        guards={"Commerce": 2},
        done="ABC",
        also={"leader": 0, "held": [2, 0, 0]},
    )
    table.do("Fowler: done")
    (text,) = [told for told in words(table) if "Riot" in told]
    assert text.endswith(": 1 active against 2 Guards, Hero tokens count as 4")
    table.do("Fowler: start a riot")
    assert words(table) == [
        "Fowler lets the Riot in Commerce fail: the Master Plan advances to IV and 1 active Citizen is arrested",
        "Fowler discards 1 Hero token of 2: the Riot in Commerce succeeds",
    ]
    table.do("Fowler: yes")
    assert table.riots == {"Commerce"} and table.state.held[0] == 1


# City Events and what Missions bring


def test_pledges_say_what_they_are_for():
    table = lay_out(phase="Closing", event="Census", trust={"Fowler": 3, "Actress": 1})
    assert question_text(table.setup, table.state, TEAM) == (
        "Fowler, how much to pledge to prevent the Security Protocol; 0 of 2 Trust so far"
    )
    assert words(table)[:2] == [
        "Fowler pledges nothing (0 of 2 Trust so far)",
        "Fowler pledges 1 of 3 Trust (1 of 2 then)",
    ]
    table.do("Fowler: 1 Trust")
    assert table.setup.describe(table.states, Act.AMOUNT + 1) == "Actress pledges 1 of 1 Trust (2 of 2 then)"


def test_a_breakthrough_says_what_it_brings():
    table = lay_out(
        phase="Closing", event="Establish the Network", at={"Fowler": "Square"}, trust={"Fowler": 4}, week=3
    )
    assert re.search(r"break through \(Discontent.*1\)", question_text(table.setup, table.state, TEAM))


def test_a_breakthrough_that_reveals_at_the_riot_stage_takes_no_rise_s_place():
    census = lay_out(event="Census", slot=18, servants=("Tower",) * 3)
    census.set(phase=Phase.CLOSING, step=ClosingStep.PLAN, ask=Ask.FIND, hero=0, finds=2)
    assert question_text(census.setup, census.state, TEAM) == "Fowler, where to reveal a Citizen"
    risen = lay_out(slot=18, at={"Fowler": "Art"}, trust={"Fowler": 7}, servants=("Tower",) * 3).do("Fowler: incite")
    assert question_text(risen.setup, risen.state, TEAM).endswith("instead of raising Discontent")
    outraged = lay_out(event="Census", slot=18, servants=("Tower",) * 3)
    outraged.set(phase=Phase.CLOSING, step=ClosingStep.DIRECTIVES, ask=Ask.FIND, hero=0, finds=2)
    assert question_text(outraged.setup, outraged.state, TEAM).endswith("instead of raising Discontent"), "by a Mission"


def test_agitating_from_elsewhere_raises_what_the_square_does():
    table = lay_out(
        missions="III",
        done="A",
        at={"Fowler": "Commerce"},
        trust={"Fowler": 7},
        also={"remote": District.SQUARE},
        guards={"Square": 1, "Commerce": 2},
        citizens={"Commerce": "Artist"},
        servants=("Tower",) * 3,
    )
    before = table.slot
    assert "Fowler agitates: Discontent rises by 3 (2 of 7 Trust)" in words(table)
    assert table.do("Fowler: agitate").slot == before + 3


def test_a_free_order_of_turns_tells_where_heroes_go_and_who_is_there():
    table = lay_out(
        event="Establish the Network", goes={"Fowler": "Tower"}, servants=("Tower", "Tower", "Art"), trust={"Fowler": 6}
    )
    told = table.setup.describe(table.states, Act.HERO)
    assert re.fullmatch(
        r"the Fowler goes next \(to the Tower: \d exits?, \d Trust; Phantasmer there; Judgementor there\)", told
    )
    assert "staying in" in table.setup.describe(table.states, Act.HERO + 1)


def test_breaking_and_sending_guards():
    table = lay_out(also={"breaks": 1}, specials={"Art": 1})
    art = Act.DISTRICT + District.ART
    told = table.setup.describe(table.states, art)
    assert told == "Fowler breaks a Guard in Art (3 Guards there, 1 of them special)"
    table.do("Fowler: Art")
    assert words(table) == [
        "Fowler breaks a regular Guard in Art, which can be repaired",
        "Fowler breaks a special Guard in Art, which leaves the city",
    ]
    table = lay_out(missions="III", first="Fowler", at={"Fowler": "Art"}, done="ABC", also={"controls": 1})
    assert "Fowler sends up to 2 Guards away from Art (free; the last Control token)" in words(table)
    table.do("Fowler: send Guards")
    assert words(table) == ["Fowler sends a regular Guard away from Art (2 there)"]
    table.do("Fowler: regular Guard")
    assert "Fowler sends the regular Guard to Velvet (2 Guards there)" in words(table)


def test_a_delivery_tells_its_price_and_how_many_there_are():
    table = lay_out(
        missions="III",
        first="Fowler",
        at={"Fowler": "Tower"},
        trust={"Fowler": 5},
        citizens={"Tower": "revealed Artist, revealed Noble"},
        also={"intel_at": [District.TOWER] * 2 + [-1], "intel_as": [0, 4, -1]},
    )
    table.do("Fowler: done")
    far = int(table.state.far[District.TOWER, District.CITADEL])
    price = f"{far} of 5 Trust"
    way = "from the Tower to the Grand Citadel"
    assert f"Fowler delivers a Citizen with an Intel token {way} (for {far} Trust; 0 of 2 so far)" in words(table)
    table.do("Fowler: deliver a Citizen")
    assert words(table) == [f"Fowler delivers {whom} {way} ({price})" for whom in ("an Artist", "a Noble")]
    assert table.mask()[Act.CLASS + CitizenClass.REVEALED_AS] == 1


def test_the_only_citizen_that_can_be_delivered_is_named():
    table = lay_out(
        missions="III",
        first="Fowler",
        at={"Fowler": "Tower"},
        trust={"Fowler": 5},
        citizens={"Tower": "revealed Artist, revealed Noble"},
        also={"intel_at": [District.TOWER, -1, -1], "intel_as": [4, -1, -1]},
    )
    table.do("Fowler: done")
    price = f"{int(table.state.far[District.TOWER, District.CITADEL])} of 5 Trust"
    said = f"Fowler delivers a Noble from the Tower to the Grand Citadel ({price}; 0 of 2 so far)"
    assert said in words(table)


def test_a_known_hand_is_named():
    for known, told in ((0, "the Directive, not known,"), (1, "Levy")):
        table = lay_out(first="Fowler", at={"Fowler": "Grand Citadel"}, servants=("Art",) * 3, trust={"Fowler": 6})
        table.set(hand=2, deck=509, hand_known=known)
        assert any(f"Fowler removes {told} in the Machine's hand" in text for text in words(table))


def test_who_cannot_pay_is_told_the_die_and_where_a_drone_is():
    table = lay_out(
        missions="IV", first="Fowler", at={"Fowler": "Science"}, goes={"Fowler": "Commerce"}, trust={"Fowler": 1}
    )
    assert table.asked.endswith("next District")
    art = Act.DISTRICT + District.ART
    table.set(drones=1)
    assert table.setup.describe(table.states, art) == (
        "Fowler goes to Art (1 of 2 Trust: loses it, 3 of 6 faces let it escape; a Drone is there)"
    )
    table.set(done=1)
    assert "Drone" not in table.setup.describe(table.states, art)


def test_the_veteran_pays_for_a_kind_of_guard():
    for special in (0, 1):
        table = lay_out(heroes=("Veteran", "Actress", "Artificer"), first="Veteran", trust={"Veteran": 5})
        table.set(ask=Ask.PAY, die=3, die_special=special)
        kind = ("regular", "special")[special]
        assert table.setup.describe(table.states, Act.YES) == f"Veteran pays 3 of 5 Trust and breaks the {kind} Guard"


def test_action_names_differ():
    setup = GAME.setup()
    assert setup.num_actions == len(set(setup.action_names)) == state.NUM_ACTIONS
