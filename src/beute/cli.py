"""The command line. Each command is thin: what it does is done by a library function of the same name."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import beute
from beute import games

app = typer.Typer(
    name="beute",
    help="Three thieving games: Sneaky, Der Schattendieb and Räuber.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

BAD_RECORD = 1
BAD_CALL = 2
Game = Annotated[str, typer.Argument(metavar="GAME", help="sneaky, schattendieb or raeuber")]


def main() -> None:
    """Run a command; what a person got wrong is said in one line."""
    try:
        app()
    except beute.BeuteError as error:
        err.print(f"beute: {error}", markup=False)
        sys.exit(BAD_CALL)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(BAD_RECORD)


@app.callback(invoke_without_command=True)
def options(
    version: Annotated[bool, typer.Option("--version", help="Tell the version and stop.")] = False,
) -> None:
    if version:
        out.print(f"beute {beute.__version__}")
        raise typer.Exit


# ---------------------------------------------------------------- games


@app.command("games")
def tell_games(as_json: Annotated[bool, typer.Option("--json", help="As one line of JSON.")] = False) -> None:
    """What there is: the games, for how many, and their options.

    Example: `beute games`
    """
    if as_json:
        print(json.dumps([_about(name) for name in games.NAMES], ensure_ascii=False))
        return
    for name in games.NAMES:
        about = games.about(name)
        out.print(f"[bold]{about.TITLE}[/bold] ({name}), {about.SEATS[0]} to {about.SEATS[-1]} players")
        table = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
        for option in about.OPTIONS:
            default = _as_text(option.default)
            table.add_row(option.name, f"{option.meaning}: {option.allowed}; default {default} ({option.clause})")
        out.print(table)


def _about(name: str) -> dict[str, Any]:
    about = games.about(name)
    return {
        "game": name,
        "title": about.TITLE,
        "players": list(about.SEATS),
        "options": [
            {key: getattr(option, key) for key in ("name", "clause", "default", "allowed", "meaning")}
            for option in about.OPTIONS
        ],
        "endings": list(about.ENDINGS),
    }


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


# ---------------------------------------------------------------- simulate


@app.command()
def simulate(
    game: Game,
    players: Annotated[int | None, typer.Option(help="How many play; by default a middling number.")] = None,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="The same seed gives the same games.")] = 0,
    option: Annotated[list[str] | None, typer.Option(metavar="K=V", help="An option of the game.")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the games' records, one a line.")] = None,
    legal: Annotated[bool, typer.Option("--legal", help="With the legal moves of each decision.")] = False,
    threads: Annotated[int, typer.Option(min=1, max=256, help="The games do not depend on it.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="The result as one line of JSON.")] = False,
    picture: Annotated[bool, typer.Option("--picture", help="Show how the first game ended.")] = False,
) -> None:
    """Play many games at random: every legal word of a decision is as likely.

    Examples:

    `beute simulate sneaky --players 3 --games 100000 --threads 2`

    `beute simulate schattendieb --option redraw=on --games 100 --record games.jsonl --legal`
    """
    from beute.lab import simulate as lab
    from beute.play.setup import set_up

    if legal and record is None:
        raise beute.BeuteError("--legal adds to records: name a file with --record", "legal_without_record")
    if game in games.NAMES and players is None:
        seats = games.about(game).SEATS
        players = seats[len(seats) // 2]
    setup = set_up(game, players, _options(option or []))
    with _progress("games", number) as advance:
        summary = lab.simulate(setup, number, seed, threads, advance)
    if record is not None:
        with _progress("records", number) as advance, _file_to_write(record) as file:
            for each in lab.records(setup, number, seed, legal):
                file.write(each.text() + "\n")
                advance(1)
    if picture:
        out.print(beute.replay(next(lab.records(setup, 1, seed))), markup=False)
        out.print()
    if as_json:
        print(json.dumps(summary.data()))
    else:
        out.print(_summary_table(summary.data()))


def _options(said: list[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in said]
    for name, equals, _ in pairs:
        if not equals:
            raise beute.BeuteError(f"--option is NAME=VALUE, not {name!r}", "wrong_option")
    return {name: value for name, _, value in pairs}


@contextmanager
def _file_to_write(path: Path) -> Iterator[Any]:
    try:
        with path.open("w", encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise beute.BeuteError(f"cannot write {path}: {error.strerror}", "cannot_write") from None


@contextmanager
def _progress(what: str, total: int) -> Iterator[Any]:
    """A bar on the terminal, gone when it is done."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def _summary_table(data: dict[str, Any]) -> Table:
    chosen = "".join(f", {name} {value}" for name, value in data["options"].items())
    table = Table(title=f"{data['game']}, {data['players']} players{chosen}", title_justify="left", box=None)
    table.add_column("", style="dim")
    table.add_column("", justify="right")
    speed = f"{data['games_per_second']:,.0f} games/s, {data['decisions_per_second']:,} decisions/s"
    table.add_row("games", f"{data['games']:,}")
    table.add_row("decisions a game", f"{data['mean_decisions']:.2f}")
    table.add_row("time", f"{data['seconds']:.3f} s (and {data['compile_seconds']:.2f} s to load)")
    table.add_row("speed", speed)
    for seat, (score, wins) in enumerate(zip(data["mean_scores"], data["wins"], strict=True)):
        table.add_row(f"seat {seat}", f"mean score {score:.2f}, wins {100 * wins / data['games']:.2f} %")
    for name, times in data["endings"].items():
        table.add_row(name, f"{100 * times / data['games']:.3f} %")
    return table


