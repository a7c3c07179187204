"""What values of plain data must be, said once for records, matches and logs of tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from beute.play.errors import BrokenRecord


@dataclass(frozen=True)
class Form:
    """What a value must be, in words, and whether one is."""

    wanted: str
    fits: Callable[[object], bool]


TEXT = Form("a text", lambda value: isinstance(value, str))
NUMBER = Form("a number", lambda value: type(value) is int)
OBJECT = Form("an object", lambda value: isinstance(value, Mapping))


def list_of(form: Form, wanted: str) -> Form:
    """A list in which every value has that form."""
    return Form(wanted, lambda value: isinstance(value, list | tuple) and all(map(form.fits, value)))


def or_null(form: Form, wanted: str | None = None) -> Form:
    return Form(wanted or f"{form.wanted} or null", lambda value: value is None or form.fits(value))


TEXTS = list_of(TEXT, "a list of texts")
NUMBERS = list_of(NUMBER, "a list of numbers")


def check_forms(data: Mapping[str, object], forms: Mapping[str, Form], optional: Collection[str] = ()) -> None:
    """BrokenRecord for the first value that is missing or is not what it must be."""
    for key, form in forms.items():
        if key in data:
            if not form.fits(data[key]):
                raise BrokenRecord(f'"{key}" must be {form.wanted}, not {data[key]!r:.60}', "wrong_form", key=key)
        elif key not in optional:
            raise BrokenRecord(f'"{key}" is missing: it must be {form.wanted}', "missing_key", key=key)
