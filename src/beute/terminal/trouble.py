"""What went wrong, said in the language of the table."""

from __future__ import annotations

from typing import Any

from beute.play.errors import BeuteError
from beute.texts import texts

TOLD = (  # codes of errors that people at the table can meet; others are told as they are
    "broken_table",
    "cannot_read",
    "cannot_write",
    "long_name",
    "same_name",
    "strange_name",
    "too_many_names",
    "unknown_clause",
    "wrong_option",
    "wrong_people",
)


def explain(error: BeuteError, language: str, **more: Any) -> str:
    """The error's sentence, filled with its data and with more that is known here."""
    if error.code not in TOLD:
        return str(error)
    return texts(language)(f"terminal.trouble.{error.code}", **{"error": error, **error.data, **more})
