"""beute rules"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Annotated, ClassVar

import typer
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markdown import Heading, Markdown
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

import beute
from beute import games, rulebook
from beute.cli.screen import out
from beute.texts import LANGUAGES, language_of_system

WIDEST = 100  # longer lines are hard to read
LOOK = Theme(
    {
        "markdown.h1": "bold",
        "markdown.h2": "bold magenta",
        "markdown.h3": "magenta",
        "markdown.code": "cyan",
        "markdown.block_quote": "none",
    }
)


def rules(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One of those that `beute games` lists.")] = None,
    lang: Annotated[str | None, typer.Option(metavar="|".join(LANGUAGES), help="By default the system's.")] = None,
    clause: Annotated[str | None, typer.Option(metavar="ID", help="This clause alone: SN-12, or 12.")] = None,
    pager: Annotated[bool, typer.Option("--pager/--no-pager", help="Page by page, in a terminal.")] = True,
) -> None:
    """The rulebook: all rules of a game, or the clause that an error names.

    Without a game it lists the games.

    Examples:

    `beute rules sneaky`

    `beute rules raeuber --lang de`

    `beute rules --clause SN-12`
    """
    language = lang or language_of_system()
    if clause is not None:
        _print([rulebook.page(game or _game_of(clause), language).clause(clause)])
    elif game is None:
        _list_games(language)
    else:
        page = rulebook.page(game, language)
        with _pager() if pager and out.is_terminal else nullcontext():
            _print(page.blocks)


class _Underlined(Heading):
    """A heading that can be recognised without colours, in a file too."""

    LINES: ClassVar = {"h1": "═", "h2": "─", "h3": "╌"}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.text
        if self.tag in self.LINES:
            yield Text(self.LINES[self.tag] * min(self.text.cell_len, options.max_width), style=self.style_name)


class _Rulebook(Markdown):
    elements: ClassVar = Markdown.elements | {"heading_open": _Underlined}


def _print(blocks: Iterable[rulebook.Block]) -> None:
    _show(_Rulebook("\n\n".join(block.markdown for block in blocks)))


def _show(what: RenderableType) -> None:
    """In colours; in a file or a pipe as plain text without trailing spaces."""
    width = min(out.width, WIDEST)
    if out.is_terminal:
        with out.use_theme(LOOK):
            out.print(what, width=width)
    else:
        with out.capture() as text:
            out.print(what, width=width)
        print("\n".join(line.rstrip() for line in text.get().splitlines()))


def _pager() -> AbstractContextManager[object]:
    """The system's pager; `less` is told to show colours and to quit if all fits on the screen, as Git does."""
    os.environ.setdefault("LESS", "FRX")
    return out.pager(styles=True)


def _game_of(clause: str) -> str:
    game = rulebook.game_of(clause)
    if game is None:
        raise beute.BeuteError(f"which game's clause is {clause!r}? Name a game: {', '.join(games.names())}", "no_game")
    return game


def _list_games(language: str) -> None:
    table = Table(box=None, padding=(0, 2, 1, 0), show_header=False)
    for name in games.names():
        about = games.about(name)
        more = f", {about.SEATS[0]}–{about.SEATS[-1]}\n{rulebook.page(name, language).opening}"
        table.add_row(f"beute rules {name}", Text.assemble((about.TITLE, "bold"), more))
    _show(table)
