"""Räuber's table: the sacks by owner with the level of their loot, the own hand, who holds what.

╭1─────╮   its key; on the left the level, one step for each quarter of its worth
│░ 45a │   which sack
│░ 31  │   the loot in it, or ? for who may not count it
│█     │
│█ R∞  │   the card on top: a robber
╰──────╯
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from beute.games.raeuber.story import lays_out
from beute.games.story import View
from beute.terminal.look import Block, Look, Spot, beside, joined

QUARTERS = 4
NAME = 12

ASKED = "bold yellow"
LOOT = "yellow"
MASKED = "red"
SEALED = "green"
QUIET = "bright_black"


@dataclass(frozen=True)
class Size:
    """Outer widths of a sack and of a card in hand; whether there is room for taller ones."""

    sack: int
    card: int
    tall: bool


def spots(view: View, picked: str | None) -> list[Spot]:
    """First a card of the hand, then a sack for it; a card that is laid out needs no sack (RB-12)."""
    if not view["choices"]:
        return []
    if picked is not None:
        return [Spot(spot_of(sack), f"{picked}>{sack['name']}") for _, there in groups(view) for sack in there]
    cards = dict.fromkeys(view["hands"][view["seat"]])
    if lays_out(view):
        return [Spot(f"card {card}", f"{card}>out") for card in cards]
    return [Spot(f"card {card}", pick=card) for card in cards]


def draw(view: View, look: Look, width: int, height: int) -> Block:
    below = (hand, players)
    if height < 28:
        size = Size(sack=min(11, (width - 5) // 9), card=5, tall=False)
        return [header(view, look, width), *sacks(view, look, width, size), *bottom(view, look, size)]
    size = Size(sack=min(11, width // 9), card=6, tall=True)
    air = Text()
    return [
        *(header(view, look, width), air),
        *(*sacks(view, look, width, size), air),
        *(*bottom(view, look, size), air, legend(look, width)),
    ]


# ---------------------------------------------------------------- above: the pile, and what is announced


def header(view: View, look: Look, width: int) -> Text:
    """RB-3, RB-6, RB-14"""
    say = look.speech
    parts = [joined(Text("▒▒ ", QUIET), f"{say('board.pile')} ", Text(str(view["pile"]), "bold"))]
    if view["aside"]:
        parts.append(Text(say("board.aside", aside=view["aside"])))
    if view["starts"] is not None:
        parts.append(Text(say("board.starts", seat=view["starts"])))
    if view["step"] == "last_cards":
        parts.append(Text(say("board.last_cards"), "bold"))
    if view["refused"]:
        parts.append(Text(say("board.refused", tried=Text(", ").join(tried(view, look)).plain), MASKED))
    line = Text(" · ", QUIET).join(parts)
    line.truncate(width, overflow="ellipsis")
    return line


def tried(view: View, look: Look) -> Iterator[Text]:
    """RB-6: what did not fit in this turn, the latest first."""
    for event in reversed(view["refused"]):
        card, sack = event.partition(" ")[2].split(">")
        yield Text(look.speech("board.tried", card=card, sack=sack))


# ---------------------------------------------------------------- the sacks


def groups(view: View) -> Iterator[tuple[int | None, list[dict[str, Any]]]]:
    """The sacks in the centre, then those of each seat, where there are any."""
    for owner in (None, *range(view["players"])):
        there = [sack for sack in view["sacks"] if sack["owner"] == owner]
        if there:
            yield owner, there


def sacks(view: View, look: Look, width: int, size: Size) -> Block:
    """Groups side by side, in as many rows as they need."""
    rows: list[list[Block]] = [[]]
    gap = 2 if size.tall else 1
    for owner, there in groups(view):
        row = beside(*(sack_drawn(sack, look, size) for sack in there), gap=0)
        group = [label(view, look, owner, len(row[0])), *row]
        if sum(len(other[0]) + gap for other in rows[-1]) + len(row[0]) > width:
            rows.append([])
        rows[-1].append(group)
    return [line for row in rows for line in beside(*row, gap=gap)]


def label(view: View, look: Look, owner: int | None, width: int) -> Text:
    """Whose the sacks below are, on a line as long as they are wide."""
    name = Text(look.speech("board.centre")) if owner is None else name_of(view, look, owner)
    name.truncate(width, overflow="ellipsis")
    return joined(name, Text(" ".ljust(width - len(name), "─")[: width - len(name)], QUIET))


def sack_drawn(sack: dict[str, Any], look: Look, size: Size) -> Block:
    inner = size.sack - 2
    rows = tied_up(sack, inner) if sack["sealed"] else filled(sack, inner)
    if size.tall:
        rows.insert(2, rows[2 if sack["sealed"] else 1])
    style = SEALED if sack["sealed"] else QUIET if sack["owner"] is None else ""
    return look.card(spot_of(sack), rows, size.sack, style)


def spot_of(sack: dict[str, Any]) -> str:
    return f"sack {sack['name']}"
