"""How many sequences of events there are: counted by walking the contract, and by hand.

A roll of n dice has C(n+5, 5) outcomes as a record tells them: 792 with seven, 462 with six, 21 with two, 6 with one.
"""

from math import comb

import pytest

from tests.games.sneaky.position import Table, new, position


def perft(table: Table, depth: int) -> int:
    """Sequences of exactly this many events, decisions and chance alike."""
    if depth <= 1:
        return len(table.possible) if depth else 1
    return sum(perft(table.copy().play(event), depth - 1) for event in table.possible)


def finished(table: Table) -> int:
    """Sequences from here to the end of the game."""
    if table.ending:
        return 1
    return sum(finished(table.copy().play(event)) for event in table.possible)


@pytest.mark.clause("SN-4", "SN-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sn_4_sn_5_from_the_start(players: int) -> None:
    """Any seat; then a colour for the 1, another for the 2, a third for the 3; then seven dice."""
    counts = [players, players * 6, players * 6 * 5, players * 6 * 5 * 4, players * 120 * 792]
    assert [perft(new(players), depth) for depth in range(1, 6)] == counts


# ---------------------------------------------------------------- placing dice

PLACING = """
    centre R1 Y2 G3
    > 0 cuffs 2 safe - stack -
      1 cuffs 2 safe - stack -
      2 cuffs 2 safe - stack -
"""


@pytest.mark.clause("SN-7", "SN-9", "SN-11", "SN-12")
def test_sn_7_placing_dice() -> None:
    """One red die, two yellow, three green, and a grey that fits nowhere.

    1: a die on any of the three bandits.
    2: of the 3 * 3 pairs of dice only red-red is not there; after each of the 3 first dice also `again` and `stop`.
    3: of the 27 triples of dice 7 have two or three reds and one is all yellow, which leaves 19;
       after each of the 8 pairs `again` and `stop`;
       after each of the 3 dice and `again` six dice are rolled: 3 * 462;
       after a red die and `stop` R1 is captured, and one of the kinds in the pile comes: there are 18, less R1 and G3
       (one each) but not Y2 (one of two is left), makes 16;
       after another die and `stop` nothing is captured, and the next player rolls: 2 * 792.
    """
    table = position(PLACING + "roll YYRGGGS")
    assert perft(table, 1) == 3
    assert perft(table, 2) == 8 + 3 * 2
    assert perft(table, 3) == 19 + 8 * 2 + 3 * 462 + 16 + 2 * 792


@pytest.mark.clause("SN-9", "SN-11")
def test_sn_9_every_order_of_filling_all_bandits() -> None:
    """The 6! / (1! 2! 3!) orders of six dice, and then only `stop`."""

    def filled(table: Table) -> int:
        puts = [word for word in table.legal if word.startswith("put")]
        if not puts:
            assert table.legal == ["stop"]
        return sum(filled(table.copy().play(f"0 {word}")) for word in puts) or 1

    assert filled(position(PLACING + "roll YYRGGGS")) == 60


def first_roll(depth: int) -> int:
    """Sequences from a turn's first roll, with bandits of value 1, 2 and 3 of three colours and nothing else open.

    Rolls are counted by how many dice a, b and c have the colours of the three bandits; the m others are of three
    more colours, in C(m+2, 2) ways. None of the three: a bust, and the next player rolls before the same centre.
    """
    if depth == 0:
        return 1
    count = 0
    for a in range(8):
        for b in range(8 - a):
            for c in range(8 - a - b):
                ways = comb(7 - a - b - c + 2, 2)
                if a + b + c == 0:
                    count += ways * first_roll(depth - 1)
                elif depth == 1:
                    count += ways
                elif depth == 2:
                    count += ways * sum(n > 0 for n in (a, b, c))
                else:  # again, stop, and a die for a bandit that is not full
                    assert depth == 3
                    count += ways * (a > 0) * (2 + (b > 0) + (c > 0))
                    count += ways * (b > 0) * (2 + (a > 0) + (b > 1) + (c > 0))
                    count += ways * (c > 0) * (2 + (a > 0) + (b > 0) + (c > 1))
    return count


@pytest.mark.clause("SN-6", "SN-7", "SN-10", "SN-11")
@pytest.mark.parametrize("depth", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_sn_10_a_first_roll(depth: int) -> None:
    """1: seven dice.
    2: a colour is in C(11, 5) = 462 of the rolls, so there are 3 * 462 first dice; C(9, 2) = 36 rolls have none of the
       three colours, are a bust, and the next player rolls: 36 * 792.
    3: the same sum, roll by roll.
    """
    assert [first_roll(1), first_roll(2)] == [792, 3 * 462 + 36 * 792]
    assert perft(position(PLACING + "rolls 7"), depth) == first_roll(depth)


# ---------------------------------------------------------------- ends of games

LAST_DIE = """
    centre G3•• Y2 -
    pile   -
      0 cuffs 2 safe - stack R2
      1 cuffs 2 safe - stack B3••
    > 2 cuffs 2 safe - stack P2
      3 cuffs 2 safe - stack S3••
    last round 1
    rolls 1
"""


@pytest.mark.clause("SN-8", "SN-10", "SN-11", "SN-20")
def test_sn_20_the_last_die_of_the_last_turn() -> None:
    """One die is rolled.

    Six colours: green, yellow, blue, grey and red have an open bandit; purple is one's own, a bust, the end.
    The five are placed, then there is only `stop`, then the game is over.
    """
    table = position(LAST_DIE)
    assert [perft(table, depth) for depth in (1, 2, 3, 4)] == [6, 5, 5, 0]
    assert finished(table) == 6


@pytest.mark.clause("SN-7", "SN-9", "SN-11", "SN-20")
def test_sn_20_the_last_two_dice_of_the_last_turn() -> None:
    """Two dice, with G3, Y2 and R2 open, of which G3 wants one die and the others two.

    B3 is full: who stops captures it, and with another 2 or 3 there are two orders to lay them in.
    The second die rolled alone, after the first and `again`, always has 8 ends. After a yellow die: yellow fills Y2, 2;
        green fills G3, 2; red 1; three busts. After a red one likewise. After a green one, which fills G3: yellow 2
        and red 2, as G3 is captured with B3; four busts.
    The 21 rolls, by the colours with an open bandit (Y, R, G) and without (B, S, P):
    YY, RR: a die there; then `stop` 1, `again` 8, or the second die, which fills it, 2: 11 each, 22.
    GG: the first die fills G3, and the second cannot be placed: `stop` 2, `again` 8: 10.
    YR: either first; then `stop` 1, `again` 8, or the other die 1: 2 * 10 = 20.
    YG, RG: G first: `stop` 2, `again` 8, or the other die 2: 12; G second: 1 + 8 + 2 = 11: 23 each, 46.
    Y or R with one of B, S, P (6): `stop` 1, `again` 8: 9 each, 54. G with one of them (3): 2 + 8: 10 each, 30.
    Two of B, S, P (6): a bust, an end: 6.
    """
    table = position("""
        centre G3•• Y2 -
        pile   -
          0 cuffs 2 safe - stack R2
          1 cuffs 2 safe - stack B3•••
        > 2 cuffs 2 safe - stack P2
          3 cuffs 2 safe - stack -
        last round 1
        rolls 2
    """)
    assert perft(table, 1) == 21
    assert perft(table, 2) == 3 + 3 * 2 + 9  # busts have no second event
    assert finished(table) == 22 + 10 + 20 + 46 + 54 + 30 + 6


# ---------------------------------------------------------------- orders of a stack


@pytest.mark.clause("SN-15")
@pytest.mark.parametrize(
    ("centre", "stack", "orders"),
    [
        pytest.param("S2•• Y2•• G3•••", "R2", 6, id="SN-15 three kinds: 3 * 2, the last by itself"),
        pytest.param("Y2•• Y2•• G3•••", "R2", 3, id="SN-15 two alike: top G3; or top Y2 and then either"),
        pytest.param("S2•• Y2•• P1", "G3•••", 6, id="SN-15 from an opponent as well"),
        pytest.param("Y2•• P1 G3•••", "R2••", 6, id="SN-15 from anywhere"),
        pytest.param("Y2•• P1• G3•••", "R2", 2, id="SN-15 a 1 is not laid"),
        pytest.param("Y2•• Y2•• P1", "R2", 1, id="SN-15 one kind: no question"),
    ],
)
def test_orders_of_a_stack(centre: str, stack: str, orders: int) -> None:
    """The sequences of `top`, and as many different stacks as there are orders of the bandits."""
    left = 7 - (centre + stack).count("•")
    table = position(f"""
        centre {centre}
        > 0 cuffs 2 safe - stack B3
          1 cuffs 2 safe - stack {stack}
          2 cuffs 2 safe - stack -
        left {"B" * left or "-"}
    """).play("0 stop")
    found = laid(table)
    assert len(found) == len(set(found)) == orders


@pytest.mark.clause("SN-14", "SN-15")
@pytest.mark.parametrize(
    ("centre", "stacks", "orders"),
    [
        pytest.param("S2•• Y2•• G3•••", "R2 / -", 2, id="SN-15 two 2s, and a 3 apart"),
        pytest.param("S2•• Y2•• P1", "R2•• / G3", 6, id="SN-15 three 2s"),
        pytest.param("Y1• Y3••• G2", "R2 / G3•••", 2, id="SN-15 two 3s, and a 1"),
        pytest.param("Y2•• S3••• G2", "Y2•• / G3", 1, id="SN-15 two alike, and a 3 apart"),
    ],
)
def test_orders_with_two_players(centre: str, stacks: str, orders: int) -> None:
    left = 7 - (centre + stacks).count("•")
    table = position(f"""
        centre {centre}
        > 0 cuffs 2 safe - stack - / B3
          1 cuffs 2 safe - stack {stacks}
        left {"B" * left or "-"}
    """).play("0 stop")
    found = laid(table)
    assert len(found) == len(set(found)) == orders


def laid(table: Table) -> list[str]:
    """Seat 0's line for every sequence of its choices."""
    if table.asked is None:
        return [line for line in table.lines if line.startswith(("0", "> 0"))]
    return [line for event in table.possible for line in laid(table.copy().play(event))]
