"""What bots need is compiled before they first think, in a process of its own: whoever waits can do other things.

`python -m beute.bots.ready GAME BOT…`
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import beute
from beute import bots, games
from beute.bots import Budget
from beute.games.compiling import COMPILED, FOLDER, When, compile_entries

QUICK = ("random", "greedy")  # for people as they are


def unready(game: str, names: Iterable[str]) -> list[str]:
    """The bots of ours among these that have not been compiled yet for this game."""
    ours = [name for name in dict.fromkeys(names) if name in bots.NAMES and name not in QUICK]
    return [name for name in ours if COMPILED and not _note(game, name).exists()]


def begin(game: str, names: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start to compile; it is done when the process has ended."""
    command = [sys.executable, "-m", "beute.bots.ready", game, *names]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def get_ready(game: str, name: str) -> None:
    """One game with hardly a thought calls all that a bot needs."""
    bot, table = bots.named(name, game), beute.new(game, games.about(game).SEATS[0], seed=1)
    compile_entries(When.AT_ONCE)
    while not table.over:
        seat = table.due[0]
        table.play(bots.answer(bot, table, seat, Budget(simulations=1)), seat)
    _note(game, name).touch()


def _note(game: str, name: str) -> Path:
    return FOLDER / f"{game}-{name}.ready"


if __name__ == "__main__":
    for bot_name in sys.argv[2:]:
        get_ready(sys.argv[1], bot_name)
