"""Räuber a few plays ahead: every move is tried in the same imagined worlds, with the same draws.

After the first move all seats decide by a tree over what everybody knows, with the ratings of `greedy` as a prior.
The position is valued where the tree ends, and again after `greedy` has played on for a while.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any, Final

import numpy as np

from beute.bots.greedy.raeuber import MOVES, greedy, weigh
from beute.bots.master.raeuber.beliefs import believe
from beute.bots.master.raeuber.judgement import judge
from beute.bots.search.simulation import knowledge, mixed
from beute.bots.search.tree import NONE, add_edge, visit
from beute.bots.value.raeuber import cards_left
from beute.games.bits import Moves, lowest
from beute.games.compiling import batch, called, rule
from beute.games.contract import CHANCE, OVER, actor, choose, count, draw, due, imagine, legal, play
from beute.games.dice import Rng, below, reseed
from beute.games.layout import State
from beute.games.raeuber.rules import MAX_SEATS

LUCK, PLAYERS = 1, 2  # streams of a world's random numbers: draws, and random choices of players
DEEPEST: Final = 64
NEARLY_OVER: Final = 10  # with so few cards left it plays to the end


@batch
def look_ahead(
    known: Any,
    dealt: Any,
    world: Any,
    shown: Any,
    shown_words: Any,
    seat: int,
    moves: Any,
    tried: Any,
    memory: Any,
    past: Any,
    settings: Any,
    net: Any,
    work: Any,
    nodes: Any,
    edges: Any,
    used: Any,
    shares: Any,
    seed: int,
    first: int,
    worlds: int,
) -> None:
    """Try some of the moves in so many more worlds, and write the seat's shares of the win by move and world.

    `dealt`, `world` and `shown` are room for a state each; `dealt` is the world that was imagined last.
    """
    s = world[0]
    rng, luck, player_rng, hashing = (
        np.zeros(1, np.uint64),
        np.zeros(1, np.uint64),
        np.zeros(1, np.uint64),
        np.zeros(1, np.uint64),
    )
    path = np.empty((DEEPEST, 2), np.int64)
    result = np.zeros(MAX_SEATS)
    believing = memory[0].plays.sum() > 0
    horizon = int(settings[0].horizon)
    for number in range(first, first + worlds):
        reseed(rng, seed, 4 * number)
        dealt[0] = known[0]
        imagine(dealt[0], seat, rng)
        if believing:
            believe(dealt[0], memory, past, rng)
        for n in range(len(tried)):
            reseed(luck, seed, 4 * number + LUCK)
            reseed(player_rng, seed, 4 * number + PLAYERS)
            world[0] = dealt[0]
            play(s, seat, moves[tried[n]])
            length = 0
            if settings[0].exploration > 0:
                length = descend(world, shown, shown_words, settings, nodes, edges, used, path, luck, hashing)
            play_on(s, settings, horizon - length, net[0], work[0], luck, player_rng, result)
            for step in range(length):
                edge = path[step, 0]
                edges[edge].visits += 1
                edges[edge].share += result[path[step, 1]]
            shares[tried[n], number] = result[seat]


@called
def descend(
    world: Any,
    shown: Any,
    shown_words: Any,
    settings: Any,
    nodes: Any,
    edges: Any,
    used: Any,
    path: Any,
    luck: Any,
    hashing: Any,
) -> int:
    """Play by the tree until it has grown; return how many edges were taken."""
    s = world[0]
    gains = np.empty(MOVES)
    length = 0
    while due(s) != OVER and length < DEEPEST:
        if due(s) == CHANCE:
            play(s, CHANCE, draw(s, luck))
            continue
        seat = actor(s)
        moves = legal(s, seat)
        if count(moves) == 1:
            play(s, seat, lowest(moves[0]) if moves[0] else 64 + lowest(moves[1]))
            continue
        node = visit(nodes, used, mixed(hashing, knowledge(world, shown, shown_words, hashing) + seat))
        if node == NONE or nodes[node].visits == 1:
            return length
        weigh(s, seat, gains)
        edge = promising(nodes, edges, used, node, moves, gains, settings)
        if edge == NONE:
            return length
        path[length, 0] = edge
        path[length, 1] = seat
        length += 1
        play(s, seat, int(edges[edge].decision))
    return length


@called
def promising(nodes: Any, edges: Any, used: Any, node: int, moves: Moves, gains: Any, settings: Any) -> int:
    """The decision with the best bound (PUCT): its share so far, and more if `greedy` rates it high and it is new."""
    visits = np.zeros(MOVES)
    share = np.zeros(MOVES)
    place = np.full(MOVES, NONE)
    total = 0.0
    mean = 0.0
    edge = int(nodes[node].first)
    while edge != NONE:
        a = int(edges[edge].decision)
        visits[a] = edges[edge].visits
        share[a] = edges[edge].share
        place[a] = edge
        total += visits[a]
        mean += share[a]
        edge = int(edges[edge].next)
    mean = mean / total if total > 0 else 0.5
    temperature = float(settings[0].prior_temperature)
    top = -1e9
    for word in range(2):
        rest = moves[word]
        while rest:
            top = max(top, gains[64 * word + lowest(rest)])
            rest &= rest - 1
    odds = 0.0
    for word in range(2):
        rest = moves[word]
        while rest:
            a = 64 * word + lowest(rest)
            rest &= rest - 1
            gains[a] = exp((gains[a] - top) / temperature)
            odds += gains[a]
    exploration = float(settings[0].exploration) * sqrt(float(nodes[node].visits)) / odds
    best = -1
    most = -1e9
    for word in range(2):
        rest = moves[word]
        while rest:
            a = 64 * word + lowest(rest)
            rest &= rest - 1
            bound = (share[a] + mean) / (visits[a] + 1) + exploration * gains[a] / (1 + visits[a])
            if bound > most:
                best, most = a, bound
    if place[best] == NONE:
        return add_edge(nodes, edges, used, node, best)
    return place[best]


@called
def play_on(
    s: State, settings: Any, horizon: int, net: Any, work: Any, luck: Rng, player_rng: Rng, result: Any
) -> None:
    """What the seats can expect: a mean of the value now and some plays later, or at the end if that is near.

    The value now does not depend on how `greedy` plays, the later one has seen more: their errors differ.
    """
    if due(s) == CHANCE:
        play(s, CHANCE, draw(s, luck))
    here = np.zeros(MAX_SEATS)
    trust = 0.0
    if cards_left(s) > NEARLY_OVER:
        trust = float(settings[0].trust)
        judge(s, net, work, here)
    roll_out(s, horizon, int(256 * settings[0].careless), luck, player_rng)
    judge(s, net, work, result)
    for seat in range(int(s.players)):
        result[seat] += trust * (here[seat] - result[seat])


@rule
def roll_out(s: State, horizon: int, careless: int, luck: Rng, player_rng: Rng) -> None:
    """Play on by `greedy`, now and then at random, for so many decisions; to the end if that is near."""
    decisions = 0
    while due(s) != OVER:
        if due(s) == CHANCE:
            play(s, CHANCE, draw(s, luck))
        else:
            if decisions >= horizon and cards_left(s) > NEARLY_OVER:
                return
            seat = actor(s)
            play(
                s,
                seat,
                choose(legal(s, seat), player_rng)
                if below(player_rng, 256) < careless
                else greedy(s, seat, player_rng),
            )
            decisions += 1
