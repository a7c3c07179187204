"""What commands have in common: where they print, what they are told, how they end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import beute

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

BAD_RECORD = 1
BAD_CALL = 2
Game = Annotated[str, typer.Argument(metavar="GAME", help="sneaky, schattendieb or raeuber")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help="An option of the game.")]


def options_said(said: list[str] | None) -> dict[str, str]:
    pairs = [text.partition("=") for text in said or []]
    for name, equals, _ in pairs:
        if not equals:
            raise beute.BeuteError(f"--option is NAME=VALUE, not {name!r}", "wrong_option")
    return {name: value for name, _, value in pairs}


@contextmanager
def progress(what: str, total: int) -> Iterator[Any]:
    """A bar on the terminal, gone when it is done."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)
