"""The compiled loop that plays games with a bot in every seat: chance, and all bots that have a policy.

It returns to Python only where a bot without a policy is asked. Each step of each seat has luck of its own: a seat's
third draw of deal 7 uses the same random number no matter which bots play.
"""

from __future__ import annotations

from typing import Any, Final

from beute.bots.absurd import absurdity, sensible
from beute.games.compiling import batch, called, rule
from beute.games.contract import (
    CHANCE,
    NOBODY,
    OVER,
    actor,
    conceal,
    contains,
    draw,
    due,
    ending,
    endless,
    legal,
    play,
    scores,
)
from beute.games.dice import below, reseed
from beute.lab.policies import ask
from beute.play.engine import goes_on

SEATS: Final = 8  # more than any game has
STREAMS: Final = 8 * SEATS  # of luck: for each step of a turn and each seat
MOST_DECISIONS: Final = 128
EVENTS, PHASE, SEAT, DECISION = range(4)  # notes: events so far, where the phase began, who is asked, what was answered
ENDED, ASKED, FULL, ILLEGAL = range(4)  # why the loop stops


@rule
def begin(start: Any, table: Any, luck: Any, bot_rngs: Any, seed: int, deal: int) -> None:
    """Start a game: the luck of its chance events, and a generator for the bot of each seat."""
    table[0] = start[0]
    reseed(luck[0], seed, deal)
    base = below(luck[0], 1 << 62)
    for k in range(STREAMS):
        reseed(luck[k], base, k)
    for seat in range(SEATS):
        reseed(bot_rngs[seat], base, STREAMS + seat)


@rule
def go_on(
    table: Any,
    known: Any,
    policies: Any,
    seating: Any,
    luck: Any,
    bot_rngs: Any,
    log: Any,
    notes: Any,
    counts: Any,
    absurd: Any,
) -> int:
    """Play until a seat without a policy is asked; return why it stopped. An empty log is not written."""
    s = table[0]
    while due(s) != OVER and not endless(s):
        if 0 < len(log) <= notes[EVENTS]:
            return FULL
        if due(s) == CHANCE:
            stream = SEATS * (int(s.step) % 8) + int(s.seat) % SEATS
            carry_out(s, CHANCE, draw(s, luck[stream]), log, notes)
            continue
        seat = actor(s)
        known[0] = table[0]
        conceal(known[0], seat)
        notes[SEAT] = seat
        if not policies[seating[seat]]:
            return ASKED
        notes[DECISION] = ask(policies[seating[seat]], known[0], seat, bot_rngs[seat])
        if not answer(s, known[0], log, notes, counts, absurd):
            return ILLEGAL
    return ENDED


@rule
def answer(s: Any, known: Any, log: Any, notes: Any, counts: Any, absurd: Any) -> bool:
    """Play what the seat that is asked decided by what it knows, if it is legal."""
    seat, a = notes[SEAT], notes[DECISION]
    if not 0 <= a < MOST_DECISIONS or not contains(legal(s, seat), a):
        return False
    absurd[seat] += int(is_absurd(known, seat, a))
    carry_out(s, seat, a, log, notes)
    counts[seat] += 1
    return True


@called
def is_absurd(known: Any, seat: int, a: int) -> bool:
    """Whether a decision is on the list of its game, and there was a sensible one."""
    return absurdity(known, seat, a) != 0 and not contains(sensible(known, seat), a)


@rule
def carry_out(s: Any, seat: int, a: int, log: Any, notes: Any) -> None:
    n, asked, step = notes[EVENTS], due(s), s.step
    play(s, seat, a)
    if len(log) > 0:
        log[n, 0], log[n, 1] = seat, a
    notes[EVENTS] = n + 1
    if not goes_on(s, seat, asked, step):
        notes[PHASE] = n + 1


@batch
def play_games(
    start: Any,
    table: Any,
    known: Any,
    policies: Any,
    seatings: Any,
    deals: Any,
    seed: int,
    luck: Any,
    bot_rngs: Any,
    log: Any,
    notes: Any,
    counts: Any,
    absurd: Any,
    points: Any,
    endings: Any,
    ends: Any,
) -> int:
    """Play games of seats that all have policies; return how many, up to one with an illegal decision.

    A log that is not empty gets the events of one game after the other; where it is full the games stop as well.
    """
    for n in range(len(deals)):
        begin(start, table, luck, bot_rngs, seed, deals[n])
        notes[EVENTS] *= int(len(log) > 0)
        notes[PHASE] = notes[EVENTS]
        if go_on(table, known, policies, seatings[n], luck, bot_rngs, log, notes, counts[n], absurd[n]) != ENDED:
            return n
        ends[n] = notes[EVENTS]
        endings[n] = ending(table[0])
        if endings[n]:
            scores(table[0], points[n])
    return len(deals)


@batch
def set_table(start: Any, table: Any, luck: Any, bot_rngs: Any, seed: int, deal: int) -> None:
    """Compiled entry to `begin`."""
    begin(start, table, luck, bot_rngs, seed, deal)


@batch
def play_on(
    table: Any,
    known: Any,
    policies: Any,
    seating: Any,
    luck: Any,
    bot_rngs: Any,
    log: Any,
    notes: Any,
    counts: Any,
    absurd: Any,
) -> int:
    """Play the answer from Python, if there is one, and continue until Python is asked again."""
    if notes[SEAT] != NOBODY:
        if not answer(table[0], known[0], log, notes, counts, absurd):
            return ILLEGAL
        notes[SEAT] = NOBODY
    return go_on(table, known, policies, seating, luck, bot_rngs, log, notes, counts, absurd)
