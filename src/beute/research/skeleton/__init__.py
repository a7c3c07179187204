"""The skeleton of a game of one's own: a package of nine files that says itself what has to be written."""

from __future__ import annotations

import keyword
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Final

from beute import games
from beute.play.errors import BeuteError

FILES: Final = {  # in the package, and what they are made from
    **{f"{part}.py": f"{part}.py.txt" for part in ("__init__", "components", "rules", "knowledge", "observation")},
    **{f"{part}.py": f"{part}.py.txt" for part in ("words", "view", "story")},
    "texts/en.toml": "en.toml.txt",
}
PROJECT: Final = {"pyproject.toml": "pyproject.toml.txt"}  # beside the package


def new_game(name: str, where: Path) -> Path:
    """Write the skeleton of a game into a new folder of its name; return its package."""
    check_name(name)
    project = where / name
    if project.exists():
        raise BeuteError(f"{project} is there already: nothing is overwritten", "is_there", path=str(project))
    facts = {"name": name, "title": name.replace("_", " ").title(), "clause": clause_of(name)}
    written = {project / file: source for file, source in PROJECT.items()}
    written |= {project / name / file: source for file, source in FILES.items()}
    try:
        for file, source in written.items():
            text = (Path(__file__).parent / source).read_text(encoding="utf-8")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(Template(text).substitute(facts), encoding="utf-8")
    except OSError as error:
        raise BeuteError(f"cannot write {project}: {error.strerror}", "cannot_write") from None
    return project / name


def check_name(name: str) -> None:
    """Refuse a name that a game cannot have, or that something else has."""
    if games.NAME.fullmatch(name) is None:
        message = f"{name!r:.60} is no name for a game: small letters, digits and _, as in 'my_game'"
        raise BeuteError(message, "wrong_name", name=name)
    if games.is_there(name):
        raise BeuteError(f"there is a game {name!r} already", "is_there", name=name)
    if keyword.iskeyword(name) or find_spec(name) is not None:
        raise BeuteError(f"{name!r} means something to Python already: call it something else", "wrong_name", name=name)


def clause_of(name: str) -> str:
    """Two letters for the clauses of its rulebook."""
    letters = [letter for letter in name.upper() if letter.isascii() and letter.isalpha()]
    return f"{letters[0]}{letters[-1] if len(letters) > 1 else 'X'}"
