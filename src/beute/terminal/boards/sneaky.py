"""Sneaky's table in the terminal: the centre and the dice above, below them each seat with its stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from beute.games.sneaky.components import BY_LETTER, COLOURS, HANDCUFF, Colour, value
from beute.games.sneaky.story import Place, lies_above, places
from beute.games.sneaky.view import SneakyView
from beute.games.views import Choice, Piece
from beute.terminal.look import KEYS, LETTERS, Block, Look, Spot, beside, joined

BUTTONS = {"again": "r", "stop": "s"}  # their keys

TURN = "❯ "
WON = "♛ "

CARD = 14  # the width of a bandit's card
EDGE = 3  # what is seen of a card below others; all 18 that can lie on stacks (SN-2) fit next to each other
BAR = 8  # the width of a bandit in a row
NAME = 12  # the longest name that is shown in full


def spots(view: SneakyView, picked: Piece | None) -> list[Spot]:
    """SN-15: the bandits to lay; else every place of the table, so that a place keeps its key, and two buttons."""
    keys, letters = iter(KEYS), iter(LETTERS)
    return [
        Spot(
            spot_of(choice),
            (choice,),
            button=is_button(choice),
            keys=BUTTONS[choice["word"]]
            if is_button(choice)
            else next(letters if choice["pick"] is not None and choice["to"] is None else keys),
        )
        for choice in view["choices"]
    ]


def spot_of(choice: Choice) -> str:
    """A place, a bandit to lay, or whether to roll again."""
    there = choice["to"] or choice["pick"]
    return choice["word"] if there is None else there["name"]


def is_button(choice: Choice) -> bool:
    return choice["to"] is None and choice["pick"] is None


def draw(view: SneakyView, look: Look, width: int, height: int) -> Block:
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


def colour_of(bandit: str) -> Colour:
    return BY_LETTER[bandit[0]]


def token(bandit: str) -> Text:
    """A bandit in two letters."""
    return Text(f"{colour_of(bandit).sign}{value(bandit)}", colour_of(bandit).ansi)


def tokens(bandits: Sequence[str], between: str = " ") -> Text:
    return Text(between).join(token(bandit) for bandit in bandits)


def dice_places(place: Place, between: str) -> Text:
    """A filled sign for each die on the bandit, a hollow one for each that it still needs."""
    bandit = place.bandits[-1]
    colour = colour_of(bandit)
    signs = colour.sign * place.dice + colour.hollow * (value(bandit) - place.dice)
    weight = "bold reverse" if place.full else "bold" if place.dice else ""
    return Text(between.join(signs), f"{colour.ansi} {weight}")


def bandit_card(look: Look, place: Place, roomy: bool = False) -> Block:
    """The open bandit of a place, or the empty place."""
    gap = [""] if roomy else []
    if place.bandit is None:
        return look.card(place.name, ["", *gap, ""], CARD, "bright_black")
    colour = colour_of(place.bandit)
    title = Text(f"{colour.sign} {look.speech.thing(place.bandit)}", f"bold {colour.ansi}")
    return look.card(place.name, [title, *gap, dice_places(place, " ")], CARD, colour.ansi)


# ---------------------------------------------------------------- the middle of the table


def pile(view: SneakyView, look: Look) -> Text:
    """The pile by colour; later how many turns are left, and how the game ended."""
    if view["ending"]:
        return Text(look.speech(f"endings.{view['ending']}"), "bold")
    if view["turns_left"] is not None:
        return Text(f"{look.speech('board.last_round')} {view['turns_left']}", "bold red")
    line = Text(f"{look.speech('board.pile')} {len(view['pile'])}", "bold")
    for colour in COLOURS:
        values = "".join(str(value(bandit)) for bandit in view["pile"] if colour_of(bandit) is colour)
        if values:
            line.append(f"   {colour.sign} {values}", colour.ansi)
    return line


def middle(view: SneakyView, look: Look, roomy: bool) -> Block:
    centre = [bandit_card(look, place, roomy) for place in places(view) if place.owner is None]
    return beside(beside(*centre), hand(view, look), gap=2)


def hand(view: SneakyView, look: Look) -> Block:
    """What the seat whose turn it is has to place: dice, or captured bandits."""
    if view["step"] == "top":
        return to_lay(view, look)
    if view["step"] == "roll":
        return [Text(look.speech("board.dice"), "bold"), *beside(*[die(" ", "bright_black")] * view["dice_left"])]
    if view["dice"]:
        return [Text(look.speech("board.dice"), "bold"), *beside(*(placeable_die(view, look, c) for c in view["dice"]))]
    return []


def placeable_die(view: SneakyView, look: Look, letter: str) -> Block:
    """Bright if it can be placed, or if the viewer is not asked."""
    die_here: Piece = {"kind": "die", "name": letter}
    can = any(choice["pick"] == die_here and choice["possible"] != "no" for choice in view["choices"])
    colour = BY_LETTER[letter]
    return die(colour.sign, f"{'bold' if can or not look.keys else 'dim'} {colour.ansi}")


def die(face: str, style: str) -> Block:
    return [Text("╭─╮", style), Text(f"│{face}│", style), Text("╰─╯", style)]


def to_lay(view: SneakyView, look: Look) -> Block:
    """SN-15"""
    above = lies_above(view)
    label = Text(look.speech("board.to_lay"), "bold")
    if above is not None:
        label = joined(label, f", {look.speech('board.below')} ", token(above))
    cards = []
    for bandit, copies in Counter(view["to_lay"]).items():
        face = joined(token(bandit), f" ×{copies}" if copies > 1 else "")
        cards.append(look.card(bandit, [face], 8, colour_of(bandit).ansi))
    return [label, *beside(*cards)]


# ---------------------------------------------------------------- the seats


def seat_heads(view: SneakyView, look: Look, width: int) -> Block:
    """A line for each seat, with as many words as there is room for in all of them."""
    name, points = look.speech("board.handcuffs") + " ", " " + look.speech("board.points")
    wordings = [(name, points, " "), (name, "", " "), ("", "", " "), ("", "", "")]
    for handcuffs, unit, between in wordings:
        heads = [seat_head(view, look, seat, handcuffs, unit, between) for seat in range(view["players"])]
        if max(head.cell_len for head in heads) <= width:
            break
    return heads


def seat_head(view: SneakyView, look: Look, seat: int, handcuffs: str, unit: str, between: str) -> Text:
    """Whose turn it is or who won, the name, handcuffs and the points they bring now, the score, what is safe."""
    there, name = view["seats"][seat], seat_name(view, look, seat)
    column = max(seat_name(view, look, other).cell_len for other in range(view["players"]))
    mark = TURN if view["turn"] == seat else WON if seat in (view["winners"] or []) else ""
    return joined(
        Text(mark.ljust(len(TURN)), "bold"),
        Text(name.plain, "bold reverse" if mark else "bold" if seat == view["seat"] else ""),
        " " * (column - name.cell_len),
        f"   {handcuffs}{HANDCUFF} " + f"{there['cuffs']} {handcuff_points(view, seat, unit)}".ljust(7 + len(unit)),
        f"  {look.speech('board.score')} {score(view, seat):>2}",
        joined(f"  {look.speech('board.safe')} ", tokens(there["safe"], between)) if there["safe"] else "",
    )


def seat_name(view: SneakyView, look: Look, seat: int) -> Text:
    name = Text(look.speech.names[seat])
    name.truncate(NAME, overflow="ellipsis")
    return joined(name, f" ({look.speech('board.you')})") if seat == view["seat"] else name


def handcuff_points(view: SneakyView, seat: int, unit: str) -> str:
    """What they bring now: what a score has besides the bandits."""
    there = view["seats"][seat]
    owned = [*there["safe"], *(bandit for stack in there["stacks"] for bandit in stack["bandits"])]
    points = score(view, seat) - sum(map(value, owned))
    return f"({points:+}{unit})" if points else ""


def score(view: SneakyView, seat: int) -> int:
    """Nothing is secret, so everybody sees it."""
    assert view["scores"] is not None
    return view["scores"][seat]


def stacks(view: SneakyView, seat: int) -> list[Place]:
    return [place for place in places(view) if place.owner == seat]


def stack_rows(view: SneakyView, look: Look, seat: int) -> Block:
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
    colour = colour_of(place.bandit).ansi
    return joined(Text("│", colour), face, Text("│", colour))


def stack_cards(view: SneakyView, look: Look, seat: int) -> Block:
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
    colour = colour_of(bandit).ansi
    return [Text("──╮", colour), joined(token(bandit), Text("│", colour)), Text("  │", colour), Text("──╯", colour)]
