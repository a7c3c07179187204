"""Screens in fixed positions, as text: written down by `python -m tests.terminal.snapshots`."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

from beute.terminal.session import Session
from tests.terminal.play import LARGE, SMALL, Table, advance, at_table, begin

HERE = Path(__file__).parent
LANGUAGES = ("en", "de")
TABLES = (  # game, players, events at least
    ("sneaky", 2, 200),
    ("sneaky", 4, 300),
    ("schattendieb", 3, 20),
    ("schattendieb", 7, 90),
    ("raeuber", 2, 60),
    ("raeuber", 5, 90),
)
Keys = tuple[str, ...]
SCREENS: dict[str, Keys] = {"rules": ("?",), "story": ("g",), "table-refused": ("2",)}


def wanted() -> Iterator[tuple[str, Callable[[], str]]]:
    """Every snapshot by its name, and how it is taken."""
    for language in LANGUAGES:
        for game, players, events in TABLES:
            for size in SMALL, LARGE:
                name = f"{game}-{players}-{size[0]}x{size[1]}-{language}"
                yield name, partial(table, game, players, events, language, size)
        for what, keys in SCREENS.items():
            yield f"{what}-{language}", partial(table, "sneaky", 3, 200, language, SMALL, keys)
        yield f"curtain-{language}", partial(table, "raeuber", 3, 0, language, SMALL, (), 2)
        yield f"scoring-{language}", partial(scoring, language)
        yield f"replay-{language}", partial(scoring, language, "r", *["right"] * 30)
        yield f"start-{language}", partial(start, language)
        yield f"setup-{language}", partial(start, language, "down", "enter")


def table(
    game: str, players: int, events: int, language: str, size: tuple[int, int], keys: Keys = (), people: int = 1
) -> str:
    """A table some way into the game, after some keys."""

    async def look(there: Table) -> None:
        await there.press(*keys)

    with tempfile.TemporaryDirectory() as folder:
        session = advance(begin(Path(folder), game, players, people, "b"), events)
        return screen(session, language, size, look)


def scoring(language: str, *keys: str) -> str:
    """What is shown when a game is over, after some keys."""

    async def look(there: Table) -> None:
        await there.play_on()
        await there.press(*keys)

    with tempfile.TemporaryDirectory() as folder:
        session = begin(Path(folder), "raeuber", 3, seed="b")
        return screen(session, language, SMALL, look)


def start(language: str, *keys: str) -> str:
    async def look(there: Table) -> None:
        await there.press(*keys)

    with tempfile.TemporaryDirectory() as folder:
        return screen(None, language, SMALL, look, Path(folder))


def screen(
    session: Session | None,
    language: str,
    size: tuple[int, int],
    look: Callable[[Table], Awaitable[None]],
    folder: Path | None = None,
) -> str:
    shown = []

    async def play(there: Table) -> None:
        await look(there)
        await there.settle()
        shown.append(there.text.rstrip() + "\n")

    at_table(play, session, language, size, folder=folder)
    return shown[0]


def path(name: str) -> Path:
    return HERE / f"{name}.txt"
