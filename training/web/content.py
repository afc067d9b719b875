"""What a browser is sent of a table: never more than its seat may know.

Everything here is made from a seat's picture, its text view, its log and its legal actions, and from what everybody may
know of a table: who sits where. The number of decisions and whose turn it is are not among it, since a game may hide
that somebody was asked at all; a seat knows how often it has decided itself.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...envs.table import spots
from ...envs.table.attributes import attributed
from ...envs.table.game import TRUNCATED
from ...envs.table.views import PUBLIC, RATIOS, inferring
from ..measure.match import wins
from .levels import level_name
from .refusals import Refused
from .table import Table, Viewer

_NO_PUBLIC_VIEW = (
    "While persons play, this game has nothing to show to those who look on but what everybody has been told; "
    "all of it can be seen once the game is over."
)


class Content(NamedTuple):
    """What one viewer sees at one moment.

    Attributes:
        message: All but the picture and the log.
        lines: The log.
        picture: The picture as the content of a file; empty for none.
    """

    message: dict[str, Any]
    lines: list[str]
    picture: bytes


def content(table: Table, viewer: Viewer, present: frozenset[int] = frozenset(), ratio: int = 1) -> Content:
    """Return what a viewer sees.

    Args:
        table: The table.
        viewer: Whose eyes it is for.
        present: Seats of persons whose browser is there.
        ratio: How many pixels the viewer's screen has in place of one, each way; one of
            :data:`...envs.table.views.RATIOS`.
    """
    public = table.looks_on(viewer)
    shown = PUBLIC if public else viewer.seat
    setup, states = table.setup, table.states
    hidden = public and not setup.game.public_views
    told = viewer.seat is None or not table.running or table.record.chairs[viewer.seat].infers
    with inferring(told) as asked:
        drawn = None if hidden else spots.draw(setup, states, shown, ratio=ratio)
        text = _NO_PUBLIC_VIEW if hidden else setup.text(states, shown)
    may = _may(table, viewer) + ["infer"] * (asked.wanted and viewer.seat is not None and table.running)
    picture = b"" if drawn is None else encoded(drawn)
    message: dict[str, Any] = {
        "tell": "table",
        "you": viewer.seat,
        "owner": viewer.owner,
        "seats": [_seat(table, seat, viewer, seat in present) for seat in range(setup.num_seats)],
        "running": table.running,
        "text": text,
        "infers": told and "infer" in may,
        "result": _result(table),
        "picture": None if drawn is None else _described(picture, drawn),
        "may": may,
        "pace": table.record.pace if "pace" in may else None,
        "seed_chosen": table.record.seed_chosen,
        **_question(table, viewer, drawn),
    }
    return Content(message, table.lines(shown), picture)


def _question(table: Table, viewer: Viewer, drawn: spots.Drawn | None) -> dict[str, Any]:
    """Return what the viewer is asked, if it is its turn."""
    seat = viewer.seat
    decision = 0 if seat is None else table.decided(seat)
    if seat is None or table.mover != seat or table.record.chairs[seat].level:
        return {"yours": False, "decision": decision, "asks": "", "actions": [], "spots": []}
    setup, states = table.setup, table.states
    asks = setup.game.asks
    return {
        "yours": True,
        "decision": decision,
        "asks": asks(setup, attributed(states)[0], seat) if asks else "choose an action",
        "actions": [[action, setup.describe(states, action, seat=seat)] for action in table.legal()],
        "spots": [] if drawn is None else [[*spot.box, *spot.actions] for spot in drawn.spots],
    }


def _seat(table: Table, seat: int, viewer: Viewer, present: bool) -> dict[str, Any]:
    chair = table.record.chairs[seat]
    own = seat == viewer.seat
    told = {
        "name": table.name(seat),
        "person": chair.kind == "person",
        "present": present or chair.kind == "agent",
        "stands_in": level_name(chair.level) if chair.kind == "person" and chair.level else "",
        "hints": chair.hints if own or not table.running else 0,  # given for a decision, so they would tell whose it is
        "undone": chair.undone,
        "inferred": chair.inferred,
    }
    return {**told, "invite": chair.invite} if viewer.owner else told


def _may(table: Table, viewer: Viewer) -> list[str]:
    """Return what else a viewer may do."""
    may = []
    if viewer.seat is not None and table.running:
        may += ["hint"]
        may += ["undo"] if table.alone(viewer) and table.decided(viewer.seat) else []
        may += ["return"] if table.record.chairs[viewer.seat].level else []
    if viewer.owner and table.running:
        may += ["hand_over"]
    if viewer.owner and all(chair.by_agent for chair in table.record.chairs):
        may += ["pace"]
    return may + ([] if table.running else ["replay"])


def _result(table: Table) -> dict[str, Any] | None:
    if table.running:
        return None
    setup, states = table.setup, table.states
    returns = states["paid"][0, : setup.num_seats]
    won = wins(returns[None], setup.rewards == "cooperative")[0]
    words = {1.0: "won", 0.5: "drew", 0.0: "lost"}
    return {
        "cut_off": bool(states["over"][0] == TRUNCATED),
        "seats": [[words[float(share)], round(float(paid), 3)] for share, paid in zip(won, returns, strict=True)],
    }


PICTURE_TYPE = "image/jpeg"
"""Of all formats that browsers know this one is made by far the fastest (``benchmarks/web.py``)."""


_QUALITY = {1: 90, 2: 80}
"""By pixel ratio: what is lost where pixels are small is seen less."""


def ratio_asked(query: Mapping[str, str]) -> int:
    """Return how sharp a browser wants its pictures. Raises Refused for what is no pixel ratio."""
    given = query.get("ratio", "1")
    if given not in map(str, RATIOS):
        raise Refused("malformed", f"ratio is one of {', '.join(map(str, RATIOS))}.", 422)
    return int(given)


def encoded(drawn: spots.Drawn) -> bytes:
    """Return a picture as the content of a file that browsers show."""
    from PIL import Image

    buffer = io.BytesIO()
    # Colours at full resolution: small letters on coloured ground would be blurred otherwise.
    Image.fromarray(drawn.pixels).save(buffer, "JPEG", quality=_QUALITY[drawn.ratio], subsampling=0)
    return buffer.getvalue()


def _described(picture: bytes, drawn: spots.Drawn) -> dict[str, Any]:
    digest = hashlib.blake2b(picture, digest_size=8).hexdigest()
    return {"id": digest, "width": drawn.size[0], "height": drawn.size[1]}
