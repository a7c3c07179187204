"""What can go wrong, said so that a person knows what was tried, why not, and what would do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from beute.texts import texts


def did_you_mean(said: object, names: Iterable[str]) -> str:
    """A hint for who mistyped a name, or nothing."""
    guess = get_close_matches(str(said)[:60], list(names), 1, 0.4)
    return f"; did you mean {guess[0]!r}?" if guess else ""


class BeuteError(ValueError):
    """What all errors of the library have: a stable code, and data, for programs that word it themselves."""

    def __init__(self, message: str, code: str, **data: Any) -> None:
        super().__init__(message)
        self.code = code
        self.data = data


class SetupError(BeuteError):
    """No such game, number of players, option or value."""


class IllegalMove(BeuteError):
    """A word that cannot be played now: the clause it breaks, and what is offered instead.

    It may be shown to the person at the seat: it holds no more than that person's view.
    """

    def __init__(self, seat: int | None, word: str, clause: str | None, code: str, offered: list[str]) -> None:
        who = "chance" if seat is None else f"seat {seat}"
        because = texts("en").reason(code) + (f" ({clause})" if clause else "")
        would_do = f"; possible: {', '.join(offered)}" if offered else ""
        data: dict[str, Any] = {"seat": seat, "word": word, "clause": clause, "offered": offered}
        super().__init__(f"{word!r:.60} by {who}: {because}{would_do}", code, **data)
        self.seat, self.word, self.clause, self.offered = seat, word, clause, offered


class BrokenRecord(BeuteError):
    """A record that is not one, or breaks the rules: at which of its `events`, counted from 0, by which clause."""

    def __init__(
        self, message: str, code: str, event: int | None = None, clause: str | None = None, **data: Any
    ) -> None:
        where = "" if event is None else f"events[{event}]: "
        super().__init__(f"{where}{message}", code, event=event, clause=clause, **data)
        self.event, self.clause = event, clause


class Unverifiable(BeuteError):
    """A record that does not tell the secret of its luck: it may be as good as any, only nobody can check the luck."""
