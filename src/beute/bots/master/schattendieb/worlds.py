"""Imagined worlds that fit what others chose.

Each world is a Metropolis step from the last: two hidden cards are swapped, and the swap is kept with a probability
that grows with how well the remembered choices fit. A seat that has not chosen anything yet may hold anything.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots.master.schattendieb.memory import ADDED, PLAYED
from beute.bots.master.schattendieb.policy import Net, Work, consider
from beute.games.bits import index, lowest
from beute.games.compiling import batch, called, rule
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.schattendieb.knowledge import imagine
from beute.games.schattendieb.rules import CARDS, LAYERS, MAX_SEATS, add_card, card_at

DOUBT: Final = 0.15  # how often others are assumed to decide at random
WARM_UP: Final = 30  # swaps with each hand before the first world
NOBODYS: Final = MAX_SEATS  # a hidden card that is in no hand

HIDDEN: Final = np.dtype(
    (
        np.record,
        [
            ("card", np.int64, CARDS),  # all hidden cards: hands one after the other, kept cards first, then the rest
            ("owner", np.int64, CARDS),
            ("first", np.int64, MAX_SEATS),  # where a hand begins
            ("fit", np.float64, MAX_SEATS + 1),  # how likely a seat's choices are with its cards; 0 if not known yet
            ("new_fit", np.float64, 2),
            ("many", np.int64),
        ],
    )
)


@batch
def imagine_some(
    worlds: Any, known: Any, seat: int, memory: Any, then: Any, hidden: Any, nets: Any, work_array: Any, rng: Rng
) -> None:
    """Fill some worlds. If nothing is remembered they are independent."""
    for n in range(len(worlds)):
        worlds[n] = known[0]
        if len(hidden) == 0:
            imagine(worlds[n], seat, rng)
            continue
        more = 1
        if hidden[0].many == 0:
            imagine(worlds[n], seat, rng)
            gather(worlds[n], seat, hidden[0], rng)
            more = WARM_UP
        for _ in range(more):
            exchange(worlds[n], seat, memory[0], then, hidden[0], nets[0], work_array[0], rng)
        deal_out(worlds[n], seat, hidden[0])


@called
def gather(s: State, seat: int, h: Any, rng: Rng) -> None:
    """The hidden cards of an imagined world as a list; which cards of a hand were kept is drawn at random."""
    h.many = 0
    for other in range(index(s.players)):
        first = int(h.many)
        h.first[other] = first
        if other != seat:
            append(s, int(s.hand[other, 0]), int(s.hand[other, 1]), other, h)
        for k in range(int(h.many) - 1, first, -1):
            swap(h, k, first + below(rng, k + 1 - first))
    for layer in range(LAYERS):
        append(s, int(s.pile[layer, 0]), int(s.pile[layer, 1]), index(NOBODYS), h)
    append(s, int(s.buried[0]), int(s.buried[1]), index(NOBODYS), h)


@called
def append(s: State, first: int, second: int, owner: int, h: Any) -> None:
    for word in range(2):
        rest = second if word else first
        while rest:
            n = int(h.many)
            h.card[n] = card_at(s, word, lowest(rest))
            h.owner[n] = owner
            h.many = n + 1
            rest &= rest - 1


@rule
def swap(h: Any, i: int, j: int) -> None:
    card = int(h.card[i])
    h.card[i] = h.card[j]
    h.card[j] = card


@called
def fit(memory: Any, then: Any, seat: int, h: Any, net: Net, work: Work) -> float:
    """How likely the seat's choices are with the cards it is imagined to have kept."""
    if seat == NOBODYS:
        return 1.0
    likely = 1.0
    for n in range(2 * seat + PLAYED, 2 * seat + ADDED + 1):
        if memory.there[n] == 0:
            continue
        s = then[n]
        hand = s.hand[seat]
        hand[0] = memory.shown[n, 0]
        hand[1] = memory.shown[n, 1]
        first = int(h.first[seat])
        for k in range(first, first + int(memory.kept[seat])):
            add_card(hand, int(h.card[k]))
        for k in range(len(work.public)):  # an assignment of all at once takes the compiler a second
            work.public[k] = memory.public[n, k]
        many = consider(s, seat, net, work)
        for k in range(many):
            if work.numbers[k] == memory.decision[n]:
                likely *= DOUBT / many + (1 - DOUBT) * work.chances[k]
    return likely


@called
def exchange(s: State, seat: int, memory: Any, then: Any, h: Any, net: Net, work: Work, rng: Rng) -> None:
    """Try to swap a card of each other hand with another hidden card."""
    for other in range(int(s.players)):
        held = int(s.held[other])
        if other == seat or held == 0:
            continue
        i = int(h.first[other]) + below(rng, held)
        j = below(rng, int(h.many))
        swap(h, i, j)
        before, after = 1.0, 1.0
        for n in range(2):
            owner = int(h.owner[j]) if n else other
            if n == 0 or owner != other:
                before *= h.fit[owner]
                h.new_fit[n] = fit(memory, then, owner, h, net, work)
                after *= h.new_fit[n]
        if below(rng, 1 << 30) * before < (1 << 30) * after:
            h.fit[h.owner[j]] = h.new_fit[1]
            h.fit[other] = h.new_fit[0]
        else:
            swap(h, i, j)


@called
def deal_out(s: State, seat: int, h: Any) -> None:
    """Put the hidden cards of the list back into hands, pile and what lies face down."""
    for other in range(int(s.players)):
        if other != seat:
            put(h, s.hand[other], int(h.first[other]), int(s.held[other]))
    n = int(h.many) - int(s.left) - int(s.lost)
    for layer in range(LAYERS):
        put(h, s.pile[layer], n, int(s.in_layer[layer]))
        n += int(s.in_layer[layer])
    put(h, s.buried, n, int(s.lost))


@called
def put(h: Any, cards: Any, first: int, many: int) -> None:
    cards[0] = 0
    cards[1] = 0
    for n in range(first, first + many):
        add_card(cards, int(h.card[n]))
