"""Refilling, the last round, the score: SN-19 to SN-25."""

import numpy as np
import pytest

import beute
from beute.lab.random_games import play_games
from tests.games.sneaky.position import Table, new, position

SEATS = """
    > 0 cuffs 2 safe - stack -
      1 cuffs 2 safe - stack -
      2 cuffs 2 safe - stack P3
    rolls 7
"""


def busts(table: Table, number: int) -> Table:
    for _ in range(number):
        table.bust()
    return table


# ---------------------------------------------------------------- refilling

SHOWS = [
    pytest.param(
        "centre R1 Y2 G3", "c1", "", "centre R1 - G3\n > 0 cuffs 2 safe - stack Y2\n refill", id="SN-19 after a turn"
    ),
    pytest.param("centre R1 Y2 G3", "c1", "* open B2", "centre R1 B2 G3\n rolls 7", id="SN-19 up to three"),
    pytest.param("centre R1 Y2 G3", "c0 c2", "* open B2", "centre B2 Y2 -\n refill", id="SN-19 the lowest slot first"),
    pytest.param("centre R1 Y2 G3", "c0 c2", "* open B2, * open B1", "centre B2 Y2 B1\n rolls 7", id="SN-19 then next"),
    pytest.param(
        "centre R1 Y1 G3",
        "c0 c1 c2",
        "* open B2, * open B1, * open B3",
        "centre B2 B1 B3\n pile rest\n > 1 cuffs 2 safe - stack -\n rolls 7",
        id="SN-19 all three",
    ),
    pytest.param(
        "centre R1 Y2 G3\n pile B2",
        "c0 c2",
        "* open B2",
        "centre B2 Y2 -\n pile -\n > 1 cuffs 2 safe - stack -\n rolls 7",
        id="SN-19 a slot that cannot be refilled stays empty",
    ),
    pytest.param(
        "centre R1 Y2 G3\n pile B2",
        "c0 c1 c2",
        "0 top G3, * open B2",
        "centre B2 - -\n pile -\n > 1 cuffs 2 safe - stack -",
        id="SN-19 two slots that cannot be refilled",
    ),
    # SN-20: the last round
    pytest.param(
        "centre R1 Y2 G3\n pile B2", "c1", "* open B2", "pile -\n last round 3", id="SN-20 the last is revealed"
    ),
    pytest.param("centre R1 Y2 G3\n pile B2", "c1 c2", "0 top G3, * open B2", "last round 3", id="SN-20 too few"),
    pytest.param(
        "centre R1 Y1 G3\n pile B2 B3 S3",
        "c0 c1 c2",
        "* open S3, * open B3, * open B2",
        "centre S3 B3 B2\n pile -\n > 1 cuffs 2 safe - stack -\n last round 3",
        id="SN-20 the pile is just enough",
    ),
    pytest.param(
        "centre - - G3\n pile -\n last round 2",
        "s2",
        "",
        "centre - - G3\n > 1 cuffs 2 safe - stack -\n last round 1\n rolls 7",
        id="SN-20 the centre is no longer refilled",
    ),
]


@pytest.mark.parametrize(("table", "spots", "events", "expected"), SHOWS)
def test_shows(table: str, spots: str, events: str, expected: str) -> None:
    position(f"{table}\n{SEATS}").take(spots).play(events).must_show(expected)


@pytest.mark.clause("SN-19")
def test_sn_19_a_refill_is_drawn_from_the_pile() -> None:
    """Each bandit of the pile is as likely."""
    table = position(f"centre R1 Y1 G3\n pile B2 B2 S3 P1\n {SEATS}").take("c0 c1")
    assert table.chances == {"open B2": 2, "open S3": 1, "open P1": 1}
    table.play("* open B2")
    assert table.chances == {"open B2": 1, "open S3": 1, "open P1": 1}
    table.play("* open S3").must_show("centre B2 S3 G3\n pile B2 P1")


@pytest.mark.clause("SN-19")
def test_sn_19_no_refill_when_nothing_was_captured_from_the_centre() -> None:
    position(f"centre R1 Y2 G3\n{SEATS}").bust().must_show("centre R1 Y2 G3\n pile rest\n rolls 7")


