"""Cogitable: tabletop games as reinforcement-learning environments, and agents that play them."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .training.web.standalone import show

__all__ = ["__version__", "show"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Load what needs more than the games when it is first asked for."""
    if name != "show":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .training.web.standalone import show

    return show
