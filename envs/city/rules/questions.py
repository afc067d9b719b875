"""Questions that are the same in both games: what may be answered, and what an answer does."""

from __future__ import annotations

from ...table.questions import Question
from .cast import allow_heroes, choose_hero
from .hero_actions import allow_more_citizens, allow_owners, allow_trusted, choose_citizen, choose_owner, give_trust
from .hero_moves import allow_ways, choose_way
from .opening import allow_shares, share
from .pledges import allow_pledges, pledge
from .repositioning import allow_tiles, choose_tile
from .state import Ask

SHARED = (
    Question(Ask.HERO, allow_heroes, choose_hero),
    Question(Ask.TILE, allow_tiles, choose_tile),
    Question(Ask.SHARE, allow_shares, share),
    Question(Ask.ROUTE, allow_ways, choose_way),
    Question(Ask.MOVE_MORE, allow_more_citizens, choose_citizen),
    Question(Ask.OWNER, allow_owners, choose_owner),
    Question(Ask.GIVE, allow_trusted, give_trust),
    Question(Ask.PLEDGE, allow_pledges, pledge),
)
