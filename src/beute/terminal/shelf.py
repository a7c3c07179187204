"""Where tables are saved: a folder with a log for each unfinished match, and the records of finished ones."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import platformdirs

from beute.play.errors import BeuteError, BrokenRecord, did_you_mean
from beute.play.json_text import parse, read_bytes
from beute.play.record import Record, read_lines
from beute.play.setup import set_up
from beute.table.log import Entry, checked
from beute.table.seats import check_shown
from beute.table.store import Conflict, StoreError
from beute.terminal import old_form

REASONS = {  # why something cannot be written, where there is a word for it
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EACCES: "not_allowed",
    errno.EPERM: "not_allowed",
    errno.EROFS: "not_allowed",
    errno.ENOENT: "file_gone",
}
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
        return _names(self.folder / "tables", LOG, OLD)

    def finished(self) -> list[str]:
        """The names of the finished matches, the latest first."""
        return _names(self.folder / "finished", RECORDS)

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
                if not entries or entries[0]["entry"] != "opened":
                    raise BrokenRecord("it does not begin with its opening", "broken_table")
                game, names = entries[0]["game"], [seat["name"] for seat in entries[0]["seats"]]
            else:
                game, names = old_form.heading(_read(self.old_path(table)))
            return set_up(game, len(names), {}).game, names

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
        there = ", ".join(names[:5]) or "none"
        hint = did_you_mean(table, names)
        raise BeuteError(f"no table {table!r} to resume; there are {there}{hint}", "unknown_table", table=table)

    # ------------------------------------------------------------ writing

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        """Add entries to a log of `after` entries. All of them are on the disk when this returns, or none."""
        path = self.path(table)
        with _keeping(path):
            if after == 0:
                _make_folder(path.parent)
            self._give_log(table)
            with self._locked(table, after) as file:
                extent = self._extent_of(table, file)
                if extent.entries != after:
                    raise Conflict(table, after, extent.entries)
                lines = "".join(f"{_text(entry)}\n" for entry in entries).encode()
                self._extents.pop(table, None)
                _write(file, extent.size, lines, path.parent)
                self._extents[table] = Extent(extent.size + len(lines), after + len(entries))

    def finish(self, table: str, records: Sequence[Record]) -> None:
        """Save the records, then remove the table."""
        path = self.finished_path(table)
        with _keeping(path):
            _replace(path, "".join(record.text() + "\n" for record in records))
            for left in self.path(table), self.old_path(table):
                with suppress(FileNotFoundError), _lock(left, os.O_RDWR):
                    left.unlink()
                    _sync_folder(left.parent)
        self._extents.pop(table, None)

    def _give_log(self, table: str) -> None:
        """Turn a table of the old form into a log."""
        path, old = self.path(table), self.old_path(table)
        with _keeping(path), suppress(FileNotFoundError), _lock(old, os.O_RDWR):
            if not path.exists():
                _replace(path, "".join(f"{_text(entry)}\n" for entry in old_form.entries(_read(old))))
            old.unlink()

    @contextmanager
    def _locked(self, table: str, after: int) -> Iterator[int]:
        """The log of a table, locked for writing; a new one is removed if nothing could be written."""
        path = self.path(table)
        try:
            with _lock(path, os.O_RDWR if after else os.O_RDWR | os.O_CREAT) as file:
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


# ---------------------------------------------------------------- files


def _data_folder() -> Path:
    """Where the system keeps a user's data; an XDG_DATA_HOME that is not absolute is to be ignored, as XDG says."""
    folder = platformdirs.user_data_path("beute")
    return folder if folder.is_absolute() else Path.home() / ".local" / "share" / "beute"


def _names(folder: Path, *endings: str) -> list[str]:
    """The names of the files with such an ending, the latest first."""
    found: dict[str, float] = {}
    for ending in endings:
        for file in folder.glob(f"*{ending}"):
            with suppress(OSError):  # another process may be removing it
                found.setdefault(file.name.removesuffix(ending), file.stat().st_mtime)
    return sorted(found, key=lambda name: found[name], reverse=True)


def _extent(data: bytes) -> Extent:
    return Extent(data.rfind(b"\n") + 1, data.count(b"\n"))


def _log(path: Path) -> tuple[Extent, list[Entry]]:
    """How long a log is, and its entries, each of which has its form."""
    data = _read(path)
    extent = _extent(data)
    lines = data[: extent.size].split(b"\n")[:-1]
    return extent, [_entry(line, number) for number, line in enumerate(lines)]


def _entry(line: bytes, number: int) -> Entry:
    try:
        data = parse(line)
    except BrokenRecord as error:
        raise BrokenRecord(f"entry {number}: {error}", "broken_table") from None
    entry = checked(data, number)
    seats = entry["seats"] if entry["entry"] == "opened" else [entry] if entry["entry"] == "seated" else []
    for seat in seats:
        check_shown(seat["name"])
    return entry


def _read(path: Path) -> bytes:
    """A file; on what is none, as a pipe, one could wait for ever."""
    if path.exists() and not path.is_file():
        raise BrokenRecord("it is not a file", "broken_table")
    return read_bytes(path)


def _text(entry: Entry) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


@contextmanager
def _telling(table: str) -> Iterator[None]:
    """Errors of reading name the table."""
    try:
        yield
    except OSError as error:
        raise BrokenRecord(f"the table {table} cannot be read: {error.strerror}", "broken_table") from None
    except BeuteError as error:
        raise BrokenRecord(f"the table {table} cannot be read: {error}", "broken_table") from None


@contextmanager
def _keeping(path: Path) -> Iterator[None]:
    """Errors of writing name the path and the system's reason."""
    try:
        yield
    except OSError as error:
        message = f"cannot save the game in {path}: {error.strerror}"
        reason = REASONS.get(error.errno or 0, error.strerror)
        raise StoreError(message, "cannot_write", path=path.parent, reason=reason) from None


@contextmanager
def _lock(path: Path, flags: int) -> Iterator[int]:
    """A locked file; FileNotFoundError if it was removed before the lock was ours."""
    file = os.open(path, flags, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file).st_nlink == 0:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        yield file
    finally:
        os.close(file)


def _write(file: int, size: int, data: bytes, folder: Path) -> None:
    """Append after the first `size` bytes of a file, durably; if that fails, the file is cut to those bytes."""
    try:
        os.ftruncate(file, size)
        written = 0
        while written < len(data):
            written += os.pwrite(file, data[written:], size + written)
        os.fsync(file)
        if size == 0:
            _sync_folder(folder)
    except OSError:
        os.ftruncate(file, size)
        raise


def _replace(path: Path, text: str) -> None:
    """All or nothing, durably: a crash leaves what was there before."""
    _make_folder(path.parent)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
        written = Path(file.name)
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            written.replace(path)
        except OSError:
            written.unlink(missing_ok=True)
            raise
    _sync_folder(path.parent)


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> None:
    """Make it durable that a file is there, or that it is not."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
