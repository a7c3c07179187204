"""Sneaky, in the order of the rulebook.

A kind of bandit is a number: three times its colour plus its value less one. A multiset of bandits is one word:
a bit for every kind it has, and eighteen bits higher one for every kind it has twice. Dice are counted by
colour, a byte each. The places dice can go to in a turn are the spots: 0 to 2 the centre, from 3 on the stacks;
the spots of one colour that still need dice are a byte of eight bits.
"""

from __future__ import annotations

from itertools import product
from math import factorial
from typing import Any, Final

import numpy as np

from beute.games.bits import Moves, index, lowest, nth, size
from beute.games.compiling import entry, rule
from beute.games.contract import CHANCE, OVER
from beute.games.dice import Rng, below
from beute.games.layout import State, layout

# ---------------------------------------------------------------- components

DICE: Final = 7  # SN-1
COLOURS: Final = 6
VALUES: Final = 3
KINDS: Final = COLOURS * VALUES
BANDITS: Final = {
    "1223": (1, 2, 1),
    "1123": (2, 1, 1),
    "1233": (1, 1, 2),
}  # SN-2: copies of 1, 2 and 3 a colour
VALUE: Final = np.array([kind % VALUES + 1 for kind in range(KINDS)])
COLOUR: Final = np.array([kind // VALUES for kind in range(KINDS)])
CUFFS: Final = 2  # SN-5: handcuffs dealt to each
CENTRE: Final = 3
MAX_SEATS: Final = 4
STACKS: Final = 4  # one a seat; with two players two each, of 2s and of 3s
HEIGHT: Final = 18  # no more than these bandits of value 2 and 3 are in the game
SPOTS: Final = CENTRE + STACKS
NONE: Final = -1
MAX_TURNS: Final = 1000  # SN-25

# ---------------------------------------------------------------- state

START, SETUP, ROLL, PUT, TOP, REFILL = range(6)  # step; it is the turn of `seat`

STATE: Final = layout(
    ("dice_left", np.int8),  # dice not yet placed this turn
    ("placed", np.int8),  # whether a die of the latest roll was placed
    ("turns_left", np.int8),  # in the last round; before it NONE
    ("turns", np.int32),
    ("laid", np.int8),  # bandits of this turn already laid on the stack that is being laid
    ("filled", np.int8),  # the spots filled this turn
    ("cuffs", np.int8, MAX_SEATS),
    ("centre", np.int8, CENTRE),
    ("height", np.int8, STACKS),
    ("dice", np.int64),  # the unplaced dice of the latest roll
    ("spots", np.int64),  # the spots that need more dice, by colour
    ("wants", np.int64),  # how many dice each spot needs, a byte each
    ("byte", np.int8, SPOTS + 1),  # where each spot's colour is in `dice`
    ("pile", np.int64),
    ("laying", np.int64),  # captured bandits not yet laid on a stack
    ("safe", np.int64, MAX_SEATS),  # captured 1s
    ("stack", np.int8, (STACKS, HEIGHT)),  # kinds from the bottom up
)

# ---------------------------------------------------------------- packing

EVERY_KIND: Final = (1 << KINDS) - 1
OF_VALUE: Final = [sum(1 << kind for kind in range(KINDS) if VALUE[kind] == value) for value in (1, 2, 3)]
TWOS: Final = OF_VALUE[1] | OF_VALUE[1] << KINDS
OF_COLOUR: Final = np.array([sum(1 << kind for kind in range(KINDS) if COLOUR[kind] == c) for c in range(COLOURS)])
EVERY_VALUE: Final = np.array([*OF_VALUE, 0])

EACH_BYTE: Final = 0x010101010101
LOW_BITS: Final = 0x7F7F7F7F7F7F

AGAIN: Final = SPOTS  # decisions: a die onto spot a, then these, then the kinds for the top
STOP: Final = SPOTS + 1
TOP_KIND: Final = SPOTS + 2

SHOW: Final = 56  # an outcome: dice as they are, a starting seat or a bandit with its step this high
PAYLOAD: Final = (1 << 48) - 1


def _rolls(dice: int) -> list[int]:
    return [sum(1 << 8 * face for face in faces) for faces in product(range(COLOURS), repeat=dice)]


MOST_AT_ONCE: Final = 4  # a roll is drawn in two parts, as their tables are small
ROLLS: Final = np.array([roll for dice in range(MOST_AT_ONCE + 1) for roll in _rolls(dice)])
ROLLS_OF: Final = np.array([sum(COLOURS**d for d in range(dice)) for dice in range(MOST_AT_ONCE + 1)])
SIDES_TO: Final = np.array([COLOURS**dice for dice in range(MOST_AT_ONCE + 1)])
FACTORIAL: Final = np.array([factorial(n) for n in range(DICE + 1)])


@rule
def added(bandits: int, kind: int) -> int:
    return bandits | 1 << (kind + KINDS * (bandits >> kind & 1))


@rule
def taken(bandits: int, kind: int) -> int:
    return bandits ^ 1 << (kind + KINDS * (bandits >> (kind + KINDS) & 1))


# ---------------------------------------------------------------- set-up


def deal(s: State, players: int, options: dict[str, Any]) -> None:
    """SN-2 to SN-5: the table before the first event."""
    s.players = players
    s.due = CHANCE
    s.step = START
    s.turns_left = NONE
    s.cuffs[:players] = CUFFS
    s.centre = NONE
    s.stack = NONE
    for kind in range(KINDS):
        for _ in range(BANDITS[options["bandits"]][kind % VALUES]):
            s.pile = added(int(s.pile), kind)


@rule
def could_open(s: State) -> int:
    """SN-4: the kinds that may come next in the set-up; SN-19: any bandit of the pile."""
    if s.step != SETUP:
        return int(s.pile)
    slot = empty_slot(s)
    kinds = int(EVERY_VALUE[slot])
    for earlier in range(slot):
        kinds &= ~OF_COLOUR[COLOUR[s.centre[earlier]]]
    return kinds


@rule
def empty_slot(s: State) -> int:
    """SN-19: the lowest empty slot of the centre, or CENTRE."""
    for slot in range(CENTRE):
        if s.centre[slot] == NONE:
            return slot
    return CENTRE


@rule
def opened(s: State, kind: int) -> None:
    """SN-4, SN-19, SN-20: a bandit comes into the centre."""
    s.centre[empty_slot(s)] = kind
    s.pile = taken(int(s.pile), kind)
    if s.pile == 0:
        s.turns_left = s.players
        begin_turn(s, after(s))
    elif empty_slot(s) == CENTRE:
        begin_turn(s, index(s.seat) if s.step == SETUP else after(s))


# ---------------------------------------------------------------- a turn


@rule
def begin_turn(s: State, seat: int) -> None:
    """SN-6, SN-8, SN-16: seven dice, and what lies open now: the centre and the tops of the others' stacks."""
    s.seat = seat
    s.turns += 1
    s.dice_left = DICE
    s.filled = 0
    s.spots = 0
    s.wants = 0
    for slot in range(CENTRE):
        if s.centre[slot] != NONE:
            open_spot(s, slot, int(s.centre[slot]))
    for stack in range(STACKS):
        if s.height[stack] > 0 and owner_of(s, stack) != seat:
            open_spot(s, CENTRE + stack, int(s.stack[stack, s.height[stack] - 1]))
    s.step = ROLL
    s.due = CHANCE


@rule
def open_spot(s: State, spot: int, kind: int) -> None:
    byte = 8 * int(COLOUR[kind])
    s.byte[spot] = byte
    s.spots |= 1 << (byte + spot)
    s.wants += int(VALUE[kind]) << 8 * spot


@rule
def owner_of(s: State, stack: int) -> int:
    """SN-14: with two players each has two stacks."""
    return stack >> 1 if s.players == 2 else stack


@rule
def rolled(s: State, dice: int) -> None:
    """SN-7, SN-10: one die must be placed; if none can be, the turn is a bust."""
    s.dice = dice
    s.placed = 0
    if placeable(s):
        s.step = PUT
        s.due = 1 << index(s.seat)
    else:
        settle_cuffs(s, 0)
        end_turn(s)


@rule
def placeable(s: State) -> int:
    """SN-7, SN-9: the spots, by colour, that need a die of the latest roll."""
    shown = (int(s.dice) + LOW_BITS) >> 7 & EACH_BYTE
    return int(s.spots) & shown * 255


@entry
def legal(s: State, seat: int) -> Moves:
    """SN-7, SN-11, SN-15"""
    if s.step == TOP:
        return distinct(to_lay(s)) << TOP_KIND, 0
    spots = placeable(s)
    spots |= spots >> 24
    moves = (spots | spots >> 8 | spots >> 16) & 255
    if s.placed:
        moves |= 1 << STOP
        if s.dice_left > 0 and s.spots != 0:
            moves |= 1 << AGAIN
    return moves, 0


@entry
def play(s: State, seat: int, a: int) -> None:
    if seat == CHANCE:
        if s.step == ROLL:
            rolled(s, a)
        elif s.step == START:
            s.seat = a & PAYLOAD
            s.step = SETUP
        else:
            opened(s, a & PAYLOAD)
    elif a < SPOTS:
        put(s, a)
    elif a == AGAIN:
        s.step = ROLL
        s.due = CHANCE
    elif a == STOP:
        capture(s)
        lay(s)
    else:
        lay_top(s, a - TOP_KIND)
        lay(s)


@rule
def put(s: State, spot: int) -> None:
    """SN-9: a die onto a bandit; a full bandit takes no more."""
    byte = int(s.byte[spot])
    s.dice -= 1 << byte
    s.dice_left -= 1
    s.placed = 1
    s.wants -= 1 << 8 * spot
    if int(s.wants) >> 8 * spot & 255 == 0:
        s.spots ^= 1 << (byte + spot)
        s.filled |= 1 << spot


@rule
def capture(s: State) -> None:
    """SN-12, SN-13: every bandit filled this turn; the 1s are safe at once."""
    seat = index(s.seat)
    from_centre = 0
    filled = int(s.filled)
    while filled:
        spot = lowest(filled)
        filled &= filled - 1
        if spot < CENTRE:
            kind = int(s.centre[spot])
            s.centre[spot] = NONE
            from_centre += 1
        else:
            stack = spot - CENTRE
            s.height[stack] -= 1
            kind = int(s.stack[stack, s.height[stack]])
            s.stack[stack, s.height[stack]] = NONE
        if VALUE[kind] == 1:
            s.safe[seat] = added(int(s.safe[seat]), kind)
        else:
            s.laying = added(int(s.laying), kind)
    settle_cuffs(s, from_centre)


@rule
def to_lay(s: State) -> int:
    """SN-14, SN-15: the captured bandits for one stack; with two players the 2s come first."""
    laying = int(s.laying)
    if s.players == 2 and laying & TWOS:
        return laying & TWOS
    return laying


@rule
def distinct(bandits: int) -> int:
    return (bandits | bandits >> KINDS) & EVERY_KIND


@rule
def lay(s: State) -> None:
    """SN-15: ask for the topmost while different kinds remain; what is left needs no question."""
    while s.laying:
        if size(distinct(to_lay(s))) > 1:
            s.step = TOP
            s.due = 1 << index(s.seat)
            return
        lay_top(s, lowest(to_lay(s)) % KINDS)
    end_turn(s)


@rule
def lay_top(s: State, kind: int) -> None:
    """SN-14, SN-15: the topmost of those still to be laid; the stack grows when its last one is laid."""
    rest = size(to_lay(s)) - 1
    stack = stack_for(s, kind)
    s.stack[stack, s.height[stack] + rest] = kind
    s.laying = taken(int(s.laying), kind)
    s.laid += 1
    if rest == 0:
        s.height[stack] += s.laid
        s.laid = 0


@rule
def stack_for(s: State, kind: int) -> int:
    """SN-14: the seat's own stack; with two players that of its value."""
    return 2 * index(s.seat) + int(VALUE[kind]) - 2 if s.players == 2 else index(s.seat)


# ---------------------------------------------------------------- handcuffs


@rule
def settle_cuffs(s: State, from_centre: int) -> None:
    """SN-17, SN-18"""
    seat = index(s.seat)
    if from_centre >= 2:
        s.cuffs[seat] += 1
    elif from_centre == 0 and s.cuffs[seat] > 0:
        s.cuffs[seat] -= 1


# ---------------------------------------------------------------- the end


@rule
def end_turn(s: State) -> None:
    """SN-19 to SN-21: refill, or count down the last round."""
    if s.turns_left == NONE:
        if empty_slot(s) < CENTRE:
            s.step = REFILL
            s.due = CHANCE
        else:
            begin_turn(s, after(s))
        return
    s.turns_left -= 1
    if int(s.centre[0]) + int(s.centre[1]) + int(s.centre[2]) == CENTRE * NONE:
        finish(s, 2)
    elif s.turns_left == 0:
        finish(s, 1)
    else:
        begin_turn(s, after(s))


@rule
def after(s: State) -> int:
    """SN-5: the seat to the left."""
    seat = index(s.seat) + 1
    return seat if seat < int(s.players) else 0


@rule
def finish(s: State, ending: int) -> None:
    s.due = OVER
    s.ending = ending


@entry
def scores(s: State, out: Any) -> None:
    """SN-22, SN-23"""
    most = 1
    for seat in range(int(s.players)):
        out[seat] = size(int(s.safe[seat]))
        most = max(most, int(s.cuffs[seat]))
    for stack in range(STACKS):
        for h in range(int(s.height[stack])):
            out[owner_of(s, stack)] += VALUE[s.stack[stack, h]]
    for seat in range(int(s.players)):
        if s.cuffs[seat] == 0:
            out[seat] -= 2
        elif s.cuffs[seat] == most:
            out[seat] += 5


@entry
def endless(s: State) -> bool:
    """SN-25"""
    return int(s.turns) > MAX_TURNS


# ---------------------------------------------------------------- chance


@entry
def chances(s: State, out: Any, weights: Any) -> int:
    """SN-4 to SN-6, SN-19: the starting player by lot, bandits by their copies, rolls as counts of colours."""
    n = 0
    if s.step == ROLL:
        return rolls(int(s.dice_left), out, weights)
    if s.step == START:
        for seat in range(int(s.players)):
            out[n], weights[n] = seat | 1 << SHOW, 1
            n += 1
        return n
    bandits = could_open(s)
    for kind in range(KINDS):
        copies = (bandits >> kind & 1) + (bandits >> (kind + KINDS) & 1)
        if copies:
            out[n], weights[n] = kind | 2 << SHOW, copies
            n += 1
    return n


@rule
def rolls(dice: int, out: Any, weights: Any) -> int:
    """All counts of six colours that add up to the dice, each with the number of ways to roll it."""
    n = 0
    for y in range(dice + 1):
        for r in range(dice - y + 1):
            for g in range(dice - y - r + 1):
                for b in range(dice - y - r - g + 1):
                    for grey in range(dice - y - r - g - b + 1):
                        p = dice - y - r - g - b - grey
                        out[n] = y | r << 8 | g << 16 | b << 24 | grey << 32 | p << 40
                        ways = FACTORIAL[y] * FACTORIAL[r] * FACTORIAL[g] * FACTORIAL[b] * FACTORIAL[grey]
                        weights[n] = FACTORIAL[dice] // (ways * FACTORIAL[p])
                        n += 1
    return n


@entry
def draw(s: State, rng: Rng) -> int:
    if s.step == ROLL:
        some = int(s.dice_left) >> 1
        rest = int(s.dice_left) - some
        return handful(some, rng) + handful(rest, rng)
    if s.step == START:
        return below(rng, int(s.players)) | 1 << SHOW
    bandits = could_open(s)
    return nth(bandits, below(rng, size(bandits))) % KINDS | 2 << SHOW


@rule
def handful(dice: int, rng: Rng) -> int:
    return int(ROLLS[ROLLS_OF[dice] + below(rng, int(SIDES_TO[dice]))])
