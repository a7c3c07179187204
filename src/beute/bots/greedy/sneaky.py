"""Sneaky by rules of thumb: compare what stopping now is worth with what another roll may add or lose."""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np

from beute.games.bits import lowest, size
from beute.games.compiling import called, entry, rule
from beute.games.dice import Rng
from beute.games.layout import State
from beute.games.sneaky.rules import (
    AGAIN,
    CENTRE,
    COLOURS,
    DICE,
    NONE,
    SPOTS,
    STATE,
    STOP,
    TOP,
    TOP_KIND,
    VALUE,
    VALUES,
    legal,
    owner_of,
    play,
    put,
    scores,
)

# ---------------------------------------------------------------- weights

HIT: Final = 0.24  # how often a die shows a needed colour: in the next roll, or in one after that
SAFE: Final = 1.0  # each point of a 1 is there to stay
KEPT: Final = 0.8  # each point of a bandit on the seat's own stack, as it may be stolen
REVENGE: Final = 0.5  # each point that an opponent loses; a lone opponent's counts twice this
LEADER: Final = 0.3  # and each that the leader loses, in addition
CUFF: Final = 1.8  # a handcuff more or less
MARGIN: Final = 1  # points that an opponent who is still to play will probably make

# ---------------------------------------------------------------- chances

STAYS_AWAY: Final = np.array([[(1 - k / COLOURS) ** n for n in range(DICE + 1)] for k in range(COLOURS + 1)])


def _at_least(wanted: int, dice: int, chance: float) -> float:
    return sum(comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(wanted, dice + 1))


MOST_WANTED: Final = VALUES * SPOTS
FILLS: Final = np.array(
    [[_at_least(wanted, dice, HIT) for wanted in range(MOST_WANTED + 1)] for dice in range(DICE + 1)]
)


@rule
def bust_risk(s: State) -> float:
    """No die shows a colour that an open bandit still needs."""
    colours = 0
    for colour in range(COLOURS):
        colours += int(int(s.spots) >> 8 * colour & 255 != 0)
    return STAYS_AWAY[colours, int(s.dice_left)]


@rule
def fill_chance(s: State, spot: int) -> float:
    """Enough dice come for this bandit, after those of its colour that need fewer."""
    wanted = int(s.wants) >> 8 * spot & 255
    same = int(s.spots) >> int(s.byte[spot]) & 255 & ~(1 << spot)
    before = 0
    while same:
        other = lowest(same)
        same &= same - 1
        others = int(s.wants) >> 8 * other & 255
        if others < wanted or (others == wanted and other < spot):
            before += others
    return FILLS[int(s.dice_left), wanted + before]


# ---------------------------------------------------------------- what things are worth


@called
def price_bandits(s: State, seat: int, worth: Any) -> None:
    """What each open bandit would be worth: 1s are safe, and what is stolen hurts an opponent, the leader most."""
    points = np.empty(len(s.cuffs), np.int64)
    scores(s, points)
    best = -100
    for other in range(int(s.players)):
        if other != seat:
            best = max(best, points[other])
    for spot in range(CENTRE):
        worth[spot] = kept(int(s.centre[spot])) if s.centre[spot] != NONE else 0.0
    for stack in range(SPOTS - CENTRE):
        worth[CENTRE + stack] = 0.0
        height = int(s.height[stack])
        if height > 0 and owner_of(s, stack) != seat:
            kind = int(s.stack[stack, height - 1])
            leads = points[owner_of(s, stack)] == best
            worth[CENTRE + stack] = kept(kind) + VALUE[kind] * revenge(int(s.players), leads)


@rule
def kept(kind: int) -> float:
    """A bandit that the seat has captured: what is on a stack may be lost again."""
    value = int(VALUE[kind])
    return SAFE if value == 1 else KEPT * value


@rule
def revenge(players: int, leads: bool) -> float:
    """Each point an opponent loses: with fewer opponents it matters more, and most if it is the leader."""
    return 2 * REVENGE / (players - 1) + (LEADER if leads else 0.0)