@pytest.mark.clause("SN-19")
def test_sn_19_the_others_keep_their_numbers() -> None:
    """With slot 1 empty, c0 and c2 are what they were."""
    table = position(f"centre R1 Y2 G3\n pile -\n last round 3\n {SEATS}").take("c1").play("* roll YYRGGGG")
    assert table.legal == ["put c0", "put c2", "put s0"]
    table.play("1 put c2, 1 put s0").must_show("centre R1 - G3•\n 0 cuffs 2 safe - stack Y2•")


# ---------------------------------------------------------------- the last round


@pytest.mark.parametrize("pile", ["B2 S2", "B2 B2 S2 P1"], ids=lambda pile: f"SN-20 {pile}")
def test_while_the_pile_has_a_bandit_there_is_no_last_round(pile: str) -> None:
    table = position(f"centre R1 Y2 G3\n pile {pile}\n {SEATS}").take("c1").play("* open B2")
    assert "last round" not in str(table)
    assert "last round" not in str(table.bust())


@pytest.mark.clause("SN-20")
def test_sn_20_a_bandit_in_the_pile_is_not_revealed_by_a_bust() -> None:
    """The last round waits for a refill."""
    table = position(f"centre R1 Y2 G3\n pile B2\n {SEATS}")
    for _ in range(7):
        table.bust().must_show("pile B2")
        assert "last round" not in str(table)


@pytest.mark.clause("SN-20")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("last", [0, 1])
def test_sn_20_exactly_one_more_turn_for_each(players: int, last: int) -> None:
    """From the next player on, to the one who had the last bandit revealed."""
    stack = "- / -" if players == 2 else "-"
    seats = [f"{'> ' if seat == last else ''}{seat} cuffs 2 safe - stack {stack}" for seat in range(players)]
    table = position("\n".join(["centre R1 Y2 G3", "pile B3", *seats, "rolls 7"])).take("c0").play("* open B3")
    for n in range(players):
        table.must_show(f"last round {players - n}")
        assert table.turn == (last + 1 + n) % players
        table.bust()
    assert table.ending == "last_round"
    table.must_show("centre B3 Y2 G3\n over last_round")
    assert not table.possible


ENDS = [
    pytest.param("centre R1 Y2 -\n last round 1", "c0", "over last_round", id="SN-20 with a capture in the last turn"),
    pytest.param("centre R1 - -\n last round 3", "c0", "over centre_empty", id="SN-21 the last one is captured"),
    pytest.param("centre - Y2 -\n last round 2", "c1 s2", "lays Y2 P3", id="SN-21 first the stack is put in order"),
    pytest.param("centre R1 - G3\n last round 2", "c0 c2", "over centre_empty", id="SN-21 the last two are captured"),
    pytest.param("centre R1 Y2 G3\n last round 3", "c0 c2", "rolls 7", id="SN-21 one is left"),
    pytest.param("centre - Y2 -\n last round 1", "c1", "over centre_empty", id="SN-21 in the very last turn"),
    pytest.param("centre - Y2 -\n last round 2", "s2", "rolls 7", id="SN-21 opponents' stacks are not the centre"),
    pytest.param(
        "centre - Y2 -\n last round 1", "s2", "over last_round", id="SN-20 opponents' stacks are not the centre"
    ),
    pytest.param("centre R1 Y2 G1\n pile B2", "c0 c1 c2", "refill", id="SN-21 before the last round it is refilled"),
]


@pytest.mark.parametrize(("table", "spots", "expected"), ENDS)
def test_ends(table: str, spots: str, expected: str) -> None:
    pile = "" if "pile" in table else "pile -\n"
    position(f"{table}\n{pile}{SEATS}").take(spots).must_show(expected)


