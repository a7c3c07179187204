"""What went wrong, said in the language of the table."""

from __future__ import annotations

from typing import Any

from beute.play.errors import BeuteError
from beute.texts import texts

TOLD = (  # codes of errors that have a text; others are shown as they are
    "bot_endless",
    "bot_illegal",
    "bot_raised",
    "broken_table",
    "cannot_read",
    "cannot_write",
    "conflict",
    "finished_table",
    "long_name",
    "same_name",
    "strange_name",
    "too_many_names",
    "unknown_clause",
    "wrong_option",
    "wrong_people",
)


def explain(error: BeuteError, language: str, **more: Any) -> str:
    """The error's sentence, filled with its data and other known values."""
    if error.code not in TOLD:
        return str(error)
    say = texts(language)
    data = {"error": error, **error.data, **more}
    reason = f"terminal.trouble.reasons.{data.get('reason')}"
    if reason in say:
        data["reason"] = say(reason)
    return say(f"terminal.trouble.{error.code}", **data)
