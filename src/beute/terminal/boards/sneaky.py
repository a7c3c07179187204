"""Sneaky's table in the terminal: the centre and the dice above, below them each seat with its stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from beute.games.sneaky.story import Place, chosen, places, value
from beute.games.story import View
from beute.terminal.look import Block, Look, Spot, beside, joined

# A colour and its symbol always come together; a place that still wants a die is hollow.
COLOURS = {"Y": "yellow", "R": "red", "G": "green", "B": "blue", "S": "bright_black", "P": "magenta"}
SYMBOLS = {"Y": "★", "R": "♥", "G": "▲", "B": "▼", "S": "●", "P": "◆"}
FREE = {"Y": "☆", "R": "♡", "G": "△", "B": "▽", "S": "○", "P": "◇"}
HANDCUFF = "∞"
TURN = "❯ "
WON = "♛ "

CARD = 14  # the width of a bandit's card
EDGE = 3  # what is seen of a card below others; of the 18 that can lie on stacks (SN-2) all fit beside each other
BAR = 8  # the width of a bandit in a row
NAME = 12  # the longest name that is shown in full


def spots(view: View, picked: str | None) -> list[Spot]:
    """SN-15: the bandits to lay; else every place of the table, so that a place keeps its key, and two buttons."""
    if not view["choices"]:
        return []
    if view["step"] == "top":
        return [Spot(f"top {bandit}", f"top {bandit}") for bandit in dict.fromkeys(view["to_lay"])]
    buttons = [Spot("again", "again", button=True), Spot("stop", "stop", button=True)]
    return [*(Spot(place.name, f"put {place.name}") for place in places(view)), *buttons]


def draw(view: View, look: Look, width: int, height: int) -> Block:
    """Stacks are drawn as cards where there is room for all of them, else in a row each."""
    roomy = height >= 7 + 5 * view["players"]
    seats = range(view["players"])
    heads = seat_heads(view, look, width)
    bodies = [stack_cards(view, look, seat) if roomy else stack_rows(view, look, seat) for seat in seats]
    blocks = [[pile(view, look), *middle(view, look, roomy)], *([heads[seat], *bodies[seat]] for seat in seats)]
    return spread(blocks, height)


def spread(blocks: list[Block], height: int) -> Block:
    """The blocks below each other; a blank line after each if there is room, or after the first."""
    spare = height - sum(map(len, blocks))
    gaps = len(blocks) - 1 if spare >= len(blocks) - 1 else min(spare, 1)
    return [line for n, block in enumerate(blocks) for line in [*block, *([Text()] if n < gaps else [])]]


# ---------------------------------------------------------------- pieces


def token(bandit: str) -> Text:
    """A bandit in two letters."""
    return Text(SYMBOLS[bandit[0]] + bandit[1], COLOURS[bandit[0]])


def tokens(bandits: Sequence[str], between: str = " ") -> Text:
    return Text(between).join(token(bandit) for bandit in bandits)


def dice_places(place: Place, between: str) -> Text:
    """A filled place for each die on the bandit, a hollow one for each that it wants."""
    bandit = place.bandits[-1]
    signs = SYMBOLS[bandit[0]] * place.dice + FREE[bandit[0]] * (value(bandit) - place.dice)
    weight = "bold reverse" if place.full else "bold" if place.dice else ""
    return Text(between.join(signs), f"{COLOURS[bandit[0]]} {weight}")


def bandit_card(look: Look, place: Place, roomy: bool = False) -> Block:
    """The open bandit of a place, or the empty place."""
    gap = [""] if roomy else []
    if place.bandit is None:
        return look.card(place.name, ["", *gap, ""], CARD, "bright_black")
    colour = COLOURS[place.bandit[0]]
    title = Text(f"{SYMBOLS[place.bandit[0]]} {look.speech.thing(place.bandit)}", f"bold {colour}")
    return look.card(place.name, [title, *gap, dice_places(place, " ")], CARD, colour)


# ---------------------------------------------------------------- the middle of the table


def pile(view: View, look: Look) -> Text:
    """What can still come, by colour; after that how long it goes on, and how it ended."""
    if view["ending"]:
        return Text(look.speech(f"endings.{view['ending']}"), "bold")
    if view["turns_left"] is not None:
        return Text(f"{look.speech('board.last_round')} {view['turns_left']}", "bold red")
    line = Text(f"{look.speech('board.pile')} {len(view['pile'])}", "bold")
    for colour, symbol in SYMBOLS.items():
        values = "".join(bandit[1] for bandit in view["pile"] if bandit[0] == colour)
        if values:
            line.append(f"   {symbol} {values}", COLOURS[colour])
    return line


def middle(view: View, look: Look, roomy: bool) -> Block:
    centre = [bandit_card(look, place, roomy) for place in places(view) if place.owner is None]
    return beside(beside(*centre), hand(view, look), gap=2)


def hand(view: View, look: Look) -> Block:
    """What the seat whose turn it is has to place: dice, or captured bandits."""
    if view["step"] == "top":
        return to_lay(view, look)
    if view["step"] == "roll":
        return [Text(look.speech("board.dice"), "bold"), *beside(*[die(" ", "bright_black")] * view["dice_left"])]
    if view["dice"]:
        return [Text(look.speech("board.dice"), "bold"), *beside(*(placeable_die(view, look, c) for c in view["dice"]))]
    return []


def placeable_die(view: View, look: Look, colour: str) -> Block:
    """Bright if it can be placed, or if it is not for the viewer to place it."""
    wanted = [place.bandit for place in places(view) if place.name in look.possible]
    bright = not look.keys or any(bandit is not None and bandit[0] == colour for bandit in wanted)
    return die(SYMBOLS[colour], f"{'bold' if bright else 'dim'} {COLOURS[colour]}")


def die(face: str, style: str) -> Block:
    return [Text("╭─╮", style), Text(f"│{face}│", style), Text("╰─╯", style)]


def to_lay(view: View, look: Look) -> Block:
    """SN-15"""
    above = chosen(view)
    label = Text(look.speech("board.to_lay"), "bold")
    if above is not None:
        label = joined(label, f", {look.speech('board.below')} ", token(above))
    cards = []
    for bandit, copies in Counter[str](view["to_lay"]).items():
        face = joined(token(bandit), f" ×{copies}" if copies > 1 else "")
        cards.append(look.card(f"top {bandit}", [face], 8, COLOURS[bandit[0]]))
    return [label, *beside(*cards)]


# ---------------------------------------------------------------- the seats


def seat_heads(view: View, look: Look, width: int) -> Block:
    """A line for each seat, all of them as wordy as there is room for."""
    wordings = [(look.speech("board.handcuffs") + " ", " "), ("", " "), ("", "")]
    for handcuffs, between in wordings:
        heads = [seat_head(view, look, seat, handcuffs, between) for seat in range(view["players"])]
        if max(head.cell_len for head in heads) <= width:
            break
    return heads


def seat_head(view: View, look: Look, seat: int, handcuffs: str, between: str) -> Text:
    """Whose turn it is or who won, the name, handcuffs and the points they bring now, the score, what is safe."""
    there, name = view["seats"][seat], seat_name(view, look, seat)
    column = max(seat_name(view, look, other).cell_len for other in range(view["players"]))
    mark = TURN if view["turn"] == seat else WON if seat in (view["winners"] or []) else ""
    return joined(
        Text(mark.ljust(len(TURN)), "bold"),
        Text(name.plain, "bold reverse" if mark else "bold" if seat == view["seat"] else ""),
        " " * (column - name.cell_len),
        f"   {handcuffs}{HANDCUFF} " + f"{there['cuffs']} {handcuff_points(view, seat)}".ljust(5),
        f"  {look.speech('board.score')} {view['scores'][seat]:>2}",
        joined(f"   {look.speech('board.safe')} ", tokens(there["safe"], between)) if there["safe"] else "",
    )


def seat_name(view: View, look: Look, seat: int) -> Text:
    name = Text(look.speech.names[seat])
    name.truncate(NAME, overflow="ellipsis")
    return joined(name, f" ({look.speech('board.you')})") if seat == view["seat"] else name


def handcuff_points(view: View, seat: int) -> str:
    """What a score has besides the bandits."""
    there = view["seats"][seat]
    owned = [*there["safe"], *(bandit for stack in there["stacks"] for bandit in stack["bandits"])]
    points = view["scores"][seat] - sum(map(value, owned))
    return f"{points:+}" if points else ""


def stacks(view: View, seat: int) -> list[Place]:
    return [place for place in places(view) if place.owner == seat]


def stack_rows(view: View, look: Look, seat: int) -> Block:
    """A row for each stack: its top between bars, then what lies below, from the top down."""
    own = stacks(view, seat)
    codes = ["stack"] if len(own) == 1 else ["twos", "threes"]
    labels = [Text(f"    {look.speech(f'board.{code}')} ", "bright_black") for code in codes]
    return [
        joined(label, look.key(place.name), look.spot(place.name, bandit_bar(place)), *below(place))
        for label, place in zip(labels, own, strict=True)
    ]


def below(place: Place) -> list[Text]:
    return [joined(" ", token(bandit)) for bandit in place.bandits[-2::-1]]


def bandit_bar(place: Place) -> Text:
    """The open bandit of a place in a row."""
    if place.bandit is None:
        return Text("│  –   │", "bright_black")
    face = joined(token(place.bandit), " ", dice_places(place, ""))
    face.pad_right(BAR - 2 - len(face))
    colour = COLOURS[place.bandit[0]]
    return joined(Text("│", colour), face, Text("│", colour))


def stack_cards(view: View, look: Look, seat: int) -> Block:
    """The tops as cards, and the edges of what lies below; with two players the 3s of both in one column."""
    shown = []
    for n, place in enumerate(stacks(view, seat)):
        block = beside(bandit_card(look, place), *(edge(bandit) for bandit in place.bandits[-2::-1]), gap=0)
        tallest = max(len(stacks(view, other)[n].bandits) for other in range(view["players"]))
        for line in block:
            line.pad_right(CARD + EDGE * max(0, tallest - 1) - len(line))
        shown.append(block)
    return beside(*shown)


def edge(bandit: str) -> Block:
    """What is seen of a card below others."""
    colour = COLOURS[bandit[0]]
    return [Text("──╮", colour), joined(token(bandit), Text("│", colour)), Text("  │", colour), Text("──╯", colour)]
