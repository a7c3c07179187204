"""The maximum-likelihood weights of Sneaky's value, from games of `turn` against itself.

    python tuning/sneaky.py [--rounds 3] [--games 15000] [--matches 4000]

Each round plays games with the weights so far, fits new ones, lets both play each other, and continues with the
new ones. They are written to `sneaky.toml` by `--write`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np

from beute.bots import value
from beute.bots.greedy import sneaky as thumb
from beute.bots.turn import ENDS, SOLVED, carry_out, end_turn, find_open, roll_out, solve, value_ends
from beute.bots.value.points import share_win
from beute.bots.value.sneaky import FEATURES, FEWEST, LAST_ROUND, TIMES, describe, tell_time
from beute.games.compiling import batch, called
from beute.games.contract import CHANCE, OVER
from beute.games.dice import below, reseed
from beute.games.sneaky import rules
from beute.games.sneaky.rules import MAX_SEATS, REFILL, ROLL, STATE
from beute.play.engine import engine
from beute.play.setup import set_up

MOST_WARM: Final = 12  # turns that some games begin with by `greedy`, so that not all positions are those of `turn`
POSITIONS: Final = 60  # of a game that are kept, at most
TURNS: Final = 200  # of a game, at most
RIDGE: Final = 3.0  # ridge penalty: as if so many positions spoke for 0
FILE: Final = Path(value.__file__).parent / "sneaky.toml"


# ---------------------------------------------------------------- games


@called
def rule_of_thumb(s: Any, seat: int, rng: Any) -> int:
    return thumb.greedy(s, seat, rng)


@called
def drawn(s: Any, rng: Any) -> int:
    return rules.draw(s, rng)


@called
def share(s: Any, shares: Any) -> None:
    points = np.zeros(MAX_SEATS, np.int64)
    rules.scores(s, points)
    share_win(points, int(s.players), shares)


@batch
def play_games(
    start: Any, seed: int, first: int, games: int, warm: bool, weights: Any, kept: Any, game_of: Any, shares: Any
) -> int:
    """Play games of `turn`, each seat with weights of its own; keep the positions after turns and who won.

    The luck of a turn depends on the seed, the game and the number of the turn.
    """
    table, twin = start.copy(), start.copy()
    solved = np.zeros(1, SOLVED)
    ends = np.empty((ENDS, MAX_SEATS))
    luck = np.zeros(1, np.uint64)
    s = table[0]
    positions = 0
    for game in range(games):
        table[0] = start[0]
        reseed(luck, seed, (first + game) * TURNS)
        warm_turns = below(luck, MOST_WARM + 1) if warm and below(luck, 2) == 0 else 0
        while s.due != OVER and s.turns < TURNS:
            if s.due == CHANCE and s.step != ROLL:
                carry_out(s, CHANCE, drawn(s, luck))
                continue
            turn, seat = int(s.turns), int(s.seat)
            reseed(luck, seed, (first + game) * TURNS + turn)
            if turn <= warm_turns:
                while s.due != OVER and s.turns == turn and s.step != REFILL:
                    if s.due == CHANCE:
                        carry_out(s, CHANCE, drawn(s, luck))
                    else:
                        carry_out(s, seat, rule_of_thumb(s, seat, luck))
                continue
            find_open(s, solved[0])
            value_ends(table, seat, weights[seat], solved, ends)
            solve(table, seat, ends, solved)
            twin[0] = table[0]
            end_turn(table, seat, solved[0], roll_out(twin, solved, 0, luck), weights[seat])
            if s.due != OVER and positions < len(kept):
                kept[positions] = table[0]
                game_of[positions] = game
                positions += 1
        share(s, shares[game])
    return positions


def self_play(players: int, games: int, seed: int, weights: Any) -> tuple[Any, Any]:
    """Positions between turns, and the final shares of the win of each."""
    start = engine(set_up("sneaky", players, {})).start
    kept, game_of = np.zeros(games * POSITIONS, STATE), np.zeros(games * POSITIONS, np.int64)
    shares = np.zeros((games, MAX_SEATS))
    found = play_games(start, seed, 0, games, True, np.array([weights] * MAX_SEATS), kept, game_of, shares)
    return kept[:found], shares[game_of[:found]]


def match(players: int, games: int, seed: int, new: Any, old: Any) -> tuple[float, float]:
    """The share of wins of one seat with new weights among old ones, in all seats with the same luck; and its 95 %."""
    start = engine(set_up("sneaky", players, {})).start
    kept, game_of = np.zeros(0, STATE), np.zeros(0, np.int64)
    deals = games // players
    won = np.zeros(deals)
    for hero in range(players):
        shares = np.zeros((deals, MAX_SEATS))
        weights = np.array([new if seat == hero else old for seat in range(MAX_SEATS)])
        play_games(start, seed, 0, deals, False, weights, kept, game_of, shares)
        won += shares[:, hero] / players
    return float(won.mean()), 1.96 * float(won.std()) / deals**0.5


# ---------------------------------------------------------------- fitting


@batch
def look(kept: Any, features: Any, times: Any) -> None:
    for n in range(len(kept)):
        describe(kept[n], features[n])
        tell_time(kept[n], times[n])


def fit(kept: Any, shares: Any, players: int, steps: int = 12) -> tuple[Any, float]:
    """The weights (a row a feature, a column a time) by Newton's method, and the mean log of the odds they gave to
    what happened."""
    features, times = np.zeros((len(kept), MAX_SEATS, len(FEATURES))), np.zeros((len(kept), TIMES))
    look(kept, features, times)
    features = features[:, :players]
    weights = np.zeros((len(FEATURES), TIMES))
    begun = (times > 0).argmax(axis=1)
    for _ in range(steps):
        gradient, hessian, likely = RIDGE * weights, RIDGE * np.eye(weights.size).reshape(weights.shape * 2), 0.0
        for first in range(TIMES):  # positions between this time and the next have weights of these two only
            pair = slice(first, first + 1 if first < LAST_ROUND else first + 2)
            part = np.nonzero(begun == first)[0]
            seen, time = features[part], times[part, pair]
            wide = len(FEATURES), time.shape[1]
            prospects = np.einsum("npf,nf->np", seen, time @ weights[:, pair].T)
            odds = np.exp(prospects - prospects.max(axis=1, keepdims=True))
            odds /= odds.sum(axis=1, keepdims=True)
            likely += float((shares[part, :players] * np.log(odds + 1e-300)).sum())
            apart = seen - np.einsum("np,npf->nf", odds, seen)[:, None]
            terms = (apart[:, :, :, None] * time[:, None, None, :]).reshape(len(part) * players, wide[0] * wide[1])
            gradient[:, pair] -= (terms.T @ (shares[part, :players] - odds).ravel()).reshape(wide)
            hessian[:, pair, :, pair] += (terms.T @ (terms * odds.reshape(-1, 1))).reshape(wide * 2)
        change = np.linalg.solve(hessian.reshape(weights.size, weights.size), gradient.ravel())
        weights -= change.reshape(weights.shape)
        if np.abs(change).max() < 1e-3:
            break
    return weights, likely / len(kept)


# ---------------------------------------------------------------- the file

HEAD: Final = """\
# What a position of Sneaky is worth: the weights of a seat's prospect (one more is e times the chances); found by
# `tuning/sneaky.py`. `value/sneaky.py` says what each line means. The columns are times of the game:
# turns left  1        2        3        4     pile 1        6       12       18
"""


def written(weights: Any) -> str:
    """The file of weights, a table for each number of players."""
    text = HEAD
    for n, table in enumerate(weights.reshape(-1, len(FEATURES), TIMES)):
        text += f"\n[{FEWEST + n}]\n"
        for feature, row in zip(FEATURES, table, strict=True):
            text += f"{feature:<11} = [{', '.join(f'{weight:6.3f}' for weight in row)}]\n"
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=15_000, help="of each number of players and round")
    parser.add_argument("--matches", type=int, default=4_000, help="games between new weights and old ones")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="keep the weights")
    options = parser.parse_args()
    weights = value.weights("sneaky").reshape(-1, len(FEATURES), TIMES).copy()
    for number in range(options.rounds):
        for players in options.players:
            kept, shares = self_play(players, options.games, options.seed + number, weights.ravel())
            new = weights.copy()
            new[players - FEWEST], likely = fit(kept, shares, players)
            won, reach = match(players, options.matches, options.seed + 1000 + number, new.ravel(), weights.ravel())
            print(
                f"round {number}, {players} players: {len(kept)} positions, log {likely:.4f}, "
                f"new among old {won:.3f} ± {reach:.3f} of {options.matches} games",
                flush=True,
            )
            weights = new
            if options.write:
                FILE.write_text(written(weights), encoding="utf-8")


if __name__ == "__main__":
    main()
