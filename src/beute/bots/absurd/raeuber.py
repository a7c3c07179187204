"""Absurd moves of Räuber.

Giving loot away (RB-10) is often wise: it covers a top card, spoils a sum, or baits a sack for a second card of the
kind. So a gift is on the list only where it can do none of that, or where the card would have sealed a sack.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots.absurd.entries import Absurd
from beute.games.bits import index, lowest, size
from beute.games.compiling import called, rule
from beute.games.layout import State
from beute.games.raeuber.rules import (
    CENTRE,
    EACH_COPY,
    KIND_OF_MOVE,
    KINDS,
    LAST,
    MAX_SEATS,
    OUT,
    PLACE_OF_MOVE,
    ROBBER,
    SACKS,
    SEALED_WORTH,
    STATE,
    WORTH,
    legal,
    owner_of,
    put,
    scores,
    value,
)

POOR: Final = 10  # loot of a sack that is worth nobody's trouble
HIGHEST: Final = KINDS  # points of the highest card: what is further from being full, one card does not seal
RICH_SEAL: Final = 30  # points between who seals and who loses the loot that nobody passes up
RICH_ROB: Final = 20  # points that one rob must bring more than another to be plainly better

# ---------------------------------------------------------------- what is to be seen


@rule
def room_in(s: State, sack: int) -> int:
    return int(WORTH[sack]) - int(s.loot[sack])


@rule
def is_others(s: State, seat: int, sack: int) -> bool:
    owner = owner_of(s, sack)
    return owner != CENTRE and owner != seat


@called
def gives_away(s: State, seat: int, kind: int, sack: int) -> bool:
    """RB-10: loot that stays with another player."""
    if kind == ROBBER or sack == OUT or not is_others(s, seat, sack):
        return False
    return kind != int(s.top[sack]) and value(kind) != room_in(s, sack)


@called
def robs(s: State, seat: int, kind: int, sack: int) -> bool:
    """RB-8, without sealing."""
    return is_others(s, seat, sack) and kind == int(s.top[sack]) and value(kind) < room_in(s, sack)


@called
def centre_has_a_sack(s: State) -> bool:
    for sack in range(SACKS):
        if owner_of(s, sack) == CENTRE:
            return True
    return False


@called
def best_seal(s: State, seat: int, kind: int) -> int:
    """RB-9: how many points the best sack that this card seals brings, those that another loses included."""
    best = 0
    for sack in range(SACKS):
        if kind != ROBBER and room_in(s, sack) == value(kind):
            loot = int(s.loot[sack])
            best = max(best, int(SEALED_WORTH[sack]) + (-loot if owner_of(s, sack) == seat else loot))
    return best


@rule
def result_of(s: State, seat: int, a: int) -> int:
    """A number that is the larger the better the game ends for the seat with its last card there."""
    table = np.empty(1, STATE)
    table[0] = s
    put(table[0], seat, index(KIND_OF_MOVE[a]), index(PLACE_OF_MOVE[a]))
    return result_at(table, seat)


@called
def result_at(table: Any, seat: int) -> int:
    """First the win, shared by the fewer the better; then the own points."""
    points = np.zeros(MAX_SEATS, np.int64)
    scores(table[0], points)
    winners = 0
    for other in range(int(table[0].players)):
        if points[other] > points[seat]:
            return int(points[seat])
        winners += int(points[other] == points[seat])
    return (MAX_SEATS + 1 - winners) * (1 << 16) + int(points[seat])


# ---------------------------------------------------------------- the list


@called
def feeds_a_poor_sack(s: State, seat: int, a: int) -> bool:
    """There is nothing to cover or to spoil, the sack cannot be robbed back, and the centre would have kept the card.

    At worst it is robbed there: then as much is lost as the gift gives away for certain.
    """
    kind, sack = index(KIND_OF_MOVE[a]), index(PLACE_OF_MOVE[a])
    if not gives_away(s, seat, kind, sack) or not centre_has_a_sack(s):
        return False
    alone = size(int(s.hand[seat]) >> kind & EACH_COPY) == 1
    return alone and int(s.loot[sack]) <= POOR and room_in(s, sack) - value(kind) > HIGHEST


@called
def gives_a_seal_away(s: State, seat: int, a: int) -> bool:
    """The same card seals a sack, which is safe for ever."""
    kind, sack = index(KIND_OF_MOVE[a]), index(PLACE_OF_MOVE[a])
    return gives_away(s, seat, kind, sack) and best_seal(s, seat, kind) >= RICH_SEAL


@called
def robs_the_poorer(s: State, seat: int, a: int) -> bool:
    """The same card robs much more from a player who has at least as many points."""
    kind, sack = index(KIND_OF_MOVE[a]), index(PLACE_OF_MOVE[a])
    if sack == OUT or not robs(s, seat, kind, sack):
        return False
    points = np.zeros(MAX_SEATS, np.int64)
    scores(s, points)
    for other in range(SACKS):
        if (
            robs(s, seat, kind, other)
            and int(s.loot[other]) >= int(s.loot[sack]) + RICH_ROB
            and points[owner_of(s, other)] >= points[owner_of(s, sack)]
        ):
            return True
    return False


@called
def misplaces_the_last_card(s: State, seat: int, a: int) -> bool:
    """RB-15: nobody plays after it, so what each sack would come to is known."""
    if s.step != LAST:
        return False
    for other in range(int(s.players)):
        if other != seat and s.hand[other] != 0:
            return False
    here = result_of(s, seat, a)
    for word in range(2):
        moves = legal(s, seat)[word]
        while moves:
            if result_of(s, seat, 64 * word + lowest(moves)) > here:
                return True
            moves &= moves - 1
    return False


LIST: Final = (
    Absurd(
        "feeds_a_poor_sack",
        "RB-10",
        f"Gives loot to a sack with {POOR} points or fewer that nobody can seal with one card, though the centre has a "
        "sack for it and no second card of the kind is there to rob it back.",
        feeds_a_poor_sack,
    ),
    Absurd(
        "gives_a_seal_away",
        "RB-9",
        f"Gives loot away though the same card seals a sack, a difference of {RICH_SEAL} points or more.",
        gives_a_seal_away,
    ),
    Absurd(
        "robs_the_poorer",
        "RB-8",
        f"Robs a sack though the same card robs {RICH_ROB} points more from a player who is at least as far.",
        robs_the_poorer,
    ),
    Absurd(
        "misplaces_the_last_card",
        "RB-15",
        "Puts the very last card of the game where it comes to less than elsewhere.",
        misplaces_the_last_card,
    ),
)


@called
def absurdity(s: State, seat: int, a: int) -> int:
    """In the order of LIST."""
    if feeds_a_poor_sack(s, seat, a):
        return 1
    if gives_a_seal_away(s, seat, a):
        return 2
    if robs_the_poorer(s, seat, a):
        return 3
    return 4 if misplaces_the_last_card(s, seat, a) else 0
