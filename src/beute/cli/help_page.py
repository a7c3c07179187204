"""How `--help` shows a command: what a person has to write, and no types of Python."""

from __future__ import annotations

from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup


def _tidy(parameters: list[Any]) -> list[Any]:
    """A switch takes no value, and the name of an argument says what it is; Typer would add <bool> and <str>."""
    for parameter in parameters:
        if isinstance(parameter, TyperArgument):
            parameter.display_type_rich = lambda ctx: None  # type: ignore[method-assign]
        elif parameter.is_flag:
            parameter.metavar = ""
    return parameters


class Command(TyperCommand):
    """A command with such a page."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _tidy(super().get_params(ctx))


class Group(TyperGroup):
    """The commands, with such a page."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _tidy(super().get_params(ctx))
