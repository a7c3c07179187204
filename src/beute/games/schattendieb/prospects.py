"""What a seat can know beforehand of its answers: whether a card would shut its vault, and what may cost everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from typing_extensions import TypedDict

from beute.games.layout import State
from beute.games.schattendieb.components import SHUT, value
from beute.games.schattendieb.rules import ADD, NO_CARD, PLAYED, can_close

RiskCode: TypeAlias = Literal["all_shut", "own_last_card", "others_last_card", "others_may_run_out"]


class Risk(TypedDict):
    """How the game may end in this round, so that all open vaults count nothing."""

    code: RiskCode
    clause: str
    sure: bool


class Prospect(TypedDict):
    """What is known of an answer."""

    word: str
    shuts: bool | None  # SD-11: whether this Vault Shut card would shut the vault; None for any other answer
    risks: list[Risk]


ALL_SHUT: Final[Risk] = {"code": "all_shut", "clause": "SD-18", "sure": False}
OWN_LAST: Final[Risk] = {"code": "own_last_card", "clause": "SD-19", "sure": True}
OTHERS_LAST: Final[Risk] = {"code": "others_last_card", "clause": "SD-19", "sure": True}
OTHERS_MAY: Final[Risk] = {"code": "others_may_run_out", "clause": "SD-19", "sure": False}


def prospect(known: State, seat: int, word: str, seen: list[str]) -> Prospect:
    """Of a word that a seat may say or has said; `seen` are the cards it sees."""
    verb, *cards = word.split()
    shuts = None
    if verb == "play" and cards[0][0] == SHUT:
        shuts = _shuts(known, seat, value(cards[0]))
    return {"word": word, "shuts": shuts, "risks": [*_risks(known, seat, verb, shuts, seen)]}


def _risks(known: State, seat: int, verb: str, shuts: bool | None, seen: list[str]) -> Iterator[Risk]:
    if shuts is not None and (known.all_close == PLAYED or shuts) and _others_may_shut(known, seat, seen):
        yield ALL_SHUT
    if known.gone:
        yield from _running_out(known, seat, verb)


def _shuts(known: State, seat: int, shut: int) -> bool:
    """SD-11, of a card that does not lie in front yet."""
    return can_close(_jewels(known, seat), shut)


def _others_may_shut(known: State, seat: int, seen: list[str]) -> bool:
    """SD-18: whether everybody else may hold a Vault Shut card, or one that would shut the vault."""
    unseen = Counter(known.shut_value) - Counter(value(card) for card in seen if card[0] == SHUT)
    highest_first = sorted(unseen.elements(), reverse=True)
    most_first = sorted(_others(known, seat), key=lambda other: -_jewels(known, other))
    if len(highest_first) < len(most_first):
        return False
    fitting = zip(most_first, highest_first, strict=False)
    return bool(known.all_close == PLAYED) or all(_shuts(known, other, shut) for other, shut in fitting)


def _jewels(known: State, seat: int) -> int:
    return sum(map(int.bit_count, known.vault[seat]))


def _running_out(known: State, seat: int, verb: str) -> Iterator[Risk]:
    """SD-19: without a pile, somebody who has no card left after adding ends the game."""
    adding = known.step == ADD
    laid = not adding and known.front[seat] != NO_CARD  # a choice that can still be changed
    if known.held[seat] + laid - (verb != "done") == 0:
        yield OWN_LAST
    left = [known.held[other] - (not adding) for other in _others(known, seat)]
    may_add = [not adding or int(known.jewels) >> other & 1 for other in _others(known, seat)]
    if 0 in left:
        yield OTHERS_LAST
    elif any(may_add):
        yield OTHERS_MAY


def _others(known: State, seat: int) -> list[int]:
    """Everybody else whose vault is open."""
    return [other for other in range(known.players) if int(known.open) >> other & 1 and other != seat]
