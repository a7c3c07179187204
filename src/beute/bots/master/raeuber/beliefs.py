"""What others may hold, by how they have played.

A player who did not rob a rich sack probably could not. So possible hands are not all as likely: a hand is likelier
that explains its owner's last plays, if everybody plays more or less as `greedy` would. Such hands are found by a step
of Metropolis for each opponent of a world that was imagined: some cards are dealt anew, and that is kept the likelier
the better it explains the plays. Every world is imagined anew, so that worlds have nothing in common but what is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any, Final

import numpy as np

from beute.bots.greedy.raeuber import MOVES, weigh
from beute.games.bits import highest, index, lowest, nth, size
from beute.games.compiling import batch, called, rule
from beute.games.contract import count, legal
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.raeuber.knowledge import deal_one
from beute.games.raeuber.rules import (
    ASIDE,
    CARDS,
    EACH_COPY,
    HAND,
    KIND_OF_MOVE,
    KINDS,
    LANE,
    LAST,
    MAX_SEATS,
    OUT,
    PLACE_OF_MOVE,
    STATE,
    TURN,
    deal,
    put,
)
from beute.games.raeuber.words import decisions

PLAYS: Final = 3  # of each opponent that are looked back on

MEMORY: Final = np.dtype(
    (
        np.record,
        [
            ("plays", np.int64, MAX_SEATS),  # remembered of each seat; the latest first
            ("decision", np.int64, (MAX_SEATS, PLAYS)),
            ("drew", np.int64, (MAX_SEATS, PLAYS)),  # whether a card was drawn after it
            ("blunder", np.float64),  # how often players do anything at all
            ("care", np.float64),  # a move that feels worse by this is chosen e times less often
        ],
    )
)


def remember(known: State, seen: Sequence[str], seat: int, blunder: float, care: float) -> tuple[Any, Any]:
    """The last plays of each opponent, and the table as it was before each of them.

    Nothing when a hand is known to fit nowhere, or the last cards are shown: then all that plays tell is known.
    """
    memory, past = np.zeros(1, MEMORY), np.zeros(MAX_SEATS * PLAYS, STATE)
    memory[0].blunder, memory[0].care = blunder, care
    words = decisions(int(known.players), {})
    plays = [event.split(" ") for event in seen if not event.startswith("*")]
    if len(plays) and not known.stuck and known.step != LAST:
        table = np.zeros(1, STATE)
        deal(table[0], int(known.players), {"open_sums": known.open_sums})
        table[0].left = CARDS - ASIDE[int(known.players)] - HAND * int(known.players)
        table[0].unknown[: int(known.players)] = HAND
        table[0].step = TURN
        replay(table, np.array([(int(who), words[word]) for who, word in plays]), seat, memory, past)
    return memory, past


@batch
def replay(table: Any, plays: Any, seat: int, memory: Any, past: Any) -> None:
    """All plays again from the first, with hands unknown; what opponents last saw is kept."""
    s, m = table[0], memory[0]
    left = np.zeros(MAX_SEATS, np.int64)  # plays still to come
    for n in range(len(plays)):
        left[plays[n, 0]] += 1
    for n in range(len(plays)):
        who, a = plays[n]
        left[who] -= 1
        kind, place = index(KIND_OF_MOVE[a]), index(PLACE_OF_MOVE[a])
        kept = who != seat and left[who] < PLAYS
        if kept:
            past[who * PLAYS + left[who]] = table[0]
            past[who * PLAYS + left[who]].unknown[who] = 0
            m.plays[who] += 1
            m.decision[who, left[who]] = a
            m.drew[who, left[who]] = int(s.left > 0)
        s.unseen -= 1 << 4 * kind
        if place != OUT:
            put(s, who, kind, place)
        if s.left > 0:
            s.left -= 1
        else:
            s.unknown[who] -= 1


# ---------------------------------------------------------------- how well hands explain plays


@called
def explain(memory: Any, past: Any, seat: int, hand: int, rng: Rng) -> float:
    """The log likelihood of a seat's last plays, had it this hand now; which card was drawn when is any guess."""
    m = memory[0]
    gains = np.empty(MOVES)
    total = 0.0
    for n in range(int(m.plays[seat])):
        s = past[seat * PLAYS + n]
        a = int(m.decision[seat, n])
        if m.drew[seat, n]:
            hand = without(hand, card_of(hand, rng))
        hand = with_card(hand, index(KIND_OF_MOVE[a]))
        unseen = int(s.unseen)
        s.unseen -= packed(hand)
        s.hand[seat] = hand
        weigh(s, seat, gains)
        total += log(chance(s, seat, gains, a, float(m.blunder), float(m.care)))
        s.unseen = unseen
    return total


@rule
def chance(s: State, seat: int, gains: Any, a: int, blunder: float, care: float) -> float:
    """How often a player with this hand chooses the move."""
    moves = legal(s, seat)
    total = 0.0
    for word in range(2):
        rest = moves[word]
        while rest:
            total += exp((gains[64 * word + lowest(rest)] - gains[a]) / care)
            rest &= rest - 1
    return blunder / count(moves) + (1 - blunder) / total


@rule
def card_of(hand: int, rng: Rng) -> int:
    """The kind of any card of a hand."""
    return nth(hand, below(rng, size(hand))) % LANE


@rule
def with_card(hand: int, kind: int) -> int:
    free = ~hand & EACH_COPY << kind
    return hand | free & -free


@rule
def without(hand: int, kind: int) -> int:
    return hand ^ 1 << highest(hand & EACH_COPY << kind)


@rule
def packed(hand: int) -> int:
    """The cards of a hand as counts, four bits a kind."""
    counts = 0
    for kind in range(KINDS):
        counts += size(hand >> kind & EACH_COPY) << 4 * kind
    return counts


# ---------------------------------------------------------------- other hands


@called
def believe(s: State, memory: Any, past: Any, rng: Rng) -> None:
    """From a world that was imagined to one that explains the plays better."""
    players = int(s.players)
    for who in range(players):
        if memory[0].plays[who] > 0:
            deal_anew(s, who, (who + 1 + below(rng, players - 1)) % players, memory, past, rng)


@called
def deal_anew(s: State, who: int, other: int, memory: Any, past: Any, rng: Rng) -> None:
    """Deal the hand of an opponent again together with another one's: when the pile is gone, only others have cards.

    If that is nobody whose plays are remembered (so it is when it comes to the seat itself), together with what nobody
    has.
    """
    hand, theirs, unseen = int(s.hand[who]), int(s.hand[other]), int(s.unseen)
    both = memory[0].plays[other] > 0
    likely = explain(memory, past, who, hand, rng)
    s.unseen = packed(hand) + (packed(theirs) if both else unseen)
    deal_hand(s, who, size(hand), rng)
    now = explain(memory, past, who, int(s.hand[who]), rng)
    if both:
        likely += explain(memory, past, other, theirs, rng)
        deal_hand(s, other, size(theirs), rng)
        now += explain(memory, past, other, int(s.hand[other]), rng)
        s.unseen = unseen
    if log((1 + below(rng, 1 << 30)) / (1 << 30)) >= now - likely:
        s.hand[who], s.hand[other], s.unseen = hand, theirs, unseen


@rule
def deal_hand(s: State, who: int, cards: int, rng: Rng) -> None:
    s.hand[who] = 0
    for _ in range(cards):
        deal_one(s, who, int(s.unseen), rng)
