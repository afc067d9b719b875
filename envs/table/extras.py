"""What the extras bring, so that whoever lacks one is told which: ``pip install 'cogitable[train]'``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .errors import OptionError

EXTRAS = {
    "train": ("stable_baselines3", "sb3_contrib", "torch", "tensorboard", "yaml"),
    "web": ("starlette", "uvicorn", "websockets", "jinja2", "markupsafe"),
    "chat": ("httpx2",),
    "cluster": ("ray",),
    "data": ("minari", "h5py"),
}
"""Extra to the modules that the library imports from nowhere else; ``pyproject.toml`` names their packages."""


class MissingExtraError(OptionError):
    """Packages are not installed that what was asked for needs; the message says which extra brings them."""

    @classmethod
    def of(cls, what: str, modules: str, extra: str) -> MissingExtraError:
        """Return the error for what cannot be done, without which modules, and the extra that brings them."""
        return cls(f"{what} needs packages that are not installed ({modules}): pip install 'cogitable[{extra}]'")


def missing_extra(error: ModuleNotFoundError, what: str) -> MissingExtraError | None:
    """Return the error for a module that cannot be imported, and what needs it; None if no extra brings it."""
    name = (error.name or "").partition(".")[0]
    extra = next((extra for extra, modules in EXTRAS.items() if name in modules), None)
    return None if extra is None else MissingExtraError.of(what, name, extra)


@contextmanager
def extra_for(what: str) -> Iterator[None]:
    """Have a module of an extra that cannot be imported told as the extra that is missing.

    Args:
        what: What needs it, as the beginning of a sentence.

    Raises:
        MissingExtraError: Something in here imports what is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = missing_extra(error, what)
        if missing is None:
            raise
        raise missing from error
