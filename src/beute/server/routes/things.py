"""What can be played here, the rulebook, and whether the server is well."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from typing_extensions import TypedDict

import beute
from beute import bots, games, rulebook
from beute.games.options import Option
from beute.server.problems import Refused
from beute.server.protocol import GameMessage, Language, OptionMessage
from beute.server.routes.desk import TheDesk
from beute.texts import texts

router = APIRouter(tags=["things"])


class ClauseMessage(TypedDict):
    """A heading, or a clause with all that explains it, as Markdown."""

    clause: str | None
    heading: str | None
    markdown: str


class RulesMessage(TypedDict):
    game: str
    title: str
    blocks: list[ClauseMessage]


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
async def list_games(language: Annotated[Language, Query()] = "en") -> list[GameMessage]:
    """The games with their options, and the bots that play them."""
    return [_game(name, language) for name in games.NAMES]


@router.get("/api/games/{game}/rules")
async def read_rules(
    game: Annotated[str, Path(max_length=40)], language: Annotated[Language, Query()] = "en"
) -> RulesMessage:
    """The rulebook of a game, clause by clause."""
    if game not in games.NAMES:
        raise Refused("unknown_game", games=", ".join(games.NAMES))
    page = rulebook.page(game, language)
    blocks: list[ClauseMessage] = [
        {"clause": block.clause, "heading": block.heading, "markdown": block.markdown} for block in page.blocks
    ]
    return {"game": game, "title": page.title, "blocks": blocks}


def _game(name: str, language: str) -> GameMessage:
    about = games.about(name)
    return {
        "game": name,
        "title": about.TITLE,
        "players": list(about.SEATS),
        "options": [_option(option, name, language) for option in about.OPTIONS],
        "bots": bots.who_play(name),
    }


def _option(option: Option, game: str, language: str) -> OptionMessage:
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    key = f"{game}.options.{option.name}"
    meaning = texts(language)(key) if key in texts(language) else option.meaning
    return {
        "name": option.name,
        "clause": option.clause,
        "default": default,
        "allowed": option.allowed,
        "meaning": meaning,
        "values": list(option.values),
    }
