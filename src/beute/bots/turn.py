"""Sneaky's turn solved exactly: every roll and every placement, for the best value of the position after the turn.

A placement is how many dice lie on each open bandit; that also determines how many are left to roll. A turn has a few
thousand placements at most. They are valued backwards, from the fullest on: what stopping there is worth, what rolling
on is worth (the average over all rolls of the best placement that the roll allows), and the better of both.

Of a roll only the numbers of dice of each needed colour matter, up to the numbers that are needed. Together they are
one number, the roll's place; rolls with the same place are treated as one. The best placement for a place is that of a
place with one die less, or one that needs exactly these dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from beute.bots import Budget
from beute.bots.absurd import sensible
from beute.bots.value import weights as weights_of
from beute.bots.value.sneaky import expect
from beute.games.bits import lowest, members, size
from beute.games.compiling import batch, called, rule
from beute.games.dice import Rng
from beute.games.layout import State
from beute.games.sneaky import rules
from beute.games.sneaky.rules import (
    AGAIN,
    CENTRE,
    COLOURS,
    DICE,
    EACH_BYTE,
    KINDS,
    MAX_SEATS,
    ROLL,
    SPOTS,
    STOP,
    TOP,
    TOP_KIND,
    VALUE,
    distinct,
    to_lay,
)

GAMES: Final = ("sneaky",)
DECISIONS: Final = TOP_KIND + KINDS
PLACEMENTS: Final = 4096  # three centre bandits and three tops, all of value 3
ROLLS: Final = 792  # of seven dice
OPEN: Final = 6  # bandits that lie open at most
ENDS: Final = (1 << OPEN) + 1  # of a turn: the sets of bandits that may be full, and a bust
BUST: Final = ENDS - 1
EACH_TOP_BIT: Final = 0x808080808080
SETS: Final = np.array([[full >> n & 1 for n in range(OPEN)] for full in range(1 << OPEN)])  # of full bandits
LOOT: Final = 1e-3  # part of what counts that is loot: it decides where the win does not; seven dice, seven points
NEVER: Final = -1.0
NOWHERE: Final = -1

SOLVED: Final = np.dtype(
    (
        np.record,
        [
            ("stop", np.float64, PLACEMENTS),  # what stopping there is worth
            ("roll", np.float64, PLACEMENTS),  # what rolling on is worth; NEVER if that is not possible
            ("best", np.float64, PLACEMENTS),  # the better of both
            ("shares", np.float64, (PLACEMENTS, MAX_SEATS)),  # what each seat can expect from there on, with best play
            ("bust", np.float64, PLACEMENTS),  # its chance, likewise
            ("captured", np.float64, (PLACEMENTS, OPEN)),  # the chance of each bandit, likewise
            ("lies", np.int64, PLACEMENTS),  # dice on the bandits, a byte each
            ("needs", np.int64, PLACEMENTS),  # dice on the bandits by colour, a byte each, as the rules count dice
            ("place", np.int64, PLACEMENTS),  # of the roll that has just these dice
            ("dice", np.int8, PLACEMENTS),  # dice on the bandits
            ("spot", np.int8, OPEN),  # the bandits that lie open, by their spots
            ("wants", np.int8, OPEN),  # dice that each of them still needs
            ("stride", np.int64, OPEN + 1),  # the placement with one die more on a bandit is that much further
            ("step", np.int64, COLOURS),  # the place with one die more of a colour is that much further
            ("wanted", np.int64),  # dice by colour that all open bandits need together
            ("places", np.int64),  # how many there are
            ("open", np.int8),  # how many bandits lie open
        ],
    )
)


# ---------------------------------------------------------------- deciding


def choose(known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
    return decide(np.array([known]), seat, weights_of("sneaky"), np.zeros(1, SOLVED))


def decide(table: Any, seat: int, weights: Any, solved: Any) -> int:
    """The best decision now: which bandit goes on top, the next die of the best placement, or whether to roll on."""
    _, worth = weigh(table, seat, weights, solved)
    return best_of({decision: float(worth[decision]) for decision in members(sensible(table[0], seat))})


def best_of(worth: dict[int, float]) -> int:
    """Of decisions that are worth the same, stopping comes first, then rolling: no die is placed without need."""
    return max(sorted(worth, reverse=True), key=lambda decision: worth[decision])


def weigh(table: Any, seat: int, weights: Any, solved: Any) -> tuple[Any, Any]:
    """What the ends of the turn are worth, and each decision that is legal now; NEVER for the others."""
    ends = find_ends(table, seat, weights, solved)
    return ends, weigh_ends(table, seat, with_loot(table, seat, ends, solved), solved)


@batch
def find_ends(table: Any, seat: int, weights: Any, solved: Any) -> Any:
    """What the ends of the turn are worth; the turn is not solved yet."""
    ends = np.empty((ENDS, MAX_SEATS))
    find_open(table[0], solved[0])
    value_ends(table, seat, weights, solved, ends)
    return ends


def with_loot(table: Any, seat: int, ends: Any, solved: Any) -> Any:
    """The same, but of ends that are worth the same to the seat the one with more loot is better.

    So it plays on with sense in a game that is won or lost.
    """
    weighed = ends.copy()
    there = ends[:, seat] != NEVER
    weighed[there, seat] += LOOT * (loot_of_ends(table[0], solved[0]) / DICE - ends[:, seat])[there]
    return weighed


def loot_of_ends(s: State, turn: Any) -> Any:
    """The points that are captured with each end of a turn whose open bandits were found."""
    loot = np.zeros(ENDS)
    if not is_laying(s):
        filled = [int(s.filled) >> spot & 1 for spot in range(SPOTS)]
        values = [value_at(s, int(turn.spot[n])) if n < int(turn.open) else 0 for n in range(OPEN)]
        loot[:BUST] = SETS @ values + sum(value_at(s, spot) for spot in range(SPOTS) if filled[spot])
    return loot


def value_at(s: State, spot: int) -> int:
    """Of the bandit that lies open there."""
    if spot < CENTRE:
        return int(VALUE[s.centre[spot]])
    return int(VALUE[s.stack[spot - CENTRE, s.height[spot - CENTRE] - 1]])


@batch
def weigh_ends(table: Any, seat: int, ends: Any, solved: Any) -> Any:
    """What each decision is worth when it is known of the ends of the turn."""
    worth = np.full(DECISIONS, NEVER)
    if is_laying(table[0]):
        for kind in range(KINDS):
            worth[TOP_KIND + kind] = ends[kind, seat]
    else:
        solve(table, seat, ends, solved)
        weigh_dice(table, solved, worth)
    return worth


@rule
def weigh_dice(table: Any, solved: Any, worth: Any) -> None:
    """Of a solved turn: a die onto each bandit that the roll has one for, stopping and rolling on."""
    s, turn = table[0], solved[0]
    if s.placed:
        worth[STOP] = turn.stop[0]
        worth[AGAIN] = turn.roll[0]
    for placement in range(1, int(turn.stride[turn.open])):
        if fits(int(s.dice), int(turn.needs[placement])):
            for n in range(int(turn.open)):
                spot = int(turn.spot[n])
                if digit(turn, placement, n) > 0 and turn.best[placement] > worth[spot]:
                    worth[spot] = turn.best[placement]


@rule
def fits(dice: int, needed: int) -> bool:
    """Whether there are enough dice of every colour, or on every bandit."""
    return ((dice | EACH_TOP_BIT) - needed) & EACH_TOP_BIT == EACH_TOP_BIT


# ---------------------------------------------------------------- ends of a turn


@called
def value_ends(table: Any, seat: int, weights: Any, solved: Any, ends: Any) -> None:
    """What each seat can expect after each end of the turn: a row for every set of full bandits, and for a bust.

    If all is captured and the question is what goes on top (SN-15), a row for every bandit there. Impossible ends
    are NEVER.
    """
    twin = np.empty_like(table)
    for end in range(ENDS):
        ends[end] = NEVER
        if can_end(table[0], solved[0], end):
            twin[0] = table[0]
            end_turn(twin, seat, solved[0], end, weights)
            expect(twin[0], weights, ends[end])


@rule
def can_end(s: State, turn: Any, end: int) -> bool:
    """Whether there are dice to fill all of these bandits; a bust is always possible."""
    if is_laying(s):
        return distinct(to_lay(s)) >> end & 1 != 0
    if end == BUST:
        return True
    wanted = 0
    for n in range(int(turn.open)):
        wanted += (end >> n & 1) * int(turn.wants[n])
    return end >> int(turn.open) == 0 and wanted <= int(s.dice_left)


@rule
def end_turn(table: Any, seat: int, turn: Any, end: int, weights: Any) -> None:
    """Stop with these bandits full, or lay this one on top, and the others in the best order."""
    if is_laying(table[0]):
        carry_out(table[0], seat, TOP_KIND + end)
    else:
        table[0].filled = 0 if end == BUST else int(table[0].filled) | spots_of(turn, end)
        carry_out(table[0], seat, STOP)
    if is_laying(table[0]):
        lay_best(table, seat, weights)


@called
def carry_out(s: State, seat: int, a: int) -> None:
    """The rules' own `play`, compiled once for all callers here."""
    rules.play(s, seat, a)


