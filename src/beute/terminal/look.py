"""What boards are drawn with: lines of text whose pieces can be pointed at."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap
from typing import TypeAlias

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.style import Style
from rich.text import Text

from beute.games.views import Choice, Piece
from beute.play.speech import Speech

Block: TypeAlias = list[Text]  # lines of one width

KEYS = "1234567890"  # of the cards in hand, by their position, and of Sneaky's bandits by their place
LETTERS = "abcefhijk"  # of other places of a table; the letters left out do something else there, as d, g, l, o
BEFORE_NUMBER = re.compile(r"(?<=[^\W\d]) (?=\d)|(?<=:) (?=\d)")  # as in `ring 4`, `Player 1` and `Ada: 5`
POINTED = Style(reverse=True, bold=True)
KEY = Style(bold=True, color="black", bgcolor="yellow")
NEW = Style(color="yellow")


@dataclass(frozen=True)
class Spot:
    """A piece that can be pointed at: it makes a choice, or picks something up that a later spot places."""

    name: str
    choices: tuple[Choice, ...]  # one, or those that remain when it is picked up
    pick: Piece | None = None
    button: bool = False  # not a piece of the table: it is shown below the question
    keys: str = ""  # each of them chooses it; the same ones all through a game

    @property
    def possible(self) -> bool:
        """Whether it can be chosen, or may be tried."""
        return any(choice["possible"] != "no" for choice in self.choices)

    @property
    def choice(self) -> Choice | None:
        """What it plays; None if it picks something up."""
        return self.choices[0] if self.pick is None else None


@dataclass(frozen=True)
class Look:
    """How a board is drawn: for whom, in which language, what can be pointed at, and where the pointer is."""

    speech: Speech
    keys: Mapping[str, str]  # the keys of each spot, by its name
    possible: frozenset[str] = frozenset()  # the spots that can be chosen
    pointed: str | None = None
    picked: Piece | None = None

    @classmethod
    def at(cls, speech: Speech, spots: Sequence[Spot], pointed: str | None = None, picked: Piece | None = None) -> Look:
        """A table with these spots."""
        keys = {spot.name: spot.keys for spot in spots}
        return cls(speech, keys, frozenset(spot.name for spot in spots if spot.possible), pointed, picked)

    def spot(self, name: str, text: str | Text, style: str = "") -> Text:
        """A piece of a line that belongs to a spot; marked if the pointer is there."""
        piece = Text(text, style=style) if isinstance(text, str) else text.copy()
        if name in self.keys:
            piece.stylize(Style(meta={"spot": name}))
        if name == self.pointed:
            piece.stylize(POINTED)
        return piece

    def key(self, name: str, which: str | None = None) -> Text:
        """The key that plays a spot, or that one of them, or a blank; bright if it is possible."""
        shown = which if which is not None else self.keys.get(name, "")[:1]
        if name not in self.keys or not shown:
            return Text(" ")
        return self.spot(name, Text(shown, style=KEY if name in self.possible else Style(dim=True)))

    def card(
        self, name: str, lines: Sequence[str | Text], width: int, style: str = "", which: str | None = None
    ) -> Block:
        """A framed card of the given outer width, its key in the frame; double lines where the pointer is."""
        corners = "╔═╗║╚╝" if name == self.pointed else "╭─╮│╰╯"
        edge = style or "default"
        top = Text(corners[0], edge) + self.key(name, which) if name in self.keys else Text(corners[:2], edge)
        top.append(corners[1] * (width - 3) + corners[2], edge)
        block = [top]
        for line in lines:
            inner = line.copy() if isinstance(line, Text) else Text(line, style)
            inner.truncate(width - 2)
            inner.align("center", width - 2)
            block.append(Text(corners[3], edge).append_text(inner).append(corners[3]))
        block.append(Text(corners[4] + corners[1] * (width - 2) + corners[5], edge))
        if name in self.keys:
            belongs = Style(meta={"spot": name})
            for row in block:
                row.stylize(belongs)
        return block


def spot_at(lines: Sequence[Text], x: int, y: int) -> str | None:
    """The spot that is drawn at a place."""
    if x < 0 or not 0 <= y < len(lines):
        return None
    plain = lines[y].plain
    for span in lines[y].spans:
        meta = span.style.meta if isinstance(span.style, Style) else {}
        if "spot" in meta and cell_len(plain[: span.start]) <= x < cell_len(plain[: span.end]):
            return str(meta["spot"])
    return None


def beside(*blocks: Block, gap: int = 1) -> Block:
    """Blocks side by side, aligned at their tops."""
    widths = [max((line.cell_len for line in block), default=0) for block in blocks]
    rows: Block = []
    for lines in zip_longest(*blocks):
        row = Text()
        for line, width in zip(lines, widths, strict=True):
            piece = line if line is not None else Text()
            row.append_text(piece)
            row.append(" " * (width - piece.cell_len + gap))
        row.rstrip()
        rows.append(row)
    return rows


def wrapped(text: str, width: int, style: str = "") -> Block:
    """A sentence wrapped to lines; a number stays on the line of what it counts, and with the name before it."""
    bound = BEFORE_NUMBER.sub("\N{NO-BREAK SPACE}", text.replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"))
    return [Text(line.replace("\N{NO-BREAK SPACE}", " "), style) for line in wrap(bound, max(10, width))]


class Sentence:
    """A sentence in a table of Rich's, wrapped as everywhere."""

    def __init__(self, text: str, style: str = "") -> None:
        self.text = text
        self.style = style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from wrapped(self.text, options.max_width, self.style)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(min(options.max_width, 10), min(options.max_width, cell_len(self.text)))


def story(
    sentences: Sequence[str], width: int, height: int, new: int = 0, more: Callable[[int], str] | None = None
) -> Block:
    """The latest sentences that fit, the last of them bold; the `new` ones have a mark of their own.

    If there is no room for all that is new, the first line says by `more` how many are not shown.
    """
    rows: Block = []
    for n, sentence in enumerate(reversed(sentences)):
        first, others = (Text("▌ ", NEW), Text("▌ ", NEW)) if n < new else (Text("· "), Text("  "))
        lines = wrapped(sentence, width - 2, "" if n else "bold")
        block = [joined(others if k else first, line) for k, line in enumerate(lines)]
        if more is not None and n < new and len(rows) + len(block) > height - (n + 1 < new):
            return [joined(first, Text(more(new - n), NEW)), *rows[1 - height :]] if height > 1 else rows[-height:]
        rows[:0] = block
        if len(rows) >= height:
            break
    return rows[-height:] if height else []


def joined(*parts: str | Text) -> Text:
    """One line of pieces."""
    line = Text()
    for part in parts:
        line.append(part)
    return line
