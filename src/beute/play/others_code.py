"""Code of others, a bot or a game: what is told when it raises an error, and whether a game can be begun at all."""

from __future__ import annotations

import traceback
from functools import cache
from pathlib import Path
from typing import Any, Final

from beute import games
from beute.play.errors import BeuteError

OURS: Final = Path(__file__).parent.parent
LONGEST: Final = 200  # letters that are told of an error


def words_of(error: BaseException) -> str:
    """An error in one line."""
    said = f"{type(error).__name__}: {error!s:.{LONGEST}}" if str(error) else type(error).__name__
    return " ".join("".join(sign if sign.isprintable() else " " for sign in said).split())


def place(error: BaseException) -> tuple[str, int]:
    """File and line of the error: the last in the file where that code begins, not in a library that it calls."""
    frames = traceback.extract_tb(error.__traceback__)
    begins = next((frame.filename for frame in frames if OURS not in Path(frame.filename).parents), None)
    last = next((frame for frame in reversed(frames) if frame.filename == begins), frames[-1])
    return _short(last.filename), last.lineno or 0


def _short(file: str) -> str:
    """From here, for a file below the present folder."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here)) if here in path.parents else file


def broken_game(game: str, error: Exception) -> BeuteError:
    """The code of another package's game raised an error while it was played."""
    file, line = place(error)
    told = f"the game {game!r} cannot be played: {words_of(error)} ({file}:{line})"
    return BeuteError(told, "unusable_game", game=game)


@cache
def trouble_at_first(game: str) -> str:
    """What goes wrong when another package's game is begun, up to the first question; nothing for nearly all."""
    from beute.play.chronicle import Chronicle
    from beute.play.game import Game  # which needs to know whether a game can be set up
    from beute.play.luck import Secret
    from beute.play.setup import Setup

    try:
        about = games.about(game)
        setup = Setup(game, about.SEATS[0], tuple((option.name, option.default) for option in about.OPTIONS))
        begun: Game[Any] = Game(setup, Secret.seeded(1))
        Chronicle.history(begun, (None, *range(setup.players)))
        for seat in begun.due:
            begun.engine.parts.story.ask(begun.view(seat))
    except Exception as error:
        return str(broken_game(game, error))
    return ""
