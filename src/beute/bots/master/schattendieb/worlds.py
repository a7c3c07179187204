"""Imagined worlds that fit what others chose.

One world follows from the last: two hidden cards change places, and stay so the more likely the better the choices
that are remembered fit (Metropolis). Whoever has not chosen anything yet may hold anything.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots.master.schattendieb.memory import ADDED, PLAYED, Memory
from beute.bots.master.schattendieb.policy import Mind, Net, consider
from beute.games.kernel import Rng, State, below, lowest, rule, seldom
from beute.games.schattendieb.rules import CARDS, LAYERS, MAX_SEATS, add_card, card_at

DOUBT: Final = 0.15  # how often others are thought to decide in quite another way
NOBODYS: Final = MAX_SEATS  # a hidden card that is in no hand

HIDDEN: Final = np.dtype(
    (
        np.record,
        [
            ("card", np.int64, CARDS),  # all hidden cards: hands one after the other, kept cards first, then the rest
            ("owner", np.int64, CARDS),
            ("first", np.int64, MAX_SEATS),  # where a hand begins
            ("fit", np.float64, MAX_SEATS + 1),  # how likely a seat's choices are with its cards
            ("many", np.int64),
        ],
    )
)


@seldom
def gather(world: Any, seat: int, memory: Memory, hidden: Any, net: Net, mind: Mind, rng: Rng) -> None:
    """The hidden cards of an imagined world as a list; which of a hand were kept is any of them."""
    s = world[0]
    h = hidden[0]
    n = 0
    for other in range(int(s.players)):
        h.first[other] = n
        if other != seat:
            n = append(s, s.hand[other], other, h, n)
            for k in range(n - 1, int(h.first[other]), -1):
                swap(h, k, int(h.first[other]) + below(rng, k + 1 - int(h.first[other])))
    for layer in range(LAYERS):
        n = append(s, s.pile[layer], NOBODYS, h, n)
    h.many = append(s, s.buried, NOBODYS, h, n)
    for other in range(NOBODYS + 1):
        h.fit[other] = fit(memory, other, hidden, net, mind)


@seldom
def append(s: State, cards: Any, owner: int, h: Any, n: int) -> int:
    for word in range(2):
        rest = int(cards[word])
        while rest:
            h.card[n] = card_at(s, word, lowest(rest))
            h.owner[n] = owner
            rest &= rest - 1
            n += 1
    return n


@rule
def swap(h: Any, i: int, j: int) -> None:
    card = int(h.card[i])
    h.card[i] = h.card[j]
    h.card[j] = card


@seldom
def fit(memory: Memory, seat: int, hidden: Any, net: Net, mind: Mind) -> float:
    """How likely the seat would have chosen as it did with the cards it is imagined to have kept."""
    if seat == NOBODYS:
        return 1.0
    likely = 1.0
    for n in range(2 * seat + PLAYED, 2 * seat + ADDED + 1):
        if memory.there[n] == 0:
            continue
        s = memory.then[n]
        hand = s.hand[seat]
        hand[0] = memory.shown[n, 0]
        hand[1] = memory.shown[n, 1]
        first = int(hidden[0].first[seat])
        for k in range(first, first + int(memory.kept[seat])):
            add_card(hand, int(hidden[0].card[k]))
        mind.public[:] = memory.public[n]
        many = consider(s, seat, net, mind)
        for k in range(many):
            if mind.numbers[k] == memory.decision[n]:
                likely *= DOUBT / many + (1 - DOUBT) * mind.chances[k]
    return likely


@seldom
def go_on_imagining(world: Any, seat: int, memory: Memory, hidden: Any, net: Net, mind: Mind, rng: Rng) -> None:
    """The next world: each other hand is offered a new card in exchange for one of its own."""
    s = world[0]
    h = hidden[0]
    for other in range(int(s.players)):
        held = int(s.held[other])
        if other == seat or held == 0:
            continue
        i = int(h.first[other]) + below(rng, held)
        j = below(rng, int(h.many))
        a, b = int(h.owner[i]), int(h.owner[j])
        swap(h, i, j)
        fit_a = fit(memory, a, hidden, net, mind)
        fit_b = fit(memory, b, hidden, net, mind) if b != a else 1.0
        before = h.fit[a] * (h.fit[b] if b != a else 1.0)
        if below(rng, 1 << 30) * before < (1 << 30) * fit_a * fit_b:
            h.fit[a] = fit_a
            if b != a:
                h.fit[b] = fit_b
        else:
            swap(h, i, j)
    deal_out(world, seat, hidden)


@seldom
def deal_out(world: Any, seat: int, hidden: Any) -> None:
    """The hidden cards of the list into hands, pile and what lies face down."""
    s = world[0]
    h = hidden[0]
    for other in range(int(s.players)):
        if other != seat:
            put(h, s.hand[other], int(h.first[other]), int(s.held[other]))
    n = int(h.many) - int(s.left) - int(s.lost)
    for layer in range(LAYERS):
        put(h, s.pile[layer], n, int(s.in_layer[layer]))
        n += int(s.in_layer[layer])
    put(h, s.buried, n, int(s.lost))


@seldom
def put(h: Any, cards: Any, first: int, many: int) -> None:
    cards[0] = 0
    cards[1] = 0
    for n in range(first, first + many):
        add_card(cards, int(h.card[n]))
