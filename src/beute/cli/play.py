"""beute play, resume, tables, export, discard, watch"""

from __future__ import annotations

import io
import os
import select
import shutil
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import beute
from beute import games
from beute.cli.screen import Language, Options, language_from, options_from, out, records_in

if TYPE_CHECKING:
    from beute.terminal.session import Session

MaybeGame = Annotated[str | None, typer.Argument(metavar="GAME", help="One of those that `beute games` lists.")]
Plainly = Annotated[bool, typer.Option("--plain", help="Line by line, also in a capable terminal.")]
Pace = Annotated[
    float | None,
    typer.Option(min=0, max=10, metavar="SECONDS", help="Seconds before a bot plays; by default as you have chosen."),
]
MOMENT = 0.1  # seconds


def play(
    game: MaybeGame = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="How many play; by default the middle of what is allowed.")
    ] = None,
    people: Annotated[int, typer.Option(min=0, metavar="N", help="How many of them are people, at this keyboard.")] = 1,
    names: Annotated[str, typer.Option(metavar="NAMES", help="The people's names, separated by commas.")] = "",
    bots: Annotated[
        str,
        typer.Option(
            metavar="BOTS",
            help="Who plays against you: easy, medium, hard, master, search@2s, …, separated by commas; "
            "the last is repeated.",
        ),
    ] = "",
    option: Options = None,
    seed: Annotated[str | None, typer.Option(metavar="SEED", help="Makes the luck repeatable.")] = None,
    lang: Language = None,
    plain: Plainly = False,
    pace: Pace = None,
) -> None:
    """Play in the terminal, against bots or with friends at one keyboard. Without GAME: choose from a list.

    Every move is saved: leave at any time, and continue with `beute resume`.

    Examples:

    `beute play sneaky`

    `beute play schattendieb --players 5 --people 2 --names Ada,Bob --lang de`

    `beute play raeuber --option open_sums=on --plain`
    """
    from beute.play.setup import set_up
    from beute.table.seats import seats_for
    from beute.terminal.session import Session
    from beute.terminal.shelf import Shelf

    language = _language(lang)
    _read_any_bytes()
    if game is None:
        if not plain and _capable():
            _run_app(None, language, pace)
            return
        from beute.terminal.plain import ask_game

        game = ask_game(language, _read_line, _write_line)
        if game is None:
            return
    if players is None and games.is_there(game):
        players = max(people, games.about(game).SEATS[len(games.about(game).SEATS) // 2])
    setup = set_up(game, players, options_from(option))
    seats = seats_for(game, setup.players, people, names, bots, language)
    session = Session.begin(Shelf(), game, seats, dict(setup.options), seed)
    _sit_down(session, language, plain, pace)


def resume(
    table: Annotated[
        str | None,
        typer.Argument(metavar="TABLE", help="By default the latest. Or a file with a table: it is saved here first."),
    ] = None,
    lang: Language = None,
    plain: Plainly = False,
    pace: Pace = None,
) -> None:
    """Continue a game that was left.

    Examples: `beute resume`, `beute resume sneaky-20260314-201500`, `beute resume Downloads/beute-sneaky-table.jsonl`
    """
    from beute.terminal.session import Session
    from beute.terminal.shelf import Shelf

    shelf = Shelf()
    _read_any_bytes()
    if table is not None and ("/" in table or table.endswith(".jsonl")):
        table = shelf.bring(Path(table))
    if table is None and not shelf.tables():
        raise beute.BeuteError("there is no game to resume; start one with `beute play`", "no_table")
    _sit_down(Session.resume(shelf, table or shelf.tables()[0]), _language(lang), plain, pace)


def tables(lang: Language = None) -> None:
    """The games that were left and can be resumed, and the records of finished ones."""
    from beute.terminal import saved
    from beute.terminal.shelf import Shelf

    shelf, language = Shelf(), _language(lang)

    def tell(name: str, command: str, read: Callable[[Shelf, str], saved.Saved]) -> None:
        out.print(command, soft_wrap=True)
        try:
            there = read(shelf, name)
        except beute.BeuteError as error:
            out.print(f"  {error}", soft_wrap=True)
            return
        stand = saved.stand(shelf, there, language)
        out.print(f"  {there.when(language)} · {there.heading(language)}", soft_wrap=True)
        out.print(f"  {stand}", soft_wrap=True)

    for name in shelf.tables():
        tell(name, f"beute resume {name}", saved.unfinished)
    for name in shelf.finished():
        tell(name, f"beute watch {shelf.finished_path(name)}", saved.finished)
    if not shelf.tables() and not shelf.finished():
        out.print("no tables yet; start one with `beute play`")


def export(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="As `beute tables` names it.")],
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A new file; by default TABLE.jsonl in this folder.")
    ] = None,
) -> None:
    """Take a table along as a file: to go on with it in the browser, or on another machine.

    It is here no longer then. In the browser open the file by "Open a record"; elsewhere with `beute resume FILE`. The
    file has everybody's cards and the luck to come.

    Example: `beute export sneaky-20260314-201500`
    """
    from beute.terminal.shelf import Shelf

    to = file or Path(f"{table}.jsonl")
    Shelf().take_along(table, to)
    out.print(f"{table} is now in {to}", soft_wrap=True)


