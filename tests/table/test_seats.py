"""Who sits at a table."""

from __future__ import annotations

import pytest

from beute.play.errors import BeuteError
from beute.table.seats import THIEVES, Seat, seats_for
from beute.texts import texts

GAME = "raeuber"


def test_people_first_then_bots_with_names_of_thieves() -> None:
    assert seats_for(GAME, 4, 2, "Ada, Bob", "", "en") == [
        Seat("Ada"),
        Seat("Bob"),
        Seat("Arsène", "medium"),
        Seat("Bonnie", "medium"),
    ]


@pytest.mark.parametrize(
    ("names", "people", "expected"),
    [
        ("", 1, ["Player 1"]),
        ("", 3, ["Player 1", "Player 2", "Player 3"]),
        ("Ada", 3, ["Ada", "Player 2", "Player 3"]),
        (" Ada ,, Bob,", 2, ["Ada", "Bob"]),
        ("Player 2", 2, ["Player 2", "Player 1"]),
        ("Player 1,Player 3", 4, ["Player 1", "Player 3", "Player 4", "Player 2"]),
        ("Maximilianus", 1, ["Maximilianus"]),  # twelve letters
        ("[/b],{seat}", 2, ["[/b]", "{seat}"]),
        ("盗賊の宝箱", 1, ["盗賊の宝箱"]),
        ("", 0, []),
    ],
)
def test_who_has_no_name_is_numbered(names: str, people: int, expected: list[str]) -> None:
    seats = seats_for(GAME, 4, people, names, "", "en")
    assert [seat.name for seat in seats if seat.bot is None] == expected
    assert len({seat.name for seat in seats}) == 4


def test_the_numbers_are_in_the_language() -> None:
    assert seats_for(GAME, 3, 1, "", "", "de")[0].name == "Spieler 1"


@pytest.mark.parametrize("players", range(2, 8))
def test_there_are_thieves_enough_though_a_person_has_the_name_of_one(players: int) -> None:
    for people in range(players + 1):
        names = ",".join(THIEVES[:people])
        seats = seats_for(GAME, players, people, names, "", "en")
        assert len({seat.name for seat in seats}) == players
        assert sum(seat.bot is None for seat in seats) == people


def test_kinds_of_bots_and_the_last_is_repeated() -> None:
    assert [seat.bot for seat in seats_for(GAME, 4, 1, "", "random, search@20", "en")] == [
        None,
        "random",
        "search@20",
        "search@20",
    ]


@pytest.mark.parametrize(
    ("players", "people", "names", "kinds", "code", "says"),
    [
        (3, 4, "", "", "wrong_people", "at a table for 3 there can be 0 to 3 people, not 4"),
        (3, -1, "", "", "wrong_people", "not -1"),
        (3, 1, "Ada,Bob", "", "too_many_names", "more names than people: Ada, Bob for --people 1"),
        (3, 0, "Ada", "", "too_many_names", "more names than people: Ada for --people 0"),
        (3, 1, "Maximilianus!", "", "long_name", "'Maximilianus!' is longer than 12 letters"),
        (3, 1, "盗賊の宝箱を盗む", "", "long_name", "longer than 12 letters"),
        (3, 2, "Ada,Ada", "", "same_name", "two at a table cannot both be called 'Ada'"),
        (3, 1, "A\nda", "", "strange_name", r"'A\\nda' has characters that cannot be shown"),
        (3, 1, "\x1b[31mAda", "", "strange_name", "cannot be shown"),
        (3, 1, "", "genius", "unknown_bot", "no bot 'genius'; there are easy"),
        (3, 1, "", "random,genius", "unknown_bot", "no bot 'genius'"),
        (3, 1, "", "turn", "wrong_game", "bot 'turn' plays sneaky, not raeuber"),
        (3, 1, "", "search@soon", "wrong_budget", "a budget is 2000 .simulations., 50ms or 1.5s, not 'soon'"),
        (3, 1, "", "genius@50", "unknown_bot", "no bot 'genius'"),
        (3, 1, "", "openspiel:ismcts@50ms", "wrong_budget", "takes a number of simulations, not 50ms"),
        (3, 1, "", "random,random,random", "wrong_bots", "3 bots for 2 seats: random, random, random"),
    ],
)
def test_what_cannot_be(players: int, people: int, names: str, kinds: str, code: str, says: str) -> None:
    with pytest.raises(BeuteError, match=says) as error:
        seats_for(GAME, players, people, names, kinds, "en")
    assert error.value.code == code


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_numbered_name_fits(language: str) -> None:
    assert len(texts(language)("table.person", number=7)) <= 12
