"""One simulation after the other, in compiled code: imagine a world, walk down the tree, roll out, add the result.

Which information sets? Each seat decides at nodes of its own, by what it may know, and looks only at its own win
shares: the many-observer tree search of Cowling, Powley and Whitehouse. With a single observer, the searching seat,
face-down choices would either be seen by the seats that choose later in the same phase, or be merged when they
are revealed. Their trees are one table here, as a node is found by what is known and not by the way to it.

What a seat knows is taken to be what everybody knows, and what it has itself decided in a phase that is not over.
Its hand is left out: it is different in nearly every imagined world, so that no node would be visited twice, and
which decisions are legal already says most about it. So nobody, the searching seat included, uses more than it knows.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots.greedy import greedy
from beute.bots.search.tree import NONE, ROOT, select, visit
from beute.bots.value import expect, whose_turn
from beute.games.bits import Moves, lowest
from beute.games.compiling import batch, called, rule
from beute.games.contract import (
    CHANCE,
    NOBODY,
    OVER,
    actor,
    choose,
    conceal,
    count,
    draw,
    due,
    endless,
    imagine,
    legal,
    play,
)
from beute.games.dice import Rng, below
from beute.games.layout import State

MOST_SEATS: Final = 8
DEEPEST: Final = 1 << 10  # decisions of a simulation that the tree remembers
KEYS: Final = 1 << 62
TURNS, TURN_OF = 0, 1  # the clock of a simulation: how many turns it still plays, and whose turn it is


@batch
def simulate(
    known: Any,
    world: Any,
    shown: Any,
    shown_words: Any,
    seat: int,
    nothing_hidden: bool,
    settings: Any,
    weights: Any,
    nodes: Any,
    edges: Any,
    used: Any,
    totals: Any,
    rng: Any,
    simulations: int,
) -> int:
    """Add so many simulations to the tree, and their results to `totals`; return how many decisions were rolled out.

    `world` and `shown` are room for a state each, `shown_words` is `shown` as numbers.
    """
    s = world[0]
    players = int(s.players)
    path = np.empty((DEEPEST, 2), np.int64)
    own = np.zeros(MOST_SEATS, np.int64)
    shares = np.zeros(MOST_SEATS, np.float64)
    luck = np.zeros(1, np.uint64)
    clock = np.zeros(2, np.int64)
    rolled_out = 0
    for _ in range(simulations):
        world[0] = known[0]
        clock[TURNS] = int(settings[0].turns)
        clock[TURN_OF] = whose_turn(s)
        imagine(s, seat, rng)
        length = descend(
            world, shown, shown_words, seat, nothing_hidden, settings, nodes, edges, used, path, own, clock, luck, rng
        )
        rolled_out += roll_out(s, clock, int(256 * settings[0].greedy), rng)
        expect(s, weights, shares)
        for n in range(length):
            edge = path[n, 0]
            edges[edge].visits += 1
            edges[edge].share += shares[path[n, 1]]
        for other in range(players):
            totals[other] += shares[other]
    return rolled_out


@rule
def ends(s: State, clock: Any) -> bool:
    """Whether a simulation ends here: the game is over, or the last turn that it plays."""
    turn_of = whose_turn(s)
    clock[TURNS] -= int(turn_of != clock[TURN_OF])
    clock[TURN_OF] = turn_of
    return due(s) == OVER or clock[TURNS] <= 0


# ---------------------------------------------------------------- down the tree


@called
def descend(
    world: Any,
    shown: Any,
    shown_words: Any,
    seat: int,
    nothing_hidden: bool,
    settings: Any,
    nodes: Any,
    edges: Any,
    used: Any,
    path: Any,
    own: Any,
    clock: Any,
    luck: Any,
    rng: Any,
) -> int:
    """Play by the tree until it has grown; return how many edges were taken.

    Seats that decide at once all use the tree: one that has tried something new does not end it for the others.
    """
    s = world[0]
    length = 0
    grown = 0  # the seats that tried something new
    phase = 0  # what everybody knows, as a number; 0 if it must be found again
    while not ends(s, clock) and length < DEEPEST:
        asked = due(s)
        step = s.step
        who = CHANCE
        if asked == CHANCE:
            a = (
                draw_again(world, shown, shown_words, settings, nodes, used, luck, rng)
                if nothing_hidden
                else draw(s, rng)
            )
        else:
            who = seat if length == 0 else lowest(asked & ~grown)
            moves = legal(s, who)
            a = choose(moves, rng)
            if count(moves) > 1:
                if phase == 0:
                    phase = knowledge(world, shown, shown_words, luck)
                    own[:] = 0
                edge = next_edge(
                    nodes, edges, used, mixed(luck, phase + own[who] + who), moves, settings, length == 0, rng
                )
                if edge == NONE:
                    return length
                a = int(edges[edge].decision)
                path[length, 0] = edge
                path[length, 1] = who
                length += 1
                grown |= int(edges[edge].visits == 0) << who
        play(s, who, a)
        if asked != CHANCE and s.step == step and due(s) > 0 and due(s) & ~asked == 0:
            own[who] = own[who] + mixed(luck, a + 1) & KEYS - 1
            if due(s) & ~grown == 0:
                return length
        elif grown:
            return length
        else:
            phase = 0
    return length


@rule
def next_edge(nodes: Any, edges: Any, used: Any, key: int, moves: Moves, settings: Any, at_root: bool, rng: Any) -> int:
    """The way on from the node of that key; NONE if there is no room for a new one."""
    if at_root:
        used[ROOT] = key
    node = visit(nodes, used, key)
    if node == NONE:
        return NONE
    return select(nodes, edges, used, node, moves, float(settings[0].exploration), rng)


@rule
def mixed(luck: Any, number: int) -> int:
    """A hash of a number; never 0."""
    luck[0] = number
    return below(luck, KEYS - 1) + 1


@called
def knowledge(world: Any, shown: Any, shown_words: Any, luck: Any) -> int:
    """What everybody knows, as a number. What lies face down is not in it, and so who has chosen is not."""
    shown[0] = world[0]
    conceal(shown[0], NOBODY)
    key = 0
    for n in range(len(shown_words)):
        luck[0] = key ^ int(shown_words[n])
        key = below(luck, KEYS >> 1)
    return key + 1


@called
def draw_again(
    world: Any, shown: Any, shown_words: Any, settings: Any, nodes: Any, used: Any, luck: Any, rng: Any
) -> int:
    """One of the outcomes that this chance event has had, or a new one: progressive widening by its visits.

    The outcome number k of an event is a function of what is known there and of k, so that no list must be kept.
    """
    key = mixed(luck, knowledge(world, shown, shown_words, luck))
    node = visit(nodes, used, key)
    if node == NONE:
        return draw(world[0], rng)
    let_in = float(settings[0].widening) * float(nodes[node].visits) ** float(settings[0].widening_power)
    luck[0] = mixed(luck, key - 1 ^ below(rng, 1 + int(let_in)))
    return draw(world[0], luck)


# ---------------------------------------------------------------- to the end


@rule
def roll_out(s: State, clock: Any, thoughtful: int, rng: Rng) -> int:
    """Play a rollout to the end; return how many decisions were made."""
    decisions = 0
    while not ends(s, clock) and not endless(s):
        if due(s) == CHANCE:
            play(s, CHANCE, draw(s, rng))
        else:
            seat = actor(s)
            play(s, seat, guess(s, seat, thoughtful, rng))
            decisions += 1
    return decisions


@rule
def guess(s: State, seat: int, thoughtful: int, rng: Rng) -> int:
    """How rollouts are played; only here: `thoughtful` times of 256 by `greedy`, else at random."""
    if thoughtful and below(rng, 256) < thoughtful:
        return greedy(s, seat, rng)
    return choose(legal(s, seat), rng)