@pytest.mark.clause("SN-21")
@pytest.mark.parametrize(
    ("table", "events", "cuffs"),
    [
        pytest.param("centre R1• Y2•• -\n left SSSS", "0 stop", 3, id="SN-21 SN-17 two from the centre"),
        pytest.param("centre R1• - -\n left SSSSSS", "0 stop", 2, id="SN-21 one from the centre"),
        pytest.param(
            "centre - Y2•• G3•••\n left SS", "0 stop, 0 top G3", 3, id="SN-21 SN-17 after the stack is in order"
        ),
    ],
)
def test_handcuffs_are_settled_before_the_end(table: str, events: str, cuffs: int) -> None:
    over = position(f"{table}\n pile -\n last round 2\n {SEATS.replace('rolls 7', '')}").play(events)
    assert over.ending == "centre_empty"
    assert over.view["seats"][0]["cuffs"] == cuffs


@pytest.mark.clause("SN-20", "SN-18")
def test_sn_20_handcuffs_are_settled_before_the_end() -> None:
    """A bust in the last turn still costs a handcuff."""
    over = position(f"centre R1 - -\n pile -\n last round 1\n {SEATS}").bust()
    over.must_show("0 cuffs 1 safe - stack -\n over last_round")
    assert over.scores == [0, 5, 8]


# ---------------------------------------------------------------- the score

SCORES = [
    pytest.param(["0 cuffs 1 safe Y1 R1 stack Y2 G3", "1 cuffs 2 safe - stack -"], [7, 5], id="SN-22 safe and stack"),
    pytest.param(
        ["0 cuffs 2 safe - stack -", "1 cuffs 1 safe S1 stack Y2 Y2 R3 G2"], [5, 10], id="SN-22 a whole stack"
    ),
    pytest.param(["0 cuffs 1 safe - stack -", "1 cuffs 2 safe - stack -"], [0, 5], id="SN-22 the centre's: nobody's"),
    pytest.param(["0 cuffs 3 safe - stack -", "1 cuffs 2 safe - stack -"], [5, 0], id="SN-23 the most"),
    pytest.param(["0 cuffs 2 safe - stack -", "1 cuffs 2 safe - stack -"], [5, 5], id="SN-23 a tie of all"),
    pytest.param(["0 cuffs 0 safe - stack -", "1 cuffs 1 safe - stack -"], [-2, 5], id="SN-23 one has none"),
    pytest.param(["0 cuffs 0 safe - stack -", "1 cuffs 0 safe S1 stack G3"], [-2, 2], id="SN-23 nobody has any"),
    pytest.param(
        ["0 cuffs 4 safe - stack Y2", "1 cuffs 4 safe - stack -", "2 cuffs 3 safe - stack -"],
        [7, 5, 0],
        id="SN-23 a tie of two",
    ),
    pytest.param(
        [
            "0 cuffs 1 safe - stack -",
            "1 cuffs 0 safe - stack -",
            "2 cuffs 0 safe - stack -",
            "3 cuffs 1 safe - stack -",
        ],
        [5, -2, -2, 5],
        id="SN-23 one handcuff can be the most",
    ),
    pytest.param(
        [
            "0 cuffs 0 safe - stack -",
            "1 cuffs 0 safe - stack -",
            "2 cuffs 0 safe - stack -",
            "3 cuffs 0 safe P1 stack -",
        ],
        [-2, -2, -2, -1],
        id="SN-23 nobody of four has any",
    ),
]


@pytest.mark.parametrize(("seats", "scores"), SCORES)
def test_scores(seats: list[str], scores: list[int]) -> None:
    """Every position has its score: before the end it is what it would be worth."""
    if len(seats) == 2:  # two stacks each: the 3s apart from the 2s
        seats = [_two_stacks(seat) for seat in seats]
    drawing = "\n".join(["centre B1 B2 B3", "> " + seats[0], *seats[1:], "rolls 7"])
    assert position(drawing).scores == scores


def _two_stacks(seat: str) -> str:
    start, _, stack = seat.partition(" stack ")
    twos, threes = (" ".join(one for one in stack.split() if one[1:] == value) or "-" for value in "23")
    return f"{start} stack {twos} / {threes}"


# ---------------------------------------------------------------- the winners


def opened(players: int, start: int = 0) -> Table:
    return new(players).play(f"* start {start}, * open Y1, * open R2, * open G3")


def replayed(table: Table, ending: str) -> beute.Game:
    """The game by its record, which must not name another result."""
    record = {"beute": 1, "game": "sneaky", "players": table.engine.setup.players, "events": table.events}
    winners = [seat for seat, score in enumerate(table.scores) if score == max(table.scores)]
    return beute.replay(record | {"scores": table.scores, "winners": winners, "ending": ending})


