"""Every sentence that people read, in every language: tables of sentences by code, filled with data.

`en/` and `de/` hold the same files with the same codes. A sentence names its data in braces: `"{who} rolls {dice}"`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = {"en": "English", "de": "Deutsch"}
FOLDER = Path(__file__).parent


class Texts:
    """The sentences of one language: `texts("sneaky.ask.put", dice="R R")`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.sentences = _read(language)

    def __call__(self, code: str, /, **data: Any) -> str:
        return self.sentences[code].format(**data)

    def under(self, path: str) -> dict[str, str]:
        """The sentences of a table, by the rest of their codes: `texts.under("reasons")`."""
        start = f"{path}."
        return {code.removeprefix(start): text for code, text in self.sentences.items() if code.startswith(start)}

    def __contains__(self, code: str) -> bool:
        return code in self.sentences


@cache
def texts(language: str) -> Texts:
    return Texts(language)


def language_of_system() -> str:
    """The first language of the environment for which there are texts."""
    wanted = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    first = next((locale for locale in wanted if locale), "en")
    return first[:2] if first[:2] in LANGUAGES else "en"


def _read(language: str) -> dict[str, str]:
    """Every file's tables, flattened: `[ask]` with `put = …` in sneaky.toml is `sneaky.ask.put`."""
    sentences: dict[str, str] = {}
    for file in sorted((FOLDER / language).glob("*.toml")):
        sentences |= _flat(tomllib.loads(file.read_text(encoding="utf-8")), file.stem)
    return sentences


def _flat(table: Mapping[str, Any], path: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        found |= _flat(value, f"{path}.{key}") if isinstance(value, Mapping) else {f"{path}.{key}": value}
    return found
