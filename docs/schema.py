"""Writes the JSON Schema of what a table tells its viewers and of its log: `python docs/schema.py`.

The views of all games with their frame, what is told and asked, and the entries of a log. A test keeps it current.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter

from beute.games.raeuber.view import RaeuberView
from beute.games.schattendieb.view import SchattendiebView
from beute.games.sneaky.view import SneakyView
from beute.games.story import Happening, Line, Question
from beute.table.log import Entry

FILE = Path(__file__).parent / "reference" / "table.schema.json"
TYPES: tuple[Any, ...] = (SneakyView, SchattendiebView, RaeuberView, Happening, Question, Line, Entry)


def schema() -> dict[str, Any]:
    """All types under `$defs`, by their names."""
    mode: Literal["serialization"] = "serialization"
    inputs = [(n, mode, TypeAdapter(kind)) for n, kind in enumerate(TYPES)]
    found: dict[str, Any] = TypeAdapter.json_schemas(inputs, title="The table", description=__doc__)[1]
    return found


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
