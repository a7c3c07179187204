"""Der Schattendieb in the terminal: a column for each seat, with the card in front and the vault below; then the hand.

Jewels are a symbol with a value, thieves wear a mask over what they steal, vault-shut cards are a barred door with
their value. `×` counts jewels, `Σ` adds their values up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.text import Text

from beute.games.story import View
from beute.terminal.look import Block, Look, Spot, beside, joined

SYMBOLS: Final = {"W": "◷", "R": "○", "B": "✿", "C": "▣"}
COLOURS: Final = {"W": "cyan", "R": "yellow", "B": "magenta", "C": "green"}
WORDS: Final = {"W": "watch", "R": "ring", "B": "brooch", "C": "cufflink"}
SHADOW, DOOR, OPEN, BACK = "◆", "▤", "▢", "▮"
QUIET: Final = "bright_black"
HEAVY, DASHED, LIGHT = "┏━┓┃┗┛", "╭╌╮╎╰╯", "╭─╮│╰╯"
HAND: Final = 4
LISTED: Final = 4  # lines that a vault has at least, so that the table keeps its shape


@dataclass(frozen=True)
class Size:
    """How big things are drawn."""

    card: int  # the width of a card in front, where columns are narrow
    hand: int  # the width of a card in the hand, and in front where columns are wide
    inner: int  # lines within a card
    around: int  # lines of a vault besides its jewels


SMALL: Final = Size(card=6, hand=6, inner=1, around=1)
BIG: Final = Size(card=7, hand=10, inner=3, around=3)
TALL: Final = 26  # lines from which there is room for big cards
AIRY: Final = 16  # lines from which there is room for blank lines between the parts of the table


def spots(view: View, picked: str | None) -> list[Spot]:
    """SD-5, SD-7 to SD-9: the cards of the hand, or those in front of the others."""
    if not view["choices"]:
        return []
    if view["step"] == "steal":
        fronts = [seat for seat, there in enumerate(view["seats"]) if there["front"] and seat != view["seat"]]
        return [Spot(f"seat{seat}", f"steal {seat}") for seat in fronts]
    hand = list(enumerate(view["seats"][view["seat"]]["hand"]))
    if view["step"] == "choose":
        return [Spot(f"hand{n}", f"play {card}") for n, card in hand]
    return [*(Spot(f"hand{n}", f"add {card}") for n, card in hand if is_jewel(card)), Spot("done", "done", button=True)]


def draw(view: View, look: Look, width: int, height: int) -> list[Text]:
    size = BIG if height >= TALL else SMALL
    blank = [Text()] if height >= AIRY else []
    column = min(30, (width + 1) // int(view["players"]) - 1)
    seats = [SeatDrawn(view, look, size, column, seat) for seat in range(view["players"])]
    above = [header(view, look, width), *blank, *beside(*(seat.top() for seat in seats))]
    below = [*blank, *hand_drawn(view, look, size, width)]
    room = height - len(above) - len(below) - size.around
    jewels = [seat.jewels(room) for seat in seats]
    rows = max(LISTED, *map(len, jewels))
    vaults = beside(*(seat.vault(lines, rows) for seat, lines in zip(seats, jewels, strict=True)))
    lines = [*above, *vaults, *below]
    discard = [*blank, *discard_drawn(view, look, width)]
    return lines + discard if view["discard"] and len(lines + discard) <= height else lines


# ---------------------------------------------------------------- cards


def is_jewel(card: str) -> bool:
    return card[0] in SYMBOLS


def sign(card: str) -> str:
    """A jewel or a vault-shut card without its value; a thief."""
    if card[0] == "T":
        return f">{SYMBOLS.get(card[1], SHADOW)}<"
    return SYMBOLS.get(card[0], DOOR)


def style_of(card: str) -> str:
    return COLOURS.get(card[1] if card[0] == "T" else card[0], "bold")


def face(card: str) -> Text:
    """A card in three cells at most."""
    return Text(sign(card) + ("" if card[0] == "T" else card[1:]), style_of(card))


def face_lines(card: str, look: Look, size: Size, width: int) -> list[Text]:
    """What is on a card of that inner width."""
    style, value = style_of(card), "" if card[0] == "T" else card[1:]
    if size is SMALL:
        return [Text(f"{sign(card)}{value:>{width - 1}}" if value else sign(card), style)]
    last = f"{label_of(card, look):^{width}}" if width == size.hand - 2 or not value else f"{value:<{width}}"
    return [Text(f"{value:>{width}}", style), Text(sign(card), style), Text(last, style)]


def label_of(card: str, look: Look) -> str:
    """What sort of card it is."""
    return look.speech(f"board.{WORDS.get(card[0], 'thief' if card[0] == 'T' else 'shut')}")


def framed(lines: Sequence[str | Text], corners: str, width: int, style: str) -> Block:
    """Lines in the frame of what is no card: the place for one, a vault, a locked door."""
    rows = [Text(corners[0] + corners[1] * (width - 2) + corners[2], style)]
    for line in lines:
        inner = joined(line)
        inner.align("center", width - 2)
        rows.append(joined(Text(corners[3], style), inner, Text(corners[3], style)))
    return [*rows, Text(corners[4] + corners[1] * (width - 2) + corners[5], style)]


def listed(cards: Sequence[str], width: int, room: int) -> Block:
    """Jewels by kind, a kind to a line or more; where there is no room for that, the longest are counted."""
    kinds = {kind: [int(card[1:]) for card in cards if card[0] == kind] for kind in SYMBOLS}
    blocks = {kind: values_listed(kind, values, width) for kind, values in kinds.items() if values}
    while sum(map(len, blocks.values())) > max(room, len(blocks)):
        longest = max(blocks, key=lambda kind: len(blocks[kind]))
        number, worth = len(kinds[longest]), sum(kinds[longest])
        blocks[longest] = [Text(f"{SYMBOLS[longest]} ×{number} Σ{worth}", COLOURS[longest])]
    return [line for block in blocks.values() for line in block]


def values_listed(kind: str, values: list[int], width: int) -> Block:
    lines = [SYMBOLS[kind]]
    for value in values:
        if len(f"{lines[-1]} {value}") > width:
            lines.append(" ")
        lines[-1] += f" {value}"
    return [Text(line, COLOURS[kind]) for line in lines]


# ---------------------------------------------------------------- a seat


@dataclass(frozen=True)
class SeatDrawn:
    """The column of a seat."""

    view: View
    look: Look
    size: Size
    width: int
    seat: int

    @property
    def there(self) -> dict[str, Any]:
        there: dict[str, Any] = self.view["seats"][self.seat]
        return there

    def top(self) -> Block:
        """Who sits there, what they hold, and what lies in front of them."""
        return [self.name(), *self.hand(), *self.front()]

    def name(self) -> Text:
        asked = self.seat in self.view["asked"]
        mark = Text("▸" if asked else "✓" if self.has_answered else " ", "bold yellow")
        name = Text(self.look.speech.names[self.seat], "bold" if asked else "" if self.there["open"] else QUIET)
        name.truncate(self.width - 1, overflow="ellipsis")
        line = joined(mark, self.look.spot(f"seat{self.seat}", name))
        line.truncate(self.width, pad=True)
        return line

    @property
    def has_answered(self) -> bool:
        """SD-5, SD-9: has chosen or added, while others are still asked."""
        front, step = self.there["front"], self.view["step"]
        return front is not None and (step == "choose" or (step == "add" and is_jewel(front)))

    def hand(self) -> Block:
        """Backs; or, where everything lies open, the cards."""
        hand = self.there["hand"]
        if self.view["seat"] is None and any(card != "?" for there in self.view["seats"] for card in there["hand"]):
            cards = [face(card) for card in hand]
            in_row = HAND if self.width >= 4 * HAND else HAND // 2
            return [Text(" ").join(cards[n : n + in_row]) for n in range(0, HAND, in_row)]
        backs = Text(BACK * len(hand) + " " * bool(hand), "blue")
        you = self.look.speech("board.you") if self.seat == self.view["seat"] else ""
        return [joined(" ", backs, Text(you, "bold"))]

    def front(self) -> Block:
        """The card in front and those added; the card that shut the vault; or the place for a card to come."""
        front, shut_with = self.there["front"], self.there["shut_with"]
        width = self.size.hand if self.width >= self.size.hand + len("+10") else self.size.card
        if front is not None:
            lines = face_lines(front, self.look, self.size, width - 2)
            added = [Text(f"+{jewel[1:]}", style_of(jewel)) for jewel in self.there["added"]]
            return beside(self.look.card(f"seat{self.seat}", lines, width, style_of(front)), added, gap=0)
        if shut_with is not None:
            return framed(face_lines(shut_with, self.look, self.size, width - 2), HEAVY, width, "bold")
        if self.view["step"] == "choose" and self.seat in self.view["asked"]:
            return framed([""] * self.size.inner, DASHED, width, QUIET)
        return [Text()] * (self.size.inner + 2)

    def jewels(self, room: int) -> Block:
        return listed(self.there["vault"], self.width - (4 if self.size is BIG else 0), room)

    def vault(self, jewels: Block, rows: int) -> Block:
        """Whether it is open, how many jewels it has and their sum, and which they are."""
        state = self.vault_state()
        state.pad_right(self.width - len(state))
        lines = [*jewels, *[Text()] * (rows - len(jewels))]
        if self.size is SMALL:
            return [state, *lines]
        for line in lines:
            line.pad_right(self.width - 4 - len(line))
        open_ = self.there["open"]
        return [state, *framed(lines, LIGHT if open_ else HEAVY, self.width, QUIET if open_ else "bold")]

    def vault_state(self) -> Text:
        say, shut_with = self.look.speech, self.there["shut_with"]
        door = OPEN if shut_with is None else face(shut_with).plain
        word = say("board.open" if shut_with is None else "board.shut")
        number, worth = f"×{len(self.there['vault'])}", f"Σ{self.there['vault_sum']}"
        tries = f"{door} {word} {number} {worth}", f"{door} {number} {worth}", f"{door} {worth}"
        return Text(next(line for line in tries if len(line) <= self.width), "" if shut_with is None else "bold")


# ---------------------------------------------------------------- the rest of the table


def header(view: View, look: Look, width: int) -> Text:
    """The pile in its layers, the discard, and the thief whose turn it is."""
    say = look.speech
    pile = say("board.gone") if view["gone"] else " + ".join(map(str, view["pile"]))
    discard = str(len(view["discard"]) + view["face_down"])
    line = joined(Text(f" {say('board.pile')} ", QUIET), Text(pile, "bold"))
    line.append_text(joined(Text(f"   {say('board.discard')} ", QUIET), Text(discard, "bold")))
    if view["face_down"]:
        line.append(f" {say('board.face_down', number=view['face_down'])}", QUIET)
    if view["thief"] is None:
        return line
    thief = Text(say("board.strikes", seat=view["asked"][0], card=view["thief"]), f"bold {style_of(view['thief'])}")
    line.truncate(width - len(thief) - 2, overflow="ellipsis", pad=True)
    return joined(line, "  ", thief)


def discard_drawn(view: View, look: Look, width: int) -> Block:
    """All that was discarded face up."""
    jewels = listed(view["discard"], width - 1, len(view["discard"]))
    others = flowing([joined(" ", face(card), " ") for card in view["discard"] if not is_jewel(card)], width)
    return [Text(f" {look.speech('board.discard')}", QUIET), *(joined(" ", line) for line in jewels), *others]


def hand_drawn(view: View, look: Look, size: Size, width: int) -> Block:
    """The viewer's own hand, and what the symbols mean."""
    hand = [] if view["seat"] is None else [card for card in view["seats"][view["seat"]]["hand"] if card != "?"]
    cards = [
        look.card(f"hand{n}", face_lines(card, look, size, size.hand - 2), size.hand, style_of(card))
        for n, card in enumerate(hand)
    ]
    if not cards:
        return legend(look, width)
    blanks: list[Block] = [[Text(" " * size.hand)]] * (HAND - len(cards))
    return beside(*cards, *blanks, legend(look, width - HAND * (size.hand + 1)))


def legend(look: Look, width: int) -> Block:
    """The symbols, in lines of that width."""
    say = look.speech
    items = [(SYMBOLS[kind], COLOURS[kind], say(f"board.{word}")) for kind, word in WORDS.items()]
    items += [(sign(thief), style_of(thief), say.thing(thief)) for thief in ("TW", "TS")]
    items += [(DOOR, "bold", say("board.vault_shut")), (OPEN, "", say("board.vault_open"))]
    items += [("×", "", say("board.number")), ("Σ", "", say("board.worth"))]
    pieces = [joined(Text(f" {symbol} ", style), Text(f"{meaning} ", QUIET)) for symbol, style, meaning in items]
    return flowing(pieces, width)


def flowing(pieces: Sequence[Text], width: int) -> Block:
    """Pieces one after the other, in lines of that width."""
    lines = [Text()]
    for piece in pieces:
        if len(lines[-1]) + len(piece) > width:
            lines.append(Text())
        lines[-1].append_text(piece)
    return lines
