"""Tables as pictures, painted from a view in which nothing is hidden: a module for each game, named like it.

A game of another package may bring a module `painting`; one without is painted as the lines of its text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from beute import games
from beute.games.views import Frame
from beute.play.speech import Speech
from beute.research.pictures import as_text
from beute.research.pictures.canvas import WIDTH, Canvas

if TYPE_CHECKING:
    import pygame

View = TypeVar("View", bound=Frame, contravariant=True)


class Painter(Protocol[View]):
    """What the module of a game has."""

    def paint(self, canvas: Canvas, view: View, speech: Speech) -> None:
        """The table, below the heading."""


def painter(game: str) -> Painter[Frame]:
    """The painter of a game, for views of that game."""
    return cast(Painter[Frame], games.beside(game, __name__, own="painting") or as_text)


def painted(view: Frame, speech: Speech, heading: str, standing: str) -> pygame.Surface:
    canvas = Canvas()
    canvas.words(heading, 16, 26, 28)
    canvas.words(standing, WIDTH - 16, 26, 20, part=1)
    painter(view["game"]).paint(canvas, view, speech)
    return canvas.finished()
