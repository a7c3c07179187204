"""Components and set-up: SN-1 to SN-6."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

import beute
from beute.games import sneaky
from tests.games.sneaky.position import COLOURS, Table, faces, new, position

PLAYERS = [2, 3, 4]
BANDITS = ["1223", "1123", "1233"]
ALL_TRIPLES = {(f"{a}1", f"{b}2", f"{c}3") for a, b, c in product(COLOURS, repeat=3) if len({a, b, c}) == 3}


def set_up(table: Table, start: int = 0, triple: str = "R1 Y2 G3") -> Table:
    return table.play(", ".join([f"* start {start}", *(f"* open {bandit}" for bandit in triple.split())]))


# ---------------------------------------------------------------- components

# Before n dice are rolled: the others lie on the table.
DICE_TO_ROLL = {
    7: "centre G3    R3    Y3",
    6: "centre G3•   R3    Y3",
    5: "centre G3••  R3    Y3",
    4: "centre G3••• R3    Y3",
    3: "centre G3••• R3•   Y3",
    2: "centre G3••• R3••  Y3",
    1: "centre G3••• R3••• Y3",
}
EMPTY_SEATS = """
    > 0 cuffs 2 safe - stack -
      1 cuffs 2 safe - stack -
      2 cuffs 2 safe - stack -
