"""RB-13 to RB-17: the last cards and the result. Positions are drawn as `position.py` says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import beute
from beute.games.raeuber.view import RaeuberView
from tests.games.raeuber.position import after, asked, drawn, engine_of, legal, raeuber, state, table, tidy, value
from tests.oracle.check import random_record

# ---------------------------------------------------------------- until every player has one card


@pytest.mark.clause("RB-13")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rb_13_play_goes_on_until_every_player_has_exactly_one_card(players: int) -> None:
    """RB-13: the pile is drawn to its end; then everybody plays five of six cards, and only then a last one."""
    pile = {2: 54, 3: 48, 4: 40, 5: 35}[players]
    for seed in range(5):
        events = random_record("raeuber", players, {}, Random(f"{players} {seed}"))["events"]
        assert sum(event.startswith("* draw") for event in events) == pile
        decisions = [event for event in events if not event.startswith("*")]
        first = int(events[0].split()[-1])
        assert [int(event[0]) for event in decisions[: pile + 5 * players]] == [
            (first + n) % players for n in range(pile + 5 * players)
        ]
        game = beute.Game[RaeuberView](raeuber(players).setup, None)
        last_cards = len(decisions) - (pile + 5 * players)
        for event in events[: len(events) - last_cards]:
            assert game.view(None)["step"] in ("start", "deal", "turn", "draw")
            game.play(event)
        assert game.view(None)["step"] in ("last_cards", "over")
        for event in events[len(events) - last_cards :]:
            game.play(event)
        assert game.ending == "last_cards"


@pytest.mark.clause("RB-13")
def test_rb_13_nothing_is_revealed_while_somebody_has_two_cards() -> None:
    """RB-13"""
    s = state("turn 0\nseat 0: 7 9\nseat 1: 7 8\nseat 2: 7 5")
    s = after(s, "0 9>100", "1 8>100")
    assert drawn(s) == tidy("turn 2\n100 of 0: 17, top 8\nseat 0: 7\nseat 1: 7\nseat 2: 5 7")
    s = after(s, "2 5>100")
    assert drawn(s) == "over\n100 of 0: 22, top 5\nseat 0:\nseat 1:\nseat 2:"


# ---------------------------------------------------------------- revealing


def last_turn(*cards: str, sacks: str = "", extra: str = "R>45a", aside: str = "") -> Any:
    """Everybody's last card revealed: the last seat has just played one more card, a robber on a sack."""
    last = len(cards) - 1
    hands = "".join(f"seat {n}: {card}{' R' if n == last else ''}\n" for n, card in enumerate(cards))
    return after(state(f"turn {last}\n{sacks}\n{hands}unseen: {aside}"), f"{last} {extra}")


@pytest.mark.parametrize(
    ("cards", "order"),
    [
        pytest.param("10 7", [0, 1], id="RB-15 the highest first"),
        pytest.param("7 10", [1, 0], id="RB-15 the highest first, whoever has it"),
        pytest.param("7 7", [], id="RB-14 two equal cards are out"),
        pytest.param("R R", [], id="RB-14 two robbers are out"),
        pytest.param("R 2", [1, 0], id="RB-15 a single robber is played last"),
        pytest.param("7 R 7", [1], id="RB-14 the equal ones are out, the robber is not"),
        pytest.param("R 7 R", [1], id="RB-14 robbers are equal too"),
        pytest.param("9 9 9", [], id="RB-14 three equal cards are out"),
        pytest.param("2 R 10 5", [2, 3, 0, 1], id="RB-15 from the highest down, the robber as 0"),
        pytest.param("5 8 5 8", [], id="RB-14 two pairs are out"),
        pytest.param("3 8 5 8", [2, 0], id="RB-14 the highest may be out"),
        pytest.param("2 3 4 5 6", [4, 3, 2, 1, 0], id="RB-15 five in order"),
        pytest.param("9 9 9 4 R", [3, 4], id="RB-14 RB-15 three out, two played"),
        pytest.param("R 9 R 10 R", [3, 1], id="RB-14 RB-15 three robbers out"),
        pytest.param("6 6 10 10 3", [4], id="RB-14 RB-15 two pairs out, one played"),
    ],
)
def test_equal_last_cards_are_out_and_the_others_are_played_from_the_highest_down(cards: str, order: list[int]) -> None:
    s = last_turn(*cards.split(), aside="8x2" if cards.count(" ") == 3 else "8" if cards.count(" ") == 4 else "")
    turns = []
    while seats := asked(s):
        (seat,) = seats
        assert {word.split(">")[0] for word in legal(s, seat)} == {cards.split()[seat]}
        turns.append(seat)
        s = after(s, f"{seat} {legal(s, seat)[0]}")
    assert turns == order
    assert s.ending == 1


