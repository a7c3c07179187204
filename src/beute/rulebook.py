"""The rulebook: the pages for players, and cut into their clauses, ready to be shown in a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path

from beute import games
from beute.play.errors import BeuteError, did_you_mean
from beute.texts import LANGUAGES, texts

ANCHOR = re.compile(r'<a id="([A-Z]{2}-\d+)"></a>')
HEADING = re.compile(r"#{1,6} +(.+)")
FENCE = re.compile(r" *(```|~~~)")
IMAGE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
MINUTES = re.compile(r"(\d+) (?:minutes|Minuten)\b")


@dataclass(frozen=True)
class Block:
    """A heading, or a clause with all that explains it, or what stands before the first clause of a section."""

    clause: str | None
    heading: str | None
    markdown: str


@dataclass(frozen=True)
class RulebookPage:
    """The rules of one game in one language."""

    game: str
    language: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def opening(self) -> str:
        """The page's first sentence: what the game is about."""
        first = next(block for block in self.blocks if not block.heading)
        return re.split(r"(?<=[.!?])\s", first.markdown)[0].replace("\n", " ")

    @property
    def minutes(self) -> int | None:
        """How long a game takes, where the page says so before its first clause."""
        before = takewhile(lambda block: block.clause is None, self.blocks)
        found = MINUTES.search(" ".join(block.markdown for block in before))
        return int(found[1]) if found else None

    def clause(self, name: str) -> Block:
        """A clause by its id, in any case, or by its number alone."""
        about = games.about(self.game)
        prefix = about.CLAUSES[0].partition("-")[0]
        said = name.strip().upper()
        wanted = f"{prefix}-{int(said)}" if said.isdecimal() else said
        for block in self.blocks:
            if block.clause == wanted:
                return block
        message = f"no clause {name!r}; {about.TITLE} has {about.CLAUSES[0]} to {about.CLAUSES[-1]}"
        raise BeuteError(message + did_you_mean(wanted, about.CLAUSES), "unknown_clause", clause=name)


@cache
def page(game: str, language: str = "en") -> RulebookPage:
    """A game's page of the rulebook."""
    blocks = tuple(cut(source(game, language)))
    title = next(block.heading for block in blocks if block.heading)
    return RulebookPage(game, language, title, blocks)


def source(game: str, language: str = "en") -> str:
    """The page as it is written."""
    if not games.is_there(game):
        there = ", ".join(games.names())
        message = f"no rules for {game!r}; there are {there}{did_you_mean(game, games.names())}"
        raise BeuteError(message, "unknown_game", game=game)
    if language not in LANGUAGES:
        there = ", ".join(LANGUAGES)
        message = f"no rules in {language!r}; there are {there}{did_you_mean(language, LANGUAGES)}"
        raise BeuteError(message, "unknown_language", language=language)
    own = games.folder(game) / "rules"
    pages = _folder() / language / f"{game}.md", own / f"{language}.md", own / "en.md"
    found = next((page for page in pages if page.is_file()), None)
    return _no_page(game, language) if found is None else found.read_text(encoding="utf-8")


def _no_page(game: str, language: str) -> str:
    """What is shown of a game that brings no rulebook: its clauses without what they say."""
    about, say = games.about(game), texts(language)
    lacking = say("shared.no_rulebook")
    clauses = (f'<a id="{clause}"></a>**{clause}** {lacking}\n' for clause in about.CLAUSES)
    return "\n".join([f"# {about.TITLE}\n", f"{say(f'{game}.teaser')}\n", *clauses])


@cache
def drawings() -> dict[str, bytes]:
    """The pictures of the pages by the names of their files; they are SVG."""
    return {file.name: file.read_bytes() for file in sorted((_folder() / "img").glob("*.svg"))}


def game_of(clause: str) -> str | None:
    """The game that a clause belongs to, by its two letters."""
    letters = clause.strip().upper().partition("-")[0]
    return next((name for name in games.names() if games.about(name).CLAUSES[0].startswith(f"{letters}-")), None)


def _folder() -> Path:
    """A built package contains the pages; in a checkout they are part of the documentation."""
    package = Path(__file__).parent
    inside = package / "rules"
    return inside if inside.is_dir() else package.parents[1] / "docs" / "rules"


def cut(text: str) -> Iterator[Block]:
    """The page cut before and after each heading, and before each clause."""
    clause: str | None = None
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        heading = None if fenced else HEADING.match(line)
        anchor = None if fenced else ANCHOR.match(line)
        fenced ^= bool(FENCE.match(line))
        if not heading and not anchor:
            lines.append(line)
            continue
        yield from _block(clause, lines)
        clause, lines = (anchor[1], [line]) if anchor else (None, [])
        if heading:
            yield Block(None, _plain(heading[1]), line.strip())
    yield from _block(clause, lines)


def _block(clause: str | None, lines: Iterable[str]) -> Iterator[Block]:
    markdown = for_terminal("\n".join(lines)).strip()
    if markdown:
        yield Block(clause, None, markdown)


def for_terminal(markdown: str) -> str:
    """Without what a terminal cannot show: anchors and links are removed, an image becomes a line that describes it."""
    return LINK.sub(r"\1", IMAGE.sub(_picture, ANCHOR.sub("", markdown)))


def _picture(image: re.Match[str]) -> str:
    return f"*▣ {' '.join(image[1].split())}*"


def _plain(heading: str) -> str:
    return re.sub(r"[*`_]", "", for_terminal(heading)).strip()
