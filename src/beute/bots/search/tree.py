"""What a search remembers: a table of nodes, each with a list of edges, in two flat arrays.

A node is what a seat knows when it is asked, as one number; nodes are found by that number, so that transpositions
share a node. An edge is a decision there. It keeps the win shares of the seat that decides and of no other, as nobody
else chooses by them.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

import numpy as np

from beute.games.bits import Moves, highest
from beute.games.compiling import batch, rule
from beute.games.contract import choose, contains
from beute.games.dice import Rng

NODE: Final = np.dtype(
    (
        np.record,
        [
            ("key", np.int64),  # what is known; 0 where the table is empty
            ("visits", np.int32),
            ("first", np.int32),  # the latest edge
        ],
    )
)
EDGE: Final = np.dtype(
    (
        np.record,
        [
            ("share", np.float32),  # sum of the win shares of who decides
            ("visits", np.int32),
            ("offered", np.int32),  # how often the decision was legal when the node was visited
            ("next", np.int32),  # the edge before this one at the same node
            ("decision", np.int32),
        ],
    )
)
NODES, EDGES, ROOT = range(3)  # what is in `used`: how many there are of the first two, and the key of the root
NONE: Final = -1
FULLEST: Final = 2  # at most one of so many places in the table of nodes is used


class Tree:
    """The arrays of one search. They grow between slices; a slice that finds them full goes on without growing."""

    def __init__(self, room: int = 1 << 11) -> None:
        self.nodes = np.zeros(FULLEST * room, NODE)
        self.edges = np.empty(room, EDGE)
        self.used = np.zeros(3, np.int64)

    @property
    def bytes(self) -> int:
        return self.nodes.nbytes + self.edges.nbytes

    @property
    def at_root(self) -> list[Any]:
        """The edges of the seat that searches, by decision."""
        found = []
        edge = int(self.nodes[place(self.nodes, int(self.used[ROOT]))].first) if self.used[EDGES] else NONE
        while edge != NONE:
            found.append(self.edges[edge])
            edge = int(self.edges[edge].next)
        return sorted(found, key=lambda edge: int(edge.decision))

    def make_room(self, more: int) -> None:
        """Double what has no room for so many more."""
        while self.used[EDGES] + more > len(self.edges):
            self.edges = np.concatenate([self.edges, np.empty(len(self.edges), EDGE)])
        while FULLEST * (self.used[NODES] + more) > len(self.nodes):
            larger = np.zeros(2 * len(self.nodes), NODE)
            move_nodes(self.nodes, larger)
            self.nodes = larger


@batch
def move_nodes(nodes: Any, larger: Any) -> None:
    for n in range(len(nodes)):
        if nodes[n].key != 0:
            larger[place(larger, nodes[n].key)] = nodes[n]


@rule
def place(nodes: Any, key: int) -> int:
    """Where the node is, or would be."""
    last = len(nodes) - 1
    n = key & last
    while nodes[n].key != key and nodes[n].key != 0:
        n = n + 1 & last
    return n


@rule
def visit(nodes: Any, used: Any, key: int) -> int:
    """The node, made if it is new; NONE if there is no room."""
    n = place(nodes, key)
    if nodes[n].key == 0:
        if FULLEST * used[NODES] >= len(nodes):
            return NONE
        used[NODES] += 1
        nodes[n].key = key
        nodes[n].visits = 0
        nodes[n].first = NONE
    nodes[n].visits += 1
    return n


@rule
def add_edge(nodes: Any, edges: Any, used: Any, node: int, decision: int) -> int:
    """A decision not tried before; NONE if there is no room."""
    if used[EDGES] == len(edges):
        return NONE
    new = used[EDGES]
    used[EDGES] += 1
    edges[new].share = 0.0
    edges[new].visits = 0
    edges[new].offered = 1
    edges[new].next = nodes[node].first
    edges[new].decision = decision
    nodes[node].first = new
    return new


@rule
def select(nodes: Any, edges: Any, used: Any, node: int, moves: Moves, exploration: float, rng: Rng) -> int:
    """Of the legal decisions one that was never tried, or the most promising.

    The bound counts how often the decision was legal: in many imagined worlds it is not.
    """
    first = moves[0]
    second = moves[1]
    best = NONE
    most = -1.0
    edge = int(nodes[node].first)
    while edge != NONE:
        decision = int(edges[edge].decision)
        if contains(moves, decision):
            if decision < 64:
                first ^= 1 << decision
            else:
                second ^= 1 << (decision - 64)
            edges[edge].offered += 1
            once = 1.0 / int(edges[edge].visits)
            bound = float(edges[edge].share) * once + exploration * sqrt(logarithm(int(edges[edge].offered)) * once)
            if bound > most:
                best = edge
                most = bound
        edge = int(edges[edge].next)
    if first | second:
        return add_edge(nodes, edges, used, node, choose((first, second), rng))
    return best


@rule
def logarithm(n: int) -> float:
    """The natural logarithm, linear between powers of two. The exact one took half the time of a search."""
    power = highest(n)
    return 0.6931471805599453 * (power - 1 + n / (1 << power))
