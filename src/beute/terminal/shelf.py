"""Where tables are saved: a folder with a log for each unfinished match, and the records of finished ones."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import platformdirs

from beute.play.errors import BeuteError, BrokenRecord, did_you_mean
from beute.play.json_text import read_bytes
from beute.play.record import Record, read_lines
from beute.play.setup import set_up
from beute.table.file import brought, entry_of, line_of
from beute.table.log import Entry
from beute.table.store import Conflict, StoreError
from beute.terminal import old_form
from beute.terminal.disk import keeping, lock, make_folder, names_in, replace, sync_folder, write

LOG, OLD, RECORDS = ".jsonl", ".json", ".jsonl"


class Extent(NamedTuple):
    """The length of a log, without a line that a crash left unfinished."""

    size: int
    entries: int


class Shelf:
    """`tables/` has a log for each unfinished match, an entry a line; `finished/` the records of the others.

    Several processes may play at one table: each append holds the lock of the log, and must follow its last entry.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or _data_folder()
        self._extents: dict[str, Extent] = {}  # as each log was seen last: while its size is that, nobody else wrote

    # ------------------------------------------------------------ listing

    def new_name(self, game: str) -> str:
        """An unused name: the game, the day and the time."""
        name = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
        taken = {*self.tables(), *self.finished()}
        return next(each for each in (name, *(f"{name}-{n}" for n in range(2, 1000))) if each not in taken)

    def tables(self) -> list[str]:
        """The names of the unfinished matches, the latest first."""
        return names_in(self.folder / "tables", OLD, LOG)

    def finished(self) -> list[str]:
        """The names of the finished matches, the latest first."""
        return names_in(self.folder / "finished", RECORDS)

    def path(self, table: str) -> Path:
        return self.folder / "tables" / f"{table}{LOG}"

    def old_path(self, table: str) -> Path:
        return self.folder / "tables" / f"{table}{OLD}"

    def finished_path(self, table: str) -> Path:
        return self.folder / "finished" / f"{table}{RECORDS}"

    # ------------------------------------------------------------ reading

    def load(self, table: str) -> list[Entry]:
        """The entries of a table; one of the old form is converted to a log, if that can be written."""
        self._check_is_there(table)
        path = self.path(table)
        with _telling(table):
            with suppress(StoreError):
                self._give_log(table)
            if not path.exists():
                return old_form.entries(_read(self.old_path(table)))
            extent, entries = _log(path)
        self._extents[table] = extent
        return entries

    def heading(self, table: str) -> tuple[str, list[str]]:
        """Which game it is, and who plays; BrokenRecord if it is damaged, as far as that is seen without playing it."""
        path = self.path(table)
        with _telling(table):
            if path.exists():
                _, entries = _log(path)
                if not entries or entries[0]["entry"] not in ("opened", "continued"):
                    raise BrokenRecord("it does not begin with its opening", "broken_table")
                game, names = entries[0]["game"], [seat["name"] for seat in entries[0]["seats"]]
            else:
                game, names = old_form.heading(_read(self.old_path(table)))
            return set_up(game, len(names), {}).game, names

    def played(self, table: str) -> datetime:
        """When somebody played there last."""
        for path in self._files(table):
            with suppress(OSError):
                return datetime.fromtimestamp(path.stat().st_mtime)
        return datetime.now()

    def _files(self, table: str) -> tuple[Path, ...]:
        """Where a table may be."""
        return self.path(table), self.old_path(table), self.finished_path(table)

    def records(self, table: str) -> list[Record]:
        """The games of a finished match, at least one."""
        path = self.finished_path(table)
        try:
            lines = [line for _, line in read_lines(_read(path))]
            return [Record.read(line) for line in lines or [b""]]
        except OSError as error:
            raise BeuteError(f"cannot read {path}: {error.strerror}", "cannot_read") from None
        except BeuteError as error:
            raise BeuteError(f"cannot read {path}: {error}", "cannot_read") from None

    def _check_is_there(self, table: str) -> None:
        names = self.tables()
        if table in names:
            return
        if table in self.finished():
            path = self.finished_path(table)
            message = f"the table {table} was played to its end; its record is {path}"
            raise BeuteError(message, "finished_table", table=table, path=path)
        raise _unknown(table, names)

    def check_kept(self, table: str) -> None:
        """Whether there is such a table, unfinished or finished."""
        names = [*self.tables(), *self.finished()]
        if table not in names:
            raise _unknown(table, names)

    # ------------------------------------------------------------ writing

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        """Add entries to a log of `after` entries. All of them are on the disk when this returns, or none."""
        path = self.path(table)
        with keeping(path):
            if after == 0:
                make_folder(path.parent)
            self._give_log(table)
            with self._locked(table, after) as file:
                extent = self._extent_of(table, file)
                if extent.entries != after:
                    raise Conflict(table, after, extent.entries)
                lines = "".join(map(line_of, entries)).encode()
                self._extents.pop(table, None)
                write(file, extent.size, lines, path.parent)
                self._extents[table] = Extent(extent.size + len(lines), after + len(entries))

    def finish(self, table: str, records: Sequence[Record]) -> None:
        """Save the records, then remove the table."""
        path = self.finished_path(table)
        with keeping(path):
            replace(path, "".join(record.text() + "\n" for record in records))
            for left in self.path(table), self.old_path(table):
                with suppress(FileNotFoundError), lock(left, os.O_RDWR):
                    left.unlink()
                    sync_folder(left.parent)
        self._extents.pop(table, None)

    def bring(self, file: Path) -> str:
        """A table from a file, as a server gives it or as `take_along` wrote it; the name that it has here."""
        try:
            entries, fold = brought(_read(file))
        except OSError as error:
            raise BeuteError(f"cannot read {file}: {error.strerror}", "cannot_read") from None
        except BeuteError as error:
            message = f"cannot go on from {file}: {error}"
            with suppress(BeuteError):
                Record.read(_read(file).split(b"\n")[0])
                message = f"{file} is the record of a game, not a saved table; see it again: beute watch {file}"
            raise BeuteError(message, error.code) from None
        while True:
            name = self.new_name(fold.match.setup.game)
            try:
                self.append(name, 0, entries)
            except Conflict:
                continue  # another process started one of that name at the same moment
            return name

    def take_along(self, table: str, file: Path) -> None:
        """A table into a file that is not there yet; it is here no longer."""
        entries = self.load(table)
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as there:
                there.write("".join(map(line_of, entries)).encode())
                there.flush()
                os.fsync(there.fileno())
        except FileExistsError:
            raise BeuteError(
                f"cannot write {file}: it is there already; name another file", "cannot_write_file"
            ) from None
        except OSError as error:
            raise BeuteError(f"cannot write {file}: {error.strerror}", "cannot_write_file") from None
        self.delete(table)

    def delete(self, table: str) -> None:
        """Remove a table with all that is kept of it, unfinished or finished."""
        self.check_kept(table)
        for path in self._files(table):
            with keeping(path), suppress(FileNotFoundError), lock(path, os.O_RDWR):
                path.unlink()
                sync_folder(path.parent)
        self._extents.pop(table, None)

    def _give_log(self, table: str) -> None:
        """Turn a table of the old form into a log."""
        path, old = self.path(table), self.old_path(table)
        with keeping(path), suppress(FileNotFoundError), lock(old, os.O_RDWR) as file:
            if not path.exists():
                played = os.fstat(file)
                replace(path, "".join(map(line_of, old_form.entries(_read(old)))))
                os.utime(path, ns=(played.st_atime_ns, played.st_mtime_ns))
            old.unlink()

    @contextmanager
    def _locked(self, table: str, after: int) -> Iterator[int]:
        """The log of a table, locked for writing; a new one is removed if nothing could be written."""
        path = self.path(table)
        try:
            with lock(path, os.O_RDWR if after else os.O_RDWR | os.O_CREAT) as file:
                try:
                    yield file
                finally:
                    if after == 0 and os.fstat(file).st_size == 0:
                        path.unlink()
        except FileNotFoundError:
            if not self.finished_path(table).exists():
                raise
            raise Conflict(table, after, 0) from None  # somebody else has played it to its end

    def _extent_of(self, table: str, file: int) -> Extent:
        """Read only if somebody else has written since."""
        known, size = self._extents.get(table), os.fstat(file).st_size
        return known if known is not None and known.size == size else _extent(os.pread(file, size, 0))


