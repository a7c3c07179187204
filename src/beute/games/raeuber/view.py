"""Räuber as a seat sees it: what it knows, what else could be, and what a person there may be shown."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.games.bits import size
from beute.games.compiling import called, entry, rule
from beute.games.contract import CHANCE, OVER
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.raeuber import rules
from beute.games.raeuber.rules import (
    ASIDE,
    CENTRE,
    EACH_COPY,
    KINDS,
    LAST,
    MAX_SEATS,
    NO_CARD,
    ROBBER,
    SACKS,
    WORTH,
    any_of,
    owner_of,
)
from beute.games.raeuber.words import CARDS, SACK_NAMES, move
from beute.games.sight import eyes as eyes
from beute.games.sight import face_down as face_down

# ---------------------------------------------------------------- knowledge


@entry
def conceal(s: State, seat: int) -> None:
    """RB-3, RB-14: others' hands are as unknown as the pile, until the last cards are revealed."""
    if s.step == LAST:
        return
    for other in range(int(s.players)):
        if other != seat:
            for kind in range(KINDS):
                s.unseen += copies(int(s.hand[other]), kind) << 4 * kind
            s.unknown[other] += size(int(s.hand[other]))
            s.hand[other] = 0


@rule
def copies(hand: int, kind: int) -> int:
    return size(hand >> kind & EACH_COPY)


@entry
def imagine(known: State, seat: int, rng: Rng) -> None:
    """Others' hands dealt anew from what is unseen, cards that fitted nowhere (RB-12) first; the rest is the pile."""
    if known.step == LAST:
        return
    deal_stale(known, seat, rng)
    for other in range(int(known.players)):
        if other != seat:
            for _ in range(int(known.unknown[other]) - size(int(known.hand[other]))):
                deal_one(known, other, int(known.unseen), rng)
            known.unknown[other] = 0


@called
def deal_stale(known: State, seat: int, rng: Rng) -> None:
    """The card that can be least is dealt first, so that what is left is enough for the others."""
    dealt = np.zeros(MAX_SEATS, np.int64)
    while True:
        owner = -1
        for other in range(int(known.players)):
            if other != seat and dealt[other] < known.stales[other]:
                could_be = int(known.stale[other, dealt[other]])
                if owner < 0 or size(could_be) < size(int(known.stale[owner, dealt[owner]])):
                    owner = other
        if owner < 0:
            return
        could_be = 0
        for kind in range(KINDS):
            if int(known.stale[owner, dealt[owner]]) >> kind & 1:
                could_be |= 15 << 4 * kind
        deal_one(known, owner, int(known.unseen) & could_be, rng)
        dealt[owner] += 1


@rule
def deal_one(known: State, seat: int, counts: int, rng: Rng) -> None:
    """One of the cards counted goes from the unseen into a hand."""
    cards = 0
    for kind in range(KINDS):
        cards += counts >> 4 * kind & 15
    kind = any_of(counts, below(rng, cards))
    known.unseen -= 1 << 4 * kind
    free = ~int(known.hand[seat]) & EACH_COPY << kind
    known.hand[seat] |= free & -free


OBSERVED: Final = (  # names, lengths, and the largest that a number can be
    ("hand", KINDS, max(rules.COPIES)),
    ("unseen", KINDS, max(rules.COPIES)),  # by kind: in the pile, aside, or in others' hands
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
    """All numbers as they are: counts, sums, and 1 for what is so."""
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


# ---------------------------------------------------------------- what people are shown


def show(s: State, seat: int | None) -> dict[str, Any]:
    """The table as plain data. From a concealed state: what its seat knows, less the sums of RB-18."""
    return table_shown(s, seat, shows_scores(s))


def lay_open(s: State) -> dict[str, Any]:
    """The table with every sum."""
    return table_shown(s, None, True)


def table_shown(s: State, seat: int | None, all_sums: bool) -> dict[str, Any]:
    over = bool(s.due == OVER)
    return {
        "step": "over" if over else ("start", "deal", "turn", "draw", "last_cards")[int(s.step)],
        "turn": None if over or s.due == CHANCE else int(s.seat),
        "starts": None if s.step == rules.START else int(s.first),
        "pile": int(s.left),
        "aside": int(ASIDE[int(s.players)]),
        "last_cards": [CARDS[int(s.last[other]) - 1] if s.last[other] else None for other in range(int(s.players))],
        "hands": [hand_shown(s, other) for other in range(int(s.players))],
        "sacks": [sack_shown(s, sack, seat, all_sums) for sack in range(SACKS)],
    }


def hand_shown(s: State, seat: int) -> list[str]:
    """Cards from the lowest; a question mark for each that is not seen."""
    cards = [CARDS[kind] for kind in range(KINDS) for _ in range(copies(int(s.hand[seat]), kind))]
    return cards or ["?"] * int(s.unknown[seat])


def sack_shown(s: State, sack: int, seat: int | None, all_sums: bool) -> dict[str, Any]:
    """RB-11, RB-18: the top and the quarter for everybody, the sum for who may count it."""
    owner, loot, worth = owner_of(s, sack), int(s.loot[sack]), int(WORTH[sack])
    sealed = loot == worth
    mine = seat is not None and (owner == seat or int(s.counted[seat]) == sack)
    return {
        "name": SACK_NAMES[sack],
        "worth": worth,
        "owner": None if owner == CENTRE else owner,
        "sealed": sealed,
        "top": None if s.top[sack] == NO_CARD else CARDS[int(s.top[sack])],
        "quarter": None if sealed else 1 + 4 * loot // worth,
        "loot": loot if all_sums or mine or sealed or owner == CENTRE else None,
    }


def choices(known: State, seat: int) -> tuple[int, int]:
    """RB-6, RB-18: without open sums every card is offered on every sack it may be tried on."""
    moves = rules.legal(known, seat)
    stuck = not any(rules.fitting(known, seat))
    if known.open_sums or stuck:
        return moves
    tried = [0, 0]
    for kind in range(KINDS):
        for sack in range(SACKS):
            sealed = known.loot[sack] == WORTH[sack]
            own_robber = kind == ROBBER and owner_of(known, sack) == seat
            if int(known.hand[seat]) >> kind & 1 and not sealed and not own_robber:
                tried[move(kind, sack) >> 6] |= 1 << (move(kind, sack) & 63)
    return tried[0], tried[1]


def shows_scores(s: State) -> bool:
    """RB-18: scores would tell sums."""
    return bool(s.open_sums or s.due == OVER)


def remembered(s: State, seat: int | None, events: list[str]) -> int:
    """RB-18: without open sums the log goes back to the seat's own last play; a spectator's one round."""
    if shows_scores(s):
        return 0
    plays = [n for n, event in enumerate(events) if not event.startswith("*")]
    if seat is None:
        return plays[-int(s.players)] if len(plays) >= s.players else 0
    return max((n for n in plays if events[n].startswith(f"{seat} ")), default=0)