@rule
def is_laying(s: State) -> bool:
    return s.step == TOP and int(s.due) > 0


@rule
def lay_best(table: Any, seat: int, weights: Any) -> None:
    """SN-15: always the one on top that is best there, with the others below in any order.

    Seven dice capture no more than three for one stack. So when the first is laid, the rest has its best order.
    """
    twin = np.empty_like(table)
    shares = np.empty(MAX_SEATS)
    while is_laying(table[0]):
        kinds = distinct(to_lay(table[0]))
        best, best_kind = NEVER, 0
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            twin[0] = table[0]
            a = TOP_KIND + kind
            while is_laying(twin[0]):
                carry_out(twin[0], seat, a)
                a = TOP_KIND + lowest(distinct(to_lay(twin[0])))
            expect(twin[0], weights, shares)
            if shares[seat] > best:
                best, best_kind = shares[seat], kind
        carry_out(table[0], seat, TOP_KIND + best_kind)


# ---------------------------------------------------------------- solving


@called
def solve(table: Any, seat: int, ends: Any, solved: Any) -> None:
    """The value of every placement that can still be reached, and the odds from there on.

    The bandits that lie open must have been found, and `ends` says what each seat can expect after the turn.
    """
    s, turn = table[0], solved[0]
    rolls = np.empty((DICE + 1, int(turn.places)), np.int64)
    chances = np.empty((DICE + 1, int(turn.places)))
    different = find_rolls(int(s.dice_left), turn, rolls, chances)
    needs = dice_of_places(turn)
    goals = np.empty(int(turn.places), np.int16)
    room = np.zeros(int(turn.stride[turn.open])), np.empty(ROLLS, np.int64)
    for placement in range(int(turn.stride[turn.open]) - 1, -1, -1):
        dice = int(s.dice_left) - int(turn.dice[placement])
        if dice < 0:
            continue
        full = full_ones(turn, placement)
        turn.stop[placement] = ends[full, seat]
        turn.roll[placement] = NEVER
        if dice > 0 and size(full) < turn.open:
            find_goals(int(s.dice_left), turn, placement, needs, goals)
            roll_on(turn, placement, rolls[dice], chances[dice], int(different[dice]), goals, room, seat, ends)
        turn.best[placement] = turn.roll[placement]
        if turn.stop[placement] >= turn.roll[placement]:
            turn.best[placement] = turn.stop[placement]
            turn.bust[placement] = 0.0
            for n in range(OPEN):
                turn.captured[placement, n] = full >> n & 1
            for other in range(MAX_SEATS):
                turn.shares[placement, other] = ends[full, other]


