"""Räuber: sacks in the centre or in front of their owners; a row for each seat."""

from __future__ import annotations

from typing import Final

from beute.games.raeuber.components import BY_NAME, CARDS, INKS, ROBBER, SEAL_INK
from beute.games.raeuber.view import RaeuberView, SackShown
from beute.play.speech import Speech
from beute.research.pictures.canvas import (
    EDGE,
    HEIGHT,
    INK,
    QUIET,
    STOCK,
    WIDTH,
    Canvas,
    Face,
    mixed,
    rgb,
    step,
)

SEAL: Final = rgb(SEAL_INK)
SACK: Final = 76  # its width
HAND, SACKS = 110, 372  # where the parts of a row begin
SEATS: Final = 152  # where their rows do


def paint(canvas: Canvas, view: RaeuberView, speech: Speech) -> None:
    canvas.label(speech("picture.pile", pile=view["pile"]), 16, 76)
    if view["aside"]:
        canvas.label(speech("picture.aside", aside=view["aside"]), 16, 102)
    sacks(canvas, view, None, HAND, 58, WIDTH - HAND - 20)
    row = min(96, (HEIGHT - SEATS - 10) / view["players"])
    scores = view["scores"] or [0] * view["players"]
    for seat, hand in enumerate(view["hands"]):
        y = SEATS + seat * row
        canvas.seat(speech.names[seat], y, row, view["turn"] == seat)
        canvas.words(str(scores[seat]), 24, y + 62, 34)
        canvas.cards([face(card) for card in hand], HAND, y + 18, SACKS - HAND - 12)
        sacks(canvas, view, seat, SACKS, y + 6, WIDTH - SACKS - 20)


def face(card: str) -> Face:
    ink = rgb(INKS[CARDS.index(card)])
    return Face("mask", ink) if card == ROBBER else Face("coin", ink, card)


def sacks(canvas: Canvas, view: RaeuberView, owner: int | None, x: float, y: float, room: float) -> None:
    there = [sack for sack in view["sacks"] if sack["owner"] == owner]
    for n, sack in enumerate(there):
        paint_sack(canvas, sack, x + n * step(len(there), room, SACK), y)


def paint_sack(canvas: Canvas, sack: SackShown, x: float, y: float) -> None:
    """What it is, what is in it and the card on top; or sealed, and what it counts."""
    about = BY_NAME[sack["name"]]
    cloth, middle = rgb(about.ink), x + SACK / 2
    bright, height, size = mixed(cloth, STOCK, 0.5), y + 40, 43.0
    if sack["sealed"]:
        canvas.symbol("knot", middle, height, size, bright)
    elif sack["top"] is not None:
        paint_top(canvas, face(sack["top"]), middle, y)
    canvas.symbol("sack", middle, height, size, cloth)
    canvas.symbol("cord" if sack["sealed"] else "rim", middle, height, size, STOCK if sack["sealed"] else bright)
    canvas.box(middle - 23, y + 33, 46, 35, edge=mixed(cloth, INK, 0.6), corner=4)
    canvas.words(sack["name"], middle, y + 43, 22, part=0.5)
    if sack["sealed"]:
        canvas.words(f"= {about.sealed_worth}", middle, y + 59, 19, SEAL, part=0.5)
        canvas.symbol("seal", middle + 25, y + 24, 13, SEAL)
    elif sack["loot"] is not None:
        canvas.words(f"{sack['loot']}/{about.worth}", middle, y + 59, 17, QUIET, part=0.5)
        canvas.box(middle - 23, y + 70, 46, 5, fill=mixed(cloth, INK, 0.5), edge=None, corner=3)
        if sack["loot"]:
            canvas.box(middle - 23, y + 70, 46 * sack["loot"] / about.worth, 5, fill=STOCK, edge=None, corner=3)


def paint_top(canvas: Canvas, look: Face, middle: float, y: float) -> None:
    """The upper half of a card that sticks out of its sack."""
    canvas.box(middle - 16, y, 32, 34, edge=EDGE, corner=4)
    canvas.box(middle - 14, y + 2, 28, 30, fill=look.colour, edge=None, corner=3)
    if look.text:
        canvas.box(middle - 11, y + 3, 22, 15, edge=None, corner=3)
        canvas.words(look.text, middle, y + 11, 19, part=0.5)
    else:
        canvas.symbol(look.symbol, middle, y + 10, 12, STOCK, look.colour)
