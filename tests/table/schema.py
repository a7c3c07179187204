"""Writes the JSON Schema of what a table tells its viewers and of its log: `python -m tests.table.schema`.

A test keeps it current; the types of the browser's client are made from it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter

from beute.games.parts import described
from beute.games.story import Happening, Line, Question
from beute.table.log import Entry

FILE = Path(__file__).parents[2] / "docs" / "reference" / "table.schema.json"
DESCRIPTION = "The views of all games with their frame, what is told and asked, and the entries of a table's log."
TYPES: tuple[Any, ...] = (*described().values(), Happening, Question, Line, Entry)


def schema() -> dict[str, Any]:
    """All types under `$defs`, by their names."""
    mode: Literal["serialization"] = "serialization"
    inputs = [(n, mode, TypeAdapter(kind)) for n, kind in enumerate(TYPES)]
    found: dict[str, Any] = TypeAdapter.json_schemas(inputs, title="The table", description=DESCRIPTION)[1]
    return found


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
