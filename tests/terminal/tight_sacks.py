"""A table of Räuber at which seat 0 holds a 10 that fits into no sack, though it may be tried on five of them.

Random games almost never get there.
"""

from __future__ import annotations

from pathlib import Path

from beute.games.raeuber.components import value
from beute.games.raeuber.view import RaeuberView
from beute.play.game import Game
from beute.play.setup import set_up
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from tests.terminal import old_tables

EVENTS = 121
KEPT = (["10", "2"], ["R", "R"])  # what the seats do not play


def begin(folder: Path, people: int = 1) -> Session:
    """Kept on a shelf, and taken up again."""
    names, bots = ["Ada", "Bob"], [None if seat < people else "random" for seat in range(2)]
    shelf = Shelf(folder)
    return Session.resume(shelf, old_tables.put(shelf, "tight", old_tables.saved([tight_game()], names, bots)))


def tight_game() -> Game[RaeuberView]:
    game: Game[RaeuberView] = Game(set_up("raeuber", 2, {}), None)
    held: tuple[list[str], list[str]] = ([], [])
    while game.length < EVENTS:
        game.play(f"* {_chance(game, held)}" if game.chance_is_due else _decision(game))
    return game


def _chance(game: Game[RaeuberView], held: tuple[list[str], list[str]]) -> str:
    """To both what they keep, then the robbers and the highest cards first."""
    words = list(game.chances)
    if words[0].startswith("start"):
        return "start 0"
    verb, seat, _ = words[0].split()
    mine, cards = held[int(seat)], [word.split()[2] for word in words]
    wanted = [card for card in KEPT[int(seat)] if KEPT[int(seat)].count(card) > mine.count(card) and card in cards]
    card = wanted[0] if wanted else max(cards, key=lambda card: (card == "R", value(card)))
    mine.append(card)
    return f"{verb} {seat} {card}"


def _decision(game: Game[RaeuberView]) -> str:
    """What leaves no sack much more room than the others."""
    view, seat = game.open_view(), game.due[0]
    hand = list(view["hands"][seat])
    for card in KEPT[seat]:
        hand.remove(card)
    room = {sack["name"]: sack["worth"] - (sack["loot"] or 0) for sack in view["sacks"]}

    def uneven(word: str) -> tuple[int, int, list[int]]:
        card, _, place = word.partition(">")
        left = sorted((there - (value(card) if sack == place else 0) for sack, there in room.items()), reverse=True)
        return sum(max(0, there - 8) ** 2 for there in left), left.count(0), left

    return f"{seat} {min((word for word in game.legal if word.partition('>')[0] in hand), key=uneven)}"
