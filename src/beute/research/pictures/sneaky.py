"""Sneaky: the centre, the dice and the pile above, and below them a row for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from beute.play.speech import Speech
from beute.research.pictures.easel import (
    BLUE,
    CARD,
    GREEN,
    GREY,
    INK,
    PURPLE,
    QUIET,
    RED,
    WIDTH,
    YELLOW,
    Easel,
    Face,
    step,
)

LOOKS: Final = {
    "Y": ("star", YELLOW),
    "R": ("heart", RED),
    "G": ("leaf", GREEN),
    "B": ("drop", BLUE),
    "S": ("cloud", GREY),
    "P": ("moon", PURPLE),
}
TOP, SEATS, ROW = 78, 250, 94  # heights: the centre, the first seat, and from one to the next
LARGE, SMALL = (96, 132), (56, 78)  # a bandit in the centre, and in a stack
EDGE: Final = 30  # what is seen of a bandit below others, where there is room


def paint(easel: Easel, view: Mapping[str, Any], speech: Speech) -> None:
    for slot, there in enumerate(view["centre"]):
        x = 22 + slot * (LARGE[0] + 14)
        if there is None:
            easel.box(x, TOP, *LARGE, fill=None, edge=QUIET)
        else:
            bandit(easel, there["bandit"], there["dice"], x, TOP, *LARGE)
    to_place(easel, view, speech)
    pile(easel, view, speech)
    for seat, there in enumerate(view["seats"]):
        y = SEATS + seat * ROW
        ground = easel.seat(speech.names[seat], y, ROW, view["turn"] == seat)
        easel.words(str(view["scores"][seat]), 24, y + 62, 34)
        easel.symbol("cuffs", 102, y + 62, 16, INK, ground)
        easel.words(str(there["cuffs"]), 124, y + 62, 24)
        easel.cards([face(name) for name in there["safe"]], 178, y + 17, 190)
        stacks(easel, there["stacks"], y + 5)


def face(name: str) -> Face:
    symbol, colour = LOOKS[name[0]]
    return Face(symbol, colour, name[1:])


def bandit(easel: Easel, name: str, dice: int, x: float, y: float, width: float, height: float) -> None:
    """An open bandit with a place for each die that it wants."""
    symbol, colour = LOOKS[name[0]]
    value, side = int(name[1]), width * 0.26
    easel.box(x, y, width, height, edge=colour)
    easel.symbol(symbol, x + width / 2, y + height * 0.36, width * 0.24, colour)
    easel.words(name[1], x + width * 0.14, y + height * 0.12, round(width * 0.26), part=0.5)
    for n in range(value):
        left = x + width / 2 + (n - value / 2) * (side + 3) + 1.5
        easel.box(left, y + height * 0.72, side, side, fill=colour if n < dice else None, edge=colour, corner=side / 5)


def to_place(easel: Easel, view: Mapping[str, Any], speech: Speech) -> None:
    """Dice, or the bandits that were captured and are to be laid."""
    x = 372
    if view["to_lay"]:
        easel.label(speech("picture.to_lay"), x, TOP + 8)
        easel.cards([face(name) for name in view["to_lay"]], x, TOP + 26, 300, *SMALL)
    elif view["dice"]:
        easel.label(speech("picture.dice"), x, TOP + 8)
        for n, name in enumerate(view["dice"]):
            symbol, colour = LOOKS[name]
            easel.box(x + 46 * n, TOP + 30, 40, 40, fill=colour, corner=9)
            easel.symbol(symbol, x + 46 * n + 20, TOP + 50, 12, CARD, colour)


def pile(easel: Easel, view: Mapping[str, Any], speech: Speech) -> None:
    """What can still come, a column for each colour; in the last round how many turns."""
    x = 716
    if view["turns_left"] is not None and view["step"] != "over":
        easel.label(speech("picture.last_round", turns=view["turns_left"]), x, TOP + 8)
        return
    easel.label(f"{speech('picture.pile')} {len(view['pile'])}", x, TOP + 8)
    for column, (letter, (symbol, colour)) in enumerate(LOOKS.items()):
        easel.symbol(symbol, x + 12 + 38 * column, TOP + 36, 9, colour)
        for row, name in enumerate(name for name in view["pile"] if name[0] == letter):
            easel.words(name[1], x + 12 + 38 * column, TOP + 62 + 21 * row, 20, part=0.5)


def stacks(easel: Easel, piles: list[dict[str, Any]], y: float) -> None:
    """Of a bandit below others the edge is seen."""
    there = [each for each in piles if each["bandits"]]
    x, many = 380.0, sum(len(each["bandits"]) for each in there)
    apart = min(EDGE, step(many + len(there), WIDTH - 20 - x, SMALL[0]))
    for each in there:
        *below, top = each["bandits"]
        for name in below:
            easel.box(x, y, *SMALL, edge=LOOKS[name[0]][1])
            easel.symbol(LOOKS[name[0]][0], x + 11, y + 16, 7, LOOKS[name[0]][1])
            easel.words(name[1], x + 11, y + 38, 18, part=0.5)
            x += apart
        bandit(easel, top, each["dice"], x, y, *SMALL)
        x += SMALL[0] + 16
