"""What the server answers to requests and messages that it does not carry out."""

from __future__ import annotations


class Refused(Exception):
    """A request or a message that changes nothing.

    Attributes:
        name: Which rule it broke, in snake case: what a program looks at.
        text: Why, for people.
        status: Of the HTTP answer.
    """

    def __init__(self, name: str, text: str, status: int = 400) -> None:
        """Refuse."""
        super().__init__(text)
        self.name, self.text, self.status = name, text, status


def unknown(what: str) -> Refused:
    """Return the refusal of what is not there; it says the same whether something else would be there or not."""
    return Refused("not_found", f"There is no such {what}.", 404)
