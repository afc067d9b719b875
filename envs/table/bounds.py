"""Within what numbers an option may lie, as its field says."""

from __future__ import annotations

from pydantic.fields import FieldInfo


def bounds(field: FieldInfo) -> tuple[int | None, int | None]:
    """Return the least and the greatest number that a field allows; None where there is no limit."""
    least = [limit.ge for limit in field.metadata if hasattr(limit, "ge")]
    most = [limit.le for limit in field.metadata if hasattr(limit, "le")]
    return (least or [None])[0], (most or [None])[0]
