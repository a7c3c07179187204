"""What can be chosen when a game is set up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Option:
    """An option by its clause; `accept` turns what a person or a record says into its value, or raises ValueError."""

    name: str
    clause: str
    default: Any
    allowed: str
    meaning: str
    accept: Callable[[object], Any]
    values: tuple[str, ...] = ()  # all of them as text, if they are few enough to choose from

    @property
    def default_text(self) -> str:
        """The default as people write it."""
        return as_text(self.default)


def as_text(value: Any) -> str:
    """A value of an option as people write it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def switch(said: object) -> bool:
    yes = {
        "on": True,
        "true": True,
        "yes": True,
        "1": True,
        "off": False,
        "false": False,
        "no": False,
        "0": False,
    }
    if isinstance(said, bool):
        return said
    if str(said).lower() in yes:
        return yes[str(said).lower()]
    raise ValueError(said)


def one_of(*names: str) -> Callable[[object], str]:
    def accept(said: object) -> str:
        if str(said) in names:
            return str(said)
        raise ValueError(said)

    return accept


def whole(lowest: int, highest: int) -> Callable[[object], int]:
    def accept(said: object) -> int:
        if isinstance(said, int | str) and not isinstance(said, bool) and lowest <= int(said) <= highest:
            return int(said)
        raise ValueError(said)

    return accept


def counts(how_many: int, total: int) -> Callable[[object], tuple[int, ...]]:
    """A list of numbers that add up: as a list, or as text with commas."""

    def accept(said: object) -> tuple[int, ...]:
        parts = said.split(",") if isinstance(said, str) else said
        if not isinstance(parts, list | tuple) or any(isinstance(part, bool | float) for part in parts):
            raise ValueError(said)
        numbers = tuple(int(part) for part in parts)
        if len(numbers) != how_many or min(numbers) < 0 or sum(numbers) != total:
            raise ValueError(said)
        return numbers

    return accept