@pytest.mark.clause("RB-14")
def test_rb_14_last_cards_are_public_from_then_on() -> None:
    """RB-14: not before; and who is out shows nothing."""
    game = table("turn 3\nseat 0: 9\nseat 1: 4\nseat 2: 9\nseat 3: 5 R\nunseen: 2 3")
    assert game.view(0)["hands"] == [["9"], ["?"], ["?"], ["?", "?"]]
    assert game.view(None)["hands"] == [["?"], ["?"], ["?"], ["?", "?"]]
    game.play("3 R>100")
    for seat in (0, 1, 2, 3, None):
        assert game.view(seat)["hands"] == [[], ["4"], [], ["5"]]
        assert game.view(seat)["asked"] == [3]
    game.play("3 5>26")
    assert game.view(0)["hands"] == [[], ["4"], [], []]


# ---------------------------------------------------------------- playing the last cards


@pytest.mark.parametrize(
    ("before", "events", "then"),
    [
        pytest.param(
            "last 0\nseat 0: 9\nseat 1: 5",
            ["0 9>70a"],
            "last 1\n70a of 0: 9, top 9\nseat 0:\nseat 1: 5",
            id="RB-15 RB-5 a last card takes a sack from the centre",
        ),
        pytest.param(
            "last 0\n70a of 1: 20, top 9\nseat 0: 9\nseat 1: 5",
            ["0 9>70a"],
            "last 1\n70a of 0: 29, top 9\nseat 0:\nseat 1: 5",
            id="RB-15 RB-8 a last card robs",
        ),
        pytest.param(
            "last 0\n70a of 1: 61, top 8\nseat 0: 9\nseat 1: 5",
            ["0 9>70a"],
            "last 1\n70a of 0: sealed, top 9\nseat 0:\nseat 1: 5",
            id="RB-15 RB-9 a last card seals",
        ),
        pytest.param(
            "last 0\n70a of 1: 30, top 8\nseat 0: 9\nseat 1: 5",
            ["0 9>70a"],
            "last 1\n70a of 1: 39, top 9\nseat 0:\nseat 1: 5",
            id="RB-15 RB-10 a last card can stay with another",
        ),
        pytest.param(
            "last 2\n70a of 1: 30, top R\nseat 0:\nseat 1:\nseat 2: R",
            ["2 R>70a"],
            "over\n70a of 2: 30, top R\nseat 0:\nseat 1:\nseat 2:, counts 70a",
            id="RB-15 RB-8 the single robber robs, last of all",
        ),
        pytest.param(
            "last 1\nseat 0: 2\nseat 1: 9\nseat 2: R",
            ["1 9>26", "0 2>26", "2 R>26"],
            "over\n26 of 1: 11, top R\nseat 0:\nseat 1:\nseat 2:, counts 26",
            id="RB-15 one after the other, and the game is over",
        ),
        pytest.param(
            # The robber's owner has all sacks but one, and that one is sealed.
            "last 1\n26 of 1: 16, top 6\n27 28 29 45a 45b 70a 70b 100 of 0: 20, top 9\nseat 0: R\nseat 1: 10",
            ["1 10>26"],
            "over\n26 of 1: sealed, top 10\n27 28 29 45a 45b 70a 70b 100 of 0: 20, top 9\nseat 0:\nseat 1:",
            id="RB-15 RB-7 a robber that fits nowhere any more is out, and its player is not asked",
        ),
        pytest.param(
            # Room for 18 in the 100, for 7 or 8 everywhere else: 365 are in sacks, 19 in hands, which is all there is.
            """
            last 0
            26 of 1: 19, top 9
            27 of 1: 20, top 9
            28 of 1: 21, top 9
            29 of 0: 22, top 9
            45a 45b of 0: 38, top 8
            70a of 1: 63, top 8
            70b of 1: 62, top 8
            100 of 1: 82, top 7
            seat 0: 10
            seat 1: 9
            """,
            ["0 10>100"],
            """
            over
            26 of 1: 19, top 9
            27 of 1: 20, top 9
            28 of 1: 21, top 9
            29 of 0: 22, top 9
            45a 45b of 0: 38, top 8
            70a of 1: 63, top 8
            70b of 1: 62, top 8
            100 of 1: 92, top 10
            seat 0:
            seat 1:
            """,
            id="RB-15 RB-6 a last card that fits nowhere any more is out, and its player is not asked",
        ),
    ],
)
def test_last_cards(before: str, events: list[str], then: str) -> None:
    assert drawn(after(state(before), *events)) == tidy(then)


ROOM_FOR_8 = """
    26 of 1: 18, top 9
    27 of 1: 19, top 9
    28 of 1: 20, top 9
    29 of 1: 21, top 9
    45a of 1: 37, top 8
    45b of 1: 37, top 8
    70a of 1: 62, top 8
    70b of 1: 62, top 7
    100 of 1: 92, top 7
    """


