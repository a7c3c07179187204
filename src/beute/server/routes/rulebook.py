"""The rulebook: clause by clause for programs, as a page for the panel beside a table, and its drawings."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Annotated, Final
from xml.etree import ElementTree

from fastapi import APIRouter, Path, Query
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from typing_extensions import TypedDict

from beute import games, rulebook
from beute.server.problems import Refused
from beute.server.protocol import Language

DRAWINGS: Final = "/api/rules/img"  # where the pages' own `../img` is served
SVG: Final = "image/svg+xml"
KEPT: Final = {"cache-control": "no-cache"}  # a browser keeps it, and asks whether it is still the same

Game = Annotated[str, Path(max_length=40, description="The name of the game.")]
router = APIRouter(prefix="/api", tags=["rulebook"])


class ClauseMessage(TypedDict):
    """A heading, or a clause with all that explains it, as Markdown."""

    clause: str | None
    heading: str | None
    markdown: str


class RulesMessage(TypedDict):
    game: str
    title: str
    blocks: list[ClauseMessage]


@router.get("/games/{game}/rules")
async def read_rules(game: Game, language: Annotated[Language, Query()] = "en") -> RulesMessage:
    """The rulebook of a game, clause by clause."""
    _check_game(game)
    page = rulebook.page(game, language)
    blocks: list[ClauseMessage] = [
        {"clause": block.clause, "heading": block.heading, "markdown": block.markdown} for block in page.blocks
    ]
    return {"game": game, "title": page.title, "blocks": blocks}


@router.get("/rules/img/{name}", response_class=Response, responses={200: {"content": {SVG: {}}}})
async def show_drawing(name: Annotated[str, Path(max_length=80)], request: Request) -> Response:
    """A drawing of the rulebook."""
    found = rulebook.drawings().get(name)
    if found is None:
        raise Refused("not_found")
    return _kept(Response(found, media_type=SVG), request)


@router.get("/rules/{language}/{game}", response_class=HTMLResponse)
async def show_page(language: Language, game: Game, request: Request) -> Response:
    """The rulebook of a game as HTML, to be put into a page: every clause has an anchor with its id."""
    _check_game(game)
    return _kept(HTMLResponse(page_of(game, language)), request)


def _check_game(game: str) -> None:
    if not games.is_there(game):
        raise Refused("unknown_game", games=", ".join(games.names()))


def _kept(answer: Response, request: Request) -> Response:
    """The answer, or only that it is still the one which the browser has."""
    tag = f'"{sha256(answer.body).hexdigest()[:16]}"'
    headers = {**KEPT, "etag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    answer.headers.update(headers)
    return answer


# ---------------------------------------------------------------- Markdown to HTML


@cache
def page_of(game: str, language: str) -> str:
    """A page as HTML. Of the HTML in it only the anchors of clauses are kept; anything else would be shown as text."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.inline.ruler.before("html_inline", "clause", _read_anchor)
    markdown.core.ruler.push("aligned", _align)
    markdown.add_render_rule("clause", _anchor)
    markdown.add_render_rule("image", _image)
    html: str = markdown.render(rulebook.source(game, language))
    return html


def _align(state: StateCore) -> None:
    """Columns that are aligned get a class (`right`): inline styles are forbidden on the server's pages."""
    for token in state.tokens:
        style = token.attrs.pop("style", None)
        if style is not None:
            token.attrSet("class", str(style).removeprefix("text-align:"))


def _read_anchor(state: StateInline, silent: bool) -> bool:
    """`<a id="SN-12"></a>`, and nothing else."""
    found = rulebook.ANCHOR.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("clause", "", 0).content = found[1]
    state.pos = found.end()
    return True


def _anchor(page: RendererHTML, tokens: list[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    """The pattern of a clause's id has no sign that HTML knows."""
    return f'<a id="{tokens[at].content}"></a>'


def _image(page: RendererHTML, tokens: list[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    """From where it is served; with its size, so that a clause which was scrolled to stays where it is."""
    image = tokens[at]
    name = str(image.attrGet("src")).removeprefix("../img/")
    image.attrSet("src", f"{DRAWINGS}/{name}")
    drawn = ElementTree.fromstring(rulebook.drawings()[name])
    for side in ("width", "height"):
        image.attrSet(side, drawn.attrib[side])
    return page.image(tokens, at, options, env)
