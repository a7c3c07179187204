"""beute rules"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import typer

from beute import rulebook
from beute.cli.screen import out
from beute.texts import LANGUAGES, language_of_system

WIDEST = 100  # longer lines are hard to read


def rules(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="sneaky, schattendieb or raeuber")] = None,
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
    """A heading that can be told without colours, in a file too."""

    LINES: ClassVar = {"h1": "═", "h2": "─"}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.text
        if self.tag in self.LINES:
            yield Text(self.LINES[self.tag] * min(self.text.cell_len, options.max_width), style=self.style_name)


class _Rulebook(Markdown):
    elements: ClassVar = Markdown.elements | {"heading_open": _Underlined}


def _print(blocks: Iterable[rulebook.Block]) -> None:
    text = "\n\n".join(block.markdown for block in blocks)
    out.print(_Rulebook(text), width=min(out.width, WIDEST))


def _pager() -> AbstractContextManager[object]:
    """The system's pager; `less` is told to show colours and to let go of what fits the screen, as Git does."""
    os.environ.setdefault("LESS", "FRX")
    return out.pager(styles=True)


def _game_of(clause: str) -> str:
    game = rulebook.game_of(clause)
    if game is None:
        raise beute.BeuteError(f"which game's clause is {clause!r}? Name a game: {', '.join(games.NAMES)}", "no_game")
    return game


def _list_games() -> None:
    for name in games.NAMES:
        out.print(f"[bold]{name:<14}[/bold]{games.about(name).__doc__}", width=...)
