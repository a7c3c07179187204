"""Bots that fail: what is told of it, to whoever sits at the table and to whoever wrote the bot."""

from __future__ import annotations

from typing import Any

from beute.play.errors import BeuteError
from beute.play.others_code import place, words_of


class BotFailed(BeuteError):
    """A bot raised an error, answered with something that is not legal, or did not come to an end."""


def raised(error: BaseException) -> BotFailed:
    """A bot raised an error: which, and where in the bot's own file."""
    said, (file, line) = words_of(error), place(error)
    return BotFailed(f"it raised {said} ({file}:{line})", "bot_raised", raised=said, file=file, line=line)


def illegal(answer: Any) -> BotFailed:
    """What would have been legal is not told: people at the table may hear of it."""
    said = f"{answer!r:.60}"
    return BotFailed(f"it answered {said}, which is not a legal decision", "bot_illegal", answer=said)


def endless() -> BotFailed:
    return BotFailed("it does not come to an end", "bot_endless")
