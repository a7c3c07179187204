"""Games of other packages, installed for a test: Gazza from `examples/`, and packages made up by tests."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from beute import games, texts
from beute.research.skeleton import FILES

EXAMPLE = Path(__file__).parent.parent / "examples" / "gazza"
_kept = TemporaryDirectory(prefix="beute-gazza-")  # for as long as this process lives, as its modules do


@cache
def gazza() -> Path:
    """Where the example is installed, as pip does it: the package, and what says that it is a game."""
    where = Path(_kept.name)
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(where), str(EXAMPLE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return where


def package(where: Path, name: str, module: str, files: dict[str, str]) -> None:
    """A package with files, and the entry point of a game of that name."""
    for file, text in files.items():
        path = where / module / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    facts = where / f"{module}-1.0.dist-info"
    facts.mkdir(parents=True, exist_ok=True)
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text(f"[beute.games]\n{name} = {module}\n", encoding="utf-8")


def magpies(name: str, clauses: str = "XG") -> dict[str, str]:
    """Gazza as another game: its files by their paths in the package, with states, clauses and names of their own."""
    own, found = EXAMPLE / "gazza", dict[str, str]()
    for file in FILES:
        text = re.sub(r"\bgazza\b", name, (own / file).read_text(encoding="utf-8"))
        text = text.replace("GZ-", f"{clauses}-").replace("GazzaView", "View")
        found[file] = text.replace('("goal", np.int8)', f'("goal_{name}", np.int8)').replace("s.goal", f"s.goal_{name}")
    return found


@contextmanager
def installed(*where: Path) -> Iterator[None]:
    """As if what is there were installed where Python looks; afterwards nothing of it is known any more."""
    before = sys.path[:]
    sys.path[:0] = map(str, where)
    games.forget()
    games.names()  # which looks for them, and so knows their sentences
    try:
        yield
    finally:
        sys.path[:] = before
        games.forget()
        texts.forget()
