"""What commands have in common: output, options, exit codes."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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

# Literally: what is printed has names of files and words of people in it, where [b] and :100: mean themselves.
out = Console(highlight=False, markup=False, emoji=False)
err = Console(stderr=True, highlight=False, markup=False, emoji=False)

LARGEST = 1 << 30  # bytes of a file of records
SAVED_TABLE = b'{"entry":'  # how a file with a table begins

BAD_RECORD = 1
BAD_CALL = 2
UNVERIFIED = 3
INTERRUPTED = 130
Game = Annotated[str, typer.Argument(metavar="GAME", help="One of those that `beute games` lists.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help="An option of the game.")]


Language = Annotated[str | None, typer.Option("--lang", metavar="|".join(LANGUAGES), help="By default the system's.")]


def language_from(said: str | None) -> str:
    if said is not None and said not in LANGUAGES:
        raise beute.BeuteError(f"no language {said!r}; there are {', '.join(LANGUAGES)}", "unknown_language")
    return said or language_of_system()


def options_from(said: list[str] | None) -> dict[str, str]:
    pairs = [text.partition("=") for text in said or []]
    for name, equals, _ in pairs:
        if not equals:
            raise beute.BeuteError(f"--option is NAME=VALUE, not {name!r}", "wrong_option", option=name)
    return {name: value for name, _, value in pairs}


def bots_from(said: str) -> list[str]:
    """Bots separated by commas. They may be in a file in the current folder."""
    sys.path.append(os.getcwd())
    return [name.strip() for name in said.split(",") if name.strip()]


def make_streams_usable() -> None:
    """What a terminal cannot show becomes a question mark, and a stream that was closed before is an empty one."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 (as long as the program)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name) or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (likewise)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
        setattr(sys, name, stream)


def forget_output() -> None:
    """What could not be written is not tried again when the program ends."""
    with suppress(OSError):  # as in a test, where it is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Rate(ProgressColumn):
    """How many are done per second."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:,.1f}/s", style="progress.data.speed")


@contextmanager
def progress(what: str, total: int) -> Iterator[Any]:
    """A progress bar in the terminal, removed at the end."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn()
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def records_in(file: Path) -> list[tuple[int, bytes]]:
    """The lines of a file that hold records, numbered from 1."""
    from beute.play.json_text import read_bytes
    from beute.play.record import read_lines

    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else read_bytes(file, LARGEST)
    except OSError as error:
        raise beute.BeuteError(f"cannot read {file}: {error.strerror}", "cannot_read") from None
    except beute.BeuteError as error:
        raise beute.BeuteError(f"cannot read {file}: {error}; split it into several", "cannot_read") from None
    if data.startswith(SAVED_TABLE):
        raise beute.BeuteError(
            f"{file} is a saved table, not a record; go on with it: beute resume {file}", "no_record"
        )
    return list(read_lines(data))
