"""What commands have in common: where they print, what they are told, how they end."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

import beute
from beute.texts import LANGUAGES, language_of_system

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

BAD_RECORD = 1
BAD_CALL = 2
INTERRUPTED = 130
Game = Annotated[str, typer.Argument(metavar="GAME", help="sneaky, schattendieb or raeuber")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help="An option of the game.")]


Language = Annotated[str | None, typer.Option("--lang", metavar="|".join(LANGUAGES), help="By default the system's.")]


def language_said(said: str | None) -> str:
    if said is not None and said not in LANGUAGES:
        raise beute.BeuteError(f"no language {said!r}; there are {', '.join(LANGUAGES)}", "unknown_language")
    return said or language_of_system()


def options_said(said: list[str] | None) -> dict[str, str]:
    pairs = [text.partition("=") for text in said or []]
    for name, equals, _ in pairs:
        if not equals:
            raise beute.BeuteError(f"--option is NAME=VALUE, not {name!r}", "wrong_option")
    return {name: value for name, _, value in pairs}


def bots_said(said: str) -> list[str]:
    """Bots with commas between. They may be in a file of the folder in which the command is called."""
    sys.path.append(os.getcwd())
    return [name.strip() for name in said.split(",") if name.strip()]


class _Rate(ProgressColumn):
    """How many were done in a second."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:,.1f}/s", style="progress.data.speed")


@contextmanager
def progress(what: str, total: int) -> Iterator[Any]:
    """A bar on the terminal, gone when it is done."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn()
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def records_in(file: Path) -> list[tuple[int, str]]:
    """The lines of a file that hold records, numbered from 1."""
    from beute.play.record import read_lines

    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except OSError as error:
        raise beute.BeuteError(f"cannot read {file}: {error.strerror}", "cannot_read") from None
    except UnicodeDecodeError:
        raise beute.BeuteError(f"cannot read {file}: it is not UTF-8 text", "cannot_read") from None
    return list(read_lines(text.splitlines()))
