"""Prints pip constraints for the lowest versions that pyproject.toml promises: ``make test-lowest`` installs them."""

import re
import tomllib
from pathlib import Path


def lowest(project: dict) -> list[str]:
    """Return ``name==version`` for every requirement of the library and of the extra for training.

    Not for torch: the lowest version of it for every machine takes several gigabytes.
    """
    wanted = [*project["dependencies"], *project["optional-dependencies"]["train"]]
    return [
        re.sub(r"^([\w.-]+)(\[.*\])?>=([\w.]+).*$", r"\1==\3", requirement)
        for requirement in wanted
        if not requirement.startswith("torch")
    ]


if __name__ == "__main__":
    text = (Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    print("\n".join(lowest(tomllib.loads(text)["project"])))