@rule
def haul(s: State, worth: Any) -> float:
    """What stopping now brings: the filled bandits and the handcuff gained or lost."""
    value = CUFF * (min(2, size(int(s.filled) & 7)) - 1)
    filled = int(s.filled)
    while filled:
        value += worth[lowest(filled)]
        filled &= filled - 1
    return value


@rule
def hope(s: State, worth: Any) -> float:
    """What rolling on may add: each bandit by the chance to fill it, with the handcuff that the centre brings."""
    wants_cuff = size(int(s.filled) & 7) < 2
    value = 0.0
    for spot in range(SPOTS):
        if int(s.wants) >> 8 * spot & 255:
            prize = worth[spot] + (CUFF if wants_cuff and spot < CENTRE else 0.0)
            value += prize * fill_chance(s, spot)
    return value


@rule
def gamble(s: State, worth: Any) -> float:
    """What rolling on is worth: `haul` and `hope` if it goes well, and a handcuff lost if not."""
    risk = bust_risk(s)
    return (1 - risk) * (haul(s, worth) + hope(s, worth)) - risk * CUFF


@called
def prospect(s: State, worth: Any) -> float:
    """The better of stopping and rolling on."""
    if s.dice_left > 0 and s.spots != 0:
        return max(haul(s, worth), gamble(s, worth))
    return haul(s, worth)


# ---------------------------------------------------------------- decisions


@entry
def greedy(s: State, seat: int, rng: Rng) -> int:
    """Place dice while that makes things better, then stop or roll on, whichever is worth more; in the end, to win."""
    if s.step == TOP:
        return least_tempting_top(s, seat)
    worth = np.empty(SPOTS)
    price_bandits(s, seat, worth)
    spot, value = best_place(s, seat, worth)
    if not s.placed or value > prospect(s, worth):
        return spot
    if s.dice_left == 0 or s.spots == 0:
        return STOP
    if s.turns_left != NONE:
        if lead_if_stopped(s, seat) < 0:
            return AGAIN
        if s.turns_left == 1:
            return STOP
    return AGAIN if gamble(s, worth) > haul(s, worth) else STOP


@rule
def best_place(s: State, seat: int, worth: Any) -> tuple[int, float]:
    """The bandit on which one or more dice of this roll do best, and how good things are then."""
    spots = legal(s, seat)[0] & (1 << SPOTS) - 1
    then = np.empty(1, STATE)
    best = -1
    most = -1000.0
    while spots:
        spot = lowest(spots)
        spots &= spots - 1
        then[0] = s
        for _ in range(min(int(s.wants) >> 8 * spot & 255, int(s.dice) >> int(s.byte[spot]) & 255)):
            put(then[0], spot)
            value = prospect(then[0], worth)
            if value > most:
                best, most = spot, value
    return best, most


@rule
def lead_if_stopped(s: State, seat: int) -> int:
    """How far ahead of all opponents the seat would be in the last round, if those still to play gain a little."""
    table = np.empty(1, STATE)
    table[0] = s
    return lead_after_stop(table, seat)


@called
def lead_after_stop(table: Any, seat: int) -> int:
    """On an array that exists as long as this call: a compiled record does not keep its array alive."""
    s = table[0]
    turns_left = int(s.turns_left)
    play(s, seat, STOP)
    while s.due > 0:
        play(s, seat, lowest(legal(s, seat)[0]))
    points = np.empty(len(s.cuffs), np.int64)
    scores(s, points)
    lead = 100
    for other in range(int(s.players)):
        if other != seat:
            to_come = MARGIN if (other - seat) % int(s.players) < turns_left else 0
            lead = min(lead, points[seat] - points[other] - to_come)
    return lead


@called
def least_tempting_top(s: State, seat: int) -> int:
    """The bandit that an opponent gains least by, chance and value taken together."""
    kinds = legal(s, seat)[0]
    best = lowest(kinds)
    least = 1000.0
    while kinds:
        a = lowest(kinds)
        kinds &= kinds - 1
        value = int(VALUE[a - TOP_KIND])
        loss = value * FILLS[DICE, value]
        if loss < least:
            best, least = a, loss
    return best
