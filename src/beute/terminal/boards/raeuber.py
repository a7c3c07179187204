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
from itertools import groupby, pairwise
from typing import Any, TypeAlias

from rich.align import AlignMethod
from rich.text import Text

from beute.games.raeuber.story import ROBBER, UNSEEN, counts, lays_out
from beute.games.story import View
from beute.terminal.look import Block, Look, Spot, beside, joined

QUARTERS = 4
CARD = 5  # the outer width of a card in hand
NAME = 12  # the longest name that is not cut

ASKED = "bold yellow"
LOOT = "yellow"
MASKED = "red"
SEALED = "green"
QUIET = "bright_black"

Sack: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Size:
    """Outer width of a sack, widths of the level and the margin in it; whether sacks and cards are tall."""

    sack: int
    level: int
    margin: int
    tall: bool


SMALL = Size(sack=8, level=1, margin=0, tall=False)  # nine and five gaps in a row: 77
TALL = Size(sack=14, level=2, margin=2, tall=True)  # five and four wide gaps: 78


def spots(view: View, picked: str | None) -> list[Spot]:
    """First a card of the hand, then a sack for it; a card that is laid out needs none (RB-12)."""
    if not view["choices"]:
        return []
    if picked is not None:
        return [Spot(spot_of(sack), f"{picked}>{sack['name']}") for sack in in_order(view)]
    cards = dict.fromkeys(view["hands"][view["seat"]])
    if lays_out(view):
        return [Spot(f"card {card}", f"{card}>out") for card in cards]
    return [Spot(f"card {card}", pick=card) for card in cards]


def draw(view: View, look: Look, width: int, height: int) -> Block:
    size = SMALL if height < 28 else TALL
    bottom = beside(*hand(view, look, size), players(view, look), gap=2)
    parts = [[header(view, look, width)], sacks(view, look, size), bottom]
    if not size.tall:
        return [line for part in parts for line in part]
    return [line for part in parts for line in (*part, Text())] + [legend(look)]


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
        parts.append(Text(f"{say('board.refused')} {', '.join(tried(view, look))}", MASKED))
    line = Text(" · ").join(parts)
    line.truncate(width, overflow="ellipsis")
    return line


def tried(view: View, look: Look) -> Iterator[str]:
    """RB-6: what did not fit in this turn, the latest first."""
    for event in reversed(view["refused"]):
        card, sack = event.partition(" ")[2].split(">")
        yield look.speech("board.tried", card=card, sack=sack)


# ---------------------------------------------------------------- the sacks


def in_order(view: View) -> list[Sack]:
    """The sacks in the centre, then those of each seat."""
    return sorted(view["sacks"], key=lambda sack: -1 if sack["owner"] is None else sack["owner"])


def sacks(view: View, look: Look, size: Size) -> Block:
    """All in one row; tall ones in two, if possible without parting what somebody has."""
    ordered = in_order(view)
    if not size.tall:
        return row_of(ordered, view, look, size)
    begins = [sack["owner"] != before["owner"] for before, sack in pairwise(ordered)]  # a group, with the next sack
    half = 4 if begins[3] and not begins[4] else 5
    return row_of(ordered[:half], view, look, size) + row_of(ordered[half:], view, look, size)


def row_of(some: list[Sack], view: View, look: Look, size: Size) -> Block:
    groups = []
    for owner, there in groupby(some, lambda sack: sack["owner"]):
        group = beside(*(sack_card(sack, look, size) for sack in there), gap=0)
        groups.append([label(view, look, owner, len(group[0])), *group])
    return beside(*groups, gap=2 if size.tall else 1)


def label(view: View, look: Look, owner: int | None, width: int) -> Text:
    """Whose the sacks below are, on a line as long as they are wide."""
    name = Text(look.speech("board.centre"), QUIET) if owner is None else name_of(view, look, owner)
    name.truncate(width, overflow="ellipsis")
    line = " " + "─" * width
    return joined(name, Text(line[: width - name.cell_len], QUIET))


def sack_card(sack: Sack, look: Look, size: Size) -> Block:
    rows = tied_up(sack, size) if sack["sealed"] else filled(sack, size)
    style = SEALED if sack["sealed"] else QUIET if sack["owner"] is None else ""
    return look.card(spot_of(sack), rows, size.sack, style)


def spot_of(sack: Sack) -> str:
    return f"sack {sack['name']}"


def filled(sack: Sack, size: Size) -> list[Text]:
    """RB-11: the level, the loot for who may count it, the card on top. What nobody has taken is empty."""
    name, loot, on_top = Text(sack["name"], "bold"), loot_in(sack, size), top(sack["top"])
    level = 0 if sack["top"] is None else sack["quarter"]
    if not size.tall:
        return beside_level([name, loot, Text(), on_top], level, size)
    return [name, *beside_level([Text(), loot, Text(), on_top], level, size)]


