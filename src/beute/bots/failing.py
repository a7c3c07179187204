"""Bots that fail: what is told of it, to whoever sits at the table and to whoever wrote the bot."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

from beute.play.errors import BeuteError

OURS = Path(__file__).parent.parent
LONGEST = 200  # letters that are told of an error


class BotFailed(BeuteError):
    """A bot raised an error, answered with something that is not legal, or did not come to an end."""


def raised(error: BaseException) -> BotFailed:
    """A bot raised an error: which, and where in the bot's own file."""
    said = f"{type(error).__name__}: {error!s:.{LONGEST}}" if str(error) else type(error).__name__
    said = " ".join("".join(sign if sign.isprintable() else " " for sign in said).split())
    file, line = place(error)
    return BotFailed(f"it raised {said} ({file}:{line})", "bot_raised", raised=said, file=file, line=line)


def illegal(answer: Any) -> BotFailed:
    """What would have been legal is not told: people at the table may hear of it."""
    said = f"{answer!r:.60}"
    return BotFailed(f"it answered {said}, which is not a legal decision", "bot_illegal", answer=said)


def endless() -> BotFailed:
    return BotFailed("it does not come to an end", "bot_endless")


def place(error: BaseException) -> tuple[str, int]:
    """File and line of the error: the last in the file where the bot begins, not in a library that it calls."""
    frames = traceback.extract_tb(error.__traceback__)
    begins = next((frame.filename for frame in frames if OURS not in Path(frame.filename).parents), None)
    last = next((frame for frame in reversed(frames) if frame.filename == begins), frames[-1])
    return _short(last.filename), last.lineno or 0


def _short(file: str) -> str:
    """From here, for a file below the present folder."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here)) if here in path.parents else file