@pytest.mark.clause("SN-20", "SN-21")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("ending", "clause"), [("last_round", "SN-20"), ("centre_empty", "SN-21")])
def test_a_whole_game(players: int, ending: str, clause: str) -> None:
    """Once it is over nothing can be played."""
    table = opened(players)
    for _ in range(11):  # 22 of the 24 bandits are captured, two are in the centre
        table.raid()
    table.must_show(f"pile -\n last round {players}")
    if ending == "centre_empty":
        table.raid()
    else:
        busts(table, players)
    game = replayed(table, ending)
    assert game.over
    assert game.ending == ending
    assert (game.legal, game.chances) == ([], {})
    why = game.why("0 put c0")
    assert why is not None
    assert (why.clause, why.code) == (clause, "game_is_over")


# In every line the pairs of bandits that the players capture in turn, after Y1 and R2; the last turn is G3's.
EVEN = """
         R1 Y2
    G2 B2    S2 P2
    G1 Y3    B1 R3
    S1 B3    P1 S3
    Y2 R2    G2 S2
    P2 P3    B2
"""


@pytest.mark.clause("SN-24")
@pytest.mark.parametrize(
    ("refills", "start", "values", "winners"),
    [
        pytest.param(EVEN, 0, [24, 24], [0, 1], id="SN-24 a tie shares the win"),
        pytest.param(EVEN.replace("P2 P3    B2", "P2 B2    P3"), 0, [23, 25], [1], id="SN-24 the highest score wins"),
        pytest.param(EVEN.replace("P2 P3    B2", "P2 B2    P3"), 1, [25, 23], [0], id="SN-24 whoever began"),
    ],
)
def test_winners(refills: str, start: int, values: list[int], winners: list[int]) -> None:
    """Both have as many handcuffs, the bandits decide."""
    table, pile = opened(2, start), iter(refills.split())
    for _ in range(12):
        table.raid(pile)
    game = replayed(table, "centre_empty")
    assert game.scores == [value + 5 for value in values]
    assert game.winners == winners


# ---------------------------------------------------------------- without end


@pytest.mark.clause("SN-25")
def test_sn_25_the_rules_set_no_limit_but_simulations_do() -> None:
    """The 1,001st turn makes a game endless; it can be played on."""
    table = busts(position(f"centre R1 Y2 G3\n {SEATS}"), 999)
    assert table.view["turns"] == 1000
    assert not table.engine.parts.rules.endless(table.state)
    table.bust()
    assert table.engine.parts.rules.endless(table.state)
    assert table.ending is None
    assert len(table.possible) == 792
    busts(table, 10).must_show("centre R1 Y2 G3\n pile rest\n rolls 7")


@pytest.mark.clause("SN-25")
def test_sn_25_turns_are_counted_without_limit() -> None:
    """A game once endless stays so."""
    table = position(f"centre R1 Y2 G3\n {SEATS}")
    table.state.turns = 32_767
    table.bust()
    assert table.view["turns"] == 32_768
    assert table.engine.parts.rules.endless(table.state)


@pytest.mark.parametrize(
    ("table", "turns", "tallies"),
    [
        pytest.param("centre R3 Y3 G3", 1000, [1, 0, 0], id="SN-25 unfinished, counted apart"),
        pytest.param("centre R1 - -\n pile -\n last round 1", 1000, None, id="SN-25 over in its 1,000th turn"),
    ],
)
def test_simulations_stop(table: str, turns: int, tallies: list[int] | None) -> None:
    """The turn that is drawn has this number: no game of more than 1,000 turns is played to its end."""
    drawn = position(f"{table}\n {SEATS}")
    drawn.state.turns = turns
    start = np.array([drawn.state])
    totals, counted = np.zeros((3, 2), np.int64), np.zeros(8, np.int64)
    play_games(start, start.copy(), 1, 0, 1, totals, counted)
    assert counted.sum() == 1
    if tallies:
        assert counted[:3].tolist() == tallies
        assert not totals.any()
    else:
        assert counted[0] == 0
