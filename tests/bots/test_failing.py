"""Bots of other people that fail: what they raised and where, in words."""

from __future__ import annotations

import inspect
from types import FunctionType

import pytest

import beute
from beute import bots, games
from beute.bots.failing import BotFailed
from tests.bots import faulty


def failure(bot: str, game: str = "raeuber") -> BotFailed:
    table = beute.new(game, games.about(game).SEATS[0], seed=1)
    with pytest.raises(BotFailed) as failed:
        bots.answer(bots.named(f"tests.bots.faulty:{bot}"), table, table.due[0])
    return failed.value


def last_line(function: object) -> int:
    """Of a function or a class with one method: where it fails."""
    assert isinstance(function, FunctionType | type)
    lines, first = inspect.getsourcelines(function)
    return first + len(lines) - 1


@pytest.mark.parametrize(
    ("bot", "raised"),
    [
        ("Raises", "KeyError: 'no\\nplan\\x1b[31m'"),
        ("RaisesInLibrary", "JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2"),
        ("Leaves", "SystemExit: I am leaving"),
        ("policy", "ZeroDivisionError"),
    ],
)
def test_what_it_raised_and_on_which_of_its_own_lines(bot: str, raised: str) -> None:
    failed = failure(bot)
    assert failed.code == "bot_raised"
    line = last_line(getattr(faulty, bot))
    assert str(failed).startswith(f"it raised {raised}")
    assert str(failed).endswith(f"(tests/bots/faulty.py:{line})")


def test_an_error_cannot_command_a_terminal() -> None:
    class Loud:
        def choose(self, *given: object) -> int:
            raise ValueError("one\x1b[2J\n\n two" + "!" * 999)

    game = beute.new("sneaky", 2, seed=1)
    with pytest.raises(BotFailed) as failed:
        bots.answer(Loud(), game, game.due[0])
    told = failed.value.data["raised"]
    assert told.startswith("ValueError: one [2J two!!!")
    assert len(told) < 250


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize(("bot", "says"), [("Illegal", "it answered "), ("Wordy", "it answered 'put c1'")])
def test_what_is_not_legal_is_no_answer(bot: str, says: str, game: str) -> None:
    failed = failure(bot, game)
    assert failed.code == "bot_illegal"
    assert str(failed).startswith(says)
    assert str(failed).endswith(", which is not a legal decision")
