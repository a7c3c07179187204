"""Der Schattendieb in words: every move and outcome as text, and why a move is not possible."""

from __future__ import annotations

from typing import Any, Final

from beute.games.layout import State
from beute.games.schattendieb import rules
from beute.games.schattendieb.components import KINDS
from beute.games.schattendieb.rules import (
    ADD,
    ADDING,
    CHOOSE,
    DEAL,
    DONE,
    DRAW,
    KIND_AT,
    LOWEST_SHUT,
    NO_CARD,
    SHUT,
    STEAL,
    STEAL_FROM,
    THIEF,
    VALUES,
    is_jewel,
)
from beute.games.views import Why

VAULT_VALUES: Final = 12  # SD-3: of Vault Shut cards
KIND_LETTERS: Final = "".join(kind.letter for kind in KINDS)


def cards(vaults: tuple[int, ...]) -> dict[str, int]:
    """SD-1 to SD-3: every card by its name."""
    names = {
        f"{kind}{value + 1}": first + 2 * value
        for kind, first in zip(KIND_LETTERS, KIND_AT, strict=True)
        for value in range(VALUES)
    }
    names |= {f"T{kind}": THIEF + n for n, kind in enumerate(KIND_LETTERS + "S")}
    card = SHUT
    for value, copies in enumerate(vaults, start=LOWEST_SHUT):
        if copies:
            names[f"V{value}"] = card
        card += copies
    return names


def decisions(players: int, options: dict[str, Any]) -> dict[str, int]:
    """Every word a seat can say."""
    names = cards(options["vaults"])
    words = {f"play {name}": card for name, card in names.items()}
    words |= {f"steal {seat}": STEAL_FROM + seat for seat in range(players)}
    words |= {f"add {name}": card + ADDING for name, card in names.items() if is_jewel(card)}
    return words | {"done": DONE}


def from_seat(a: int, seat: int, players: int) -> int:
    """SD-7, SD-8: whom a thief steals from."""
    if STEAL_FROM <= a < DONE:
        return STEAL_FROM + (a - STEAL_FROM - seat) % players
    return a


def outcomes(players: int, options: dict[str, Any]) -> dict[str, int]:
    """Every word chance can say."""
    return {
        f"{verb} {seat} {name}": card | seat << rules.SEAT_OF_OUTCOME | step << rules.STEP_OF_OUTCOME
        for verb, step in (("deal", DEAL), ("draw", DRAW))
        for seat in range(players)
        for name, card in cards(options["vaults"]).items()
    }


def options_of(known: State) -> dict[str, Any]:
    """SD-3: the options that words depend on, read from a state."""
    values = known.shut_value.tolist()
    return {"vaults": tuple(values.count(value) for value in range(LOWEST_SHUT, LOWEST_SHUT + VAULT_VALUES))}


def hidden(word: str, seat: int | None) -> str:
    """A chance word as a seat hears it: another's card is not seen."""
    verb, drawer, _ = word.split()
    return word if int(drawer) == seat else f"{verb} {drawer} ?"


def why(known: State, seat: int, a: int) -> Why:
    """The clause that forbids a decision, and a code for the reason."""
    if known.due <= 0 or not int(known.due) >> seat & 1:
        return why_not_asked(known, seat)
    if known.step == CHOOSE:
        played = a not in (DONE, *range(STEAL_FROM, DONE)) and not is_added(a)
        return ("SD-5", "not_in_hand") if played else ("SD-5", "choose_a_card_first")
    if known.step == STEAL:
        if not STEAL_FROM <= a < DONE:
            return "SD-8", "must_steal"
        return ("SD-7" if known.thief == 0 else "SD-8"), "nothing_to_steal_there"
    if not is_added(a):
        return "SD-9", "only_adding_now"
    same = rules.KIND_OF[a - ADDING] == rules.KIND_OF[int(known.front[seat])]
    return ("SD-9", "not_in_hand") if same else ("SD-9", "other_kind")


def is_added(a: int) -> bool:
    return bool(is_jewel(a) and a % 2 == ADDING)


def why_not_asked(known: State, seat: int) -> Why:
    if not int(known.open) >> seat & 1:
        return "SD-12", "vault_is_shut"
    if known.step == CHOOSE and known.front[seat] != NO_CARD:
        return "SD-5", "chosen_already"
    if known.step == ADD:
        return "SD-9", ("added_already" if int(known.jewels) >> seat & 1 else "no_jewel_in_front")
    return ("SD-8" if known.step == STEAL else "SD-4"), "not_your_turn"