# ---------------------------------------------------------------- replay


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records, one a line; - for standard input.")],
    at: Annotated[int | None, typer.Option(min=0, metavar="K", help="Show the table after K events.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, metavar="S", help="As that seat saw it.")] = None,
    line: Annotated[int | None, typer.Option(min=1, metavar="N", help="Show the record of that line.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Check the luck against its secret too.")] = False,
) -> None:
    """Check every record against the rules, and show a game step by step.

    A file with a single record is shown at once; of several name one with `--line`.

    Examples:

    `beute replay games.jsonl`

    `beute replay games.jsonl --line 3 --seat 0`

    `beute replay game.jsonl --at 20`
    """
    lines = _lines(file)
    bad = _check(file, lines, verify)
    number = line if line is not None else (lines[0][0] if len(lines) == 1 else None)
    if number is not None and number not in bad:
        chosen = dict(lines).get(number)
        if chosen is None:
            raise beute.BeuteError(f"{file} has no record in line {number}", "no_such_line")
        _show(beute.Record.read(chosen), at, seat)
    elif number is None and (at is not None or seat is not None):
        err.print(f"{file} has {len(lines)} records: name one to look at with --line N", markup=False)
    if not lines:
        raise beute.BeuteError(f"{file} holds no record", "no_record")
    if bad:
        raise typer.Exit(BAD_RECORD)


def _lines(file: Path) -> list[tuple[int, str]]:
    from beute.play.record import read_lines

    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except OSError as error:
        raise beute.BeuteError(f"cannot read {file}: {error.strerror}", "cannot_read") from None
    except UnicodeDecodeError:
        raise beute.BeuteError(f"cannot read {file}: it is not UTF-8 text", "cannot_read") from None
    return list(read_lines(text.splitlines()))


def _check(file: Path, lines: list[tuple[int, str]], verify: bool) -> set[int]:
    """The numbers of the lines whose records are bad, each of which is told."""
    from beute.play.replay import verify_luck

    bad = set()
    with _progress("records", len(lines)) as advance:
        for number, text in lines:
            try:
                record = beute.Record.read(text)
                beute.replay(record)
                if verify:
                    verify_luck(record)
            except beute.BeuteError as error:
                bad.add(number)
                out.print(f"{file}:{number}: {error}", markup=False, soft_wrap=True)
            advance(1)
    verified = ", luck verified" if verify else ""
    out.print(f"{len(lines)} checked{verified}: {len(lines) - len(bad)} good, {len(bad)} bad")
    return bad


def _show(record: beute.Record, at: int | None, seat: int | None) -> None:
    """The table after each event that leads to a question; or only after `at` events."""
    from beute.play.game import UNHEARD

    if seat is not None and seat >= record.players:
        raise beute.BeuteError(f"there is no seat {seat}: seats go from 0 to {record.players - 1}", "no_such_seat")
    first = 0 if seat is None else beute.replay(record).remembered(seat)
    if at is not None:
        if at < first:
            message = f"the game is not over, and seat {seat} may look back to event {first + 1} (RB-18)"
            raise beute.BeuteError(message, "no_replay_yet")
        _print_table(beute.replay(record, at=at), seat)
        return
    game = beute.replay(record, at=0)
    face_down: list[int] = []  # told again when they are revealed
    for number, event in enumerate(record.events):
        game.play(event)
        if number < first:
            continue
        waiting, face_down = [*face_down, number], []
        for n in waiting:
            heard = record.events[n] if seat is None else game.heard(n, seat)
            if heard == UNHEARD:
                face_down.append(n)
            if heard != UNHEARD or n == number:
                out.print(f"{n + 1:>4}  {heard}", markup=False)
        if not game.chance_is_due:
            _print_table(game, seat)


def _print_table(game: beute.Game, seat: int | None) -> None:
    text = str(game) if seat is None else game.draw(game.view(seat))
    out.print("".join(f"      {row}\n" for row in text.splitlines()), markup=False)


if __name__ == "__main__":
    main()
