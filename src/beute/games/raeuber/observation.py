"""What a seat of Räuber knows, as numbers for learners."""

from __future__ import annotations

from typing import Any, Final

from beute.games.bits import index, size
from beute.games.compiling import entry
from beute.games.layout import State
from beute.games.raeuber import ENDINGS, rules
from beute.games.raeuber.components import COPIES
from beute.games.raeuber.knowledge import copies
from beute.games.raeuber.rules import (
    CENTRE,
    DEAL,
    KINDS,
    LAST,
    MAX_SEATS,
    NO_CARD,
    NO_SACK,
    SACKS,
    START,
    WORTH,
    owner_of,
)
from beute.games.seats import around

ENDS: Final = len(ENDINGS)
OBSERVED: Final = (  # names, lengths, and the largest that a number can be
    ("hand", KINDS, max(COPIES)),
    ("unseen", KINDS, max(COPIES)),  # by kind: in the pile, aside, or in others' hands
    ("pile", 1, rules.CARDS),
    ("step", 5, 1),
    ("ending", ENDS, 1),
    ("last_cards", MAX_SEATS * KINDS, 1),  # once revealed, while they are in hand; from here on seats from mine
    ("held", MAX_SEATS, rules.HAND),
    ("turn", MAX_SEATS, 1),
    ("starts", MAX_SEATS, 1),
    ("revealed", MAX_SEATS, KINDS),  # the last card: its value, 1 for a robber
    ("counted", SACKS, 1),  # the sack that my robber lets me count
    ("loot", SACKS, max(rules.WORTH)),
    ("room", SACKS, max(rules.WORTH)),
    ("owner", SACKS * (MAX_SEATS + 1), 1),  # me, the seats after me, the centre
    ("top", SACKS * KINDS, 1),
)


@entry
def observe(known: State, seat: int, out: Any) -> None:
    """Counts and sums, and 1 for what is true, 0 for what is not; nothing is scaled."""
    out[:] = 0
    n = 0
    for kind in range(KINDS):
        out[kind] = copies(int(known.hand[seat]), kind)
        out[KINDS + kind] = int(known.unseen) >> 4 * kind & 15
    n = 2 * KINDS
    out[n] = int(known.left)
    out[n + 1 + index(known.step)] = 1
    n += 6
    if known.ending:
        out[n + index(known.ending) - 1] = 1
    n += ENDS
    players = int(known.players)
    for ahead in range(players):
        other = around(seat + ahead, players)
        if known.step == LAST:
            for kind in range(KINDS):
                out[n + ahead * KINDS + kind] = copies(int(known.hand[other]), kind)
        at = n + MAX_SEATS * KINDS + ahead
        out[at] = size(int(known.hand[other])) + int(known.unknown[other])
        out[at + 3 * MAX_SEATS] = int(known.last[other])
    n += MAX_SEATS * (KINDS + 1)
    if known.step > DEAL:
        out[n + around(int(known.seat) - seat, players)] = 1
    if known.step > START:
        out[n + MAX_SEATS + around(int(known.first) - seat, players)] = 1
    n += 3 * MAX_SEATS
    if known.counted[seat] != NO_SACK:
        out[n + int(known.counted[seat])] = 1
    n += SACKS
    for sack in range(SACKS):
        out[n + sack] = int(known.loot[sack])
        out[n + SACKS + sack] = int(WORTH[sack]) - int(known.loot[sack])
        owner = owner_of(known, sack)
        ahead = MAX_SEATS if owner == CENTRE else around(owner - seat, players)
        out[n + 2 * SACKS + sack * (MAX_SEATS + 1) + ahead] = 1
        if known.top[sack] != NO_CARD:
            out[n + (3 + MAX_SEATS) * SACKS + sack * KINDS + int(known.top[sack])] = 1
