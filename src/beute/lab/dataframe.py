"""Games between bots as a table with a row for each game and seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from beute.bots import Budget
from beute.bots.entrants import Entrant
from beute.lab.random_games import Summary
from beute.lab.results import Results
from beute.lab.runs import Work, lineup, local, played
from beute.play.errors import BeuteError
from beute.play.setup import Setup, set_up

if TYPE_CHECKING:
    import polars

UNFINISHED: Final = "unfinished"
FORMATS: Final = (".csv", ".parquet", ".jsonl")


def entered(setup: Setup, said: Sequence[Any], budget: Budget | None = None) -> tuple[Entrant, ...]:
    """A bot for each seat; the last is repeated."""
    if not said:
        raise BeuteError("no bots: name at least one", "wrong_bots")
    if len(said) > setup.players:
        names = ", ".join(map(str, said))
        raise BeuteError(f"{len(said)} bots for {setup.players} seats: {names}", "wrong_bots", bots=list(said))
    all_said = [*said, *[said[-1]] * (setup.players - len(said))]
    return tuple(Entrant.read(one, budget) for one in all_said)


def play_all(
    setup: Setup,
    entrants: tuple[Entrant, ...],
    games: int,
    seed: int = 0,
    threads: int = 1,
    records: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play games 0, 1, … with each bot in its seat."""
    work = Work(setup, entrants, seed, records)
    ready = lineup(setup, entrants)
    ready.warm_up()
    seating = tuple(range(setup.players))
    parts = [Results.empty(0, setup.players)]
    for part in played(work, range(games), int, lambda game: seating, local(threads, ready.compiled)):
        parts.append(part)
        if progress:
            progress(len(part))
    return Results.joined(parts)


def simulate(
    game: str,
    players: int,
    bots: Sequence[Any],
    games: int = 1000,
    seed: int = 0,
    budget: Budget | None = None,
    threads: int = 1,
    **options: Any,
) -> polars.DataFrame:
    """Play games between bots (names or objects; the last is repeated); return them as a table."""
    check_polars()
    setup = set_up(game, players, options)
    entrants = entered(setup, bots, budget)
    return as_table(setup, entrants, play_all(setup, entrants, games, seed, threads))


def as_table(setup: Setup, entrants: Sequence[Entrant], results: Results) -> polars.DataFrame:
    """A row for each game and seat: its bot, score, share of the win, decisions, and how the game ended."""
    import polars as pl

    games, players = len(results), setup.players
    names = pl.Series("bot", [entrant.name for entrant in entrants], pl.Categorical)
    endings = pl.Series("ending", [UNFINISHED, *setup.about.ENDINGS], pl.Categorical)
    finished = pl.Series(np.repeat(results.endings > 0, players))
    return pl.DataFrame(
        {
            "game": np.repeat(results.numbers, players),
            "seat": np.tile(np.arange(players, dtype=np.int8), games),
            "bot": names.gather(results.seatings.ravel()),
            "score": results.scores.ravel(),
            "win": results.wins.ravel(),
            "decisions": results.decisions.ravel(),
            "ending": endings.gather(np.repeat(results.endings, players)),
        }
    ).with_columns(pl.when(finished).then("score").alias("score"))


def summed(setup: Setup, results: Results, seconds: float, compile_seconds: float) -> Summary:
    """The summary of games between bots."""
    names = (UNFINISHED, *setup.about.ENDINGS)
    return Summary(
        setup,
        games=len(results),
        decisions=int(results.decisions.sum()),
        seconds=seconds,
        compile_seconds=compile_seconds,
        score_sums=results.scores.sum(axis=0).tolist(),
        win_shares=results.wins.sum(axis=0).tolist(),
        endings={name: int(tally) for name, tally in zip(names, np.bincount(results.endings), strict=False) if tally},
    )


def check_polars() -> None:
    """Refuse to make tables where Polars is missing, before games are played for one."""
    try:
        import_module("polars")
    except ImportError:
        raise BeuteError(
            "tables of games need Polars, which is not installed: in a clone of Beute `make lab` adds it, "
            'elsewhere pip install "beute[lab]"',
            "no_polars",
        ) from None


def check_format(path: Path) -> None:
    if path.suffix not in FORMATS:
        raise BeuteError(f"a table is written as {', '.join(FORMATS)}, not {path.name!r}", "wrong_format")


def write(rows: polars.DataFrame, path: Path) -> None:
    """As CSV, Parquet or JSON lines, by the ending of the file's name."""
    check_format(path)
    writers: dict[str, Callable[[Path], object]] = {
        ".csv": rows.write_csv,
        ".parquet": rows.write_parquet,
        ".jsonl": rows.write_ndjson,
    }
    try:
        writers[path.suffix](path)
    except OSError as error:
        raise BeuteError(f"cannot write {path}: {error.strerror or error}", "cannot_write") from None
