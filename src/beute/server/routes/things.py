"""What can be played here, and whether the server is well."""

from __future__ import annotations

from fastapi import APIRouter
from typing_extensions import TypedDict

import beute
from beute import bots, games, rulebook
from beute.games.options import Option
from beute.games.views import OptionValue
from beute.server.messages import in_every_language
from beute.server.protocol import GameMessage, InEveryLanguage, OptionMessage
from beute.server.routes.desk import TheDesk
from beute.texts import texts

router = APIRouter(tags=["things"])


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
        "checked": desk.hall.checked,
    }


@router.get("/api/games")
async def list_games() -> list[GameMessage]:
    """The games with their options, and the bots that play them; in every language."""
    return [_game(name) for name in games.NAMES]


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
    }


def _option(option: Option, game: str) -> OptionMessage:
    return {
        "name": option.name,
        "clause": option.clause,
        "default": _as_json(option.default),
        "allowed": option.allowed,
        "meaning": in_every_language(f"{game}.options.{option.name}"),
        "values": [{"value": _as_json(option.accept(value)), "title": _title(value)} for value in option.values],
    }


def _as_json(value: bool | int | str | tuple[int, ...]) -> OptionValue:
    return list(value) if isinstance(value, tuple) else value


def _title(value: str) -> InEveryLanguage:
    """What people call it; a number is called by itself."""
    code = f"shared.values.{value}"
    return in_every_language(code) if code in texts("en") else {"en": value, "de": value}
