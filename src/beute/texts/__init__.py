"""Every sentence that people read, in every language: tables of sentences by code, filled with data.

`en/` and `de/` hold the same files with the same codes. The sentences of a game are in its own folder, in
`texts/en.toml` and so on. A sentence names its data in braces: `"{who} rolls {dice}"`; a row of things takes
the word before the last from there: `"{who} captures {bandits:and}"`, `"Which one: {bandits:or}?"`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

LANGUAGES = {"en": "English", "de": "Deutsch"}
FOLDER = Path(__file__).parent
OURS: Final = FOLDER.parent / "games"
_added: Final[dict[str, Path]] = {}  # the games of other packages, and where their sentences are


class Texts:
    """The sentences of one language: `texts("sneaky.ask.put", dice="R R")`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.sentences = _read(language)
        for game, folder in _added.items():
            self.add(game, folder)

    def __call__(self, code: str, /, **data: Any) -> str:
        return self.sentences[code].format(**data)

    def under(self, path: str) -> dict[str, str]:
        """The sentences of a table, by the rest of their codes: `texts.under("reasons")`."""
        start = f"{path}."
        return {code.removeprefix(start): text for code, text in self.sentences.items() if code.startswith(start)}

    def __contains__(self, code: str) -> bool:
        return code in self.sentences

    def row(self, pieces: Sequence[str], word: str) -> str:
        """At least one piece, with `and` or `or` before the last: `Ada, Bob and Cleo`."""
        *some, last = pieces
        return self("shared.and" if word == "and" else "shared.or", some=", ".join(some), last=last) if some else last

    def reason(self, code: str) -> str:
        """Why something is not possible; by the code itself where a game of another package has no words for it."""
        return self.sentences.get(f"reasons.{code}", code.replace("_", " "))

    def add(self, game: str, folder: Path) -> None:
        """The sentences of another package's game; where it does not speak the language, the English ones."""
        for code, text in (of_game(game, folder, "en") | of_game(game, folder, self.language)).items():
            self.sentences.setdefault(code, text)


@cache
def texts(language: str) -> Texts:
    return Texts(language)


def add(game: str, folder: Path) -> None:
    """Know the sentences of another package's game; ValueError or OSError if they cannot be read."""
    for language in LANGUAGES:
        of_game(game, folder, language)
    if not (folder / "en.toml").is_file():
        raise FileNotFoundError("there is no texts/en.toml")
    _added[game] = folder
    for language in LANGUAGES:
        texts(language).add(game, folder)


def forget() -> None:
    """Know none of them any more."""
    _added.clear()
    texts.cache_clear()


def of_game(game: str, folder: Path, language: str) -> dict[str, str]:
    """The sentences in a game's folder; why something is not possible is also found without the game's name."""
    file = folder / f"{language}.toml"
    if not file.is_file():
        return {}
    try:
        sentences = _flat(tomllib.loads(file.read_text(encoding="utf-8")), game)
    except ValueError as error:  # of TOML, of UTF-8, or ours
        raise ValueError(f"{file.name}: {error}") from None
    reasons = {code.partition(".")[2]: text for code, text in sentences.items() if code.startswith(f"{game}.reasons.")}
    return sentences | reasons


def language_of_system() -> str:
    """The first language of the environment for which there are texts."""
    wanted = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    first = next((locale for locale in wanted if locale), "en")
    return first[:2] if first[:2] in LANGUAGES else "en"


def _read(language: str) -> dict[str, str]:
    """Every file's tables, flattened: `[ask]` with `put = …` in the texts of sneaky is `sneaky.ask.put`."""
    sentences: dict[str, str] = {}
    for file in sorted((FOLDER / language).glob("*.toml")):
        sentences |= _flat(tomllib.loads(file.read_text(encoding="utf-8")), file.stem)
    for folder in sorted(OURS.glob("*/texts")):
        sentences |= of_game(folder.parent.name, folder, language)
    return sentences


def _flat(table: Mapping[str, Any], path: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        if not isinstance(value, Mapping | str):
            raise ValueError(f"{key} is {value!r:.60}, which is no text")
        found |= _flat(value, f"{path}.{key}") if isinstance(value, Mapping) else {f"{path}.{key}": value}
    return found