@called
def find_open(s: State, turn: Any) -> None:
    """The bandits that still need dice, all ways to place some on them, and the colours needed."""
    turn.wanted = 0
    for spot in range(SPOTS):
        turn.wanted += (int(s.wants) >> 8 * spot & 255) << int(s.byte[spot])
    turn.places = 1
    for colour in range(COLOURS):
        turn.step[colour] = turn.places
        turn.places *= 1 + (int(turn.wanted) >> 8 * colour & 255)
    turn.open = 0
    turn.stride[0] = 1
    turn.lies[0] = 0
    turn.needs[0] = 0
    turn.place[0] = 0
    turn.dice[0] = 0
    for spot in range(SPOTS):
        wants = int(s.wants) >> 8 * spot & 255
        if wants > 0:
            n = int(turn.open)
            turn.spot[n] = spot
            turn.wants[n] = wants
            turn.open = n + 1
            stride = int(turn.stride[n])
            turn.stride[n + 1] = stride * (wants + 1)
            for placement in range(stride, stride * (wants + 1)):
                turn.lies[placement] = turn.lies[placement - stride] + (1 << 8 * n)
                turn.needs[placement] = turn.needs[placement - stride] + (1 << int(s.byte[spot]))
                turn.place[placement] = turn.place[placement - stride] + turn.step[int(s.byte[spot]) >> 3]
                turn.dice[placement] = turn.dice[placement - stride] + 1


