"""Counts of all sequences of decisions and outcomes from small positions, against numbers found by hand.

The seats that are asked at once answer in seat order. A sequence that ends with the game counts as it is.
"""

import pytest

from tests.games.schattendieb.position import Position, position


def counts(p: Position, depth: int) -> list[int]:
    """How many sequences of one event there are, of two, and so on."""
    return [len(level) for level in levels(p, depth)]


def weighed(p: Position, depth: int) -> list[int]:
    """The same, with chance events counted as often as there are cards for them."""
    return [sum(weight for _, weight in level) for level in levels(p, depth)]


def levels(p: Position, depth: int) -> list[list[tuple[Position, int]]]:
    """The positions after each number of events, and how many ways there are to each."""
    found = [[(p, 1)]]
    for _ in range(depth):
        found.append([(after, ways * weight) for before, ways in found[-1] for after, weight in following(before)])
    return found[1:]


def following(p: Position) -> list[tuple[Position, int]]:
    if p.s.ending:
        return [(p, 1)]
    if p.asked == "*":
        return [(p.after(f"* {word}"), weight) for word, weight in p.chances().items()]
    seat = int(p.asked.split()[0])
    return [(p.after(f"{seat} {word}"), 1) for word in p.legal(seat)]


# SD-5: 3, then 2 (two cards alike are one choice), then 4 choices: 3, 3 * 2, 3 * 2 * 4.
CHOOSING = """
    choose
    0  V4 V5 V6     []
    1  V6 V7 V7     []
    2  V8 V9 V10 V11 []
    """

# SD-9: seat 0 can add W3, W3, W4: nothing (1 way), one card (2), two (3: 33, 34, 43), three (3: 334, 343, 433); then
# done. Seat 1 can add R1, R2: nothing (1), one (2), two (2); then done. Together 9 * 5 = 45 to the end of action 4.
# One event: 3 (add W3, add W4, done). Two: after W3 3 more, after W4 2 (W3, done), after done seat 1 has 3: 8.
# Three: W3 W3 -> 2 (W4, done), W3 W4 -> 2, W3 done -> 3, W4 W3 -> 2, W4 done -> 3, done R1 -> 2, done R2 -> 2,
# done done -> 3, as the pile is gone and seat 0 chooses again: W3, W4 or V4. In all 2+2+3+2+3+2+2+3 = 19.
ADDING = """
    add
    0  W3 W3 W4 V4  > W1  []
    1  R1 R2 V5     > R7  []
    2  V6 V7              []
    """

# SD-7, SD-8: of W2, R3, R4 the shadow thief takes one; then the thief of rings one of the rings that are left.
# W2 first: 2 rings; R3 or R4 first: 1 ring. So 3, and 2 + 1 + 1 = 4; then those with a jewel left are asked: after
# W2 and a ring one seat, after a ring and a ring the seat with W2, each with `done` alone as nobody can add: 4.
STEALING = """
    steal TS
    0  V6  > TS  []
    1  V6  > TR  []
    2  V7  > W2  []
    3  V7  > R3  []
    4  V8  > R4  []
    """

# SD-12, SD-13: seat 0 draws two and seat 1 two, from {W1, W1, V4} and then {R5, R6}. Words: W1 or V4: 2; then after W1
# both, after V4 only W1: 3; then the last of the three: 3 (W1 W1 V4, W1 V4 W1, V4 W1 W1); then R5 or R6: 6.
# Weighed: 3, 3 * 2, 3 * 2 * 1, 3 * 2 * 1 * 2.
DRAWING = """
    draw 0 to 4
    pile  W1 W1 V4 + R5 R6
    0  C1 C2        []
    1  C3 C4        []
    2  C5 C6 C7 C8  []
    """

# SD-14: nobody can add, so 1, 1, 1. Three cards are not enough for hands of two, which would take four, so seats 0 and
# 1 draw one each: 3, 3 * 2; the third is buried. Then they play their only card, 6, 6, and seat 2 one of three, 6 * 3.
TOO_FEW = """
    add
    pile  W1 W2 R1
    0            > B4  []
    1            > B5  []
    2  C1 C2 C3  > B6  []
    """

