"""beute simulate"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import beute
from beute import games
from beute.cli.screen import Game, Options, options_said, out, progress


def simulate(
    game: Game,
    players: Annotated[int | None, typer.Option(help="How many play; by default a middling number.")] = None,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="The same seed gives the same games.")] = 0,
    option: Options = None,
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
    setup = set_up(game, players, options_said(option))
    with progress("games", number) as advance:
        summary = lab.simulate(setup, number, seed, threads, advance)
    if record is not None:
        with progress("records", number) as advance, _file_to_write(record) as file:
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


@contextmanager
def _file_to_write(path: Path) -> Iterator[Any]:
    try:
        with path.open("w", encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise beute.BeuteError(f"cannot write {path}: {error.strerror}", "cannot_write") from None


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
