"""What a seat of Räuber knows, as numbers for learners."""

from __future__ import annotations

from typing import Any, Final

from beute.games.bits import size
from beute.games.compiling import entry
from beute.games.layout import State
from beute.games.raeuber import rules
from beute.games.raeuber.components import COPIES
from beute.games.raeuber.knowledge import copies
from beute.games.raeuber.rules import CENTRE, KINDS, LAST, MAX_SEATS, NO_CARD, SACKS, WORTH, owner_of

OBSERVED: Final = (  # names, lengths, and the largest that a number can be
    ("hand", KINDS, max(COPIES)),
    ("unseen", KINDS, max(COPIES)),  # by kind: in the pile, aside, or in others' hands
    ("pile", 1, rules.CARDS),
    ("my_turn", 1, 1),
    ("last_cards", MAX_SEATS * KINDS, 1),  # once revealed; seats from mine on
    ("held", MAX_SEATS, rules.HAND),
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
    out[n + 1] = int(int(known.due) > 0 and int(known.due) >> seat & 1 == 1)
    n += 2
    for ahead in range(int(known.players)):
        other = (seat + ahead) % int(known.players)
        if known.step == LAST:
            for kind in range(KINDS):
                out[n + ahead * KINDS + kind] = copies(int(known.hand[other]), kind)
        out[n + MAX_SEATS * KINDS + ahead] = size(int(known.hand[other])) + int(known.unknown[other])
    n += MAX_SEATS * (KINDS + 1)
    for sack in range(SACKS):
        out[n + sack] = int(known.loot[sack])
        out[n + SACKS + sack] = int(WORTH[sack]) - int(known.loot[sack])
        owner = owner_of(known, sack)
        ahead = MAX_SEATS if owner == CENTRE else (owner - seat) % int(known.players)
        out[n + 2 * SACKS + sack * (MAX_SEATS + 1) + ahead] = 1
        if known.top[sack] != NO_CARD:
            out[n + (3 + MAX_SEATS) * SACKS + sack * KINDS + int(known.top[sack])] = 1
