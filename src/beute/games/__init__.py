"""The games by name: ours, and those that installed packages bring. What needs no rules is there without compiling.

A folder here that has a `rules.py` is a game. Another package brings one by the entry point `beute.games`, which names
the package that the game is: `gazza = "gazza"`.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from beute.games.options import Option
from beute.texts import add, texts

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "beute.games"
FIRST: Final = ("sneaky", "schattendieb", "raeuber")  # the order in which ours are offered; others follow by name
MOST_SEATS: Final = 7  # that tables, boards and the server have room for
NAME: Final = re.compile(r"[a-z][a-z0-9_]{1,30}")


def _here() -> tuple[str, ...]:
    there = {rules.parent.name for rules in Path(__file__).parent.glob("*/rules.py")}
    return (*(name for name in FIRST if name in there), *sorted(there - {*FIRST}))


NAMES: Final = _here()  # our own games


class About(Protocol):
    """What the `__init__.py` of a game's folder has."""

    @property
    def TITLE(self) -> str: ...
    @property
    def SEATS(self) -> range: ...
    @property
    def VERSION(self) -> int:
        """Of its rules: grows when what is legal, or what a move does, changes."""

    @property
    def ENVIRONMENT(self) -> int:
        """The version of its environments: grows when what a learner observes, does or gets changes."""

    @property
    def SECRETS(self) -> bool:
        """Whether a seat sees what others do not."""

    @property
    def ENDINGS(self) -> Mapping[str, str]:
        """The names of the endings, each with its clause."""

    @property
    def CLAUSES(self) -> tuple[str, ...]: ...
    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...


class UnusableGame(Exception):
    """A game that another package brings cannot be played; the message says why, in words."""


@dataclass(frozen=True)
class Others:
    """The games of other packages: the package of each, and why those that cannot be played cannot."""

    packages: Mapping[str, str]
    broken: Mapping[str, str]


def names() -> tuple[str, ...]:
    """All games that can be played: ours, then those of other packages."""
    return (*NAMES, *others().packages)


def is_there(name: object) -> bool:
    """Whether there is such a game. Other packages are looked for only if it is none of ours."""
    return name in NAMES or (isinstance(name, str) and name in others().packages)


def package(name: str) -> str:
    """The package that a game is, by its full name."""
    return f"{__name__}.{name}" if name in NAMES else others().packages[name]


def about(name: str) -> About:
    """The description of a game: title, seats, options, endings."""
    return cast(About, import_module(package(name)))


def folder(name: str) -> Path:
    """Where the files of a game are."""
    return _folder(import_module(package(name)))


def beside(name: str, part: str, own: str = "") -> ModuleType | None:
    """What else there is for a game, found by being there.

    Of one of ours the module of its name in that part of Beute, `beute.bots.greedy.sneaky`; of another package's the
    module of the part's last name in it, `gazza.greedy`, or of the name that is given.
    """
    module = _beside(name, part, own)
    return load(module) if find_spec(module) is not None else None


def is_beside(name: str, part: str, own: str = "") -> bool:
    """Whether there is such a module; it is not loaded."""
    return find_spec(_beside(name, part, own)) is not None


def _beside(name: str, part: str, own: str) -> str:
    return f"{part}.{name}" if name in NAMES else f"{package(name)}.{own or part.rpartition('.')[2]}"


def file_beside(name: str, part: str, own: str = "") -> Path | None:
    """The same for data: of one of ours `beute/bots/value/sneaky.toml`, of another package's `value.toml` in it."""
    if name in NAMES:
        file = _folder(import_module(part)) / f"{name}.toml"
    else:
        file = folder(name) / f"{own or part.rpartition('.')[2]}.toml"
    return file if file.is_file() else None


def data_beside(name: str, part: str, own: str = "") -> dict[str, Any] | None:
    """What is in that file; UnusableGame if it cannot be read."""
    file = file_beside(name, part, own)
    return None if file is None else read_data(file)


