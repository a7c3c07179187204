"""A finished game again: forth, back, to its ends, with everybody's eyes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from beute import Match, games
from beute.play.chronicle import Chronicle
from beute.play.errors import BeuteError
from beute.play.record import Record
from beute.play.replay import replay
from beute.terminal.app import WatchApp
from beute.terminal.screens.replay import ReplayScreen
from tests.play.test_game import play_some
from tests.terminal.play import SMALL, Table

NAMES = ["Ada", "Bob", "Cleo"]


def records_of(game: str, of: int = 1) -> list[Record]:
    match = Match(game, 3, "watch", NAMES, **({"games": of} if game == "schattendieb" else {}))
    play_some(match.game, 10_000)
    while not match.over:
        play_some(match.next_game(), 10_000)
    return match.records()


async def watching(records: list[Record], seat: int | None = None, language: str = "en") -> None:
    ...


def watch(records: list[Record], play: object, seat: int | None = None, language: str = "en") -> None:
    async def run() -> None:
        app = WatchApp(records, seat, language)
        async with app.run_test(size=SMALL) as pilot:
            table = Table(app, pilot)
            await table.settle()
            assert callable(play)
            await play(table)

    asyncio.run(run())
