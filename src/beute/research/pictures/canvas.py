"""What tables are painted with: boxes, words, symbols and cards.

Everything is painted larger and then scaled down, which smooths edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeAlias

import pygame

from beute.research.pictures.symbols import SYMBOLS

Colour: TypeAlias = tuple[int, int, int]


@cache
def rgb(ink: str) -> Colour:
    """A colour as components have it: `#f3b320`."""
    return int(ink[1:3], 16), int(ink[3:5], 16), int(ink[5:7], 16)


WIDTH, HEIGHT = 960, 640  # all frames have the same size, so that they can make a film
FINE: Final = 2  # how much larger it is painted
TABLE, FRONT, STOCK, EDGE = rgb("#c2dde0"), rgb("#dcebe6"), rgb("#f8edd3"), rgb("#cdb582")
INK, QUIET, LAMP = rgb("#16203c"), rgb("#37496a"), rgb("#ffc233")


@dataclass(frozen=True)
class Face:
    """What a card shows: a symbol on its colour, and below it a number or another symbol."""

    symbol: str
    colour: Colour
    text: str = ""
    below: str = ""


@dataclass
class Canvas:
    """A surface to paint on. Places and lengths are those of the finished picture."""

    sheet: pygame.Surface = field(default_factory=lambda: pygame.Surface((FINE * WIDTH, FINE * HEIGHT)))

    def __post_init__(self) -> None:
        self.sheet.fill(TABLE)

    def finished(self) -> pygame.Surface:
        return pygame.transform.smoothscale(self.sheet, (WIDTH, HEIGHT))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: Colour | None = STOCK,
        edge: Colour | None = EDGE,
        corner: float = 6,
        line: float = 1,
    ) -> None:
        place = pygame.Rect(*(round(FINE * length) for length in (x, y, width, height)))
        if fill:
            pygame.draw.rect(self.sheet, fill, place, border_radius=round(FINE * corner))
        if edge:
            pygame.draw.rect(self.sheet, edge, place, width=round(FINE * line), border_radius=round(FINE * corner))

    def words(self, text: str, x: float, y: float, size: int = 18, colour: Colour = INK, part: float = 0) -> None:
        """Text centred at height y: to the right of x, or with `part` 0.5 around it, with 1 to its left."""
        written = font(FINE * size).render(text, True, colour)
        self.sheet.blit(written, (FINE * x - part * written.get_width(), FINE * y - written.get_height() / 2))

    def label(self, text: str, x: float, y: float) -> None:
        """What something is called, with a capital letter."""
        self.words(text[:1].upper() + text[1:], x, y, colour=QUIET)

    def symbol(self, name: str, x: float, y: float, size: float, colour: Colour, ground: Colour = STOCK) -> None:
        """A symbol centred at a place, with this distance to each side."""
        for outlines, paint in zip(SYMBOLS[name], (colour, ground), strict=True):
            for outline in outlines:
                pygame.draw.polygon(
                    self.sheet, paint, [(FINE * (x + size * dx), FINE * (y + size * dy)) for dx, dy in outline]
                )

    def sign(self, name: str, colour: Colour, x: float, y: float, size: float, corner: float = 4) -> None:
        """A symbol on a square of its colour."""
        self.box(x, y, size, size, fill=colour, edge=None, corner=corner)
        self.symbol(name, x + size / 2, y + size / 2, size * 0.34, readable(colour), colour)

    def card(self, face: Face, x: float, y: float, width: float = 40, height: float = 54) -> None:
        """A symbol on its colour, and below it what is written."""
        rim, full = max(2.0, width * 0.06), not (face.text or face.below)
        field_height = height - 2 * rim if full else height * 0.58 - rim
        self.box(x, y, width, height)
        self.box(x + rim, y + rim, width - 2 * rim, field_height, fill=face.colour, edge=None, corner=4)
        middle, size = x + width / 2, min(width * 0.3, field_height * 0.4)
        self.symbol(face.symbol, middle, y + rim + field_height / 2, size, readable(face.colour), face.colour)
        if face.text:
            self.words(face.text, middle, y + height * 0.79, round(width * 0.56), part=0.5)
        if face.below:
            self.symbol(face.below, middle, y + height * 0.77, width * 0.21, face.colour)

    def cards(
        self, faces: Sequence[Face], x: float, y: float, room: float, width: float = 40, height: float = 54
    ) -> None:
        """Side by side, overlapping where there is no room."""
        for n, face in enumerate(faces):
            self.card(face, x + n * step(len(faces), room, width), y, width, height)

    def seat(self, name: str, y: float, height: float, asked: bool) -> None:
        """The place of a seat; it is highlighted if the seat is asked."""
        self.box(10, y, WIDTH - 20, height - 6, fill=FRONT, edge=LAMP if asked else None, corner=10, line=4)
        if asked:
            self.box(10, y, 90, 36, fill=LAMP, edge=None, corner=10)
        self.words(name, 22, y + 19, 20)


def step(many: int, room: float, width: float) -> float:
    """The distance from one of several pieces to the next in the given room."""
    return min(width + 4, (room - width) / max(1, many - 1))


def mixed(colour: Colour, other: Colour, part: float) -> Colour:
    """A mixture: `part` of a colour, and the rest of another."""
    red, green, blue = (round(part * a + (1 - part) * b) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def readable(ground: Colour) -> Colour:
    """A text colour that can be read on a colour: dark on bright ones."""
    red, green, blue = ((part / 255) ** 2.2 for part in ground)
    return INK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.36 else STOCK


@cache
def font(size: int) -> pygame.font.Font:
    """The font that comes with pygame: it looks the same everywhere."""
    pygame.font.init()
    return pygame.font.Font(None, size)
