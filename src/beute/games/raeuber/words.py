"""Räuber in words: every move and outcome as text, and why a move is not possible."""

from __future__ import annotations

from typing import Any, Final

from beute.games.defaults import from_seat as from_seat
from beute.games.layout import State
from beute.games.raeuber import components, rules
from beute.games.raeuber.components import CARDS
from beute.games.raeuber.rules import DEAL, DRAW, KINDS, LANE, LAST, OUT, PER_WORD, ROBBER, SACKS
from beute.games.views import Why

SACK_NAMES: Final = tuple(sack.name for sack in components.SACKS)
SACK_NUMBERS: Final = {name: number for number, name in enumerate(SACK_NAMES)}
OUT_WORD: Final = "out"
PLACES: Final = (*SACK_NAMES, OUT_WORD)


def move(kind: int, place: int) -> int:
    return 64 * (place // PER_WORD) + LANE * (place % PER_WORD) + kind


def decisions(players: int, options: dict[str, Any]) -> dict[str, int]:
    """Every word a seat can say."""
    return {f"{CARDS[kind]}>{PLACES[place]}": move(kind, place) for kind in range(KINDS) for place in range(SACKS + 1)}


def outcomes(players: int, options: dict[str, Any]) -> dict[str, int]:
    """Every word chance can say."""
    words = {f"start {seat}": seat for seat in range(players)}
    for verb, step in ("deal", DEAL), ("draw", DRAW):
        for seat in range(players):
            for kind, card in enumerate(CARDS):
                a = kind | seat << rules.SEAT_OF_OUTCOME | step << rules.STEP_OF_OUTCOME
                words[f"{verb} {seat} {card}"] = a
    return words


def hidden(word: str, seat: int | None) -> str:
    """A chance word as a seat hears it: another's card is not seen."""
    verb, *rest = word.split()
    if verb == "start" or int(rest[0]) == seat:
        return word
    return f"{verb} {rest[0]} ?"


def card_and_place(word: str) -> tuple[str, str]:
    """The parts of a decision's word: which card, and onto which sack or out."""
    card, _, place = word.partition(">")
    return card, place


def why(known: State, seat: int, a: int) -> Why:
    """The clause that forbids a decision, and a code for the reason."""
    if known.due <= 0 or not int(known.due) >> seat & 1:
        return ("RB-15" if known.step == LAST else "RB-4"), "not_your_turn"
    kind, place = int(rules.KIND_OF_MOVE[a]), int(rules.PLACE_OF_MOVE[a])
    if not int(known.hand[seat]) >> kind & 1:
        return ("RB-15" if known.step == LAST else "RB-4"), "not_in_hand"
    if place == OUT:
        return ("RB-15", "not_with_last_card") if known.step == LAST else ("RB-12", "something_fits")
    if known.loot[place] == rules.WORTH[place]:
        return "RB-9", "sealed"
    if kind == ROBBER:
        return "RB-7", "robber_on_own_sack"
    return "RB-6", "exceeds_sack"
