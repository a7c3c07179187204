"""Train the network by which Räuber's master judges positions, for a number of players.

    python -m tuning.raeuber.network --players 5 --minutes 10 --out 5.npy

It learns what share of the win each seat will have: first from many games of `greedy`, then from some in which `master`
and `search` sit by turns. With `--minutes 0` it learns from `greedy` alone, as when `master` has no network yet; with
`--start` it goes on from weights that are there. `master` plays by the network that is in its place. Of games put aside
it is told how likely their results are by the network, and by the plain value. The weights belong into
`master/raeuber/weights`.
"""

from __future__ import annotations

import argparse
from functools import partial
from math import ceil
from time import monotonic
from typing import Any, Final

import numpy as np

from beute.bots import Budget, master, search, value
from beute.bots.greedy.raeuber import greedy
from beute.bots.master.raeuber.facts import FACTS, look_at
from beute.bots.master.raeuber.judgement import NET
from beute.bots.master.raeuber.lookahead import NEARLY_OVER
from beute.bots.value.points import share_win
from beute.bots.value.raeuber import cards_left, expect
from beute.games.contract import CHANCE, OVER, actor, choose, draw, due, legal, play, scores
from beute.games.kernel import Rng, State, batch, below, hurry
from beute.games.raeuber import SEATS
from beute.games.raeuber.rules import MAX_SEATS, STATE
from beute.play.engine import engine
from beute.play.setup import set_up
from tuning.network import Adam, backward, read_out, untrained
from tuning.raeuber import games

SPREAD: Final = {"units": 0.1, "out": 0.1}  # of untrained weights
GREEDY_GAMES: Final = 400_000
GREEDY_EVERY: Final = 10  # one position of so many is looked at
CARELESS: Final = 12  # of 256 decisions of `greedy` are any
# Both, as a network that had learned from `master` alone judged games with `search` worse.
BY_MASTER, BY_SEARCH = Budget(simulations=150), Budget(simulations=200)
AT_A_TIME: Final = 40 * games.AT_ONCE  # games, before the clock is looked at
CLOSE: Final = 0.004  # shares of a win: `master` plays a move that is worse by that much e times less often
MINUTE: Final = 60
PIECE: Final = 1024  # positions for each step
FIRST, THEN = (3, 2e-3), (4, 1e-3)  # how often positions are gone through, and how long the first steps are
ASIDE: Final = 0.1  # of the games, to see what was learned


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tuning.raeuber.network",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--players", type=int, default=5, choices=SEATS, help="at a table (%(default)s)")
    parser.add_argument("--minutes", type=float, default=10, help="how long both play (%(default)s)")
    parser.add_argument("--out", default="weights.npy", help="where the weights are written (%(default)s)")
    parser.add_argument("--start", help="weights to go on from, instead of learning from `greedy` first")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    hurry()
    rng = np.random.default_rng(options.seed)
    net = np.load(options.start).view(NET) if options.start else beginner(options.players, options.seed, rng)
    network = Adam(net)
    if options.minutes:
        learn(network, *good_games(options.players, options.minutes, options.seed), *THEN, rng)
    np.save(options.out, network.net.view(np.float32))


def beginner(players: int, seed: int, rng: np.random.Generator) -> Any:
    """A network that has learned from `greedy` alone."""
    network = Adam(untrained(NET, SPREAD, rng))
    learn(network, *greedy_games(players, seed), *FIRST, rng)
    return network.net


# ---------------------------------------------------------------- games


def greedy_games(players: int, seed: int) -> tuple[Any, Any]:
    """Positions that the network will be asked about, and the shares of the win they came to."""
    table = engine(set_up("raeuber", players, {})).table()
    room = GREEDY_GAMES * 80 // GREEDY_EVERY  # a game has some 60 decisions
    tables, shares = np.repeat(table, room), np.zeros((room, players))
    many = play_greedy(table, GREEDY_GAMES, tables, shares, np.array([seed], np.uint64))
    return tables[:many], shares[:many]


@batch
def play_greedy(table: Any, number: int, tables: Any, results: Any, rng: Any) -> int:
    """So many games; tell how many positions were kept."""
    fresh = table.copy()
    s = table[0]
    players = int(s.players)
    points, shares = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS)
    kept = 0
    for _ in range(number):
        table[0] = fresh[0]
        first = kept
        while due(s) != OVER:
            if due(s) == CHANCE:
                play(s, CHANCE, draw(s, rng))
                continue
            if below(rng, GREEDY_EVERY) == 0 and cards_left(s) > NEARLY_OVER and kept < len(tables):
                tables[kept] = table[0]
                kept += 1
            seat = actor(s)
            play(s, seat, choose(legal(s, seat), rng) if below(rng, 256) < CARELESS else greedy(s, seat, rng))
        scores(s, points)
        share_win(points, players, shares)
        results[first:kept] = shares[:players]
    return kept


