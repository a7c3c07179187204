"""Bots that other people wrote: `module:attribute`, or the entry point of an installed package."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast

from beute.bots import Bot, Budget
from beute.games.dice import Rng
from beute.games.layout import State
from beute.play.errors import BeuteError, did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "beute.bots"
FORMS: Final = "a class or an object with `choose`, or a function of (known, seat, rng)"


class Policy:
    """A function of the concealed state, the seat and the generator, as a bot."""

    def __init__(self, policy: Callable[[State, int, Rng], int]) -> None:
        self.policy = policy

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        return self.policy(known, seat, rng)


class Function:
    """A function of all that a bot is given, as a bot."""

    def __init__(self, choose: Callable[[State, Sequence[str], int, Rng, Budget], int]) -> None:
        self.choose = choose


def installed() -> dict[str, EntryPoint]:
    """The bots that installed packages offer, by name."""
    from importlib.metadata import entry_points  # takes a tenth of the start of a table, and is needed seldom

    return {point.name: point for point in sorted(entry_points(group=GROUP))}


def imported(name: str) -> Bot:
    """The bot `module:attribute`."""
    module_name, _, attribute = name.partition(":")
    try:
        thing: Any = import_module(module_name)
    except Exception as error:
        raise _unusable(name, f"importing {module_name!r:.60} failed: {_said(error)}") from error
    for part in attribute.split("."):
        if not hasattr(thing, part):
            hint = did_you_mean(part, [other for other in vars(thing) if not other.startswith("_")])
            raise _unusable(name, f"{module_name:.60} has no {attribute!r:.60}{hint}")
        thing = getattr(thing, part)
    return made(thing, name)


def loaded(point: EntryPoint) -> Bot:
    """The bot of an entry point."""
    name = f"{point.name} ({point.value})"
    try:
        thing = point.load()
    except Exception as error:
        raise _unusable(name, f"loading it failed: {_said(error)}") from error
    return made(thing, name)


def made(thing: Any, name: str) -> Bot:
    """A bot from an object or module with `choose`, a class of such objects, or a function."""
    if inspect.isclass(thing) and hasattr(thing, "choose"):
        try:
            thing = thing()
        except Exception as error:
            raise _unusable(name, f"creating an object failed: {_said(error)}") from error
    if callable(getattr(thing, "choose", None)):
        return cast(Bot, thing)
    if not inspect.isclass(thing) and callable(thing):
        inputs = _inputs(thing)
        if inputs == 3:
            return Policy(thing)
        if inputs == 5:
            return Function(thing)
        raise _unusable(name, f"it has {inputs} inputs; a bot is {FORMS}")
    raise _unusable(name, f"it is {thing!r:.60}; a bot is {FORMS}")


def _inputs(function: Callable[..., Any]) -> int:
    return len(inspect.signature(getattr(function, "py_func", function)).parameters)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error!s:.200}"


def _unusable(name: str, why: str) -> BeuteError:
    return BeuteError(f"no bot {name!r:.60}: {why}", "unusable_bot", bot=name)
