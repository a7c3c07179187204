"""Der Schattendieb: a row for each seat, with its hand, the cards in front of it and its vault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beute.games.schattendieb.components import (
    BY_LETTER,
    DOOR_INK,
    SHADOW,
    SHADOW_INK,
    THIEF,
    is_jewel,
    value,
)
from beute.games.schattendieb.view import SchattendiebSeat, SchattendiebView
from beute.play.speech import Speech
from beute.research.pictures.canvas import HEIGHT, WIDTH, Canvas, Face, rgb

SEATS: Final = 122  # where their rows begin
HAND, FRONT, VAULT, SUM = 112, 304, 478, WIDTH - 26  # and where the parts of a row do


def paint(canvas: Canvas, view: SchattendiebView, speech: Speech) -> None:
    pile = speech("picture.gone") if view["gone"] else " + ".join(map(str, view["pile"]))
    canvas.label(f"{speech('picture.pile')} {pile}", 16, 66)
    discard = f"{speech('picture.discard')} {len(view['discard'])}, {speech('picture.face_down')} {view['face_down']}"
    canvas.label(discard, 16, 92)
    canvas.cards(faces(view["discard"]), HAND + 130, 58, WIDTH - HAND - 150, 32, 44)
    canvas.label(speech("picture.in_front"), FRONT, SEATS - 6)
    canvas.label(speech("picture.vault"), VAULT, SEATS - 6)
    row = min(104, (HEIGHT - SEATS - 24) / view["players"])
    for seat, there in enumerate(view["seats"]):
        y = SEATS + 8 + seat * row
        canvas.seat(speech.names[seat], y, row, seat in view["asked"])
        paint_cards(canvas, there, y, row)


def paint_cards(canvas: Canvas, there: SchattendiebSeat, y: float, row: float) -> None:
    """Of one seat."""
    height = min(row - 18, 74)
    width, top = height * 0.74, y + (row - 6 - height) / 2
    canvas.cards(faces(there["hand"]), HAND, top, FRONT - HAND - 10, width, height)
    if there["front"]:
        front = faces([there["front"], *there["added"]])
        canvas.cards(front, FRONT, top, VAULT - FRONT - 10, width, height)
    left: float = VAULT
    if there["shut_with"]:
        canvas.card(face(there["shut_with"]), left, top, width, height)
        left += width + 16
    canvas.cards(faces(there["vault"]), left, top, SUM - left - 50, width, height)
    canvas.words(str(there["vault_sum"]), SUM, y + row / 2 - 3, 30, part=1)


def faces(names: Sequence[str]) -> list[Face]:
    return [face(name) for name in names]


def face(name: str) -> Face:
    """A thief wears a mask, over what it steals; the shadow thief steals anything."""
    if is_jewel(name):
        kind = BY_LETTER[name[0]]
        return Face(kind.name, rgb(kind.ink), str(value(name)))
    if name == THIEF + SHADOW:
        return Face("mask", rgb(SHADOW_INK))
    if name[0] == THIEF:
        kind = BY_LETTER[name[1]]
        return Face("mask", rgb(kind.ink), below=kind.name)
    return Face("door", rgb(DOOR_INK), str(value(name)))
