"""The table for people who watch agents play: as text, as pixels, or in a window."""

from __future__ import annotations

import re
from functools import lru_cache
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from beute.play.drawing import draw, lay_open
from beute.play.engine import engine
from beute.play.errors import BeuteError
from beute.play.setup import Setup

if TYPE_CHECKING:
    import pygame

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
COLUMNS, ROWS = 90, 26  # every frame is as large, so that frames make a film
CELL: Final = (10, 24)  # pixels of a character
MARGIN: Final = 16
PAPER, INK, HEAD, TURN = (24, 27, 33), (214, 218, 224), (255, 255, 255), (255, 203, 107)


class Rendering:
    """One way to show the tables of a game."""

    FRAMES: Final = 2  # that people are shown in a second

    def __init__(self, setup: Setup, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise BeuteError(f"render_mode is {', '.join(RENDER_MODES)} or None, not {mode!r}", "unknown_render_mode")
        self.rules, self.mode = engine(setup), mode
        self._window: Any = None

    def show(self, s: Any) -> Any:
        """The table with all that is hidden: text, an array of pixels, or nothing but a window."""
        text = draw(self.rules, lay_open(self.rules, s))
        if self.mode == "ansi":
            return text
        picture = painted(text)
        if self.mode == "rgb_array":
            return as_array(picture)
        return self._show_in_window(picture)

    def _show_in_window(self, picture: pygame.Surface) -> None:
        import pygame

        if self._window is None:
            pygame.display.init()
            self._window = pygame.display.set_mode(picture.get_size())
            pygame.display.set_caption(self.rules.setup.about.TITLE)
        self._window.blit(picture, (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        pygame.time.Clock().tick(self.FRAMES)

    def close(self) -> None:
        if self._window is not None:
            import pygame

            pygame.display.quit()
            self._window = None


def painted(text: str) -> pygame.Surface:
    """Text as a picture: a cell for each character, in which every word begins where it does in the text."""
    import pygame

    lines = [part for line in text.splitlines() for part in wrap(line, COLUMNS, drop_whitespace=False) or [""]]
    picture = pygame.Surface((COLUMNS * CELL[0] + 2 * MARGIN, ROWS * CELL[1] + 2 * MARGIN))
    picture.fill(PAPER)
    for row, line in enumerate(lines[:ROWS]):
        colour = HEAD if row == 0 else TURN if line.startswith(">") else INK
        for word in re.finditer(r"\S+", line):
            picture.blit(written(word[0], colour), (MARGIN + word.start() * CELL[0], MARGIN + row * CELL[1]))
    return picture


@lru_cache(maxsize=1024)
def written(word: str, colour: tuple[int, int, int]) -> pygame.Surface:
    import pygame

    pygame.font.init()
    return pygame.font.Font(None, CELL[1]).render(word, True, colour)


def as_array(picture: pygame.Surface) -> Any:
    """Rows of pixels, each of red, green and blue."""
    import pygame

    return np.transpose(pygame.surfarray.array3d(picture), (1, 0, 2)).astype(np.uint8)
