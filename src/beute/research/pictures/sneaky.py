"""Sneaky: the centre, the dice and the pile above, and below them a row for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beute.games.sneaky.components import BY_LETTER, COLOURS, value
from beute.games.sneaky.view import SneakyView, Stack
from beute.play.speech import Speech
from beute.research.pictures.canvas import (
    EDGE,
    FRONT,
    INK,
    QUIET,
    STOCK,
    WIDTH,
    Canvas,
    Face,
    mixed,
    readable,
    rgb,
    step,
)

TOP, SEATS, ROW = 78, 250, 94  # heights: the centre, the first seat, and from one to the next
LARGE, SMALL = (96, 132), (56, 78)  # a bandit in the centre, and in a stack
SHOWN: Final = 26  # what is seen of a bandit below others, where there is room


def paint(canvas: Canvas, view: SneakyView, speech: Speech) -> None:
    for slot, there in enumerate(view["centre"]):
        x = 22 + slot * (LARGE[0] + 14)
        if there is None:
            canvas.box(x, TOP, *LARGE, fill=None, edge=QUIET)
        else:
            bandit(canvas, there["bandit"], there["dice"], x, TOP, *LARGE)
    to_place(canvas, view, speech)
    pile(canvas, view, speech)
    scores = view["scores"] or [0] * view["players"]
    for seat, owned in enumerate(view["seats"]):
        y = SEATS + seat * ROW
        canvas.seat(speech.names[seat], y, ROW, view["turn"] == seat)
        canvas.words(str(scores[seat]), 24, y + 62, 34)
        canvas.symbol("cuffs", 102, y + 62, 16, INK, FRONT)
        canvas.words(str(owned["cuffs"]), 124, y + 62, 24)
        canvas.cards([face(name) for name in owned["safe"]], 178, y + 17, 190)
        stacks(canvas, owned["stacks"], y + 5)


def face(name: str) -> Face:
    colour = BY_LETTER[name[0]]
    return Face(colour.mark, rgb(colour.ink), str(value(name)))


def bandit(canvas: Canvas, name: str, dice: int, x: float, y: float, width: float, height: float) -> None:
    """An open bandit, and on it a place for each die that it needs, or the die."""
    look, rim = face(name), width * 0.05
    canvas.box(x, y, width, height)
    canvas.box(x + rim, y + rim, width - 2 * rim, height * 0.62, fill=look.colour, edge=None)
    canvas.symbol(look.symbol, x + width * 0.56, y + height * 0.37, width * 0.27, readable(look.colour), look.colour)
    canvas.box(x + rim, y + rim, width * 0.25, height * 0.2, edge=None, corner=4)
    canvas.words(look.text, x + rim + width * 0.12, y + rim + height * 0.1, round(width * 0.28), part=0.5)
    side = width * 0.27
    for n in range(value(name)):
        left = x + width / 2 + (n - value(name) / 2) * (side + 3) + 1.5
        if n < dice:
            canvas.sign(look.symbol, look.colour, left, y + height * 0.74, side)
        else:
            place(canvas, look, left, y + height * 0.74, side)


def place(canvas: Canvas, look: Face, x: float, y: float, side: float) -> None:
    """Where a die is still needed."""
    canvas.box(x, y, side, side, fill=mixed(look.colour, STOCK, 0.15), edge=mixed(look.colour, INK, 0.7), corner=4)
    canvas.symbol(look.symbol, x + side / 2, y + side / 2, side * 0.28, mixed(look.colour, STOCK, 0.6))


def to_place(canvas: Canvas, view: SneakyView, speech: Speech) -> None:
    """Dice, or the bandits that were captured and are to be laid."""
    x = 372
    if view["to_lay"]:
        canvas.label(speech("picture.to_lay"), x, TOP + 8)
        canvas.cards([face(name) for name in view["to_lay"]], x, TOP + 26, 300, *SMALL)
    elif view["dice"]:
        canvas.label(speech("picture.dice"), x, TOP + 8)
        for n, letter in enumerate(view["dice"]):
            canvas.sign(BY_LETTER[letter].mark, rgb(BY_LETTER[letter].ink), x + 46 * n, TOP + 30, 40, corner=9)


def pile(canvas: Canvas, view: SneakyView, speech: Speech) -> None:
    """What can still come, a column for each colour; in the last round how many turns."""
    x = 716
    if view["turns_left"] is not None and view["step"] != "over":
        canvas.label(speech("picture.last_round", turns=view["turns_left"]), x, TOP + 8)
        return
    canvas.label(f"{speech('picture.pile')} {len(view['pile'])}", x, TOP + 8)
    for column, colour in enumerate(COLOURS):
        left = x + 38 * column
        canvas.sign(colour.mark, rgb(colour.ink), left, TOP + 26, 24)
        for row, name in enumerate(name for name in view["pile"] if name[0] == colour.letter):
            canvas.words(str(value(name)), left + 12, TOP + 64 + 21 * row, 20, part=0.5)


def stacks(canvas: Canvas, piles: Sequence[Stack], y: float) -> None:
    """Of a bandit below others only the edge is shown."""
    there = [each for each in piles if each["bandits"]]
    x, many = 380.0, sum(len(each["bandits"]) for each in there)
    apart = min(SHOWN, step(many + len(there), WIDTH - 20 - x, SMALL[0]))
    for each in there:
        *below, top = each["bandits"]
        for name in below:
            look = face(name)
            canvas.box(x, y, *SMALL, edge=EDGE)
            canvas.box(x + 3, y + 3, SMALL[0] - 6, 24, fill=look.colour, edge=None, corner=4)
            canvas.symbol(look.symbol, x + 14, y + 15, 8, readable(look.colour), look.colour)
            canvas.words(look.text, x + 14, y + 42, 20, part=0.5)
            x += apart
        bandit(canvas, top, each["dice"], x, y, *SMALL)
        x += SMALL[0] + 16