@called
def find_rolls(most_dice: int, turn: Any, rolls: Any, chances: Any) -> Any:
    """For each number of dice the rolls that differ in the needed colours, and their chances; return how many."""
    different = np.zeros(DICE + 1, np.int64)
    every, ways = np.empty(ROLLS, np.int64), np.empty(ROLLS, np.int64)
    seen = np.empty(int(turn.places), np.int64)  # the roll of each place
    for dice in range(1, most_dice + 1):
        seen[:] = NOWHERE
        for k in range(rules.rolls(dice, every, ways)):
            place = place_of(turn, 0, int(every[k]))
            if seen[place] == NOWHERE:
                seen[place] = different[dice]
                different[dice] += 1
                rolls[dice, seen[place]] = every[k]
                chances[dice, seen[place]] = 0.0
            chances[dice, seen[place]] += ways[k] / COLOURS**dice
    return different


@rule
def dice_of_places(turn: Any) -> Any:
    """The dice by colour that each place stands for."""
    needs = np.zeros(int(turn.places), np.int64)
    for colour in range(COLOURS):
        step = int(turn.step[colour])
        for place in range(step, step * (1 + (int(turn.wanted) >> 8 * colour & 255))):
            needs[place] = needs[place - step] + (1 << 8 * colour)
    return needs


@rule
def place_of(turn: Any, before: int, roll: int) -> int:
    """The place of a roll's dice together with those that lie there already."""
    place = 0
    for colour in range(COLOURS):
        dice = (before >> 8 * colour & 255) + (roll >> 8 * colour & 255)
        place += int(turn.step[colour]) * min(dice, int(turn.wanted) >> 8 * colour & 255)
    return place


@rule
def find_goals(most_dice: int, turn: Any, placement: int, needs: Any, goals: Any) -> None:
    """For each place that the dice may come to, the best placement that the dice of the roll allow; NOWHERE if none."""
    first = int(turn.place[placement])
    here = int(turn.needs[placement])
    goals[first:] = NOWHERE
    later = next_placement(turn, placement, placement, most_dice)
    while later != NOWHERE:
        goals[turn.place[later]] = better(turn, int(goals[turn.place[later]]), later)
        later = next_placement(turn, placement, later, most_dice)
    place = next_place(turn, here, first, needs, most_dice)
    while place != NOWHERE:
        goal = int(goals[place])
        for colour in range(COLOURS):
            if int(needs[place]) >> 8 * colour & 255 > here >> 8 * colour & 255:
                goal = better(turn, int(goals[place - int(turn.step[colour])]), goal)
        goals[place] = goal
        place = next_place(turn, here, place, needs, most_dice)


