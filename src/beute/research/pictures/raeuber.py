"""Räuber: sacks lie in the centre or before their owners; a row for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from beute.play.speech import Speech
from beute.research.pictures.easel import (
    GREEN,
    HEIGHT,
    INK,
    QUIET,
    RED,
    WIDTH,
    YELLOW,
    Easel,
    Face,
    step,
)

SACK: Final = (78, 82)
HAND, SACKS = 110, 372  # where the parts of a row begin
SEATS: Final = 152  # where their rows do


def paint(easel: Easel, view: Mapping[str, Any], speech: Speech) -> None:
    easel.label(speech("picture.pile", pile=view["pile"]), 16, 76)
    if view["aside"]:
        easel.label(speech("picture.aside", aside=view["aside"]), 16, 102)
    sacks(easel, view, None, HAND, 58, WIDTH - HAND - 20)
    row = min(96, (HEIGHT - SEATS - 10) / view["players"])
    for seat, hand in enumerate(view["hands"]):
        y = SEATS + seat * row
        easel.seat(speech.names[seat], y, row, view["turn"] == seat)
        easel.words(str(view["scores"][seat]), 24, y + 62, 34)
        easel.cards([face(name) for name in hand], HAND, y + 14, SACKS - HAND - 12)
        sacks(easel, view, seat, SACKS, y + 4, WIDTH - SACKS - 20)


def face(name: str) -> Face:
    return Face("mask", INK) if name == "R" else Face("star", YELLOW, name)


def sacks(easel: Easel, view: Mapping[str, Any], owner: int | None, x: float, y: float, room: float) -> None:
    there = [sack for sack in view["sacks"] if sack["owner"] == owner]
    for n, sack in enumerate(there):
        paint_sack(easel, sack, x + n * step(len(there), room, SACK[0]), y)


def paint_sack(easel: Easel, sack: Mapping[str, Any], x: float, y: float) -> None:
    """How full it is, and the card on top, or a seal."""
    width, height = SACK
    colour = RED if sack["sealed"] else GREEN
    easel.box(x, y, width, height, edge=RED if sack["sealed"] else QUIET, corner=18)
    easel.words(sack["name"], x + 12, y + 20, 24)
    easel.words(f"{sack['loot']}/{sack['worth']}", x + width / 2, y + 47, 20, part=0.5)
    easel.box(x + 10, y + 62, width - 20, 10, fill=None, edge=QUIET, corner=4)
    if sack["loot"]:
        easel.box(x + 10, y + 62, (width - 20) * sack["loot"] / sack["worth"], 10, fill=colour, edge=None, corner=4)
    if sack["sealed"]:
        easel.symbol("seal", x + width - 19, y + 21, 13, RED)
    elif sack["top"] is not None:
        paint_top(easel, sack["top"], x + width - 32, y + 6)


def paint_top(easel: Easel, name: str, x: float, y: float) -> None:
    """A card that is too small for more than its value."""
    look = face(name)
    easel.box(x, y, 26, 30, edge=look.colour)
    if look.text:
        easel.words(look.text, x + 13, y + 15, 20, part=0.5)
    else:
        easel.symbol(look.symbol, x + 13, y + 15, 9, look.colour)
