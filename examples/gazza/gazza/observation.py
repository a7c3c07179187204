"""What a seat of Gazza knows, as numbers for learners."""

from __future__ import annotations

from typing import Any, Final

from beute.games.compiling import entry
from beute.games.layout import State
from gazza.components import COPIES
from gazza.rules import ALL, KINDS, MAX_SEATS, held

OBSERVED: Final = (  # names, lengths, and the largest that a number can be
    ("hand", KINDS, COPIES),
    ("unseen", KINDS, COPIES),  # by kind: in the pile or in others' hands
    ("pile", 1, ALL),
    ("turn", MAX_SEATS, 1),  # whose turn it is; seats from mine on
    ("held", MAX_SEATS, 5),
    ("single", MAX_SEATS * KINDS, 1),
    ("pairs", MAX_SEATS * KINDS, COPIES // 2),
)


@entry
def observe(known: State, seat: int, out: Any) -> None:
    """Counts, and 1 for what is true, 0 for what is not; nothing is scaled."""
    out[:] = 0
    for kind in range(KINDS):
        out[kind] = known.hand[seat, kind]
        out[KINDS + kind] = known.unseen[kind]
    n = 2 * KINDS
    out[n] = known.left
    n += 1
    for ahead in range(int(known.players)):
        other = (seat + ahead) % int(known.players)
        out[n + ahead] = int(int(known.due) > 0 and int(known.due) >> other & 1 == 1)
        out[n + MAX_SEATS + ahead] = held(known, other) + int(known.unknown[other])
        for kind in range(KINDS):
            out[n + 2 * MAX_SEATS + ahead * KINDS + kind] = known.single[other, kind]
            out[n + MAX_SEATS * (2 + KINDS) + ahead * KINDS + kind] = known.pairs[other, kind]
