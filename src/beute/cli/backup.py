"""beute backup"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from beute.cli.screen import out


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; a file that is there is replaced.")],
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help="The data folder, if not the usual one.")] = None,
) -> None:
    """Copy all that `beute serve` keeps into one file. The server may go on meanwhile.

    Examples:

    `beute backup beute-backup.db`
    """
    from beute.server.backup import backup as copy
    from beute.server.settings import settings_from

    copy(settings_from(**({} if data is None else {"data": data})), file.absolute())
    out.print(f"Copied to {file}.", soft_wrap=True)
