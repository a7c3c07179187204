"""The table for people who watch agents play: as text, as pixels, or in a window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from beute.games.layout import State
from beute.games.views import Frame
from beute.play.drawing import draw, heading, open_view, plain_speech, standing
from beute.play.engine import engine
from beute.play.errors import BeuteError
from beute.play.setup import Setup

if TYPE_CHECKING:
    import pygame

RENDER_MODES: Final = ("human", "ansi", "rgb_array")

Pixels: TypeAlias = NDArray[np.uint8]  # rows of pixels, each of red, green and blue


class Rendering:
    """One way to show the tables of a game."""

    FRAMES: Final = 2  # frames per second

    def __init__(self, setup: Setup, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise BeuteError(f"render_mode is {', '.join(RENDER_MODES)} or None, not {mode!r}", "unknown_render_mode")
        self.rules, self.mode = engine(setup), mode
        self._window: pygame.Surface | None = None

    def __reduce__(self) -> Any:
        """Copied and sent elsewhere without its window."""
        return Rendering, (self.rules.setup, self.mode)

    def show(self, s: State) -> str | Pixels | None:
        """The table with all that is hidden: text, pixels, or only a window."""
        view: Frame = open_view(self.rules, np.array([s]))
        speech = plain_speech(self.rules)
        if self.mode == "ansi":
            return draw(self.rules, view, speech)
        from beute.research.pictures import painted

        picture = painted(view, speech, heading(self.rules, speech), standing(view, speech))
        if self.mode == "rgb_array":
            return as_array(picture)
        self._show_in_window(picture)
        return None

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


def as_array(picture: pygame.Surface) -> Pixels:
    import pygame

    return np.transpose(pygame.surfarray.array3d(picture), (1, 0, 2)).astype(np.uint8)
