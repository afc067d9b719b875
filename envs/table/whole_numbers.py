"""Models of options that take no truth value for a number: ``True`` is 1 to Python and pydantic, but not to people."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import BaseModel, ValidationInfo, field_validator
from pydantic_core import PydanticKnownError


class NumberModel(BaseModel):
    """A model whose numbers are numbers."""

    @field_validator("*", mode="before")
    @classmethod
    def _is_no_truth_value(cls, value: Any, info: ValidationInfo) -> Any:
        if isinstance(value, bool) and info.field_name is not None:
            kinds = _kinds(cls.model_fields[info.field_name].annotation)
            if bool not in kinds and kinds & {int, float}:
                raise PydanticKnownError("int_type" if int in kinds else "float_type")
        return value


def _kinds(annotation: Any) -> set[Any]:
    """Return the types that a field may be of: one, or those of a union."""
    return {annotation, *get_args(annotation)}
