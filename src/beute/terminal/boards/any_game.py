"""Any game's table, for games without a board of their own: what the view shows in words, and what can be chosen.

Above what lies on the table, then a block for each seat; below what can be picked up, and then where it can go. What
needs nothing picked up is a button below the question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap

from rich.text import Text

from beute.games.parts import parts
from beute.games.sheet import Entry, in_text, sheet
from beute.games.views import Choice, Frame, Piece
from beute.terminal.look import KEYS, LETTERS, Block, Look, Spot, joined, wrapped

ASKED = "bold yellow"
QUIET = "bright_black"
INDENT = "    "
GAP = "   "  # between two things that can be picked up


def spots(view: Frame, picked: Piece | None) -> list[Spot]:
    """What can be picked up, or chosen at once; of what is picked up, where it can go. Digits are the keys of these as
    far as they reach, letters those of buttons."""
    keys, letters = iter(KEYS), iter(LETTERS)
    return [replace(spot, keys=next(letters if spot.button else keys, "")) for spot in without_keys(view, picked)]


def without_keys(view: Frame, picked: Piece | None) -> list[Spot]:
    if picked is not None:
        return [Spot(choice["word"], (choice,)) for choice in of_piece(view, picked)]
    pieces = list[Piece]()
    for choice in view["choices"]:
        if choice["pick"] is not None and choice["pick"] not in pieces:
            pieces.append(choice["pick"])
    found = [piece_spot(piece, of_piece(view, piece)) for piece in pieces]
    others = [choice for choice in view["choices"] if choice["pick"] is None]
    places = [Spot(choice["word"], (choice,)) for choice in others if choice["to"] is not None]
    return [*found, *places, *(Spot(one["word"], (one,), button=True) for one in others if one["to"] is None)]


def piece_spot(piece: Piece, choices: tuple[Choice, ...]) -> Spot:
    """A piece that can go to one place only needs not be picked up."""
    name = f"{piece['kind']} {piece['name']}"
    return Spot(name, choices) if len(choices) == 1 else Spot(name, choices, pick=piece)


def of_piece(view: Frame, piece: Piece) -> tuple[Choice, ...]:
    return tuple(choice for choice in view["choices"] if choice["pick"] == piece)


def draw(view: Frame, look: Look, width: int, height: int) -> Block:
    """Where there is little room choices stand side by side, then what a seat has beside its name; where there is still
    less a seat has one line, cut where it ends. No choice is ever left out."""
    shown, below = sheet(view, look.speech), list(to_choose(view, look, width))
    above = [line for entry in shown["table"] for line in wrapped(in_text(entry, look.speech), width)]
    seats = [seat_block(view, look, seat, own, width) for seat, own in enumerate(shown["seats"])]
    room = height - len(above)
    if sum(map(len, seats)) + len(below) > room:
        below = list(to_choose(view, look, width, side_by_side=True))
    if sum(map(len, seats)) + len(below) > room:
        seats = [seat_paragraph(view, look, seat, own, width) for seat, own in enumerate(shown["seats"])]
    if sum(map(len, seats)) + len(below) > room:
        seats = [[seat_line(view, look, seat, own, width)] for seat, own in enumerate(shown["seats"])]
    lines = [*above, *(line for block in seats for line in block)]
    return [*lines, *([Text()] if below and len(lines) + len(below) < height else []), *below]


def seat_name(view: Frame, look: Look, seat: int) -> Text:
    """The name with the score; who is asked or has won is marked."""
    won, asked = seat in (view["winners"] or ()), seat in view["asked"]
    style = ASKED if asked else "bold" if seat == view["seat"] else ""
    name = Text(f"{'★' if won else '▶' if asked else ' '} {look.speech.names[seat]}", style)
    if view["scores"] is not None:
        name.append(f"  {view['scores'][seat]}", "not bold")
    return name


def seat_block(view: Frame, look: Look, seat: int, own: list[Entry], width: int) -> Block:
    """The name, and below it what the seat has."""
    things = (line for entry in own for line in wrap(in_text(entry, look.speech), max(20, width - len(INDENT))))
    return [seat_name(view, look, seat), *(Text(INDENT + line) for line in things)]


def seat_paragraph(view: Frame, look: Look, seat: int, own: list[Entry], width: int) -> Block:
    """What the seat has begins beside its name."""
    name = joined(seat_name(view, look, seat), GAP)
    room = "·" * name.cell_len  # for the name
    first, *others = wrap(in_one(own, look), width, initial_indent=room, subsequent_indent=INDENT) or [room]
    return [joined(name, first.removeprefix(room)), *map(Text, others)]


def in_one(own: list[Entry], look: Look) -> str:
    return "; ".join(in_text(entry, look.speech) for entry in own)


def seat_line(view: Frame, look: Look, seat: int, own: list[Entry], width: int) -> Text:
    line = joined(seat_name(view, look, seat), GAP, in_one(own, look))
    line.truncate(width, overflow="ellipsis")
    return line


def to_choose(view: Frame, look: Look, width: int, side_by_side: bool = False) -> Iterator[Text]:
    """What can be picked up, side by side; choices in words, one a line or side by side too."""
    story, row = parts(view["game"]).story, Text()
    for spot in spots(view, look.picked):
        if spot.button or spot.name not in look.possible | look.keys.keys():
            continue
        if spot.choice is None and spot.pick is not None:
            words = look.speech.thing(spot.pick["name"])
        else:
            words = look.speech.say(story.choice(view, spot.choices[0]["word"]), "choice")
        piece = joined(look.key(spot.name), look.spot(spot.name, f" {words} ", "" if spot.possible else QUIET))
        one_a_line = spot.choice is not None and not side_by_side
        if row and (one_a_line or row.cell_len + len(GAP) + piece.cell_len > width):
            yield row
            row = Text()
        row = joined(row, GAP, piece) if row else piece
    if row:
        yield row
