"""Games from which Räuber's network learns what positions are worth."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import Any, Final

import numpy as np

from beute.bots import Budget
from beute.bots.greedy.raeuber import greedy
from beute.bots.master import pick
from beute.bots.master.raeuber import Settings, weigh_by
from beute.bots.master.raeuber.lookahead import NEARLY_OVER
from beute.bots.value.points import share_win
from beute.bots.value.raeuber import cards_left
from beute.games.compiling import When, batch, compile_entries
from beute.games.contract import CHANCE, OVER, actor, choose, draw, due, legal, play, scores
from beute.games.dice import below
from beute.games.raeuber.rules import MAX_SEATS, STATE
from tuning.raeuber import games
from tuning.raeuber.learning import Lessons, chances, facts_of, joined

GREEDY_GAMES: Final = 400_000
GREEDY_EVERY: Final = 10  # one position of so many is used
CARELESS: Final = 12  # of 256 decisions of `greedy` are random
BY_MASTER: Final = Budget(simulations=120)
CLOSE: Final = 0.004  # shares of a win: `master` plays a move that is worse by that much e times less often
AT_A_TIME: Final = 20 * games.AT_ONCE  # games between checks of the clock
MINUTE: Final = 60
PATIENCE: Final = 0.9  # how much of what is learned of a position is what was learned of the next one
LEAST: Final = 1e-6  # of a share that is divided by

TOLD: Final = np.dtype(
    [
        ("seat", np.int64),  # that was asked
        ("expected", np.float64),  # the share of the win that it expected
        ("chose", np.bool_),  # whether it had a choice; if not, it expected nothing
        ("astray", np.bool_),  # whether it then decided at random
        ("last", np.bool_),  # whether the game ended with it
    ]
)


def greedy_games(players: int, seed: int) -> Lessons:
    """The results of games of `greedy`."""
    table = games.rules_for(players).table()
    room = GREEDY_GAMES * 80 // GREEDY_EVERY  # a game has some 60 decisions
    tables, shares = np.repeat(table, room), np.zeros((room, players))
    many = play_greedy(table, GREEDY_GAMES, tables, shares, np.array([seed], np.uint64))
    return Lessons.of(tables[:many], shares[:many])


@batch
def play_greedy(table: Any, number: int, tables: Any, results: Any, rng: Any) -> int:
    """Play so many games; return how many positions were kept."""
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


def master_games(net: Any, players: int, minutes: float, seed: int) -> Lessons:
    """The targets from games of `master` with the network, played for so long."""
    found, end = list[Lessons](), monotonic() + MINUTE * minutes
    while not found or monotonic() < end:
        tables, told, results = games.in_parts(partial(gather, net), players, AT_A_TIME, 1000 * seed + len(found))
        asked = np.zeros(len(tables), np.bool_)
        mark_asked(tables.view(STATE), asked)
        found.append(Lessons.of(tables[asked], aims(net[0], tables, told, results)[asked]))
    return joined(found)


@batch
def mark_asked(tables: Any, asked: Any) -> None:
    for n in range(len(tables)):
        asked[n] = cards_left(tables[n]) > NEARLY_OVER


def gather(net: Any, players: int, seed: int) -> tuple[Any, ...]:
    """Positions of some games in their order, what was noted of them (`TOLD`), and the final shares."""
    compile_entries(When.AT_ONCE)
    rules, rng = games.rules_for(players), np.array([seed], np.uint64)
    found, told, results = list[Any](), list[tuple[int, float, bool, bool, bool]](), list[Any]()

    def decide(table: Any, seat: int, moves: list[int]) -> int:
        found.append(table.copy())
        if len(moves) == 1:
            told.append((seat, 0.0, False, False, False))
            return moves[0]
        shares = weigh_by(Settings(), net, rules.known(table[0], seat), (), seat, rng, BY_MASTER)
        astray = below(rng, games.ASTRAY) == 0
        told.append((seat, max(shares.values()), True, astray, False))
        return games.any_of(moves, rng) if astray else pick(shares, CLOSE, rng)

    for _ in range(games.AT_ONCE):
        first = len(found)
        shares = games.play_game(rules, rng, decide)
        results += [shares] * (len(found) - first)
        told[-1] = (*told[-1][:-1], True)
    return np.concatenate(found), np.array(told, TOLD), np.array(results)


def aims(net: Any, tables: Any, told: Any, results: Any) -> Any:
    """The targets of positions: partly what the seat that was asked expected, partly what followed.

    What followed is the target of the next position, and for the last one the result; so later expectations count less
    (temporal differences). One result is mostly luck, but a search expects too much of what it chooses; other seats do
    so later too, which evens out.
    """
    expected = expectations(net, tables, told, results.shape[1])
    found = results.copy()
    for n in range(len(tables) - 1, -1, -1):
        then = results[n] if told[n]["last"] else found[n + 1]
        if not told[n]["chose"]:
            found[n] = then
        elif told[n]["astray"]:  # then what followed says nothing about the position
            found[n] = expected[n]
        else:
            found[n] = expected[n] + PATIENCE * (then - expected[n])
    return found


def expectations(net: Any, tables: Any, told: Any, players: int) -> Any:
    """What the seat that was asked expected; the others share the rest as the network says."""
    shares = chances(net, facts_of(tables)[:, :players])[1]
    every, seat = np.arange(len(tables)), told["seat"]
    rest = 1 - shares[every, seat]
    shares *= ((1 - told["expected"]) / np.maximum(rest, LEAST))[:, None]
    shares[every, seat] = told["expected"]
    return shares