def discard(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="As `beute tables` names it.")],
    yes: Annotated[bool, typer.Option("--yes", help="Without being asked.")] = False,
) -> None:
    """Delete a saved table, unfinished or finished.

    Example: `beute discard sneaky-20260314-201500`
    """
    from beute.terminal.shelf import Shelf

    shelf = Shelf()
    shelf.check_kept(table)
    if yes or typer.confirm(f"Delete {table} for good?"):
        shelf.delete(table)
        out.print(f"{table} is deleted")
    else:
        out.print(f"{table} is kept")


def _language(said: str | None) -> str:
    """As it is said, or as it was chosen last."""
    from beute.terminal.settings import Settings
    from beute.terminal.shelf import Shelf

    return language_from(said or Settings.load(Shelf().folder).language)


def watch(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records, one a line; - for standard input.")],
    seat: Annotated[int | None, typer.Option(min=0, metavar="S", help="As that seat saw it.")] = None,
    lang: Language = None,
) -> None:
    """Watch a finished game again at the table, event by event. (Line by line: `beute replay`.)

    Example: `beute watch games.jsonl`
    """
    from beute.terminal.app import WatchApp

    records = [_record(file, number, text) for number, text in records_in(file)]
    if not records:
        raise beute.BeuteError(f"{file} has no record", "no_record")
    for record in records:
        if seat is not None and seat >= record.players:
            raise beute.BeuteError(f"there is no seat {seat}: seats go from 0 to {record.players - 1}", "no_such_seat")
    app = WatchApp(records, seat, _language(lang))
    if not _capable():
        raise beute.BeuteError(f"this terminal cannot show a table; try: beute replay {file}", "no_terminal")
    app.run()


def _record(file: Path, number: int, text: bytes) -> beute.Record:
    try:
        return beute.Record.read(text)
    except beute.BeuteError as error:
        raise beute.BeuteError(f"{file}:{number}: {error}", error.code) from None


def _sit_down(session: Session, language: str, plain: bool, pace: float | None) -> None:
    if not plain and _capable():
        _run_app(session, language, pace)
        return
    from beute.terminal.plain import Plain
    from beute.terminal.settings import Settings

    settings = Settings.load(session.shelf.folder)
    entered = _entered if sys.stdin.isatty() else None
    _write_line(Plain(session, language, _read_line, _write_line, _forget_typed, entered, settings).run())


def _run_app(session: Session | None, language: str, pace: float | None) -> None:
    from beute.terminal.app import BeuteApp
    from beute.terminal.shelf import Shelf

    app = BeuteApp(Shelf(), language, session, pace)
    last = app.run()
    if last:
        out.print(last, soft_wrap=True)
    if app.ended_by is not None:
        raise typer.Exit(128 + app.ended_by)


def _capable() -> bool:
    """Whether there is a terminal that can show a table."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    simple = os.environ.get("TERM", "dumb") in ("dumb", "unknown", "")
    return sys.stdin.isatty() and sys.stdout.isatty() and not simple and encoding == "utf8"


def _read_any_bytes() -> None:
    """What is no text is not understood, and does no harm. To be said before the first line is read."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _read_line() -> str | None:
    """After a prompt, in a terminal; from a pipe it is repeated, so that what comes out can be read."""
    asking = sys.stdin.isatty()
    if asking:
        print("> ", end="", flush=True)
    line = sys.stdin.readline()
    if not asking and line:
        _write_line(f"> {line.rstrip()}")
    elif asking and not line:
        print()
    return line if line else None


def _forget_typed() -> None:
    """What a person typed ahead; what comes from a pipe was meant."""
    if sys.stdin.isatty():
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _entered() -> bool:
    """Whether a line is typed within a moment; it is not kept."""
    typed = bool(select.select([sys.stdin], [], [], MOMENT)[0])
    if typed:
        sys.stdin.readline()
    return typed


def _write_line(text: str) -> None:
    if sys.stdout.isatty():
        from beute.terminal.plain import fitted

        text = fitted(text, shutil.get_terminal_size().columns)
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)