def _unknown(table: str, names: Sequence[str]) -> BeuteError:
    there, hint = ", ".join(names[:5]) or "none", did_you_mean(table, names)
    return BeuteError(f"there is no table {table!r}; there are {there}{hint}", "unknown_table", table=table)


# ---------------------------------------------------------------- files


def _data_folder() -> Path:
    """Where the system keeps a user's data; an XDG_DATA_HOME that is not absolute is to be ignored, as XDG says."""
    folder = platformdirs.user_data_path("beute")
    return folder if folder.is_absolute() else Path.home() / ".local" / "share" / "beute"


def _extent(data: bytes) -> Extent:
    return Extent(data.rfind(b"\n") + 1, data.count(b"\n"))


def _log(path: Path) -> tuple[Extent, list[Entry]]:
    """How long a log is, and its entries, each of which has its form."""
    data = _read(path)
    extent = _extent(data)
    lines = data[: extent.size].split(b"\n")[:-1]
    return extent, [entry_of(line, number) for number, line in enumerate(lines)]


def _read(path: Path) -> bytes:
    """A file; on what is none, as a pipe, one could wait for ever."""
    if path.exists() and not path.is_file():
        raise BrokenRecord("it is not a file", "broken_table")
    return read_bytes(path)


@contextmanager
def _telling(table: str) -> Iterator[None]:
    """Errors of reading name the table."""
    try:
        yield
    except OSError as error:
        raise BrokenRecord(f"the table {table} cannot be read: {error.strerror}", "broken_table") from None
    except BeuteError as error:
        raise BrokenRecord(f"the table {table} cannot be read: {error}", "broken_table") from None
