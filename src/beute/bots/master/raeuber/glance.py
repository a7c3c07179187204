"""What a seat of Räuber sees when it is asked, as numbers of about one: the table, and each move. Food for a network.

Only what the seat may know is looked at, in a state as it is known to the seat as in one that was imagined.
"""

from __future__ import annotations

from typing import Any, Final

from beute.bots.greedy.raeuber import fear, full, lateness, robbing_kind, sealing_kind
from beute.bots.master.raeuber.facts import POINT as POINT
from beute.bots.master.raeuber.facts import SIZE, fullness
from beute.games.kernel import State, rule, seldom, size
from beute.games.raeuber.rules import (
    ALL_KINDS,
    CENTRE,
    EACH_COPY,
    HAND,
    KINDS,
    LAST,
    MAX_SEATS,
    OUT,
    ROBBER,
    SACKS,
    WORTH,
    owner_of,
    scores,
    value,
)

SIZES: Final = max(SIZE) + 1

# ---------------------------------------------------------------- the table

# Cards in hand by kind, and which are there twice; by kind what is unseen, and how likely others have one.
HELD, TWICE, UNSEEN, FEARED = (KINDS * n for n in range(4))
PILE, LATE, CARDS, LAST_CARDS, NO_PILE, ALWAYS = range(4 * KINDS, 4 * KINDS + 6)
# Points of the seat and of those after it; the most that another has, and the most but one; how far it is ahead.
POINTS: Final = ALWAYS + 1
BEST, SECOND, AHEAD, AHEAD_LATE = range(POINTS + MAX_SEATS, POINTS + MAX_SEATS + 4)
OF_SACKS: Final = AHEAD_LATE + 1
# Of each size of sacks: how many are in the centre, then by whose they are (the seat's, the next one's, others').
OPEN, FULLNESS, ROB_FEAR, SEAL_FEAR, SHUT, CAN_ROB, CAN_SEAL = range(7)
OF_OWNER: Final = CAN_SEAL + 1
OWNERS: Final = 3
OF_A_SIZE: Final = 1 + OWNERS * OF_OWNER
TABLE: Final = OF_SACKS + SIZES * OF_A_SIZE


@seldom
def look_round(s: State, seat: int, points: Any, waiting: Any, held: Any, f: Any) -> None:
    """Write what the table is to a seat that is asked; all points too, and what it has to reckon with (`fear`)."""
    players = int(s.players)
    hand = int(s.hand[seat])
    f[:] = 0
    fear(s, seat, waiting, held)
    scores(s, points)
    for kind in range(KINDS):
        copies = size(hand >> kind & EACH_COPY)
        f[HELD + kind] = copies
        f[TWICE + kind] = int(copies > 1)
        f[UNSEEN + kind] = waiting[kind] / 5
        f[FEARED + kind] = held[kind]
    f[PILE] = int(s.left) / 40
    f[LATE] = lateness(s)
    f[CARDS] = size(hand) / HAND
    f[LAST_CARDS] = int(s.step == LAST)
    f[NO_PILE] = int(s.left == 0)
    f[ALWAYS] = 1
    best = second = 0
    for ahead in range(players):
        theirs = points[(seat + ahead) % players]
        f[POINTS + ahead] = POINT * theirs
        if ahead:
            second = max(second, min(best, theirs))
            best = max(best, theirs)
    f[BEST] = POINT * best
    f[SECOND] = POINT * second
    f[AHEAD] = POINT * (points[seat] - best)
    f[AHEAD_LATE] = f[AHEAD] * f[LATE]
    for sack in range(SACKS):
        look_at_sack(s, sack, seat, hand & ALL_KINDS, held, f[OF_SACKS + OF_A_SIZE * SIZE[sack] :])


@rule
def whose(s: State, owner: int, seat: int) -> int:
    """The seat's, the next one's, or another's."""
    players = int(s.players)
    return min(2, (owner - seat + players) % players)


@rule
def look_at_sack(s: State, sack: int, seat: int, kinds: int, held: Any, f: Any) -> None:
    owner = owner_of(s, sack)
    if owner == CENTRE:
        f[0] += 1
        return
    of = 1 + OF_OWNER * whose(s, owner, seat)
    room = int(WORTH[sack]) - int(s.loot[sack])
    if room == 0:
        f[of + SHUT] += 1
        return
    part = fullness(s, sack)
    robbing, sealing = robbing_kind(int(s.top[sack]), room), sealing_kind(room)
    f[of + OPEN] += 1
    f[of + FULLNESS] += part
    f[of + ROB_FEAR] += part * held[robbing]
    f[of + SEAL_FEAR] += held[sealing]
    f[of + CAN_ROB] += part * (kinds >> robbing & 1)
    f[of + CAN_SEAL] += kinds >> sealing & 1


# ---------------------------------------------------------------- moves

KIND: Final = 0
PAIR, LAID_OUT, THUMB = range(KINDS, KINDS + 3)
# What happens to the sack, by its size; and the same times how full the sack then is.
TAKE, ADD, ROB, SEAL_OWN, SEAL_THEIRS, BLOCK, FEED_NEXT, FEED_OTHER = range(8)
EVENTS: Final = FEED_OTHER + 1
EVENT: Final = THUMB + 1
FILLED: Final = EVENT + EVENTS * SIZES
# The seat's points and those of who had the sack: how they change, and how far the seat is then ahead.
GAIN, LOSS, LEADER_LOSS, THEN_AHEAD, THEN_AHEAD_LATE = range(FILLED + EVENTS * SIZES, FILLED + EVENTS * SIZES + 5)
# What could be robbed and sealed by the cards that stay in the hand: the best of it, and all.
BEST_ROB, ALL_ROB, BEST_SEAL, ALL_SEAL = range(THEN_AHEAD_LATE + 1, THEN_AHEAD_LATE + 5)
# Of the sack as it was, and as it is then; each if it is the seat's, and if it is another's.
BY_ROBBING, BY_SEALING, TO_SEAL, OWN_SEAL, OWN_ROB, LOOT, NEARLY_SHUT, ONE_CARD, ROOM = range(9)
OF_STATE: Final = ROOM + 1
BEFORE: Final = ALL_SEAL + 1
AFTER: Final = BEFORE + 2 * OF_STATE
DECISION: Final = AFTER + 2 * OF_STATE

