"""City Events: all seventeen by what is printed on them, and every condition, gain and support, met and not met."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from great_machine_coop.positions import EVENTS, TEAM, Table, lay_out, own_event

from cogitable.envs.city.rules.state import Directive, District
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.rules import opening, state
from cogitable.envs.table.named import texts

FILE = tomllib.loads((GAME.home / "cards.toml").read_text())
FAR = ("Science", "Velvet", "Art")
AWAY = ("Tower",) * 3


def where(*places: str) -> dict[str, str]:
    return dict(zip(TEAM, places, strict=True))


def ended(**changes: Any) -> Table:
    """Return the Closing Phase of a round; the next round has no City Event."""
    also = {"skip": 1, **changes.pop("also", {})}
    return lay_out(phase="Closing", also=also, **{"servants": AWAY, "difficulty": "hard", **changes})


# What is printed


@pytest.mark.parametrize("number", range(17))
def test_the_setup_record_says_what_the_file_says(number):
    record, event = GAME.setup().record[0], FILE["event"][number]
    prevent = event["prevent"]
    places = {District(i).text for i in range(9) if int(record["prevent_at"][number]) >> i & 1}
    assert places == set(prevent.get("districts", ())) and record["prevent_for"][number] == prevent.get("trust", 0)
    for field, names in (
        ("need", texts(state.Condition)),
        ("gain", texts(state.Gain)),
        ("stops", texts(state.Condition)),
    ):
        what, amount = record[field][number].tolist()
        assert {"what": names[what], "number": amount} == {"number": 0, **event[field]}
    assert state.Support(record["support"][number]).text == event.get("support", "nothing")


def test_there_are_sixteen_and_the_countdown():
    assert len(EVENTS) == len(set(EVENTS)) == 17 and EVENTS[-1] == "The Countdown"


PLACED = [event for event in FILE["event"] if "districts" in event["prevent"]]


@pytest.mark.parametrize(
    ("event", "place"), [(event["name"], place) for event in PLACED for place in event["prevent"]["districts"]]
)
def test_one_hero_in_one_of_the_districts_prevents_the_protocol(event, place):
    others = [name for name in FAR if name not in next(e for e in PLACED if e["name"] == event)["prevent"]["districts"]]
    assert ended(event=event, at=where(others[0], place, others[0])).specials() == 0
    assert ended(event=event, at=where(*[others[0]] * 3)).specials() == 1


PAID = [(event["name"], event["prevent"]["trust"]) for event in FILE["event"] if "trust" in event["prevent"]]


@pytest.mark.parametrize(("event", "price"), PAID)
def test_trust_of_all_together_prevents_the_protocol(event, price):
    there = {"event": event, "at": where("Art", "Art", "Art"), "citizens": {"Art": ""}}
    table = ended(**there, trust={"Fowler": price - 1, "Actress": 1})
    assert table.asked == "Fowler: Trust to pledge"
    assert table.copy().pledge(price - 1, 1).specials() == 0
    refused = table.copy().pledge(0)
    while refused.asked.endswith("Trust to pledge"):
        refused.pledge(0)
    assert refused.specials() == 1
    assert ended(**there, trust={"Actress": price - 1}).specials() == 1


def test_the_countdown_has_no_protocol_and_always_advances_the_plan():
    for place in texts(District):
        table = ended(event="The Countdown", at=where(place, place, place), trust=dict.fromkeys(TEAM, 6))
        assert (table.week, table.plan, table.specials(), table.slot) == (2, 4, 0, 2)


# The deck


def test_twelve_of_sixteen_come_and_then_the_countdown_for_good():
    table, seen = Table(TEAM), []
    for _ in range(16):
        seen.append(table.event)
        opening.begin_round(table.record, table.state)
    assert len(set(seen[:12])) == 12 and "The Countdown" not in seen[:12]
    assert set(seen[12:]) == {"The Countdown"}


def test_any_sixteen_may_be_first():
    assert {Table(TEAM, seed=seed).event for seed in range(120)} == set(EVENTS[:-1])


# Conditions

MET: dict[tuple[str, int], list[dict[str, Any]]] = {
    ("connected", 0): [{"at": where("Square", "Art", "Industrial")}],
    ("unwatched", 0): [{"at": where("Square", "Art", "Industrial")}],
    ("free", 0): [{}],
    ("rose", 0): [{"also": {"slot_before": 1}}],
    ("broken", 2): [{"also": {"smashed": 2}}, {"also": {"smashed": 3}}],
    ("special", 0): [{"also": {"special": 1}}],
    ("revealed", 2): [{"also": {"uncovered": 2}}, {"also": {"uncovered": 5}}],
    ("apart", 3): [{"at": where("Art", "Velvet", "Square")}],
    ("apart", 2): [{"at": where("Art", "Velvet", "Art")}],
    ("minor", 2): [{"at": where("Art", "Art", "Tower")}, {"at": where("Art", "Velvet", "Science")}],
    ("major", 1): [{"at": where("Art", "Art", "Square")}, {"at": where("Tower", "Tower", "Tower")}]
    + [{"at": where("Art", "Art", name)} for name in ("Grand Citadel", "Control Nexus")],
    ("directives", 1): [{}, {"published": ("Levy",)}],
    ("specials", 3): [{}, {"specials": {"Art": 2, "Square": 1}}],
    ("no arrests", 0): [{}],
    ("crowd", 2): [
        {"at": where("Velvet", "Art", "Art"), "citizens": {"Velvet": "revealed Artist, revealed Artist"}, "slot": 3}
    ],
}
NOT_MET: dict[tuple[str, int], list[dict[str, Any]]] = {
    ("connected", 0): [{"at": where("Square", "Art", "Velvet")}],
    ("unwatched", 0): [
        {"at": where("Square", "Art", "Tower")},
        {"at": where("Square", "Art", "Tower"), "also": {"idle": [1, 1, 1]}},
    ],
    ("free", 0): [{"also": {"detained": [0, 0, 1]}}],
    ("rose", 0): [{}, {"also": {"slot_before": 3}}],
    ("broken", 2): [{"also": {"smashed": 1}}],
    ("special", 0): [{}],
    ("revealed", 2): [{"also": {"uncovered": 1}}],
    ("apart", 3): [{"at": where("Art", "Velvet", "Art")}],
    ("apart", 2): [{"at": where("Art", "Art", "Art")}],
    ("minor", 2): [{"at": where("Art", "Square", "Tower")}, {"at": where("Art", "Grand Citadel", "Control Nexus")}],
    ("major", 1): [{"at": where("Art", "Art", "Science")}],
    ("directives", 1): [{"published": ("Levy", "Shadow")}],
    ("specials", 3): [{"specials": {"Art": 2, "Square": 2}}],
    ("no arrests", 0): [{"also": {"arrests": 1}}],
    ("crowd", 2): [
        {"at": where("Velvet", "Art", "Art"), "citizens": {"Velvet": "revealed Artist, revealed Noble"}, "slot": 3},
        {"at": where("Art", "Art", "Art"), "citizens": {"Velvet": "revealed Artist, revealed Artist"}, "slot": 3},
    ],
    ("never", 0): [{}],
}


def cases(table: dict[tuple[str, int], list[dict[str, Any]]]) -> list[tuple[tuple[str, int], dict[str, Any]]]:
    return [(what, changes) for what, layouts in table.items() for changes in layouts]


def test_every_condition_is_tried():
    assert {what for what, _ in MET} | {"nothing", "trust", "never"} == set(texts(state.Condition))
    assert {what for what, _ in NOT_MET} | {"nothing", "trust"} == set(texts(state.Condition))


@pytest.mark.parametrize(("what", "changes"), cases(MET))
def test_a_condition_that_holds_stops_the_plan(what, changes):
    assert ended(own=own_event(texts(District), stops=what), **changes).plan == 3


@pytest.mark.parametrize(("what", "changes"), cases(NOT_MET))
def test_a_condition_that_does_not_hold_does_not(what, changes):
    assert ended(own=own_event(texts(District), stops=what), **changes).plan == 4


@pytest.mark.parametrize(("what", "changes"), cases(MET))
def test_a_condition_that_holds_brings_the_breakthrough(what, changes):
    table = ended(own=own_event(texts(District), need=what, gain=("discontent", 1), stops="never"), **changes)
    assert table.slot == changes.get("slot", 2) + 1
    executed = ended(own=own_event((), need=what, gain=("discontent", 1), stops="never"), **changes)
    assert executed.slot == changes.get("slot", 2), "only if the Protocol was prevented"


@pytest.mark.parametrize(("what", "changes"), cases(NOT_MET))
def test_a_condition_that_does_not_hold_brings_none(what, changes):
    table = ended(own=own_event(texts(District), need=what, gain=("discontent", 1), stops="never"), **changes)
    assert table.slot == changes.get("slot", 2)


@pytest.mark.parametrize(("amounts", "stops"), [((2,), True), ((1, 1), True), ((1, 0), False), ((0, 0), False)])
def test_trust_stops_the_plan(amounts, stops):
    table = ended(own=own_event(texts(District), stops=("trust", 2)), trust={"Fowler": 2, "Artificer": 1})
    table.pledge(*amounts)
    assert (table.week, table.plan) == (2, 3 if stops else 4)
    assert table.trust("Fowler") == 2 - (amounts[0] if stops else 0) + 4


def test_trust_may_be_asked_for_three_times():
    table = ended(own=own_event(1, ("trust", 2), ("discontent", 1), ("trust", 3)), trust={"Fowler": 6})
    assert table.pledge(1).trust("Fowler") == 5
    assert table.pledge(2).slot == 3 and table.trust("Fowler") == 3
    assert table.pledge(3).plan == 3 and table.week == 2
    assert table.trust("Fowler") == 0 + 4


def test_what_has_happened_in_a_round_is_forgotten_in_the_next():
    counters = {"smashed": 2, "uncovered": 2, "special": 1, "arrests": 1, "used": 7, "prevented": 1}
    more = {"detained": [1, 1, 1], "began": [6, 6, 6], "slot_before": 0}
    table = ended(also=counters | more)
    assert [getattr(table.state, name) for name in counters] == [0] * len(counters)
    assert not any(table.detained(hero) for hero in TEAM)
    assert table.state.slot_before == table.slot == 2
    assert table.state.began.tolist() == table.state.at.tolist() != [6, 6, 6]


def test_special_actions_are_noted():
    table = lay_out(at={"Fowler": "Control Nexus"}, servants=AWAY).do("Fowler: give Trust")
    assert table.state.special == 1
    assert lay_out(servants=AWAY).do("Fowler: done").state.special == 0


# Gains


def gain(what: tuple[str, int], **changes: Any) -> Table:
    return ended(own=own_event(texts(District), need="free", gain=what), **changes)


def test_discontent_rises():
    assert gain(("discontent", 2)).slot == 4


def test_trust_for_all_as_far_as_they_can_hold_it():
    table = gain(("trust", 2), trust={"Fowler": 1, "Actress": 7}, citizens={"Art": "", "Commerce": "", "Science": ""})
    assert [table.trust(hero) for hero in TEAM] == [3, 8, 2]


def test_guards_break_where_the_heroes_choose_and_of_which_kind():
    table = gain(("break", 2), specials={"Art": 1}, guards={"Velvet": 0})
    assert table.asked == "Fowler: District to break a Guard in" and not table.may("Velvet") and not table.may("done")
    table.do("Fowler: Art")
    assert table.legal() == ["regular Guard", "special Guard"]
    special = table.copy().do("Fowler: special Guard")
    assert (special.guards("Art"), special.specials(), special.broken("Art")) == (2, 0, 0)
    table.do("Fowler: regular Guard")
    assert (table.guards("Art"), table.specials(), table.broken("Art")) == (2, 1, 1)
    assert table.do("Fowler: Square").broken("Square") == 1 and table.week == 2
    only_special = gain(("break", 1), specials={"Velvet": 1}, guards={"Velvet": 0}).do("Fowler: Velvet")
    assert (only_special.specials(), only_special.broken("Velvet")) == (0, 0), "the kind is asked where there are both"


def test_citizens_are_revealed_where_the_heroes_choose():
    table = gain(("reveal", 2), citizens={"Velvet": "Noble", "Art": "revealed Artist"})
    assert table.asked == "Fowler: District to identify in"
    assert table.may("Velvet") and not table.may("Art") and not table.may("done"), "it cannot be refused"
    table.do("Fowler: Velvet")
    assert table.known("Velvet", "revealed") == ["Noble"] and not table.may("Velvet")
    assert table.state.uncovered == 1
    assert table.do("Fowler: Square").week == 2


def test_a_forfeited_card_comes_back():
    table = gain(("card", 1), lost={"Fowler": ("Tower", "Art"), "Actress": ("Square",), "Artificer": ("Velvet",)})
    table.do("Fowler: Fowler")
    assert table.asked == "Fowler: Access card to take back" and table.legal() == ["Art", "Tower"]
    assert table.do("Fowler: Art").lost("Fowler") == {"Tower"}
    nobody = gain(("card", 1), lost=dict.fromkeys(TEAM, ()))
    assert nobody.week == 2


def test_a_directive_is_cancelled():
    table = gain(("cancel", 1), published=("Levy", "Shadow"))
    assert table.asked == "Fowler: Directive to cancel" and table.legal() == ["Levy", "Shadow"]
    table.do("Fowler: Shadow")
    assert table.order == ["Levy"] and "Shadow" not in table.deck | set(table.bottom)
    assert table.deck == set(texts(Directive)) - {"Levy", "Shadow"}
    assert gain(("cancel", 1)).week == 2


def test_an_arrested_citizen_comes_back_revealed():
    table = gain(("release", 1))
    assert table.asked == "Fowler: District for a returned Citizen"
    table.do("Fowler: Velvet")
    assert len(table.known("Velvet", "revealed")) == 1 and len(table.citizens("arrested")) == 2


# Supports


def supported(support: str, **changes: Any) -> Table:
    return lay_out(own=own_event(support=support), **{"servants": AWAY, **changes})


def test_attacks_cost_one_less():
    plain = supported("nothing", trust={"Fowler": 4}, specials={"Commerce": 1})
    cheap = supported("cheap attacks", trust={"Fowler": 4}, specials={"Commerce": 1})
    assert plain.may("attack with 4") and not plain.may("attack with 1")
    assert cheap.may("attack with 1") and not cheap.may("attack with 4")
    broken = cheap.copy().roll(4).do("Fowler: attack with 3")
    assert broken.broken("Commerce") == 1
    assert [words for words in cheap.legal() if "special" in words] == [
        f"attack a special Guard with {trust}" for trust in (1, 2)
    ], "the price is at least 1"
    assert not any(words.startswith("play") for words in cheap.legal()), "no price beside the others"
    assert cheap.copy().roll(4).do("Fowler: attack a special Guard with 2").specials() == 0


def test_the_first_exit_costs_one_less():
    def left(support: str, *guards: int) -> int:
        beside = {"Commerce": guards[0], "Industrial": guards[1]}
        to = {"at": {"Fowler": "Commerce"}, "goes": {"Fowler": "Square"}, "trust": {"Fowler": 7}}
        table = supported(support, guards=beside, **to)
        if table.asked == "Fowler: next District":
            table.do("Fowler: Industrial")
        return table.trust("Fowler")

    assert left("nothing", 2, 2) == 3
    assert left("cheap exits", 2, 2) == 4, "the first exit only"
    assert left("cheap exits", 0, 2) == 5, "never less than nothing"


def test_gain_trust_gives_one_more():
    table = supported("more trust", first="Actress", trust={"Actress": 3}).do("Actress: gain Trust")
    assert table.trust("Actress") == 5
    plain = supported("nothing", first="Actress", trust={"Actress": 3}).do("Actress: gain Trust")
    assert plain.trust("Actress") == 4


def test_every_hero_has_one_trust_more():
    at = where("Velvet", "Art", "Science")
    nobody = {"Velvet": "", "Art": "Noble", "Science": ""}
    own = own_event(support="trust")
    table = lay_out(phase="Opening", own=own, at=at, citizens=nobody, trust={"Actress": 7}, servants=AWAY)
    assert [table.trust(hero) for hero in TEAM] == [1, 8, 1]
    assert table.asked == "Fowler: Access card"


def test_without_a_city_event_nothing_is_checked_and_nobody_helps():
    table = ended(at=where("Art", "Velvet", "Science"))
    assert (table.plan, table.specials(), table.week) == (3, 0, 2)
    assert (table.event, table.state.support) == ("", 0)