@rule
def next_place(turn: Any, here: int, place: int, needs: Any, most_dice: int) -> int:
    """Count on through all places that so many dice can come to, the first colour fastest."""
    dice = (int(needs[place]) * EACH_BYTE >> 40) & 255
    for colour in range(COLOURS):
        there = int(needs[place]) >> 8 * colour & 255
        if there < int(turn.wanted) >> 8 * colour & 255 and dice < most_dice:
            return place + int(turn.step[colour])
        more = there - (here >> 8 * colour & 255)
        dice -= more
        place -= more * int(turn.step[colour])
    return NOWHERE


@rule
def next_placement(turn: Any, placement: int, later: int, most_dice: int) -> int:
    """Count on through all that a placement can become with so many dice, the first bandit fastest."""
    for n in range(int(turn.open)):
        there = digit(turn, later, n)
        if there < turn.wants[n] and turn.dice[later] < most_dice:
            return later + int(turn.stride[n])
        later -= (there - digit(turn, placement, n)) * int(turn.stride[n])
    return NOWHERE


@rule
def better(turn: Any, one: int, other: int) -> int:
    if one == NOWHERE or (other != NOWHERE and turn.best[other] > turn.best[one]):
        return other
    return one


@rule
def roll_on(
    turn: Any, placement: int, rolls: Any, chances: Any, different: int, goals: Any, room: Any, seat: int, ends: Any
) -> None:
    """The average over all rolls of the best placement that each allows."""
    odds, reached = room
    here = int(turn.needs[placement])
    bust, found = 0.0, 0
    for k in range(different):
        goal = int(goals[place_of(turn, here, int(rolls[k]))])
        if goal == NOWHERE:
            bust += chances[k]
        else:
            if odds[goal] == 0.0:
                reached[found] = goal
                found += 1
            odds[goal] += chances[k]
    turn.bust[placement] = bust
    turn.captured[placement] = 0.0
    for other in range(MAX_SEATS):
        turn.shares[placement, other] = bust * ends[BUST, other]
    for k in range(found):
        goal = reached[k]
        turn.bust[placement] += odds[goal] * turn.bust[goal]
        for n in range(int(turn.open)):
            turn.captured[placement, n] += odds[goal] * turn.captured[goal, n]
        for other in range(MAX_SEATS):
            turn.shares[placement, other] += odds[goal] * turn.shares[goal, other]
        odds[goal] = 0.0
    turn.roll[placement] = turn.shares[placement, seat]


@rule
def digit(turn: Any, placement: int, n: int) -> int:
    """The dice on one of the bandits."""
    return int(turn.lies[placement]) >> 8 * n & 255


@rule
def full_ones(turn: Any, placement: int) -> int:
    """The set of bandits that are full."""
    full = 0
    for n in range(int(turn.open)):
        full |= int(digit(turn, placement, n) == turn.wants[n]) << n
    return full


@rule
def spots_of(turn: Any, full: int) -> int:
    """A set of bandits by their spots."""
    spots = 0
    for n in range(int(turn.open)):
        spots |= (full >> n & 1) << int(turn.spot[n])
    return spots


# ---------------------------------------------------------------- playing it


@called
def roll_out(table: Any, solved: Any, placement: int, rng: Rng) -> int:
    """How a solved turn comes to end when one rolls on from a placement; the table is used up."""
    s, turn = table[0], solved[0]
    dice = int(s.dice_left)
    while True:
        s.dice_left = dice - int(turn.dice[placement])
        s.step = ROLL
        roll = rules.draw(s, rng)
        goal = NOWHERE
        later = next_placement(turn, placement, placement, dice)
        while later != NOWHERE:
            if fits(roll, int(turn.needs[later]) - int(turn.needs[placement])):
                goal = better(turn, goal, later)
            later = next_placement(turn, placement, later, dice)
        if goal == NOWHERE:
            return BUST
        if turn.stop[goal] >= turn.roll[goal]:
            return full_ones(turn, goal)
        placement = goal
