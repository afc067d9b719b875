"""What a value must be, in the words of this library, whatever pydantic says of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, ValidationError, create_model, field_validator

from cogitable.envs.table.wording import refused, wanted


def problem(model: type[BaseModel], **values: Any) -> Any:
    with pytest.raises(ValidationError) as caught:
        model(**values)
    return caught.value.errors()[0]


@pytest.mark.parametrize(
    ("kind", "limits", "value", "told"),
    [
        (int, {"ge": 1}, 0, "must be at least 1"),
        (int, {"le": 10**6}, 10**7, "must be at most 1,000,000"),
        (float, {"gt": 0}, 0, "must be more than 0"),
        (float, {"lt": 0.5}, 0.5, "must be less than 0.5"),
        (float, {"allow_inf_nan": False}, float("nan"), "must be a finite number"),
        (int, {}, "x", "must be a whole number"),
        (int, {}, 1.5, "must be a whole number"),
        (int, {}, None, "must be a whole number"),
        (float, {}, "x", "must be a number"),
        (bool, {}, "perhaps", "must be true or false"),
        (str, {}, 3, "must be text"),
        (str, {"min_length": 1}, "", "must have at least 1 character"),
        (tuple[int, ...], {}, 3, "must be a list"),
        (list[int], {"min_length": 2}, [1], "must have at least 2 entries, not 1"),
        (list[int], {"max_length": 1}, [1, 2], "must have at most 1 entry, not 2"),
        (tuple[int, ...], {"min_length": 2}, iter([1]), "must have at least 2 entries, not 1"),
        (dict[str, int], {}, 3, "must be a table of keys and values"),
        (Literal["a", "b"], {}, "c", "must be 'a' or 'b'"),
    ],
)
def test_what_a_value_must_be_is_said_plainly(kind, limits, value, told):
    found = problem(create_model("Model", value=(Annotated[kind, Field(**limits)], ...)), value=value)
    assert wanted(found) == told
    assert refused("option 'value'", found) == f"option 'value' is {value!r}: {told}"


def test_what_is_missing_has_no_value():
    assert refused("option 'value'", problem(create_model("Model", value=(int, ...)))) == "option 'value' is missing"


def test_an_error_of_our_own_is_told_as_it_is():
    class Model(BaseModel):
        value: int

        @field_validator("value")
        @classmethod
        def _refuse(cls, value: int) -> int:
            raise ValueError("the value should be another one")

    assert wanted(problem(Model, value=1)) == "the value should be another one"
