"""Compile what a bot needs before it first thinks, in a process of its own, so that a game can begin meanwhile.

`python -m beute.bots.ready GAME BOT…`
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import beute
from beute import bots, games
from beute.bots import Budget
from beute.games.compiling import When, compile_entries, digest, entries_at_once, folder, keeps

QUICK = ("random", "greedy")  # fast enough uncompiled, for play with people


def unready(game: str, names: Iterable[str], entries: bool = False) -> list[str]:
    """The bots of ours among these that have not been compiled yet for this game; none where nothing can be kept."""
    ours = [name for name in dict.fromkeys(names) if name in bots.NAMES and name not in QUICK]
    return [name for name in ours if keeps() and not _note(game, name, entries).exists()]


def begin(game: str, names: Sequence[str]) -> Preparation:
    """Start to compile."""
    return Preparation([sys.executable, "-m", "beute.bots.ready", game, *names])


class Preparation:
    """A process that compiles bots."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._parts = 0

    @property
    def done(self) -> bool:
        return self._process.poll() is not None

    @property
    def parts(self) -> int:
        """How many functions have been compiled so far: the process writes a byte for each."""
        told = self._process.stdout
        if told is not None and not told.closed:
            os.set_blocking(told.fileno(), False)
            self._parts += len(told.read() or b"")
        return self._parts

    def end(self) -> None:
        """Wait for it no longer."""
        self._process.kill()
        self._process.communicate()

    def wait(self) -> int:
        """Until it is done; 0 if all went well."""
        self._process.communicate()
        return self._process.returncode


def tell_parts() -> None:
    """Write a byte for each function that is compiled from now on."""
    from numba.core import event  # only here: it takes longer to import than all the rest

    class Counting(event.Listener):  # type: ignore[misc]
        def on_start(self, happening: Any) -> None:
            pass

        def on_end(self, happening: Any) -> None:
            print(end=".", flush=True)

    event.register("numba:compile", Counting())


def get_ready(game: str, name: str) -> None:
    """Play one game with one simulation per decision: it compiles all that the bot needs."""
    bot, table = bots.named(name, game), beute.new(game, games.about(game).SEATS[0], seed=1)
    while not table.over:
        seat = table.due[0]
        table.play(bots.answer(bot, table, seat, Budget(simulations=1)), seat)
    if keeps():
        _note(game, name, entries_at_once()).touch()


def _note(game: str, name: str, entries: bool) -> Path:
    """A file that says so: with the entries that the bot calls, or without, as people play."""
    return note(game, f"{name}{'-entries' if entries else ''}")


def note(game: str, what: str) -> Path:
    """A file that says that something was compiled for a game, by the sources of a game of another package."""
    of = "" if game in games.NAMES else f"-{digest(games.folder(game))}"
    return folder() / f"{game}{of}-{what}.ready"


if __name__ == "__main__":
    tell_parts()
    compile_entries(When.NEVER)  # people play without them
    for bot_name in sys.argv[2:]:
        get_ready(sys.argv[1], bot_name)
