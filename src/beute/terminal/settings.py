"""What a person has chosen for this terminal: kept beside the saved tables."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from beute.play.errors import BeuteError
from beute.play.json_text import parse
from beute.texts import LANGUAGES

FILE: Final = "settings.json"
PACES: Final = {"slow": 1.2, "normal": 0.6, "fast": 0.25, "at_once": 0.0}  # seconds before a bot plays


@dataclass
class Settings:
    """Remembered from one game to the next, where that can be written."""

    language: str | None = None  # None: the system's
    pace: str = "normal"
    forced: bool = True  # an answer that is the only one is given by itself
    cards: list[str] = field(default_factory=list)  # the games whose card "in 30 seconds" was shown
    path: Path | None = None

    @classmethod
    def load(cls, folder: Path) -> Settings:
        """As they were kept; what is damaged or unknown there is as if it had never been chosen."""
        path = folder / FILE
        kept: object = None
        with suppress(OSError, BeuteError):
            kept = parse(path.read_bytes())
        said: dict[str, Any] = kept if isinstance(kept, dict) else {}
        settings = cls(path=path)
        if said.get("language") in LANGUAGES:
            settings.language = said["language"]
        if said.get("pace") in PACES:
            settings.pace = said["pace"]
        if isinstance(said.get("forced"), bool):
            settings.forced = said["forced"]
        cards = said.get("cards")
        if isinstance(cards, list):
            settings.cards = [str(game) for game in cards]
        return settings

    def save(self) -> None:
        """What cannot be written is forgotten when the program ends: no reason to disturb a game."""
        if self.path is None:
            return
        said = {each.name: asdict(self)[each.name] for each in fields(self) if each.name != "path"}
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new = self.path.with_suffix(".new")
            new.write_text(json.dumps(said) + "\n", encoding="utf-8")
            new.replace(self.path)

    def note_card(self, game: str) -> None:
        """The card of a game was shown."""
        if game not in self.cards:
            self.cards.append(game)
            self.save()

    @property
    def seconds(self) -> float:
        """The pace."""
        return PACES[self.pace]