def beside_level(texts: list[Text], level: int, size: Size) -> list[Text]:
    rows = []
    for row, text in enumerate(texts):
        full = QUARTERS - row <= level
        side = Text(("█" if full else "░") * size.level, LOOT if full else QUIET)
        text.align("center", size.sack - 2 - size.level - size.margin)
        rows.append(joined(side, text, " " * size.margin))
    return rows


def loot_in(sack: Sack, size: Size) -> Text:
    if sack["loot"] is None:
        return Text("?", QUIET)
    return Text(f"{sack['loot']}/{sack['worth']}" if size.tall else str(sack["loot"]), LOOT)


def top(card: str | None) -> Text:
    if card is None:
        return Text()
    return Text("R∞", f"bold {MASKED}") if card == ROBBER else Text(f"[{card}]", "bold")


def tied_up(sack: Sack, size: Size) -> list[Text]:
    """RB-9, RB-16: nobody can touch it; and what it counts."""
    upper, lower = (end[0] + " " * (size.sack - 4) + end[1] for end in ("╲╱", "╱╲"))
    twice = f"2 × {sack['worth']}" if counts(sack) > sack["worth"] else ""
    inside = [sack["name"], f"✔ {counts(sack)}", twice] if size.tall else [sack["name"], f"✔ {counts(sack)}"]
    return [Text(row, f"bold {SEALED}") for row in (upper, *inside, lower)]


# ---------------------------------------------------------------- below: the own hand, and everybody


def hand(view: View, look: Look, size: Size) -> list[Block]:
    """The own cards, if there are any; the one that is picked up is raised."""
    if view["seat"] is None or not view["hands"][view["seat"]]:
        return []
    cards = view["hands"][view["seat"]]
    raised = cards.index(look.picked) if look.picked in cards else None
    blocks = []
    for n, card in enumerate(cards):
        block = hand_card(card, look, size)
        blocks.append([*block, Text()] if n == raised else [Text(), *block])
    return [beside(*blocks, gap=0)]


def hand_card(card: str, look: Look, size: Size) -> Block:
    style, sign = (MASKED, "∞") if card == ROBBER else ("", "¤")
    rows = [Text(card, f"bold {style}"), Text(sign, style or LOOT)]
    if size.tall:
        rows.append(rows[0].copy())
        rows[0].align("left", CARD - 2)
        rows[2].align("right", CARD - 2)
    return look.card(f"card {card}", rows, CARD, style)


def players(view: View, look: Look) -> Block:
    """A row for each seat: whose turn it is, the name, the hand, what is sealed, and the total where it is shown."""
    say, seats = look.speech, range(view["players"])
    columns = [
        aligned("left", Text(), *(mark(view, seat) for seat in seats)),
        aligned("left", Text(), *(name_of(view, look, seat) for seat in seats)),
        aligned("left", Text(say("board.hand"), QUIET), *(held(view, look, seat) for seat in seats)),
        aligned("right", Text(say("board.sealed"), QUIET), *(safe(view, seat) for seat in seats)),
    ]
    if view["scores"] is not None:
        totals = (Text(str(score), "bold") for score in view["scores"])
        columns.append(aligned("right", Text(say("board.total"), QUIET), *totals))
    return beside(*columns, gap=2)


def aligned(side: AlignMethod, *cells: Text) -> Block:
    """A column."""
    width = max(cell.cell_len for cell in cells)
    for cell in cells:
        cell.align(side, width)
    return list(cells)


def mark(view: View, seat: int) -> Text:
    won = seat in (view["winners"] or ())
    return Text("★" if won else "▶" if seat in view["asked"] else " ", ASKED)


def name_of(view: View, look: Look, seat: int) -> Text:
    style = ASKED if seat in view["asked"] else "bold" if seat == view["seat"] else ""
    name = Text(look.speech.names[seat], style)
    name.truncate(NAME, overflow="ellipsis")
    return name


def held(view: View, look: Look, seat: int) -> Text:
    """Backs and how many; cards that are seen. The own hand lies open beside."""
    cards = view["hands"][seat]
    if seat == view["seat"]:
        return Text(look.speech("board.you"), "bold")
    if UNSEEN in cards:
        return joined(Text("▒" * len(cards), QUIET), f" {len(cards)}")
    return top(cards[0]) if len(cards) == 1 else Text(" ".join(cards) or "–")


def safe(view: View, seat: int) -> Text:
    """RB-16: what the sealed sacks of a seat count."""
    points = sum(counts(sack) for sack in view["sacks"] if sack["owner"] == seat and sack["sealed"])
    return Text(f"✔ {points}", SEALED) if points else Text("–", QUIET)


def legend(look: Look) -> Text:
    signs = ("█", LOOT, "level"), ("?", QUIET, "unknown"), ("R∞", MASKED, "robber"), ("✔", SEALED, "sealed")
    parts = (joined(Text(sign, style), Text(f" {look.speech(f'board.{code}')}", QUIET)) for sign, style, code in signs)
    return Text("   ").join(parts)
