"""The browser's table as it was built: its files by the paths at which they are served, kept in memory.

A path is looked up among those that are there and never put together to the name of a file, so that nothing outside the
folder can be asked for.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "site"  # where `npm run build` in web/ puts it
INDEX: Final = "/index.html"
ASSETS: Final = "/assets/"  # the name of each file there changes with what is in it
ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}  # what may lie beside a file in another form; the first is the smallest
TYPES: Final = {  # whatever the system's own table says, or lacks
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
NO_TYPE: Final = "application/octet-stream"


@dataclass(frozen=True)
class Form:
    """A file as it is sent: as it is, or compressed."""

    content: bytes
    encoding: str | None
    tag: str


@dataclass(frozen=True)
class File:
    """A file with all its forms, the smallest first."""

    kind: str
    forms: tuple[Form, ...]

    def best(self, accepted: str) -> Form:
        """The smallest form that a browser takes, by its Accept-Encoding."""
        wanted = _wanted(accepted)
        return next(form for form in self.forms if form.encoding is None or form.encoding in wanted)


class SiteFiles:
    """What was built, read anew once it is built anew."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._built: list[int] = []
        self._files: Mapping[str, File] = {}

    def all(self) -> Mapping[str, File]:
        """The files by path; none, if nothing was built."""
        built = self._times()
        if built != self._built:
            self._built, self._files = built, read(self._folder) if built else {}
        return self._files

    def _times(self) -> list[int]:
        """When the first page was written, and when the last file was added: they change with every build."""
        try:
            parts = [self._folder / INDEX[1:], self._folder, *self._folder.glob(ASSETS.strip("/"))]
            return [part.stat().st_mtime_ns for part in parts]
        except OSError:
            return []


def read(folder: Path) -> dict[str, File]:
    """The files of a folder, but for hidden ones and links, which could lead out of it."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink()]
    inside = {f"/{path.relative_to(folder).as_posix()}": path for path in paths}
    shown = {name: path for name, path in inside.items() if "/." not in name}
    compressed = {f"{name}{ending}" for name in shown for ending in ENCODINGS.values()}
    return {name: _file(path) for name, path in shown.items() if name not in compressed}


def _file(path: Path) -> File:
    forms = [_form(path, None)]
    for encoding, ending in ENCODINGS.items():
        beside = path.with_name(path.name + ending)
        if beside.is_file() and not beside.is_symlink():
            forms.append(_form(beside, encoding))
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or NO_TYPE
    return File(kind, tuple(sorted(forms, key=lambda form: len(form.content))))


def _form(path: Path, encoding: str | None) -> Form:
    content = path.read_bytes()
    return Form(content, encoding, f'"{sha256(content).hexdigest()[:24]}"')


def _wanted(accepted: str) -> set[str]:
    """What Accept-Encoding takes: not that which it weighs with 0."""
    wanted = set()
    for part in accepted.lower().split(","):
        name, _, more = part.partition(";")
        weight = more.partition("q=")[2].strip()
        if not weight or weight.strip("0."):
            wanted.add(name.strip())
    return wanted
