"""Tables as pictures, painted from a view in which nothing is hidden: a module for each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from beute.play.speech import Speech
from beute.research.pictures import raeuber, schattendieb, sneaky
from beute.research.pictures.easel import WIDTH, Easel

if TYPE_CHECKING:
    import pygame

PAINTERS: Final = {"sneaky": sneaky.paint, "schattendieb": schattendieb.paint, "raeuber": raeuber.paint}


def painted(view: Mapping[str, Any], speech: Speech, heading: str, standing: str) -> pygame.Surface:
    easel = Easel()
    easel.words(heading, 16, 26, 28)
    easel.words(standing, WIDTH - 16, 26, 20, part=1)
    PAINTERS[view["game"]](easel, view, speech)
    return easel.finished()