@pytest.mark.parametrize(
    ("cards", "turns"),
    [
        pytest.param("10 4", [1], id="RB-15 RB-12 the 10 fits nowhere: its player is not asked, nor lays it out"),
        pytest.param("9 7", [1], id="RB-15 the 9 fits nowhere"),
        pytest.param("8 6", [0, 1], id="RB-15 the 8 fits"),
        pytest.param("10 6", [1], id="RB-15 the 6 is played when the 10 is out"),
        pytest.param("2 R", [0], id="RB-15 RB-7 the robber's player owns all there is"),
        pytest.param("R 2", [1, 0], id="RB-15 the robber is played on another's sack"),
    ],
)
def test_a_last_card_that_fits_nowhere_is_out(cards: str, turns: list[int]) -> None:
    """Seat 0 plays a first robber on one of the sacks of seat 1, and the last cards are revealed."""
    first, second = cards.split()
    s = state(f"turn 0\n{ROOM_FOR_8}\nseat 0: R {first}\nseat 1: {second}")
    s = after(s, "0 R>100")
    order = []
    while seats := asked(s):
        (seat,) = seats
        order.append(seat)
        assert all(not word.endswith(">out") for word in legal(s, seat))
        s = after(s, f"{seat} {cards.split()[seat]}>{('26', '27')[seat]}")
    assert order == turns
    assert drawn(s).startswith("over\n")
    assert s.hand.sum() == 0
    played = sum(value(cards.split()[seat]) for seat in turns)
    assert s.loot.sum() == 368 + played


@pytest.mark.clause("RB-15")
def test_rb_15_a_robber_fits_once_a_higher_card_has_robbed_a_sack_of_its_player() -> None:
    """RB-15: seat 0 owns all nine sacks; seat 1 robs one of them with its 10, and the robber has somewhere to go."""
    s = state("last 1\n26 27 28 29 45a 45b 70a 70b 100 of 0: 10, top 10\nseat 0: R\nseat 1: 10")
    assert asked(after(s, "1 10>28")) == [0]
    assert legal(after(s, "1 10>28"), 0) == ["R>28"]


# ---------------------------------------------------------------- the result


@pytest.mark.parametrize(
    ("sacks", "scores"),
    [
        pytest.param("", [0, 0, 0], id="RB-16 sacks left in the centre count for nobody"),
        pytest.param("26 of 0: sealed, top 9", [52, 0, 0], id="RB-16 a sealed 26 counts twice"),
        pytest.param("27 of 1: sealed, top 9", [0, 54, 0], id="RB-16 a sealed 27 counts twice"),
        pytest.param("28 of 2: sealed, top 9", [0, 0, 56], id="RB-16 a sealed 28 counts twice"),
        pytest.param("29 of 0: sealed, top 9", [58, 0, 0], id="RB-16 a sealed 29 counts twice"),
        pytest.param("45a 45b of 1: sealed, top 9", [0, 90, 0], id="RB-16 a sealed 45 counts once"),
        pytest.param("70a 70b of 2: sealed, top 9", [0, 0, 140], id="RB-16 a sealed 70 counts once"),
        pytest.param("100 of 0: sealed, top 9", [100, 0, 0], id="RB-16 a sealed 100 counts once"),
        pytest.param("26 27 28 29 of 0: 25, top 9", [100, 0, 0], id="RB-16 an open sack counts its loot, once"),
        pytest.param("100 of 2: 99, top R", [0, 0, 99], id="RB-16 a robber on top adds and takes nothing"),
        pytest.param("100 of 2: 0, top R", [0, 0, 0], id="RB-16 an open sack with a robber alone counts nothing"),
        pytest.param(
            "26 of 0: sealed, top 9\n45a of 0: 44, top 9\n70a of 1: sealed, top 8\n29 of 2: 28, top 3",
            [96, 70, 28],
            id="RB-16 all of a player's sacks are added",
        ),
    ],
)
def test_scores(sacks: str, scores: list[int]) -> None:
    s = state(f"over\n{sacks}\nseat 0:\nseat 1:\nseat 2:")
    assert engine_of(s).scores(s) == scores


@pytest.mark.parametrize(
    ("sacks", "winners"),
    [
        pytest.param("26 of 1: sealed, top 9\n70a of 0: 51, top 9", [1], id="RB-17 the highest total wins"),
        pytest.param("26 of 1: sealed, top 9\n70a of 0: 52, top 9", [0, 1], id="RB-17 ties share the win"),
        pytest.param("45a of 1: 20, top 9\n45b of 2: 20, top 9", [1, 2], id="RB-17 two of three share the win"),
        pytest.param("", [0, 1, 2], id="RB-17 all share the win with nothing"),
    ],
)
def test_winners(sacks: str, winners: list[int]) -> None:
    game = table(f"over\n{sacks}\nseat 0:\nseat 1:\nseat 2:")
    assert game.winners == winners
    assert game.ending == "last_cards"
    assert game.view(None)["winners"] == winners


@pytest.mark.clause("RB-15")
def test_rb_15_the_ending_of_a_whole_game_is_last_cards() -> None:
    """RB-15"""
    record = random_record("raeuber", 3, {}, Random(15))
    game = beute.replay(record)
    assert game.over
    assert game.record().data()["ending"] == "last_cards"
    assert game.record().data()["winners"] == record["winners"]