def read_data(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnusableGame(f"{file.name} cannot be read: {error}") from error


_brought: Final[dict[str, str]] = {}  # by folder, for as long as this process lives


def bring(where: Path) -> str:
    """A game from the folder of its package, without installing it; return its name, or UnusableGame."""
    package = where.resolve()
    if not (package / "__init__.py").is_file():
        raise UnusableGame(f"{where} is no package of a game: it has no __init__.py")
    if package.parent == Path(__file__).parent:
        return package.name
    sys.path.insert(0, str(package.parent))
    _brought[package.name] = package.name
    others.cache_clear()
    if package.name not in others().packages:
        raise UnusableGame(others().broken[package.name])
    return package.name


def forget() -> None:
    """Know no game that was brought, and look for those of other packages anew."""
    _brought.clear()
    others.cache_clear()


@cache
def others() -> Others:
    """The games of other packages. One that cannot be played does not keep the others from it."""
    from importlib.metadata import EntryPoint, entry_points  # takes a tenth of the start of a table, seldom needed

    packages, broken = dict[str, str](), dict[str, str]()
    points = [point for point in entry_points(group=GROUP) if point.name not in _brought]
    points += [EntryPoint(name, module, GROUP) for name, module in _brought.items()]
    for point in sorted(points, key=lambda point: (point.name, point.value)):
        try:
            if point.name in packages:
                raise UnusableGame(f"the package {packages[point.name]!r} brings a game of that name too")
            packages[point.name] = _read(point)
        except UnusableGame as why:
            broken[point.name] = f"the game {point.name!r} ({point.value}) cannot be played: {why}"
    return Others(packages, broken)


def _read(point: EntryPoint) -> str:
    """The package of a game that can be set up, as far as that can be told before its rules are loaded."""
    if NAME.fullmatch(point.name) is None:
        raise UnusableGame("its name must be small letters, digits and _, as in 'my_game'")
    if point.name in NAMES:
        raise UnusableGame("one of Beute's own games has that name")
    module = load(point.value)
    lacking = sorted(name for name in vars(About) if name.isupper() and not hasattr(module, name))
    if lacking:
        raise UnusableGame(f"its __init__.py has no {', '.join(lacking)}")
    seats = module.SEATS
    if not isinstance(seats, range) or not seats or seats.step != 1 or seats[0] < 1 or seats[-1] > MOST_SEATS:
        raise UnusableGame(f"SEATS in its __init__.py must be a range of 1 to {MOST_SEATS} players, not {seats!r:.60}")
    try:
        add(point.name, _folder(module) / "texts")
    except (OSError, ValueError) as error:
        raise UnusableGame(f"its texts cannot be read: {error}") from error
    unsaid = sorted(code for code in needed_texts(cast(About, module)) if f"{point.name}.{code}" not in texts("en"))
    if unsaid and point.name not in _brought:  # which is to be checked, and then told of all that it lacks
        raise UnusableGame(f"texts/en.toml has no {', '.join(unsaid)}")
    return point.value


def needed_texts(about: About) -> set[str]:
    """What menus and forms say of every game, whatever happens in it."""
    return {
        "title",
        "teaser",
        *(f"options.{option.name}" for option in about.OPTIONS),
        *(f"endings.{ending}" for ending in about.ENDINGS),
    }


def load(module: str) -> ModuleType:
    """A module of a game, or UnusableGame: whatever goes wrong in the code of others is told in words."""
    try:
        return import_module(module)
    except (Exception, SystemExit) as error:
        raise UnusableGame(f"importing {module!r:.60} failed: {type(error).__name__}: {error!s:.200}") from error


def _folder(module: ModuleType) -> Path:
    if module.__file__ is None or Path(module.__file__).name != "__init__.py":
        raise UnusableGame(f"{module.__name__!r} must be a package: a folder with an __init__.py")
    return Path(module.__file__).parent
