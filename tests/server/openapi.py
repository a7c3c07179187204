"""Writes the description of the server's API: `python -m tests.server.openapi`.

A test keeps it current; the types of the browser's client are made from it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from beute.server.app import routes

FILE = Path(__file__).parents[2] / "docs" / "reference" / "api.openapi.json"


def description() -> dict[str, Any]:
    """As a server gives it at /api/openapi.json, but for its version, which would change it with every release."""
    found: dict[str, Any] = routes().openapi()
    del found["info"]["version"]
    return found


def text() -> str:
    return json.dumps(description(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
