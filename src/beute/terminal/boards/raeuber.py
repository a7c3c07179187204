"""Räuber's table: the sacks by owner with the level of their loot, the viewer's hand, and all seats.

╭1─────╮   its key; on the left the level, one step for each quarter of its worth
│░ 45a │   which sack
│░ 31  │   the loot in it, or ? for those who may not count it
│█     │
│█ R∞  │   the card on top: a robber
╰──────╯

Where there is room, those who may count a sack also see its cards, in the order they were laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from textwrap import wrap

from rich.align import AlignMethod
from rich.text import Text

from beute.games.raeuber.components import ROBBER, value
from beute.games.raeuber.story import lays_out
from beute.games.raeuber.view import UNSEEN, RaeuberView, SackShown
from beute.games.story import Seat, Thing
from beute.games.views import Choice, Piece
from beute.terminal.look import KEYS, LETTERS, Block, Look, Spot, beside, joined

QUARTERS = 4
CARD = 5  # the outer width of a card in hand
NAME = 12  # the longest name that is not cut

ASKED = "bold yellow"
LOOT = "yellow"
MASKED = "red"
SEALED = "green"
QUIET = "bright_black"


@dataclass(frozen=True)
class Size:
    """Outer width of a sack, widths of the level and the margin in it, lines for its cards; a tall one has some."""

    sack: int
    level: int
    margin: int
    cards: int

    @property
    def tall(self) -> bool:
        return self.cards > 0


SMALL = Size(sack=8, level=1, margin=0, cards=0)  # nine and five gaps in a row: 77
TALL = Size(sack=14, level=2, margin=2, cards=2)  # five and four wide gaps: 78
HEIGHT = 28  # lines from which there is room for tall sacks, in two rows


def spots(view: RaeuberView, picked: Piece | None) -> list[Spot]:
    """First a card of the hand, then a sack for it; a card that is laid out needs none (RB-12)."""
    if picked is not None:
        by_sack = {there["name"]: choice for choice in of_card(view, picked) if (there := choice["to"])}
        keys = {sack["name"]: key for sack, key in zip(view["sacks"], LETTERS, strict=True)}  # wherever a sack is
        return [
            Spot(sack_spot(sack), (by_sack[sack["name"]],), keys=keys[sack["name"]])
            for sack in in_order(view)
            if sack["name"] in by_sack
        ]
    cards = {card["name"]: card for choice in view["choices"] if (card := choice["pick"])}
    out = lays_out(view)
    return [
        Spot(card_spot(name), of_card(view, card), pick=None if out else card, keys=positions(view, name))
        for name, card in cards.items()
    ]


def positions(view: RaeuberView, card: str) -> str:
    """The keys of a card: its places in the hand."""
    assert view["seat"] is not None
    return "".join(key for key, held in zip(KEYS, view["hands"][view["seat"]], strict=False) if held == card)


def of_card(view: RaeuberView, card: Piece) -> tuple[Choice, ...]:
    return tuple(choice for choice in view["choices"] if choice["pick"] == card)


def card_spot(card: str) -> str:
    return f"card {card}"


def sack_spot(sack: SackShown) -> str:
    return f"sack {sack['name']}"


def draw(view: RaeuberView, look: Look, width: int, height: int) -> Block:
    size = SMALL if height < HEIGHT else tall_enough(view, height)
    bottom = beside(*hand(view, look, size), players(view, look), gap=2)
    parts = [[header(view, look, width)], sacks(view, look, size), bottom]
    if not size.tall:
        return [line for part in parts for line in part]
    return [line for part in parts for line in (*part, Text())] + [legend(look)]


def tall_enough(view: RaeuberView, height: int) -> Size:
    """Tall sacks with lines for all cards that are seen, as far as there is room in both rows."""
    lines = max(len(wrapped_cards(sack, sack["cards"] or [], TALL)) for sack in view["sacks"])
    return replace(TALL, cards=max(TALL.cards, min(lines, TALL.cards + (height - HEIGHT) // 2)))


# ---------------------------------------------------------------- above: the pile, and what is announced


def header(view: RaeuberView, look: Look, width: int) -> Text:
    """RB-3, RB-6, RB-14"""
    say = look.speech
    parts = [joined(Text("▒▒ ", QUIET), f"{say('board.pile')} ", Text(str(view["pile"]), "bold"))]
    if view["aside"]:
        parts.append(Text(say("board.aside", aside=view["aside"])))
    if view["starts"] is not None:
        parts.append(Text(say("board.starts", seat=Seat(view["starts"]))))
    if view["step"] == "last_cards":
        parts.append(Text(say("board.last_cards"), "bold"))
    if view["refusals"]:
        parts.append(Text(f"{say('board.refused')} {', '.join(tried(view, look))}", MASKED))
    line = Text(" · ").join(parts)
    line.truncate(width, overflow="ellipsis")
    return line


def tried(view: RaeuberView, look: Look) -> Iterator[str]:
    """RB-6: what did not fit in this turn, the latest first."""
    for refusal in reversed(view["refusals"]):
        card, sack = Thing(refusal["pick"]["name"]), Thing(refusal["to"]["name"])
        yield look.speech("board.tried", card=card, sack=sack)


# ---------------------------------------------------------------- the sacks


def in_order(view: RaeuberView) -> list[SackShown]:
    """The sacks in the centre, then those of each seat."""
    return sorted(view["sacks"], key=lambda sack: -1 if sack["owner"] is None else sack["owner"])


def sacks(view: RaeuberView, look: Look, size: Size) -> Block:
    """All in one row; tall ones in two, if possible without separating the sacks of one seat."""
    ordered = in_order(view)
    if not size.tall:
        return row_of(ordered, view, look, size)
    begins = [sack["owner"] != before["owner"] for before, sack in pairwise(ordered)]  # a group, with the next sack
    half = 4 if begins[3] and not begins[4] else 5
    return row_of(ordered[:half], view, look, size) + row_of(ordered[half:], view, look, size)


def row_of(some: list[SackShown], view: RaeuberView, look: Look, size: Size) -> Block:
    groups = []
    for owner, there in groupby(some, lambda sack: sack["owner"]):
        group = beside(*(sack_card(sack, look, size) for sack in there), gap=0)
        groups.append([label(view, look, owner, len(group[0])), *group])
    return beside(*groups, gap=2 if size.tall else 1)


def label(view: RaeuberView, look: Look, owner: int | None, width: int) -> Text:
    """Whose the sacks below are, on a line as long as they are wide."""
    name = Text(look.speech("board.centre"), QUIET) if owner is None else name_of(view, look, owner)
    name.truncate(width, overflow="ellipsis")
    line = " " + "─" * width
    return joined(name, Text(line[: width - name.cell_len], QUIET))


def sack_card(sack: SackShown, look: Look, size: Size) -> Block:
    rows = tied_up(sack, size) if sack["sealed"] else filled(sack, size)
    style = SEALED if sack["sealed"] else QUIET if sack["owner"] is None else ""
    if look.picked is not None and not takes(sack, look.picked["name"], look):
        rows, style = [Text(row.plain, QUIET) for row in rows], QUIET
        look = replace(look, possible=look.possible - {sack_spot(sack)})
    return look.card(sack_spot(sack), rows, size.sack, style)


def takes(sack: SackShown, card: str, look: Look) -> bool:
    """Whether the card may fit, as far as the viewer can tell: by the choices, or by the quarter (RB-11).

    Where only the quarter speaks against it the table still lets it be tried, as it does not count for anybody.
    """
    if sack_spot(sack) not in look.possible:
        return False
    loot, quarter = sack["loot"], sack["quarter"]
    least = loot if loot is not None else -((1 - (quarter or 1)) * sack["worth"] // QUARTERS)
    return value(card) <= sack["worth"] - least


def filled(sack: SackShown, size: Size) -> list[Text]:
    """RB-11: the level, the card on top, and for those who may count it loot and cards. In the centre it is empty."""
    name, loot, on_top = Text(sack["name"], "bold"), loot_in(sack, size), top(sack["top"])
    level = 0 if sack["top"] is None or sack["quarter"] is None else sack["quarter"]
    if not size.tall:
        return beside_level([centred(each, size) for each in (name, loot, Text(), on_top)], level, size)
    cards = [joined(" ", row) for row in cards_in(sack, size)]
    return [name, *beside_level([centred(loot, size), *cards, centred(on_top, size)], level, size)]


def centred(text: Text, size: Size) -> Text:
    """In the middle of the sack, as far as the level beside it allows."""
    text.align("center", size.sack - 2 - size.level - size.margin)
    return text


def cards_in(sack: SackShown, size: Size) -> list[Text]:
    """RB-9, RB-11: the cards in the order they were laid; if there are too many, the latest."""
    cards = sack["cards"] or []
    rows, left_out = wrapped_cards(sack, cards, size), 0
    while len(rows) > size.cards:
        left_out += 1
        rows = wrapped_cards(sack, ["…", *cards[left_out:]], size)
    return [Text(row) for row in (*rows, *[""] * (size.cards - len(rows)))]


def wrapped_cards(sack: SackShown, cards: Sequence[str], size: Size) -> list[str]:
    """On a sealed sack no level is beside them."""
    return wrap(" ".join(cards), size.sack - 2 - (0 if sack["sealed"] else size.level + 1))


def beside_level(texts: list[Text], level: int, size: Size) -> list[Text]:
    """Lines with the level on the left of the last four, a line for each quarter."""
    rows = []
    for left, text in zip(range(len(texts), 0, -1), texts, strict=True):
        step = " " if left > QUARTERS else "█" if left <= level else "░"
        line = joined(Text(step * size.level, QUIET if step == "░" else LOOT), text)
        line.pad_right(size.sack - 2 - line.cell_len)
        rows.append(line)
    return rows


def loot_in(sack: SackShown, size: Size) -> Text:
    if sack["loot"] is None:
        return Text("?", QUIET)
    return Text(f"{sack['loot']}/{sack['worth']}" if size.tall else str(sack["loot"]), LOOT)


def top(card: str | None) -> Text:
    if card is None:
        return Text()
    return Text("R∞", f"bold {MASKED}") if card == ROBBER else Text(f"[{card}]", "bold")


def tied_up(sack: SackShown, size: Size) -> list[Text]:
    """RB-9, RB-16: a sealed sack: what it counts, and the cards that were counted out."""
    inner = size.sack - 4
    if not size.tall:
        rows = ["╲" + " " * inner + "╱", sack["name"], f"✔ {sack['counts']}", "╱" + " " * inner + "╲"]
        return [Text(row, f"bold {SEALED}") for row in rows]
    twice = f" = 2×{sack['worth']}" if sack["sealed_worth"] > sack["worth"] else ""
    above, below = f"╲{sack['name']:^{inner}}╱", "╱" + " " * inner + "╲"
    return [
        Text(above, f"bold {SEALED}"),
        Text(f"✔ {sack['counts']}{twice}", f"bold {SEALED}"),
        *cards_in(sack, size),
        Text(below, f"bold {SEALED}"),
    ]


# ---------------------------------------------------------------- below: the viewer's hand, and all seats


def hand(view: RaeuberView, look: Look, size: Size) -> list[Block]:
    """The viewer's cards, if there are any; the one that is picked up is raised."""
    if view["seat"] is None or not view["hands"][view["seat"]]:
        return []
    cards = view["hands"][view["seat"]]
    picked = None if look.picked is None else look.picked["name"]
    raised = cards.index(picked) if picked in cards else None
    blocks = []
    for n, card in enumerate(cards):
        block = hand_card(card, look, size, KEYS[n])
        blocks.append([*block, Text()] if n == raised else [Text(), *block])
    return [beside(*blocks, gap=0)]


