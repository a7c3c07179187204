"""What tables are painted with: boxes, words, symbols and cards.

Everything is painted larger than it will be and then made smaller, which smooths edges.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeAlias

import pygame

from beute.research.pictures.symbols import SYMBOLS

Colour: TypeAlias = tuple[int, int, int]

WIDTH, HEIGHT = 960, 640  # every frame is as large, so that frames make a film
FINE: Final = 2  # how much larger it is painted
PAPER, CARD, INK, QUIET, TURN = (251, 243, 225), (255, 250, 240), (58, 49, 43), (148, 133, 115), (246, 224, 170)
YELLOW, RED, GREEN, BLUE, GREY, PURPLE = (
    (214, 160, 10),
    (214, 73, 61),
    (66, 146, 70),
    (52, 118, 200),
    (130, 138, 146),
    (137, 84, 180),
)


@dataclass(frozen=True)
class Face:
    """What a card shows: a symbol, its colour, and a number or letter."""

    symbol: str
    colour: Colour
    text: str = ""


@dataclass
class Easel:
    """A sheet to paint on. Places and lengths are those of the finished picture."""

    sheet: pygame.Surface = field(default_factory=lambda: pygame.Surface((FINE * WIDTH, FINE * HEIGHT)))

    def __post_init__(self) -> None:
        self.sheet.fill(PAPER)

    def finished(self) -> pygame.Surface:
        return pygame.transform.smoothscale(self.sheet, (WIDTH, HEIGHT))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: Colour | None = CARD,
        edge: Colour | None = INK,
        corner: float = 6,
    ) -> None:
        place = pygame.Rect(*(round(FINE * length) for length in (x, y, width, height)))
        if fill:
            pygame.draw.rect(self.sheet, fill, place, border_radius=round(FINE * corner))
        if edge:
            pygame.draw.rect(self.sheet, edge, place, width=FINE, border_radius=round(FINE * corner))

    def words(self, text: str, x: float, y: float, size: int = 18, colour: Colour = INK, part: float = 0) -> None:
        """Around the height y, at x: to the right of it, or with `part` 0.5 around it, with 1 to its left."""
        written = font(FINE * size).render(text, True, colour)
        self.sheet.blit(written, (FINE * x - part * written.get_width(), FINE * y - written.get_height() / 2))

    def label(self, text: str, x: float, y: float) -> None:
        """What something is called, with a capital letter."""
        self.words(text[:1].upper() + text[1:], x, y, colour=QUIET)

    def symbol(self, name: str, x: float, y: float, size: float, colour: Colour, ground: Colour = CARD) -> None:
        """Around a place, so far to each side."""
        for outlines, paint in zip(SYMBOLS[name], (colour, ground), strict=True):
            for outline in outlines:
                pygame.draw.polygon(
                    self.sheet, paint, [(FINE * (x + size * dx), FINE * (y + size * dy)) for dx, dy in outline]
                )

    def card(self, face: Face, x: float, y: float, width: float = 40, height: float = 54) -> None:
        """A symbol, and below it what is written."""
        self.box(x, y, width, height, edge=face.colour)
        self.symbol(face.symbol, x + width / 2, y + height * (0.32 if face.text else 0.5), width * 0.26, face.colour)
        if face.text:
            self.words(face.text, x + width / 2, y + height * 0.76, round(width * 0.5), part=0.5)

    def cards(self, faces: list[Face], x: float, y: float, room: float, width: float = 40, height: float = 54) -> None:
        """Side by side, over each other where there is no room."""
        for n, face in enumerate(faces):
            self.card(face, x + n * step(len(faces), room, width), y, width, height)

    def seat(self, name: str, y: float, height: float, asked: bool) -> Colour:
        """The place of a seat; tell its colour, another one if the seat is asked."""
        ground = TURN if asked else PAPER
        self.box(10, y, WIDTH - 20, height - 6, fill=ground, edge=QUIET, corner=10)
        self.words(name, 22, y + 20, 20)
        return ground


def step(many: int, room: float, width: float) -> float:
    """From one of many things to the next, when they have so much room."""
    return min(width + 4, (room - width) / max(1, many - 1))


@cache
def font(size: int) -> pygame.font.Font:
    """The one that pygame brings: it looks the same everywhere."""
    pygame.font.init()
    return pygame.font.Font(None, size)
