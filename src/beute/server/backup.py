"""A copy of all that a server keeps. While a server runs only it may touch its database: it makes the copy itself."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Final

import orjson

from beute.play.errors import BeuteError
from beute.server.serve import LOCK, Running, folder_locked, opened_for_owner
from beute.server.settings import Settings, database_file
from beute.server.store import check_exists, open_store

KEY: Final = "backup-key"  # the file with which whoever may read the data folder asks a running server
PATH: Final = "/backup"
PATIENCE: Final = 600.0  # seconds


def backup_key(folder: Path) -> str:
    """The key of a data folder, made if there is none yet."""
    path = folder / KEY
    try:
        with suppress(FileExistsError), open(path, "x", opener=opened_for_owner, encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32))
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise BeuteError(f"cannot read or write {path}: {error.strerror}", "cannot_write") from None


def backup(settings: Settings, target: Path) -> None:
    """Write the copy to a file, in place of what is there; from the running server if there is one."""
    path = database_file(settings.data)
    if settings.database_url == f"sqlite:///{path}" and not (settings.data / LOCK).exists():
        check_exists(path)  # so that nothing is made where no server has been
    with folder_locked(settings.data) as lock:
        if isinstance(lock, Running):
            _from_server(lock, backup_key(settings.data), target)
        else:
            asyncio.run(_from_database(settings, target))


async def _from_database(settings: Settings, target: Path) -> None:
    store = open_store(settings.database_url, must_exist=True)
    try:
        await store.backup(target)
    finally:
        await store.close()


def _from_server(server: Running, key: str, target: Path) -> None:
    request = urllib.request.Request(server.address + PATH, headers={"Authorization": f"Bearer {key}"})
    part = target.with_name(f"{target.name}.part")
    try:
        with (
            urllib.request.urlopen(request, timeout=PATIENCE) as answer,
            open(part, "wb", opener=_for_us_alone) as file,
        ):
            shutil.copyfileobj(answer, file)
            os.fsync(file.fileno())
        os.replace(part, target)
    except urllib.error.HTTPError as error:
        raise BeuteError(f"the server at {server.address} gives no copy: {_told(error)}", "no_backup") from None
    except urllib.error.URLError as error:
        raise BeuteError(f"the server at {server.address} gives no copy: {error}", "no_backup") from None
    except OSError as error:
        raise BeuteError(f"cannot write {target}: {error.strerror}", "cannot_write") from None
    finally:
        part.unlink(missing_ok=True)


def _told(error: urllib.error.HTTPError) -> str:
    """What the server says, if it is ours that answers."""
    try:
        return str(orjson.loads(error.read())["detail"])
    except (ValueError, LookupError, TypeError):
        return str(error)


def _for_us_alone(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
