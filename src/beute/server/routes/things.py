"""What can be played here, and whether the server is well."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from typing_extensions import TypedDict

import beute
from beute import bots, games, rulebook
from beute.games.options import Option
from beute.games.views import OptionValue
from beute.lessons import has_lesson
from beute.server.messages import in_every_language
from beute.server.protocol import DESCRIBED, GameMessage, InEveryLanguage, OptionMessage
from beute.server.routes.desk import TheDesk
from beute.table import ready
from beute.texts import texts

router = APIRouter(tags=["things"])
BY_BROWSER: Final = ("title", "endings.", "things.")


class Health(TypedDict):
    """`ready` tells by game and bot what is compiled; until it is, bots play by rules of thumb.

    `rules`: whether the rules are compiled; until they are, moves take some milliseconds.
    """

    status: str
    version: str
    rules: bool
    ready: dict[str, dict[str, bool]]
    tables: int
    streams: int
    frozen: int
    checked: bool


@router.get("/healthz")
async def tell_health(desk: TheDesk) -> Health:
    """Whether the server is well, and which bots are ready."""
    return {
        "status": "stopping" if desk.streams.stopping else "ok",
        "version": beute.__version__,
        "rules": desk.rules.ready,
        "ready": desk.thinkers.ready(),
        "tables": desk.hall.rooms,
        "streams": len(desk.streams.connections),
        "frozen": len(desk.hall.frozen),
        "checked": desk.hall.upkeep.checked,
    }


@router.get("/api/games")
async def list_games() -> list[GameMessage]:
    """The games with their options, and the bots that play them; in every language."""
    return [_game(name) for name in ready.playable()]


def _game(name: str) -> GameMessage:
    about = games.about(name)
    able = bots.who_play(name)
    return {
        "game": name,
        "title": about.TITLE,
        "teaser": in_every_language(f"{name}.teaser"),
        "players": list(about.SEATS),
        "minutes": rulebook.page(name).minutes,
        "clauses": list(about.CLAUSES),
        "options": [_option(option, name) for option in about.OPTIONS],
        "levels": [{"name": level, "title": _title(level)} for level in bots.LEVELS if level in able],
        "bots": able,
        "lesson": has_lesson(name),
        "texts": None if name in DESCRIBED else {"en": _texts(name, "en"), "de": _texts(name, "de")},
    }


def _texts(name: str, language: str) -> dict[str, str]:
    """What the browser itself says of a game: all else comes with the messages of a table."""
    say = texts(language)
    own = {f"{name}.{code}": text for code, text in say.under(name).items() if code.startswith(BY_BROWSER)}
    return own | {f"reasons.{code}": text for code, text in say.under(f"{name}.reasons").items()}


def _option(option: Option, game: str) -> OptionMessage:
    """A game may have a short title for it and a sentence, where it has room for both, and names for its values."""
    name, meaning = option.name, in_every_language(f"{game}.options.{option.name}")
    return {
        "name": name,
        "clause": option.clause,
        "default": _as_json(option.default),
        "allowed": option.allowed,
        "meaning": meaning,
        "title": _if_there(f"{game}.option_titles.{name}") or meaning,
        "text": _if_there(f"{game}.option_texts.{name}"),
        "values": [
            {
                "value": _as_json(option.accept(value)),
                "title": _if_there(f"{game}.option_values.{name}.{value}") or _title(value),
            }
            for value in option.values
        ],
    }


def _as_json(value: bool | int | str | tuple[int, ...]) -> OptionValue:
    return list(value) if isinstance(value, tuple) else value


def _title(value: str) -> InEveryLanguage:
    """What people call it; a number is called by itself."""
    return _if_there(f"shared.values.{value}") or {"en": value, "de": value}


def _if_there(code: str) -> InEveryLanguage | None:
    return in_every_language(code) if code in texts("en") else None
