"""beute simulate"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

import beute
from beute import games
from beute.cli.screen import Game, Options, bots_from, options_from, out, progress

if TYPE_CHECKING:
    from beute.play.setup import Setup


def simulate(
    game: Game,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="How many play; by default the middle of what is allowed.")
    ] = None,
    number: Annotated[int, typer.Option("--games", min=1, metavar="N", help="How many games.")] = 10_000,
    seed: Annotated[
        int, typer.Option(min=0, max=2**32 - 1, metavar="N", help="The same seed gives the same games.")
    ] = 0,
    option: Options = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="BOTS", help="Who sits in seat 0, 1, …, separated by commas; the last is repeated."),
    ] = None,
    budget: Annotated[
        str | None, typer.Option(metavar="BUDGET", help="Of bots, for each decision: 2000 simulations, 50ms or 1s.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a row for each game and seat: .csv, .parquet or .jsonl.")
    ] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the games' records, one a line.")] = None,
    legal: Annotated[bool, typer.Option("--legal", help="With the legal moves of each decision.")] = False,
    threads: Annotated[int, typer.Option(min=1, max=256, metavar="N", help="The games do not depend on it.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="The result as one line of JSON.")] = False,
    picture: Annotated[bool, typer.Option("--picture", help="Show how the first game ended.")] = False,
) -> None:
    """Play many games: at random, every legal move equally likely, or with bots in the seats.

    Examples:

    `beute simulate sneaky --players 3 --games 100000 --threads 2`

    `beute simulate schattendieb --option redraw=on --games 100 --record games.jsonl --legal`

    `beute simulate raeuber --players 3 --bots my_bots:Careful,random --games 100 --table games.parquet`
    """
    from beute.lab import random_games
    from beute.play.setup import set_up

    if legal and record is None:
        raise beute.BeuteError("--legal adds to records: name a file with --record", "legal_without_record")
    if players is None and games.is_there(game):
        seats = games.about(game).SEATS
        players = seats[len(seats) // 2]
    setup = set_up(game, players, options_from(option))
    if bots is not None:
        _simulate_bots(setup, bots, budget, number, seed, threads, table, record, legal, as_json, picture)
        return
    for said, what in (budget, "--budget"), (table, "--table"):
        if said is not None:
            raise beute.BeuteError(f"{what} is for games between bots: name some with --bots", "no_bots")
    with progress("games", number) as advance:
        summary = random_games.play_many(setup, number, seed, threads, advance)
    if record is not None:
        with progress("records", number) as advance, _file_to_write(record) as file:
            for each in random_games.records(setup, number, seed, legal):
                file.write(each.text() + "\n")
                advance(1)
    if picture:
        out.print(beute.replay(next(random_games.records(setup, 1, seed))))
        out.print()
    if as_json:
        print(json.dumps(summary.data()))
    else:
        out.print(_summary_table(summary.data()))


def _simulate_bots(
    setup: Setup,
    bots: str,
    budget: str | None,
    number: int,
    seed: int,
    threads: int,
    table: Path | None,
    record: Path | None,
    legal: bool,
    as_json: bool,
    picture: bool,
) -> None:
    """The same with a bot in every seat."""
    from beute.bots import Budget
    from beute.lab import dataframe as lab
    from beute.lab.runs import lineup

    if table is not None:
        lab.check_format(table)
        lab.check_polars()
    entrants = lab.entered(setup, bots_from(bots), None if budget is None else Budget.read(budget))
    started = time.perf_counter()
    lineup(setup, entrants).warm_up()
    compiled = time.perf_counter()
    with progress("games", number) as advance:
        results = lab.play_all(setup, entrants, number, seed, threads, record is not None or picture, advance)
    summary = lab.summed(setup, results, time.perf_counter() - compiled, compiled - started)
    if table is not None:
        lab.write(lab.as_table(setup, entrants, results), table)
    if record is not None:
        with _file_to_write(record) as file:
            for each in results.records:
                full = beute.replay(each).record(legal=True, about=each.about) if legal else each
                file.write(full.text() + "\n")
    if picture:
        out.print(beute.replay(results.records[0]))
        out.print()
    data = summary.data() | {"bots": [entrant.name for entrant in entrants]}
    if as_json:
        print(json.dumps(data))
    else:
        out.print(_summary_table(data))


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
    table.add_row("decisions per game", f"{data['mean_decisions']:.2f}")
    table.add_row("time", f"{data['seconds']:.3f} s (and {data['compile_seconds']:.2f} s to load)")
    table.add_row("speed", speed)
    for seat, (score, wins) in enumerate(zip(data["mean_scores"], data["wins"], strict=True)):
        who = f", {data['bots'][seat]}" if "bots" in data else ""
        table.add_row(f"seat {seat}{who}", f"mean score {score:.2f}, wins {100 * wins / data['games']:.2f} %")
    for name, times in data["endings"].items():
        table.add_row(name, f"{100 * times / data['games']:.3f} %")
    return table
