"""What agreeing and declining mean, by question."""

from __future__ import annotations

from .state import (
    ASK_ACTION,
    ASK_AMNESTY,
    ASK_BREAD,
    ASK_CARPET,
    ASK_EXPOSE,
    ASK_FAVOUR,
    ASK_FIND,
    ASK_IDENTIFY,
    ASK_JOIN,
    ASK_JUDGE,
    ASK_MACHINE,
    ASK_MOVE_MORE,
    ASK_PAY,
    ASK_PLAN,
    ASK_PROVOKE,
    ASK_RIOT_ARREST,
    ASK_SHOW,
    ASK_TRADE,
)

YES = {
    ASK_BREAD: "discards 2 Bonds to lower Discontent",
    ASK_PAY: "pays what the die shows",
    ASK_IDENTIFY: "identifies another Citizen",
    ASK_PROVOKE: "discards 3 Bonds to advance the Master Plan",
    ASK_JOIN: "identifies a Citizen",
    ASK_AMNESTY: "returns two Citizens to advance the Master Plan",
    ASK_PLAN: "pays for the Master Plan",
}
NO = {
    ASK_MACHINE: "ends its phase",
    ASK_ACTION: "ends the turn",
    ASK_CARPET: "moves no District",
    ASK_BREAD: "leaves Discontent as it is",
    ASK_PAY: "does not pay what the die shows",
    ASK_IDENTIFY: "identifies no more",
    ASK_MOVE_MORE: "moves no more Citizens",
    ASK_RIOT_ARREST: "arrests nobody else",
    ASK_PROVOKE: "does not provoke",
    ASK_FIND: "identifies nobody",
    ASK_FAVOUR: "2 Trust",
    ASK_JOIN: "identifies nobody",
    ASK_JUDGE: "takes no card back",
    ASK_EXPOSE: "reveals nobody",
    ASK_AMNESTY: "returns nobody",
    ASK_SHOW: "shows nobody",
    ASK_TRADE: "keeps its Directives",
    ASK_PLAN: "keeps its Bonds",
}
