"""What others may hold, by how they have played.

A player who did not rob a rich sack probably could not. So possible hands are not all equally likely: a hand is more
likely if it explains its owner's last plays, assuming that everybody plays roughly as `greedy` would. Such hands are
found by a Metropolis step for each opponent of an imagined world: some cards are dealt again, and the new hand is kept
with a probability that grows with how well it explains the plays. Every world starts from a new deal, so that worlds
are independent.
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

PLAYS: Final = 3  # of each opponent that are considered

MEMORY: Final = np.dtype(
    (
        np.record,
        [
            ("plays", np.int64, MAX_SEATS),  # remembered of each seat; the latest first
            ("decision", np.int64, (MAX_SEATS, PLAYS)),
            ("drew", np.int64, (MAX_SEATS, PLAYS)),  # whether a card was drawn after it
            ("blunder", np.float64),  # how often players play at random
            ("temperature", np.float64),  # a move that `greedy` rates lower by this is chosen e times less often
        ],
    )
)


def remember(known: State, heard: Sequence[str], seat: int, blunder: float, temperature: float) -> tuple[Any, Any]:
    """The last plays of each opponent, and the table as it was before each of them.

    Nothing when a hand is known to fit nowhere, or the last cards are shown: then plays tell nothing new.
    """
    memory, past = np.zeros(1, MEMORY), np.zeros(MAX_SEATS * PLAYS, STATE)
    memory[0].blunder, memory[0].temperature = blunder, temperature
    words = decisions(int(known.players), {})
    plays = [event.split(" ") for event in heard if not event.startswith("*")]
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
    """Replay all plays with unknown hands; keep the table as opponents saw it before their last plays."""
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
    """The log likelihood of a seat's last plays if it has this hand now; when each card was drawn is guessed."""
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
        total += log(chance(s, seat, gains, a, float(m.blunder), float(m.temperature)))
        s.unseen = unseen
    return total


@rule
def chance(s: State, seat: int, gains: Any, a: int, blunder: float, temperature: float) -> float:
    """How often a player with this hand chooses the move."""
    moves = legal(s, seat)
    total = 0.0
    for word in range(2):
        rest = moves[word]
        while rest:
            total += exp((gains[64 * word + lowest(rest)] - gains[a]) / temperature)
            rest &= rest - 1
    return blunder / count(moves) + (1 - blunder) / total


@rule
def card_of(hand: int, rng: Rng) -> int:
    """The kind of a random card of a hand."""
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
    """Change an imagined world to one that explains the plays better."""
    players = int(s.players)
    for who in range(players):
        if memory[0].plays[who] > 0:
            deal_again(s, who, (who + 1 + below(rng, players - 1)) % players, memory, past, rng)


@called
def deal_again(s: State, who: int, other: int, memory: Any, past: Any, rng: Rng) -> None:
    """Deal an opponent's hand again together with another one's: when the pile is empty, only others have cards.

    If the other's plays are not remembered (as for the searching seat itself), together with the cards in no hand.
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