# SD-16: seat 2 draws V9, W1 or W2. Without the option seat 0 then plays V4, V5 or V6: 3, 3 * 3. With it, seat 0 draws
# the other four. So all five cards are drawn in some order, and the beginnings of the orders of V9 W1 W1 W2 W2 are
#   of one card 3; of two 3 * 3 - 1 = 8, as V9 comes but once;
#   of three 3 * 4 with V9 (its place, and the others W1 or W2 each) and 2 * 2 * 2 - 2 without it: 18;
#   of four 4 * 6 with V9 and 6 without it: 30; of five 5! / (2! 2!) = 30.
# Then seat 0 plays: if V9 went to seat 2 (6 orders) W1 or W2, else (24 orders) V9, W1 or W2: 6 * 2 + 24 * 3 = 84.
FOUR_SHUTS = """
    draw 2 to 4
    pile  V9 W1 W1 W2 W2
    0  V4 V5 V6 V6  []
    1  C1 C2 C3 C4  []
    2  C5 C6 C7     []
    """

# A whole game with the pile gone. Each seat plays one of two cards, 2, 4, 8 ways; then (choices of seats 0, 1, 2):
#   W1 R2 B3  nobody has a thing to add: done, done, done.   1 way, the next round has one card each
#   W1 R2 TS  seat 2 steals from 0 or 1 (2 ways), the other is done.
#   W1 V5 B3  done (0), done (2); seat 1 closes (one jewel in the vault).
#   W1 V5 TS  seat 2 steals from 0 (1 way); seat 1 closes; nobody is asked to add.
#   V4 R2 B3  done (1), done (2); seat 0 closes.
#   V4 R2 TS  seat 2 steals from 1; seat 0 closes.
#   V4 V5 B3  done (2); seats 0 and 1 close: over, one_open (SD-17).
#   V4 V5 TS  nothing to steal; seats 0 and 1 close: over, one_open (SD-17).
# Everybody who is left has one card and plays it, one way; then hands are empty, and unless all of them played
# Vault Shut cards the game ends after action 4 (SD-19), with no choice on the way but what is said here:
#   W1 R2 B3 (1 way), then V4 V5 TS: nothing to steal: over.                       1 sequence
#   W1 R2 TS (2 ways), then V4 V5 B3: done: over.                                  2 sequences
#   W1 V5 B3 (1 way), seats 0 and 2 left, then V4 TS: nothing to steal: over.      1 sequence
#   W1 V5 TS (1 way), then V4 B3: done: over.                                      1 sequence
#   V4 R2 B3 (1 way), seats 1 and 2 left, then V5 TS: over.                        1 sequence
#   V4 R2 TS (1 way), then V5 B3: done: over.                                      1 sequence
#   V4 V5 B3 and V4 V5 TS: over in the first round.                                2 sequences
# In all 9 games. After four events: the eight choices, and the two ways of W1 R2 TS: 9 already.
LAST_CARDS = """
    choose
    0  W1 V4   [C10]
    1  R2 V5   [C9]
    2  B3 TS   [C8]
    """


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        pytest.param(CHOOSING, [3, 6, 24], id="SD-5 choosing"),
        pytest.param(ADDING, [3, 8, 19], id="SD-9 adding"),
        pytest.param(STEALING, [3, 4, 4], id="SD-7 SD-8 stealing"),
        pytest.param(DRAWING, [2, 3, 3, 6], id="SD-12 SD-13 drawing through two layers"),
        pytest.param(TOO_FEW, [1, 1, 1, 3, 6, 6, 6, 18], id="SD-14 drawing what everybody can have"),
        pytest.param(FOUR_SHUTS, [3, 9], id="SD-16 four Vault Shut cards kept"),
        pytest.param(LAST_CARDS, [2, 4, 8, 9, 9, 9, 9, 9, 9], id="SD-17 SD-19 to the end of the game"),
    ],
)
def test_counts(drawing: str, expected: list[int]) -> None:
    assert counts(position(drawing), len(expected)) == expected


@pytest.mark.clause("SD-16")
def test_counts_with_redraw() -> None:
    """Four Vault Shut cards exchanged."""
    assert counts(position(FOUR_SHUTS, redraw=True), 6) == [3, 8, 18, 30, 30, 84]


@pytest.mark.clause("SD-9")
def test_all_ways_of_adding() -> None:
    """9 * 5 sequences to the end of action 4; the longest has 4 + 3 events."""
    adding, ways = [position(ADDING)], 0
    for _ in range(7):
        after = [q for p in adding for q, _ in following(p)]
        adding = [p for p in after if p.step == "add"]
        ways += len(after) - len(adding)
    assert (adding, ways) == ([], 45)


@pytest.mark.clause("SD-12")
def test_weights() -> None:
    """Every card of a layer is as likely as any other."""
    assert weighed(position(DRAWING), 4) == [3, 6, 6, 12]
