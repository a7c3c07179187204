"""beute move-tables"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from beute.cli.screen import out


def move_tables(
    url: Annotated[
        str,
        typer.Argument(
            metavar="URL",
            envvar="BEUTE_DATABASE_URL",
            help="An empty PostgreSQL database: postgresql://user:password@host/name.",
        ),
    ],
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help="The data folder, if not the usual one.")] = None,
) -> None:
    """Copy all that `beute serve` keeps in its data folder into a PostgreSQL database. Stop the server before.

    Nothing is removed from the folder.

    Examples:

    `beute move-tables postgresql://beute:password@db.example.org/beute`
    """
    from beute.server.moving import move_tables as move
    from beute.server.settings import settings_from

    moved = move(settings_from(**({} if data is None else {"data": data})).data, url)
    out.print(f"Moved {', '.join(f'{count} {name}' for name, count in moved.items())}.", soft_wrap=True)
