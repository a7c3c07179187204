"""Der Schattendieb in the terminal: a column for each seat, with the card in front and the vault below; then the hand.

Jewels are a symbol with a value, thieves the symbol of what they steal between `>` and `<`, Vault Shut cards a door
with their value. `×` counts jewels, `Σ` adds up their values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from beute.games.schattendieb.components import (
    BY_LETTER,
    DOOR_SIGN,
    KINDS,
    SHADOW,
    SHADOW_SIGN,
    THIEF,
    Kind,
    is_jewel,
    value,
)
from beute.games.schattendieb.view import UNSEEN, SchattendiebSeat, SchattendiebView
from beute.games.story import Seat, Thing
from beute.games.views import Piece
from beute.terminal.look import KEYS, LETTERS, Block, Look, Spot, beside, joined

OPEN, BACK, HIDDEN = "▢", "▮", "▒"
QUIET: Final = "bright_black"
HEAVY, DASHED, LIGHT = "┏━┓┃┗┛", "╭╌╮╎╰╯", "╭─╮│╰╯"
HAND: Final = 4
DONE: Final = "d"  # the key to add nothing more


@dataclass(frozen=True)
class Size:
    """The sizes of cards and vaults."""

    card: int  # the width of a card in front, where columns are narrow
    hand: int  # the width of a card in the hand, and in front where columns are wide
    inner: int  # lines within a card
    around: int  # lines of a vault besides its jewels
    listed: int  # lines that a vault has for its jewels at least


SMALL: Final = Size(card=6, hand=6, inner=1, around=1, listed=1)
BIG: Final = Size(card=7, hand=10, inner=3, around=3, listed=4)
TALL: Final = 26  # lines from which there is room for big cards
AIRY: Final = 16  # lines from which there is room for blank lines between the parts of the table


def spots(view: SchattendiebView, picked: Piece | None) -> list[Spot]:
    """SD-5, SD-7 to SD-9: the cards of the hand, or those in front of the others; then the buttons."""
    if view["seat"] is None:
        return []
    victims = [(int(there["name"]), choice) for choice in view["choices"] if (there := choice["to"])]
    fronts = [Spot(seat_spot(seat), (choice,), keys=LETTERS[seat]) for seat, choice in victims]
    by_card = {card["name"]: choice for choice in view["choices"] if (card := choice["pick"])}
    hand = enumerate(view["seats"][view["seat"]]["hand"])
    cards = [Spot(hand_spot(n), (by_card[card],), keys=KEYS[n]) for n, card in hand if card in by_card]
    others = [choice for choice in view["choices"] if choice["pick"] is None and choice["to"] is None]
    return [*fronts, *cards, *(Spot(choice["word"], (choice,), button=True, keys=DONE) for choice in others)]


def seat_spot(seat: int) -> str:
    return f"seat{seat}"


def hand_spot(number: int) -> str:
    return f"hand{number}"


def draw(view: SchattendiebView, look: Look, width: int, height: int) -> Block:
    size = BIG if height >= TALL else SMALL
    blank = [Text()] if height >= AIRY else []
    column = min(30, (width + 1) // view["players"] - 1)
    seats = [SeatDrawn(view, look, size, column, seat) for seat in range(view["players"])]
    above = [header(view, look, width), *blank, *beside(*(seat.top() for seat in seats))]
    below = [*blank, *hand_drawn(view, look, size, width)]
    room = height - len(above) - len(below) - size.around
    jewels = [seat.jewels(room) for seat in seats]
    rows = max(size.listed, *map(len, jewels))
    vaults = beside(*(seat.vault(lines, rows) for seat, lines in zip(seats, jewels, strict=True)))
    lines = [*above, *vaults, *below]
    discard = [*blank, *discard_drawn(view, look, width)]
    return lines + discard if view["discard"] and len(lines + discard) <= height else lines


# ---------------------------------------------------------------- cards


def kind_of(card: str) -> Kind | None:
    """The kind of a jewel, or of what a thief steals; None for the shadow thief and for Vault Shut cards."""
    return BY_LETTER.get(card[1] if is_thief(card) else card[0])


def is_thief(card: str) -> bool:
    return card[0] == THIEF


def sign(card: str) -> str:
    """A jewel or a Vault Shut card without its value; a thief."""
    kind = kind_of(card)
    if is_thief(card):
        return f">{SHADOW_SIGN if kind is None else kind.sign}<"
    return DOOR_SIGN if kind is None else kind.sign


def style_of(card: str) -> str:
    kind = kind_of(card)
    return "bold" if kind is None else kind.ansi


def value_on(card: str) -> str:
    """What is printed on it; thieves have no value."""
    return "" if is_thief(card) else str(value(card))


def face(card: str) -> Text:
    """A card in three cells at most."""
    return Text(sign(card) + value_on(card), style_of(card))


def face_lines(card: str, look: Look, size: Size, width: int) -> list[Text]:
    """What is on a card of that inner width."""
    style, shown = style_of(card), value_on(card)
    if size is SMALL:
        return [Text(f"{sign(card)}{shown:>{width - 1}}" if shown else sign(card), style)]
    last = f"{label_of(card, look):^{width}}" if width == size.hand - 2 or not shown else f"{shown:<{width}}"
    return [Text(f"{shown:>{width}}", style), Text(sign(card), style), Text(last, style)]


def label_of(card: str, look: Look) -> str:
    """What sort of card it is."""
    kind = kind_of(card)
    return look.speech("board." + ("thief" if is_thief(card) else "shut" if kind is None else kind.name))


def framed(lines: Sequence[str | Text], corners: str, width: int, style: str) -> Block:
    """Lines in the frame of what is not a card: an empty place, a vault, a shut vault."""
    rows = [Text(corners[0] + corners[1] * (width - 2) + corners[2], style)]
    for line in lines:
        inner = joined(line)
        inner.align("center", width - 2)
        rows.append(joined(Text(corners[3], style), inner, Text(corners[3], style)))
    return [*rows, Text(corners[4] + corners[1] * (width - 2) + corners[5], style)]


def listed(cards: Sequence[str], width: int, room: int) -> Block:
    """Jewels by kind, one or more lines for each; where there is no room, the longest lines become counts."""
    kinds = {kind: [value(card) for card in cards if is_jewel(card) and kind_of(card) is kind] for kind in KINDS}
    blocks = {kind: values_listed(kind, values, width) for kind, values in kinds.items() if values}
    while sum(map(len, blocks.values())) > max(room, len(blocks)):
        longest = max(blocks, key=lambda kind: len(blocks[kind]))
        number, worth = len(kinds[longest]), sum(kinds[longest])
        blocks[longest] = [Text(f"{longest.sign} ×{number} Σ{worth}", longest.ansi)]
    return [line for block in blocks.values() for line in block]


def values_listed(kind: Kind, values: list[int], width: int) -> Block:
    lines = [kind.sign]
    for worth in values:
        if len(f"{lines[-1]} {worth}") > width:
            lines.append(" ")
        lines[-1] += f" {worth}"
    return [Text(line, kind.ansi) for line in lines]


# ---------------------------------------------------------------- a seat


@dataclass(frozen=True)
class SeatDrawn:
    """The column of a seat."""

    view: SchattendiebView
    look: Look
    size: Size
    width: int
    seat: int

    @property
    def there(self) -> SchattendiebSeat:
        return self.view["seats"][self.seat]

    def top(self) -> Block:
        """Who sits there, what they hold, and what lies in front of them."""
        return [self.name(), *self.hand(), *self.front()]

    def name(self) -> Text:
        asked = self.seat in self.view["asked"]
        mark = Text("▸" if asked else "✓" if self.has_answered else " ", "bold yellow")
        name = Text(self.look.speech.names[self.seat], "bold" if asked else "" if self.there["open"] else QUIET)
        name.truncate(self.width - 1, overflow="ellipsis")
        line = joined(mark, self.look.spot(seat_spot(self.seat), name))
        line.truncate(self.width, pad=True)
        return line

    @property
    def has_answered(self) -> bool:
        """SD-5, SD-9: has chosen or added, while others are still asked."""
        return self.seat in self.view["chosen"]

    def hand(self) -> Block:
        """Backs; or, where everything lies open, the cards."""
        hand = self.there["hand"]
        if self.view["seat"] is None and any(card != UNSEEN for there in self.view["seats"] for card in there["hand"]):
            cards = [face(card) for card in hand]
            in_row = HAND if self.width >= 4 * HAND else HAND // 2
            return [Text(" ").join(cards[n : n + in_row]) for n in range(0, HAND, in_row)]
        backs = Text(BACK * len(hand) + " " * bool(hand), "blue")
        you = self.look.speech("board.you") if self.seat == self.view["seat"] else ""
        return [joined(" ", backs, Text(you, "bold"))]

    def front(self) -> Block:
        """The card in front and those added, or its back; the card that shut the vault; or an empty place."""
        front, shut_with = self.there["front"], self.there["shut_with"]
        width = self.size.hand if self.width >= self.size.hand + len("+10") else self.size.card
        if front is not None:
            lines = face_lines(front, self.look, self.size, width - 2)
            added = [Text(f"+{value(jewel)}", style_of(jewel)) for jewel in self.there["added"]]
            return beside(self.look.card(seat_spot(self.seat), lines, width, style_of(front)), added, gap=0)
        if shut_with is not None:
            return framed(face_lines(shut_with, self.look, self.size, width - 2), HEAVY, width, "bold")
        if self.view["step"] == "choose" and self.has_answered:
            return framed([HIDDEN * (width - 2)] * self.size.inner, LIGHT, width, "blue")
        if self.view["step"] == "choose" and self.seat in self.view["asked"]:
            return framed([""] * self.size.inner, DASHED, width, QUIET)
        return [Text()] * (self.size.inner + 2)

    def jewels(self, room: int) -> Block:
        return listed(self.there["vault"], self.width - (4 if self.size is BIG else 0), room)

    def vault(self, jewels: Block, rows: int) -> Block:
        """Whether the vault is open, how many jewels it has and their sum, and which they are."""
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


def header(view: SchattendiebView, look: Look, width: int) -> Text:
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
    strikes = say("board.strikes", seat=Seat(view["asked"][0]), card=Thing(view["thief"]))
    thief = Text(strikes, f"bold {style_of(view['thief'])}")
    line.truncate(width - len(thief) - 2, overflow="ellipsis", pad=True)
    return joined(line, "  ", thief)


def discard_drawn(view: SchattendiebView, look: Look, width: int) -> Block:
    """All that was discarded face up."""
    jewels = listed(view["discard"], width - 1, len(view["discard"]))
    others = flowing([joined(" ", face(card), " ") for card in view["discard"] if not is_jewel(card)], width)
    return [Text(f" {look.speech('board.discard')}", QUIET), *(joined(" ", line) for line in jewels), *others]


def hand_drawn(view: SchattendiebView, look: Look, size: Size, width: int) -> Block:
    """The viewer's own hand, and what the symbols mean."""
    hand = [] if view["seat"] is None else [card for card in view["seats"][view["seat"]]["hand"] if card != UNSEEN]
    cards = [
        look.card(hand_spot(n), face_lines(card, look, size, size.hand - 2), size.hand, style_of(card))
        for n, card in enumerate(hand)
    ]
    if not cards:
        return legend(look, width)
    blanks: list[Block] = [[Text(" " * size.hand)]] * (HAND - len(cards))
    return beside(*cards, *blanks, legend(look, width - HAND * (size.hand + 1)))


def legend(look: Look, width: int) -> Block:
    """The symbols, in lines of that width."""
    say = look.speech
    items = [(kind.sign, kind.ansi, say(f"board.{kind.name}")) for kind in KINDS]
    thieves = THIEF + KINDS[0].letter, THIEF + SHADOW
    items += [(sign(thief), style_of(thief), say.thing(thief)) for thief in thieves]
    items += [(DOOR_SIGN, "bold", say("board.vault_shut")), (OPEN, "", say("board.vault_open"))]
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
