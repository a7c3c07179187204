"""beute report"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import beute
from beute.cli.screen import (
    INTERRUPTED,
    Game,
    Language,
    Options,
    bots_from,
    err,
    language_from,
    options_from,
    out,
    progress,
)


def report(
    game: Game,
    players: Annotated[
        str | None, typer.Option(metavar="N,…", help="Numbers of players, separated by commas; by default all.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", help="For each number of players; by default 20,000, or 200 with bots in Python."
        ),
    ] = None,
    bots: Annotated[
        str, typer.Option(metavar="BOTS", help="The first plays the games; all are compared, with greedy and random.")
    ] = "greedy",
    seed: Annotated[
        int, typer.Option(min=0, max=2**32 - 1, metavar="N", help="The same seed gives the same page.")
    ] = 0,
    option: Options = None,
    output: Annotated[Path | None, typer.Option(metavar="FILE", help="The page; by default GAME-report.html.")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write the plots there as well.")] = None,
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=256, metavar="N", help="By default all cores; the page does not depend on it."),
    ] = None,
    lang: Language = None,
) -> None:
    """Write a page about a game: length, scores, seats, endings, what things are worth, luck, options, bots.

    Examples:

    `beute report sneaky`

    `beute report schattendieb --players 3,5 --games 5000 --lang de --svg plots`

    `beute report raeuber --option open_sums=on --bots my_bots:Careful --output careful.html`
    """
    from beute.lab.report import Plan, Study, page
    from beute.lab.runs import cores

    language = language_from(lang)
    plan = Plan.of(game, _numbers(players), bots_from(bots), number, seed, options_from(option))
    file = output or Path(f"{game}-report.html")
    _check_that_it_can_be_written(file, svg)
    try:
        with progress("games", plan.total) as advance:
            study = Study.of(plan, threads or cores(), advance)
    except KeyboardInterrupt:
        err.print("beute: stopped, and nothing was written")
        raise typer.Exit(INTERRUPTED) from None
    html, plots = page(study, language)
    _write(file, html)
    if svg is not None:
        for name, plot in plots.items():
            _write(svg / name, plot)
    told = f"{file}: {plan.total:,} games"
    out.print(told + (f"; {len(plots)} plots in {svg}" if svg else ""), soft_wrap=True)


def _numbers(said: str | None) -> list[int]:
    """Numbers separated by commas."""
    parts = [] if said is None else [part.strip() for part in said.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise beute.BeuteError(
            f"--players are numbers separated by commas, as 2,3,4, not {said!r}", "wrong_players", players=said
        )
    return [int(part) for part in parts]


def _check_that_it_can_be_written(file: Path, folder: Path | None) -> None:
    """Before the games are played, not after."""
    if file.is_dir():
        raise beute.BeuteError(f"cannot write {file}: it is a folder", "cannot_write")
    if not file.parent.is_dir():
        raise beute.BeuteError(f"cannot write {file}: there is no folder {file.parent}", "cannot_write")
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise beute.BeuteError(f"cannot write into {folder}: {error.strerror}", "cannot_write") from None


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise beute.BeuteError(f"cannot write {file}: {error.strerror}", "cannot_write") from None
