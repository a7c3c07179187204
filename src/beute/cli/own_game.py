"""beute new-game, check-game"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from beute import games
from beute.cli.screen import BAD_RECORD, err, out


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and _.")],
    where: Annotated[Path, typer.Option("--in", metavar="FOLDER", help="By default this folder.")] = Path(),
) -> None:
    """Begin a game of your own: a package with all files that it needs, which say what has to be written.

    Example: `beute new-game highway`
    """
    from beute.research import skeleton

    package = skeleton.new_game(name, where)
    for file in (*skeleton.PROJECT, *(f"{name}/{file}" for file in skeleton.FILES)):
        out.print(f"  {package.parent / file}", soft_wrap=True)
    out.print(f"What is still missing: beute check-game {package}", soft_wrap=True)
    out.print(f"When nothing is: pip install --editable {package.parent}, and beute play {name}", soft_wrap=True)


def check_game(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, or the folder of its package.")],
    some: Annotated[
        int, typer.Option("--games", min=1, metavar="N", help="Random games for each number of players.")
    ] = 10,
) -> None:
    """Does a game keep its promises? What is missing or wrong is told in words; otherwise random games are played.

    Examples: `beute check-game sneaky`, `beute check-game ./highway/highway`
    """
    from beute.research import NotConforming
    from beute.research import check_game as check

    try:
        played = check(_meant(game), some)
    except NotConforming as error:
        err.print(f"{game} breaks a promise: {error}", soft_wrap=True)
        raise typer.Exit(BAD_RECORD) from None
    out.print(f"{game} keeps its promises: {played} random games played")


def _meant(said: str) -> str | Path:
    """The folder of a package, or the folder that `new-game` has written round it; else a game by its name."""
    where = Path(said)
    for package in (where, where / where.resolve().name):
        if (package / "__init__.py").is_file():
            return package
    return where if where.is_dir() and said not in games.names() else said