def hand_card(card: str, look: Look, size: Size, key: str | None = None) -> Block:
    style, sign = (MASKED, "∞") if card == ROBBER else ("", "¤")
    if card_spot(card) in look.keys and card_spot(card) not in look.possible:
        return look.card(card_spot(card), [Text(card, QUIET), *[Text()] * (2 if size.tall else 1)], CARD, QUIET, key)
    rows = [Text(card, f"bold {style}"), Text(sign, style or LOOT)]
    if size.tall:
        rows.append(rows[0].copy())
        rows[0].align("left", CARD - 2)
        rows[2].align("right", CARD - 2)
    return look.card(card_spot(card), rows, CARD, style, key)


def players(view: RaeuberView, look: Look) -> Block:
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


def mark(view: RaeuberView, seat: int) -> Text:
    won = seat in (view["winners"] or ())
    return Text("★" if won else "▶" if seat in view["asked"] else " ", ASKED)


def name_of(view: RaeuberView, look: Look, seat: int) -> Text:
    style = ASKED if seat in view["asked"] else "bold" if seat == view["seat"] else ""
    name = Text(look.speech.names[seat], style)
    name.truncate(NAME, overflow="ellipsis")
    return name


def held(view: RaeuberView, look: Look, seat: int) -> Text:
    """Backs and their number, or cards that are seen. The viewer's hand is shown elsewhere."""
    cards = view["hands"][seat]
    if seat == view["seat"]:
        return Text(look.speech("board.you"), "bold")
    if UNSEEN in cards:
        return joined(Text("▒" * len(cards), QUIET), f" {len(cards)}")
    return top(cards[0]) if len(cards) == 1 else Text(" ".join(cards) or "–")


def safe(view: RaeuberView, seat: int) -> Text:
    """RB-16: what the sealed sacks of a seat count."""
    points = sum(sack["sealed_worth"] for sack in view["sacks"] if sack["owner"] == seat and sack["sealed"])
    return Text(f"✔ {points}", SEALED) if points else Text("–", QUIET)


def legend(look: Look) -> Text:
    signs = ("█", LOOT, "level"), ("?", QUIET, "unknown"), ("R∞", MASKED, "robber"), ("✔", SEALED, "sealed")
    parts = (joined(Text(sign, style), Text(f" {look.speech(f'board.{code}')}", QUIET)) for sign, style, code in signs)
    return Text("   ").join(parts)
