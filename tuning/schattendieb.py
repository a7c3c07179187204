"""Train the policy of Der Schattendieb's master by play against itself and others.

    PYTHONPATH=src python tuning/schattendieb.py --minutes 30 --out weights.npy

Proximal policy optimisation: tables of seats that play by the network, some among `greedy`, random or earlier
networks; what a decision is worth is the reward at the end against what was expected before.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, Final

import numba
import numpy as np

from beute.bots.greedy import greedy
from beute.bots.master.schattendieb.features import DECISION, TABLE, survey
from beute.bots.master.schattendieb.policy import (
    HIDDEN,
    SHAPES,
    consider,
    net_of,
    new_mind,
    pick,
    worth_seen,
)
from beute.games.contract import CHANCE, OVER, actor, choose, draw, due, legal, play, scores
from beute.games.kernel import reseed
from beute.play.engine import engine
from beute.play.setup import set_up

LEARNER, EARLIER, GREEDY, RANDOM = range(4)
SEATS: Final = 7


@numba.njit(error_model="numpy", nogil=True)  # type: ignore[untyped-decorator]
def play_games(
    start: Any,
    table: Any,
    seed: Any,
    games: Any,
    kinds: Any,
    net: Any,
    old: Any,
    mind: Any,
    lam: Any,
    mixed: Any,
    steps: Any,
    rows: Any,
    heads: Any,
    notes: Any,
    rewards: Any,
    pairs: Any,
) -> Any:
    """Play games; keep what the learners saw and did. Tell how many decisions and rows were kept.

    steps: the table as each decision saw it; rows: the decisions it had; heads: first row, how many, which, game, seat;
    notes: log chance, worth, advantage, return.
    """
    s = table[0]
    players = int(s.players)
    rng = np.zeros(1, np.uint64)
    points = np.zeros(SEATS, np.int64)
    n, at = 0, 0
    latest = np.zeros(SEATS, np.float64)
    gain = np.zeros(SEATS, np.float64)
    for g in range(games):
        if n + 400 > len(heads) or at + 1600 > len(rows):
            return n, at, g
        reseed(rng, seed, g)
        table[0] = start[0]
        first = n
        asked, step = 0, -1
        while due(s) != OVER:
            if due(s) == CHANCE:
                play(s, CHANCE, draw(s, rng))
                continue
            seat = actor(s)
            kind = kinds[g, seat]
            if due(s) & ~asked or s.step != step:
                survey(s, mind.public)
            asked, step = due(s), s.step
            if kind == GREEDY:
                play(s, seat, greedy(s, seat, rng))
            elif kind == RANDOM:
                play(s, seat, choose(legal(s, seat), rng))
            elif kind == EARLIER:
                k = consider(s, seat, old, mind)
                play(s, seat, mind.numbers[pick(k, mind, rng)])
            else:
                many = consider(s, seat, net, mind)
                k = pick(many, mind, rng)
                if many > 1:
                    steps[n, :] = mind.table
                    for j in range(many):
                        rows[at + j, :] = mind.decisions[j]
                    heads[n, 0], heads[n, 1], heads[n, 2], heads[n, 3], heads[n, 4] = at, many, k, g, seat
                    notes[n, 0] = np.log(mind.chances[k])
                    notes[n, 1] = worth_seen(net, mind)
                    n += 1
                    at += many
                play(s, seat, mind.numbers[k])
        scores(s, points)
        best, winners = 0, 0
        for seat in range(players):
            best = max(best, points[seat])
        for seat in range(players):
            winners += int(points[seat] == best)
        for seat in range(players):
            win = 1.0 / winners if points[seat] == best else 0.0
            more = 0.0
            for other in range(players):
                if other != seat:
                    more += 1.0 if points[seat] > points[other] else 0.5 if points[seat] == points[other] else 0.0
                    a, b = kinds[g, seat], kinds[g, other]
                    pairs[a, b, 0] += (
                        1.0 if points[seat] > points[other] else 0.5 if points[seat] == points[other] else 0.0
                    )
                    pairs[a, b, 1] += 1
            rewards[g, seat, 0] = win
            rewards[g, seat, 1] = points[seat]
            latest[seat] = (1 - mixed) * win + mixed * more / (players - 1)
            gain[seat] = 0.0
        for seat in range(players):
            rewards[g, seat, 2] = latest[seat]
        for i in range(n - 1, first - 1, -1):
            seat = heads[i, 4]
            delta = latest[seat] - notes[i, 1]
            gain[seat] = delta + lam * gain[seat]
            notes[i, 2] = gain[seat]
            notes[i, 3] = notes[i, 1] + gain[seat]
            latest[seat] = notes[i, 1]
    return n, at, games


@numba.njit(error_model="numpy", nogil=True, fastmath=True)  # type: ignore[untyped-decorator]
def gradient(
    which: Any, steps: Any, rows: Any, heads: Any, notes: Any, net: Any, grad: Any, clip: Any, entropy: Any, scale: Any
) -> Any:
    """Add up the gradients of a part of the decisions; tell value loss, entropy, how often it was clipped."""
    wt, wc, out, vt, vout = net
    gt, gc, gout, gvt, gvout = grad
    base = np.zeros(HIDDEN, np.float32)
    units = np.zeros((8, HIDDEN), np.float32)
    logit = np.zeros(8)
    p = np.zeros(8)
    d = np.zeros(8)
    dbase = np.zeros(HIDDEN, np.float32)
    du = np.zeros(HIDDEN, np.float32)
    loss, bits, clipped = 0.0, 0.0, 0.0
    for i in which:
        first, many, chosen = heads[i, 0], heads[i, 1], heads[i, 2]
        # value
        base[:] = 0
        for f in range(TABLE):
            x = steps[i, f]
            if x != 0:
                for h in range(HIDDEN):
                    base[h] += x * vt[f, h]
        v = 0.0
        for h in range(HIDDEN):
            v += max(base[h], np.float32(0)) * vout[h]
        err = v - notes[i, 3]
        loss += err * err
        for h in range(HIDDEN):
            if base[h] > 0:
                gvout[h] += err * base[h]
                dbase[h] = err * vout[h]
            else:
                dbase[h] = 0
        for f in range(TABLE):
            x = steps[i, f]
            if x != 0:
                for h in range(HIDDEN):
                    gvt[f, h] += x * dbase[h]
        # policy
        base[:] = 0
        for f in range(TABLE):
            x = steps[i, f]
            if x != 0:
                for h in range(HIDDEN):
                    base[h] += x * wt[f, h]
        most = -1e9
        for k in range(many):
            for h in range(HIDDEN):
                units[k, h] = base[h]
            for f in range(DECISION):
                x = rows[first + k, f]
                if x != 0:
                    for h in range(HIDDEN):
                        units[k, h] += x * wc[f, h]
            y = 0.0
            for h in range(HIDDEN):
                y += max(units[k, h], np.float32(0)) * out[h]
            logit[k] = y
            most = max(most, y)
        total = 0.0
        for k in range(many):
            p[k] = np.exp(logit[k] - most)
            total += p[k]
        ent = 0.0
        for k in range(many):
            p[k] /= total
            ent -= p[k] * np.log(p[k] + 1e-12)
        bits += ent
        ratio = np.exp(np.log(p[chosen] + 1e-12) - notes[i, 0])
        a = notes[i, 2] * scale
        on = 1.0
        if (a > 0 and ratio > 1 + clip) or (a < 0 and ratio < 1 - clip):
            on = 0.0
            clipped += 1
        for k in range(many):
            hit = 1.0 if k == chosen else 0.0
            d[k] = -on * a * ratio * (hit - p[k])
            d[k] += entropy * p[k] * (np.log(p[k] + 1e-12) + ent)
        dbase[:] = 0
        for k in range(many):
            for h in range(HIDDEN):
                if units[k, h] > 0:
                    gout[h] += d[k] * units[k, h]
                    du[h] = d[k] * out[h]
                else:
                    du[h] = 0
                dbase[h] += du[h]
            for f in range(DECISION):
                x = rows[first + k, f]
                if x != 0:
                    for h in range(HIDDEN):
                        gc[f, h] += x * du[h]
        for f in range(TABLE):
            x = steps[i, f]
            if x != 0:
                for h in range(HIDDEN):
                    gt[f, h] += x * dbase[h]
    return loss, bits, clipped


def seats(rng: Any, games: int, players: int, mix: Any) -> Any:
    """Who sits where: tables of learners only, or of learners among one other kind."""
    kinds = np.zeros((games, SEATS), np.int64)
    modes = rng.choice(4, games, p=mix)
    among = rng.random((games, SEATS)) < 0.5
    kinds[:] = np.where(among & (modes[:, None] > 0), modes[:, None], LEARNER)
    kinds[np.arange(games), rng.integers(0, players, games)] = LEARNER
    return kinds


def measured(net: Any, other: Any, kind: int, players: int, games: int, seed: int, mind: Any) -> tuple[float, ...]:
    """Learners against one kind, half of the seats each: pair share, win shares of both."""
    rng = np.random.default_rng(seed)
    kinds = np.zeros((games, SEATS), np.int64)
    for g in range(games):
        many = players // 2 + (g & 1 if players & 1 else 0)
        kinds[g, rng.permutation(players)[:many]] = kind
    rules = engine(set_up("schattendieb", players, {}))
    rewards, pairs = np.zeros((games, SEATS, 3)), np.zeros((4, 4, 2))
    done = 0
    steps, rows = np.zeros((4000, TABLE), np.float32), np.zeros((16000, DECISION), np.float32)
    heads, notes = np.zeros((4000, 5), np.int64), np.zeros((4000, 4))
    while done < games:
        part = np.zeros((games - done, SEATS, 3))
        _, _, some = play_games(
            rules.start,
            rules.table(),
            seed + done,
            games - done,
            kinds[done:],
            net,
            other,
            mind,
            1.0,
            0.0,
            steps,
            rows,
            heads,
            notes,
            part,
            pairs,
        )
        rewards[done : done + some] = part[:some]
        done += some
    w = rewards[:, :players, 0]
    k = kinds[:, :players]
    return pairs[LEARNER, kind, 0] / pairs[LEARNER, kind, 1], w[k == LEARNER].mean(), w[k == kind].mean()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--out", default="weights.npy")
    parser.add_argument("--start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mixed", type=float, default=0.3)
    parser.add_argument("--lam", type=float, default=0.95)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--games", type=int, default=2500)
    parser.add_argument("--pieces", type=int, default=5)
    parser.add_argument("--mix", default="0.45,0.1,0.4,0.05")
    parser.add_argument("--players", default="3,4,5,6,7")
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    mind = new_mind()
    sizes = [int(np.prod(shape)) for shape in SHAPES]
    flat = np.concatenate(
        [
            rng.normal(0, 0.15, sizes[0]),
            rng.normal(0, 0.25, sizes[1]),
            rng.normal(0, 0.1, sizes[2]),
            rng.normal(0, 0.2, sizes[3]),
            rng.normal(0, 0.1, sizes[4]),
        ]
    )
    if args.start:
        flat = np.load(args.start).astype(float)
    m, v2, t = np.zeros_like(flat), np.zeros_like(flat), 0
    counts = [int(p) for p in args.players.split(",")]
    starts = {p: engine(set_up("schattendieb", p, {})) for p in counts}
    room = 130_000
    steps, rows = np.zeros((room, TABLE), np.float32), np.zeros((room * 4, DECISION), np.float32)
    heads, notes = np.zeros((room, 5), np.int64), np.zeros((room, 4))
    mix = np.array([float(x) for x in args.mix.split(",")])
    pool = [net_of(flat)]
    begun, said, update = time.time(), 0.0, 0
    while True:
        spent = time.time() - begun
        part = spent / (60 * args.minutes)
        if part >= 1:
            break
        net = net_of(flat)
        n, at = 0, 0
        for p in counts:
            each = int(args.games * (3 / p) ** 1.5)  # games among few are short
            kinds = seats(rng, each, p, mix)
            rewards, pairs = np.zeros((each, SEATS, 3)), np.zeros((4, 4, 2))
            old = pool[rng.integers(len(pool))]
            k, r, _ = play_games(
                starts[p].start,
                starts[p].table(),
                int(rng.integers(1 << 40)),
                each,
                kinds,
                net,
                old,
                mind,
                args.lam,
                args.mixed,
                steps[n:],
                rows[at:],
                heads[n:],
                notes[n:],
                rewards,
                pairs,
            )
            heads[n : n + k, 0] += at
            n, at = n + k, at + r
        scale = 1.0 / (notes[:n, 2].std() + 1e-6)
        rate = args.rate * (1.0 - 0.9 * part)
        order = rng.permutation(n)
        loss = bits = clipped = 0.0
        for _ in range(2):
            for piece in np.array_split(order, args.pieces):
                grad = tuple(np.zeros_like(w) for w in net)
                a, b, c = gradient(piece, steps, rows, heads, notes, tuple(net), grad, 0.2, args.entropy, scale)
                loss, bits, clipped = loss + a, bits + b, clipped + c
                g = np.concatenate([x.ravel() for x in grad]).astype(float) / len(piece)
                t += 1
                m = 0.9 * m + 0.1 * g
                v2 = 0.999 * v2 + 0.001 * g * g
                flat = flat - rate * (m / (1 - 0.9**t)) / (np.sqrt(v2 / (1 - 0.999**t)) + 1e-8)
                net = net_of(flat)
            rng.shuffle(order)
        update += 1
        if update % 40 == 0:
            pool = [*pool[-9:], net]
        if time.time() - said > 60:
            said = time.time()
            np.save(args.out, flat.astype(np.float32))
            told = [measured(net, net, GREEDY, p, 4000, 77, mind) for p in (counts if len(counts) < 3 else (3, 5, 7))]
            text = "  ".join(f"{a:.3f} {b:.3f}:{c:.3f}" for a, b, c in told)
            learned = f"loss {loss / n / 2:.4f} bits {bits / n / 2:.3f} clipped {clipped / n / 2:.3f}"
            print(f"{spent:6.0f}s update {update} n {n} {learned} | vs greedy {text}", flush=True)
    np.save(args.out, flat.astype(np.float32))


if __name__ == "__main__":
    main()