"""


@pytest.mark.clause("SN-1")
@pytest.mark.parametrize("dice", DICE_TO_ROLL, ids=lambda dice: f"SN-1 {dice} dice")
def test_dice_have_six_colours_each_as_likely(dice: int) -> None:
    """What n dice with the six colours show, counted die by die."""
    chances = position(f"{DICE_TO_ROLL[dice]}\n{EMPTY_SEATS}\nrolls {dice}").chances
    assert chances == Counter(f"roll {faces(''.join(rolled))}" for rolled in product(COLOURS, repeat=dice))
    assert sum(chances.values()) == 6**dice
    assert len(chances) == comb(dice + 5, 5)


@pytest.mark.clause("SN-1")
def test_sn_1_a_die_shows_one_of_the_six_colours() -> None:
    assert position(f"{DICE_TO_ROLL[1]}\n{EMPTY_SEATS}\nrolls 1").chances == {
        "roll Y": 1,
        "roll R": 1,
        "roll G": 1,
        "roll B": 1,
        "roll S": 1,
        "roll P": 1,
    }


@pytest.mark.clause("SN-2")
@pytest.mark.parametrize(
    ("options", "values"),
    [
        pytest.param({}, "1223", id="SN-2 default"),
        pytest.param({"bandits": "1223"}, "1223", id="SN-2 1223"),
        pytest.param({"bandits": "1123"}, "1123", id="SN-2 1123"),
        pytest.param({"bandits": "1233"}, "1233", id="SN-2 1233"),
    ],
)
def test_the_24_bandits(options: dict[str, str], values: str) -> None:
    """Four a colour; all that is not in the centre is in the pile (SN-4)."""
    pile = new(3, **options).view["pile"]
    assert len(pile) == 24
    assert Counter(pile) == Counter(colour + value for colour in COLOURS for value in values)


@pytest.mark.clause("SN-2")
@pytest.mark.parametrize("wrong", ["1222", "3221", "", "12 23", 1, None, ["1", "2", "2", "3"]])
def test_sn_2_no_other_bandits(wrong: object) -> None:
    """The option has three values."""
    with pytest.raises(beute.SetupError, match="SN-2"):
        new(3, bandits=wrong)


@pytest.mark.parametrize("wrong", [1, 5])
def test_sneaky_is_for_two_to_four(wrong: int) -> None:
    with pytest.raises(beute.SetupError, match="2 to 4 players"):
        new(wrong)


@pytest.mark.clause("SN-2", "SN-12")
@pytest.mark.parametrize("value", [1, 2, 3], ids=lambda value: f"SN-2 a bandit of value {value}")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_bandit_is_filled_by_its_value_in_dice_of_its_colour(colour: str, value: int) -> None:
    """With one die less it stays, with all of them it is captured, and no further die goes on it."""
    others = [f"{other}3" for other in COLOURS if other != colour][:2]
    drawing = f"centre {colour}{value} {' '.join(others)}\n{EMPTY_SEATS}\nroll {colour * 7}"
    for dice in range(1, value + 1):
        table = position(drawing).play(", ".join(["0 put c0"] * dice))
        assert ("put c0" in table.legal) == (dice < value)
        table.play("0 stop")
        assert (table.view["centre"][0] is None) == (dice == value)


@pytest.mark.clause("SN-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_sn_3_twenty_handcuffs_are_enough(players: int) -> None:
    """With two bandits from the centre in every turn, 12 handcuffs are gained; with four players all are out."""
    table = set_up(new(players))
    out = []
    for _ in range(12):
        assert table.ending is None
        table.raid()
        out.append(sum(there["cuffs"] for there in table.view["seats"]))
    assert table.ending == "centre_empty"
    assert out == [2 * players + turn for turn in range(1, 13)]
    assert max(out) <= 20


# ---------------------------------------------------------------- set-up


def triples(table: Table, chance: Fraction = Fraction(1)) -> dict[tuple[str, ...], Fraction]:
    """Every way to fill the centre, with its probability."""
    if table.view["step"] != "setup":
        return {tuple(there["bandit"] for there in table.view["centre"] if there is not None): chance}
    total = sum(table.chances.values())
    found: dict[tuple[str, ...], Fraction] = {}
    for word, weight in table.chances.items():
        found |= triples(table.copy().play(f"* {word}"), chance * Fraction(weight, total))
    return found


@pytest.mark.clause("SN-4")
@pytest.mark.parametrize("bandits", BANDITS)
def test_sn_4_every_triple_is_equally_likely(bandits: str) -> None:
    """A 1, a 2 and a 3 of three colours, 6 * 5 * 4 of them, in slots 0 to 2."""
    found = triples(new(3, bandits=bandits).play("* start 1"))
    assert found == dict.fromkeys(ALL_TRIPLES, Fraction(1, 120))


@pytest.mark.parametrize(
    ("events", "possible"),
    [
        pytest.param("", "Y1 R1 G1 B1 S1 P1", id="SN-4 the 1 first"),
        pytest.param("* open G1", "Y2 R2 B2 S2 P2", id="SN-4 then a 2 of another colour"),
        pytest.param("* open G1, * open P2", "Y3 R3 B3 S3", id="SN-4 then a 3 of a third colour"),
    ],
)
def test_what_can_be_opened(events: str, possible: str) -> None:
    table = new(3).play(f"* start 0, {events}")
    assert table.chances == {f"open {bandit}": 1 for bandit in possible.split()}


@pytest.mark.clause("SN-4")
@pytest.mark.parametrize("bandits", BANDITS)
def test_sn_4_the_other_21_are_the_pile(bandits: str) -> None:
    """`rest` is all that is not on the table."""
    table = set_up(new(3, bandits=bandits))
    table.must_show("centre R1 Y2 G3\npile rest")
    assert len(table.view["pile"]) == 21


@pytest.mark.clause("SN-5")
@pytest.mark.parametrize("players", PLAYERS)
def test_sn_5_two_handcuffs_each_and_nothing_else(players: int) -> None:
    stack = "- / -" if players == 2 else "-"
    table = set_up(new(players), start=1)
    seats = [f"{'> ' if seat == 1 else ''}{seat} cuffs 2 safe - stack {stack}" for seat in range(players)]
    assert table.lines == ["centre R1 Y2 G3", "pile rest", *seats, "rolls 7"]


@pytest.mark.clause("SN-5")
@pytest.mark.parametrize("players", PLAYERS)
def test_sn_5_the_starting_player_is_drawn_by_lot(players: int) -> None:
    """Each as likely, and has the first turn."""
    assert new(players).chances == {f"start {seat}": 1 for seat in range(players)}
    for seat in range(players):
        assert set_up(new(players), start=seat).play("* roll YYYYYYY").asked == seat


@pytest.mark.clause("SN-5")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("start", [0, 1])
def test_sn_5_turns_go_round(players: int, start: int) -> None:
    """In seat order, whoever started, whether a turn was a bust or not."""
    table = set_up(new(players), start=start)
    turns = []
    for n in range(3 * players):
        turns.append(table.turn)
        if n % 2:
            table.bust()
        else:
            table.play(f"* roll YYYYYYY, {table.turn} put c1, {table.turn} stop")
    assert turns == [(start + n) % players for n in range(3 * players)]


# ---------------------------------------------------------------- the roll that begins a turn


@pytest.mark.clause("SN-6")
@pytest.mark.parametrize(
    "events",
    [
        pytest.param("", id="SN-6 the first turn"),
        pytest.param("* roll BBBBBBB", id="SN-6 after a bust"),
        pytest.param("* roll YYGGGBB, 0 put c1, 0 put c2, 0 stop", id="SN-6 after dice were placed"),
        pytest.param("* roll YYGGGBB, 0 put c1, 0 again, * roll BBBBBB", id="SN-6 after a bust with dice placed"),
    ],
)
def test_a_turn_begins_with_all_seven_dice(events: str) -> None:
    """All 7, and no other bandit has dice on it."""
    table = set_up(new(3)).play(events)
    table.must_show("centre R1 Y2 G3\nrolls 7")
    assert {len(word.removeprefix("roll ")) for word in table.chances} == {7}


@pytest.mark.clause("SN-20", "SN-21")
def test_the_endings_and_their_clauses() -> None:
    assert sneaky.ENDINGS == {"last_round": "SN-20", "centre_empty": "SN-21"}
