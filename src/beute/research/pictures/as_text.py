"""Any game: the lines of its text."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from beute.games.parts import parts
from beute.games.views import Frame
from beute.play.speech import Speech
from beute.research.pictures.canvas import HEIGHT, WIDTH, Canvas

TOP, LINE, LETTER = 70, 24, 7.4  # where the text begins, how high a line is, how wide a letter about
LONGEST: Final = int((WIDTH - 40) / LETTER)


def paint(canvas: Canvas, view: Frame, speech: Speech) -> None:
    rows = [row for line in parts(view["game"]).picture.picture(view, speech) for row in wrap(line, LONGEST)]
    for n, row in enumerate(rows[: (HEIGHT - TOP) // LINE]):
        canvas.words(row, 20, TOP + n * LINE, 22)