FEEL: Final = 4.0  # by so much the feelings of `greedy` are divided
WORST: Final = -3.0  # then they are not felt any worse


@seldom
def look_at_hand(s: State, seat: int, kinds: int, f: Any) -> None:
    """What the kinds that stay in the hand could do to sacks as they are."""
    for sack in range(SACKS):
        owner = owner_of(s, sack)
        room = int(WORTH[sack]) - int(s.loot[sack])
        if owner != CENTRE and room > 0:
            if kinds >> sealing_kind(room) & 1:
                prize = POINT * (full(sack) - int(s.loot[sack]) * int(owner == seat))
                f[BEST_SEAL] = max(f[BEST_SEAL], prize)
                f[ALL_SEAL] += prize
            elif owner != seat and kinds >> robbing_kind(int(s.top[sack]), room) & 1:
                prize = POINT * int(s.loot[sack])
                f[BEST_ROB] = max(f[BEST_ROB], prize)
                f[ALL_ROB] += prize


@rule
def look_at_state(sack: int, loot: int, top: int, mine: int, kinds: int, waiting: Any, held: Any, f: Any) -> None:
    """A sack that is open and somebody's, with so much in it."""
    room = int(WORTH[sack]) - loot
    robbing, sealing = robbing_kind(top, room), sealing_kind(room)
    prize = POINT * (full(sack) - mine * loot)
    f[BY_ROBBING] = held[robbing] * POINT * loot
    f[BY_SEALING] = held[sealing] * POINT * full(sack)
    f[TO_SEAL] = waiting[sealing] / 5
    f[OWN_SEAL] = prize * (kinds >> sealing & 1)
    f[OWN_ROB] = POINT * loot * (kinds >> robbing & 1)
    f[LOOT] = POINT * loot
    f[NEARLY_SHUT] = int(room == 1)
    f[ONE_CARD] = int(2 <= room <= KINDS)
    f[ROOM] = POINT * room


@seldom
def look_at_move(s: State, seat: int, kind: int, place: int, kinds: int, mind: Any, feels: float, f: Any) -> None:
    """Add a move to what `look_at_hand` has seen of the kinds that then stay in the hand.

    `mind` has what `look_round` has seen; `feels` is how much worse the move feels to `greedy` than the best one.
    """
    waiting, held = mind.waiting, mind.held
    f[KIND + kind] = 1
    f[PAIR] = kinds >> kind & 1
    f[THUMB] = max(WORST, feels / FEEL)
    if place == OUT:
        f[LAID_OUT] = 1
        return
    owner = owner_of(s, place)
    before, after = int(s.loot[place]), int(s.loot[place]) + value(kind)
    event = event_of(s, seat, kind, place, owner, after)
    each = EVENTS * SIZE[place] + event
    f[EVENT + each] = 1
    f[FILLED + each] = after / int(WORTH[place])
    look_at_points(s, seat, kind, place, owner, event, mind.points, f)
    if owner != CENTRE:
        mine = int(owner == seat)
        had = kinds | 1 << kind
        look_at_state(place, before, int(s.top[place]), mine, had, waiting, held, f[BEFORE + OF_STATE * (1 - mine) :])
    if after < int(WORTH[place]):
        mine = int(event in (TAKE, ADD, ROB))
        look_at_state(place, after, kind, mine, kinds, waiting, held, f[AFTER + OF_STATE * (1 - mine) :])


@rule
def look_at_points(s: State, seat: int, kind: int, sack: int, owner: int, event: int, points: Any, f: Any) -> None:
    """How points change, and how far the seat is then ahead."""
    loot = int(s.loot[sack])
    gain, loss = 0, -value(kind)  # for the owner, if the sack stays another's
    if event in (SEAL_OWN, SEAL_THEIRS):
        gain, loss = full(sack), loot
    elif event in (TAKE, ADD, ROB):
        gain, loss = loot + value(kind), loot
    if owner == seat:
        gain -= loot
    if owner in (CENTRE, seat):
        loss = 0
    best = leader = 0
    for other in range(int(s.players)):
        if other != seat:
            best = max(best, int(points[other]) - (loss if other == owner else 0))
            leader = max(leader, int(points[other]))
    f[GAIN] = POINT * gain
    f[LOSS] = POINT * loss
    if loss != 0 and int(points[owner]) == leader:
        f[LEADER_LOSS] = POINT * loss
    f[THEN_AHEAD] = POINT * (int(points[seat]) + gain - best)
    f[THEN_AHEAD_LATE] = f[THEN_AHEAD] * lateness(s)


@rule
def event_of(s: State, seat: int, kind: int, sack: int, owner: int, loot: int) -> int:
    """What a card on a sack, with so much in it then, comes to."""
    if owner == CENTRE:
        return TAKE
    if loot == int(WORTH[sack]):
        return SEAL_OWN if owner == seat else SEAL_THEIRS
    if owner == seat:
        return ADD
    if kind == int(s.top[sack]):
        return ROB
    if kind == ROBBER:
        return BLOCK
    return FEED_NEXT if whose(s, owner, seat) == 1 else FEED_OTHER
