"""Der Schattendieb in the terminal: a column for each seat, with the card in front and the vault below; then the hand.

Jewels are a symbol with a value, thieves wear a mask over what they steal, vault-shut cards are a barred door with
their value. `×` counts jewels, `Σ` adds their values up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rich.text import Text

from beute.games.story import View
from beute.terminal.look import Block, Look, Spot, beside, joined

KINDS: Final = {"W": ("◷", "cyan"), "R": ("○", "yellow"), "B": ("✿", "magenta"), "C": ("▣", "green")}
WORDS: Final = {"W": "watch", "R": "ring", "B": "brooch", "C": "cufflink"}
SHADOW, DOOR, AJAR, BACK = "◆", "▤", "▢", "▮"
QUIET: Final = "bright_black"
TALL: Final = 24  # lines from which cards are drawn big


def spots(view: View, picked: str | None) -> list[Spot]:
    """SD-5, SD-7 to SD-9: the cards of the hand, or those in front of the others."""
    own = view["seat"]
    if not view["choices"]:
        return []
    if view["step"] == "steal":
        fronts = [seat for seat, there in enumerate(view["seats"]) if there["front"] and seat != own]
        return [Spot(f"seat{seat}", f"steal {seat}") for seat in fronts]
    verb = "play" if view["step"] == "choose" else "add"
    hand = view["seats"][own]["hand"]
    cards = [Spot(f"hand{n}", f"{verb} {card}") for n, card in enumerate(hand) if verb == "play" or card[0] in KINDS]
    return cards if verb == "play" else [*cards, Spot("done", "done", button=True)]


def draw(view: View, look: Look, width: int, height: int) -> list[Text]:
    size = BIG if height >= TALL else SMALL
    seats = [SeatDrawn(view, look, seat, size, column_width(view, width)) for seat in range(view["players"])]
    table = beside(*(seat.top() for seat in seats))
    bottom = hand_drawn(view, look, size, width)
    room = height - 1 - 2 * size.gap - len(table) - len(bottom)
    vaults = beside(*(seat.vault(room) for seat in seats))
    lines = [header(view, look, width), *[Text()] * size.gap, *table, *vaults]
    room -= len(vaults)
    discard = discard_drawn(view, look, width)
    if size is BIG and discard and len(discard) < room:
        lines += [Text(), *discard]
    return [*lines, *[Text()] * max(size.gap, min(room, 1)), *bottom]


@dataclass(frozen=True)
class Size:
    """How big things are drawn."""

    card: int  # the width of a card in front
    hand: int  # and of one in the hand
    inner: int  # lines within a card
    gap: int  # blank lines between the parts of the table


SMALL: Final = Size(card=6, hand=6, inner=1, gap=0)
BIG: Final = Size(card=7, hand=14, inner=3, gap=1)


def column_width(view: View, width: int) -> int:
    return min(30, (width + 1) // int(view["players"]) - 1)


# ---------------------------------------------------------------- cards


def style_of(card: str) -> str:
    kind = card[1] if card[0] == "T" else card[0]
    return KINDS[kind][1] if kind in KINDS else "bold"


def face(card: str) -> Text:
    """A card in three cells or fewer."""
    if card[0] == "T":
        return Text(f">{KINDS[card[1]][0] if card[1] in KINDS else SHADOW}<", style_of(card))
    return Text(f"{KINDS[card[0]][0] if card[0] in KINDS else DOOR}{card[1:]}", style_of(card))


def face_lines(card: str, look: Look, size: Size, width: int) -> list[str | Text]:
    """What is on a card of the given inner width."""
    style = style_of(card)
    sign = face(card)
    if size is SMALL:
        return [sign if card[0] == "T" else Text(f"{sign.plain[0]}{card[1:]:>{width - 1}}", style)]
    value, label = card[1:], label_of(card, look)
    if card[0] == "T":
        return ["", sign, Text(label if len(label) <= width else look.speech("board.thief"), style)]
    if len(label) > width - 2 * len(value) or card[0] == "V":
        label = look.speech("board.shut") if card[0] == "V" else ""
    first = Text(f"{value:<{width}}", style)
    last = Text(f"{label:^{width}}"[: width - len(value)] + value, style)
    return [first, Text(sign.plain[0], style), last]


def label_of(card: str, look: Look) -> str:
    return look.speech(f"board.{WORDS[card]}") if card in WORDS else look.speech.thing(card)


def framed(lines: Sequence[str | Text], corners: str, width: int, style: str) -> Block:
    """Lines in a frame of its own kind: the dashed place for a card, a vault, a locked door."""
    rows = [joined(Text(corners[0] + corners[1] * (width - 2) + corners[2], style))]
    for line in lines:
        inner = joined(line)
        inner.align("center" , width - 2)
        rows.append(joined(Text(corners[3], style), inner, Text(corners[3], style)))
    return [*rows, Text(corners[4] + corners[1] * (width - 2) + corners[5], style)]


def listed(cards: list[str], width: int, room: int) -> Block:
    """Jewels by kind, a kind to a line or more; the longest only counted where there is no room for them all."""
    kinds = {kind: [card[1:] for card in cards if card[0] == kind] for kind in KINDS}
    blocks = {kind: values_listed(kind, values, width) for kind, values in kinds.items() if values}
    while sum(map(len, blocks.values())) > room:
        longest = max(blocks, key=lambda kind: len(blocks[kind]))
        if len(blocks[longest]) == 1:
            break
        symbol, style = KINDS[longest]
        worth = sum(map(int, kinds[longest]))
        blocks[longest] = [Text(f"{symbol} ×{len(kinds[longest])} Σ{worth}", style)]
    return [line for block in blocks.values() for line in block]


def values_listed(kind: str, values: list[str], width: int) -> Block:
    symbol, style = KINDS[kind]
    lines = [symbol]
    for value in values:
        if len(lines[-1]) + 1 + len(value) > width:
            lines.append(" ")
        lines[-1] += f" {value}"
    return [Text(line, style) for line in lines]


# ---------------------------------------------------------------- a seat


@dataclass(frozen=True)
class SeatDrawn:
    """The column of a seat."""

    view: View
    look: Look
    seat: int
    size: Size
    width: int

    @property
    def there(self) -> dict[str, Any]:
        there: dict[str, Any] = self.view["seats"][self.seat]
        return there

    def top(self) -> Block:
        """Who sits there, how many cards they hold, and what lies in front of them."""
        return [self.name(), *self.hand(), *self.front()]

    def name(self) -> Text:
        asked = self.seat in self.view["asked"]
        mark = Text("▸" if asked else "✓" if self.has_answered else " ", "bold yellow")
        name = Text(self.look.speech.names[self.seat], "bold" if asked else "" if self.there["open"] else QUIET)
        name.truncate(self.width - 1, overflow="ellipsis")
        line = joined(mark, self.look.spot(f"seat{self.seat}", name))
        line.pad_right(self.width - len(line))
        return line

    @property
    def has_answered(self) -> bool:
        """SD-5, SD-9: chosen or added, while others may not have yet."""
        front = self.there["front"]
        return bool(front) and (self.view["step"] == "choose" or (self.view["step"] == "add" and front[0] in KINDS))

    def hand(self) -> Block:
        """Backs; where all lies open, the cards, in as many lines for every seat."""
        hand = self.there["hand"]
        if self.view["seat"] is None and any("?" not in there["hand"] != [] for there in self.view["seats"]):
            rows = 1 if 4 * 4 <= self.width else 2
            cards = [face(card) for card in hand]
            return [Text(" ").join(cards[row * 4 // rows : (row + 1) * 4 // rows]) for row in range(rows)]
        backs = Text(" " + BACK * len(hand), "blue")
        if self.seat == self.view["seat"]:
            backs.append(f" {self.look.speech('board.you')}", "bold")
        return [backs]

    def front(self) -> Block:
        """The card in front and those added; the card that shut the vault; or the place for a card to come."""
        width, card = self.size.card, self.there["front"]
        if card is not None:
            lines = face_lines(card, self.look, self.size, width - 2)
            block = self.look.card(f"seat{self.seat}", lines, width, style_of(card))
            added = [joined("+", Text(jewel[1:], style_of(jewel))) for jewel in self.there["added"]]
            return beside(block, added, gap=0) if added else block
        if self.there["shut_with"]:
            return framed(face_lines(self.there["shut_with"], self.look, self.size, width - 2), "┏━┓┃┗┛", width, "bold")
        if self.view["step"] == "choose" and self.seat in self.view["asked"]:
            return framed([""] * self.size.inner, "╭╌╮╎╰╯", width, QUIET)
        return [Text()] * (self.size.inner + 2)

    def vault(self, room: int) -> Block:
        """Whether it is open, how many jewels it has and their sum, and which they are."""
        state = self.vault_state()
        state.pad_right(self.width - len(state))
        if self.size is SMALL:
            return [state, *listed(self.there["vault"], self.width, room - 1)]
        lines = listed(self.there["vault"], self.width - 4, room - 3)
        return [state, *framed(lines, "╭─╮│╰╯" if self.there["open"] else "┏━┓┃┗┛", self.width, self.vault_style)]

    @property
    def vault_style(self) -> str:
        return QUIET if self.there["open"] else "bold"

    def vault_state(self) -> Text:
        say = self.look.speech
        number, worth = len(self.there["vault"]), self.there["vault_sum"]
        if self.there["open"]:
            long, short, style = f"{AJAR} {say('board.open')}", AJAR, ""
        else:
            door = face(self.there["shut_with"]).plain
            long, short, style = f"{door} {say('board.shut')}", door, "bold"
        tries = [f"{long}  ×{number}  Σ{worth}", f"{long} ×{number} Σ{worth}", f"{short} ×{number} Σ{worth}"]
        return Text(next((line for line in tries if len(line) <= self.width), f"{short} Σ{worth}"), style)


# ---------------------------------------------------------------- the rest of the table


def header(view: View, look: Look, width: int) -> Text:
    """The pile in its layers, the discard, and the thief whose turn it is."""
    say = look.speech
    pile = say("board.gone") if view["gone"] else " + ".join(map(str, view["pile"]))
    line = joined(Text(f" {say('board.pile')} ", QUIET), Text(pile, "bold"))
    line.append_text(joined(Text(f"   {say('board.discard')} ", QUIET), str(len(view["discard"]) + view["face_down"])))
    if view["face_down"]:
        line.append(f" {say('board.face_down', number=view['face_down'])}", QUIET)
    if view["thief"] is None:
        return line
    thief = Text(say("board.strikes", seat=view["asked"][0], card=view["thief"]), style_of(view["thief"]))
    line.truncate(width - len(thief) - 2, overflow="ellipsis", pad=True)
    return joined(line, "  ", thief)


def discard_drawn(view: View, look: Look, width: int) -> Block:
    """All that was discarded face up."""
    jewels = listed([card for card in view["discard"] if card[0] in KINDS], width, 99)
    others = Text("  ").join(face(card) for card in view["discard"] if card[0] not in KINDS)
    title = Text(f" {look.speech('board.discard')}", QUIET)
    return [title, *(joined(" ", line) for line in [*jewels, others] if line)] if view["discard"] else []


def hand_drawn(view: View, look: Look, size: Size, width: int) -> Block:
    """The viewer's own hand, and what the symbols mean."""
    hand = [] if view["seat"] is None else view["seats"][view["seat"]]["hand"]
    cards = [
        look.card(f"hand{n}", face_lines(card, look, size, size.hand - 2), size.hand, style_of(card))
        for n, card in enumerate(hand)
        if card != "?"
    ]
    return beside(*cards, legend(look))


def legend(look: Look) -> Block:
    say = look.speech
    kinds = Text("  ").join(
        joined(Text(symbol, style), Text(f" {say(f'board.{WORDS[kind]}')}", QUIET))
        for kind, (symbol, style) in KINDS.items()
    )
    return [kinds]