def good_games(players: int, minutes: float, seed: int) -> tuple[Any, Any]:
    """The same of games of `master` and `search`, for so long."""
    found, end, part = list[Any](), monotonic() + MINUTE * minutes, 0
    while not found or monotonic() < end:
        found.append(games.in_parts(gather, players, AT_A_TIME, 1000 * seed + part))
        part += 1
    tables, shares = (np.concatenate(column) for column in zip(*found, strict=True))
    asked = np.zeros(len(tables), np.bool_)
    mark_asked(tables.view(STATE), asked)
    return tables[asked], shares[asked]


@batch
def mark_asked(tables: Any, asked: Any) -> None:
    for n in range(len(tables)):
        asked[n] = cards_left(tables[n]) > NEARLY_OVER


def gather(players: int, seed: int) -> tuple[Any, Any]:
    hurry()
    return games.positions(players, seed, partial(by_turns, seed), 1)


def by_turns(first: int, known: State, seat: int, rng: Rng) -> int:
    """Every other seat is `search`; which ones depends on who is first."""
    if (first + seat) % 2:
        return search.choose(known, (), seat, rng, BY_SEARCH)
    return master.pick(master.weigh(known, (), seat, rng, BY_MASTER), CLOSE, rng)


# ---------------------------------------------------------------- learning


def learn(network: Adam, tables: Any, shares: Any, passes: int, rate: float, rng: np.random.Generator) -> None:
    """Go through the positions, which stand in the order of their games; tell what was learned."""
    aside = int(ASIDE * len(tables))
    pieces = ceil((len(tables) - aside) / PIECE)
    for n in range(passes):
        order = aside + rng.permutation(len(tables) - aside)
        for k, piece in enumerate(np.array_split(order, pieces)):
            slope = slope_of(network.net[0], facts_of(tables[piece]), shares[piece])
            network.descend(slope, rate * (1 - (n + k / pieces) / passes))
    tables, shares = tables[:aside], shares[:aside]
    plain = plainly(tables)[:, : shares.shape[1]]
    by_network = chances(network.net[0], facts_of(tables)[:, : shares.shape[1]])[1]
    print(
        f"log likelihood in {aside} positions of other games: {likelihood(by_network, shares):.4f}, "
        f"by the plain value {likelihood(plain, shares):.4f}",
        flush=True,
    )


def likelihood(expected: Any, shares: Any) -> float:
    return float((np.log(np.maximum(expected, 1e-12)) * shares).sum(1).mean())


def facts_of(tables: Any) -> Any:
    facts = np.zeros((len(tables), MAX_SEATS, FACTS), np.float32)
    look_at_all(tables, facts)
    return facts


@batch
def look_at_all(tables: Any, facts: Any) -> None:
    for n in range(len(tables)):
        look_at(tables[n], facts[n])


def plainly(tables: Any) -> Any:
    expected = np.zeros((len(tables), MAX_SEATS))
    expect_all(tables, value.weights("raeuber"), expected)
    return expected


@batch
def expect_all(tables: Any, weights: Any, expected: Any) -> None:
    for n in range(len(tables)):
        expect(tables[n], weights, expected[n])


def chances(net: Any, facts: Any) -> tuple[Any, Any]:
    """The hidden units of all seats, and the shares that they can expect."""
    units = facts @ net.units
    odds = np.exp(read_out(units, net.out))
    return units, odds / odds.sum(1, keepdims=True)


def slope_of(net: Any, facts: Any, shares: Any) -> Any:
    """The loss is less the likelier the results (cross entropy)."""
    players = shares.shape[1]
    facts = np.ascontiguousarray(facts[:, :players])
    units, expected = chances(net, facts)
    by_number = ((expected - shares) / len(shares)).astype(np.float32)
    slope = np.zeros(1, NET)
    flat = len(shares) * players
    slope[0].units, slope[0].out = backward(
        facts.reshape(flat, -1), units.reshape(flat, -1), net.out, by_number.reshape(flat)
    )
    return slope


if __name__ == "__main__":
    main()
