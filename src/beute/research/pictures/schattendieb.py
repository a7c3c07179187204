"""Der Schattendieb: a row for each seat, with its hand, the cards in front of it and its vault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from beute.play.speech import Speech
from beute.research.pictures.easel import (
    BLUE,
    GREEN,
    GREY,
    HEIGHT,
    INK,
    PURPLE,
    WIDTH,
    YELLOW,
    Easel,
    Face,
)

LOOKS: Final = {
    "W": ("watch", BLUE),
    "R": ("ring", YELLOW),
    "B": ("brooch", PURPLE),
    "C": ("cufflink", GREEN),
    "V": ("door", GREY),
}
SEATS: Final = 122  # where their rows begin
HAND, FRONT, VAULT, SUM = 112, 304, 478, WIDTH - 26  # and where the parts of a row do


def paint(easel: Easel, view: Mapping[str, Any], speech: Speech) -> None:
    pile = speech("picture.gone") if view["gone"] else " + ".join(map(str, view["pile"]))
    easel.label(f"{speech('picture.pile')} {pile}", 16, 66)
    discard = f"{speech('picture.discard')} {len(view['discard'])}, {speech('picture.face_down')} {view['face_down']}"
    easel.label(discard, 16, 92)
    easel.cards([face(name) for name in view["discard"]], HAND + 130, 58, WIDTH - HAND - 150, 32, 44)
    row = min(104, (HEIGHT - SEATS - 24) / view["players"])
    easel.label(speech("picture.in_front"), FRONT, SEATS - 6)
    easel.label(speech("picture.vault"), VAULT, SEATS - 6)
    for seat, there in enumerate(view["seats"]):
        y = SEATS + 8 + seat * row
        easel.seat(speech.names[seat], y, row, seat in view["asked"])
        height = min(row - 18, 74)
        width, top = height * 0.74, y + (row - 6 - height) / 2
        easel.cards([face(name) for name in there["hand"]], HAND, top, FRONT - HAND - 10, width, height)
        front = [there["front"], *there["added"]] if there["front"] else []
        easel.cards([face(name) for name in front], FRONT, top, VAULT - FRONT - 10, width, height)
        left = VAULT
        if there["shut_with"]:
            easel.card(face(there["shut_with"]), left, top, width, height)
            left += width + 16
        easel.cards([face(name) for name in there["vault"]], left, top, SUM - left - 50, width, height)
        easel.words(str(there["vault_sum"]), SUM, y + row / 2 - 3, 30, part=1)


def face(name: str) -> Face:
    """A thief wears a mask, in the colour and with the letter of what it steals; the shadow thief steals anything."""
    if name == "TS":
        return Face("mask", INK)
    if name[0] == "T":
        return Face("mask", LOOKS[name[1]][1], name[1])
    symbol, colour = LOOKS[name[0]]
    return Face(symbol, colour, name[1:])
