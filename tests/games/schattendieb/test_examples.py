"""The worked examples of the rule sheet."""

import pytest

import beute
from tests.games.schattendieb.position import new_game, position

THIEVES = """
    choose
    pile  rest
    discard
    0  TS V4 V5 V6   []
    1  B10 B1 R1 V6  []
    2  TR V7 V8 C1   []
    3  R6 R7 W1 V9   []
    4  TW V9 V8 C2   []
    """


@pytest.mark.clause("SD-7", "SD-8")
def test_the_thieves() -> None:
    """The shadow thief takes brooch 10, then the ring thief ring 6; the watch thief gets nothing."""
    p = position(THIEVES).plays("TS B10 TR R6 TW")
    assert (p.asked, p.legal(0)) == ("0", ["steal 1", "steal 3"])
    p = p.after("0 steal 1")
    assert (p.asked, p.legal(2)) == ("2", ["steal 3"])
    p = p.after("2 steal 3")
    assert p.asked == "*", "the watch thief is not asked, and nobody has a jewel left to add to"
    assert p.vaults == ["B10", "", "R6", "", ""]
    assert p.discard == "TW TR TS"


@pytest.mark.clause("SD-7", "SD-8")
def test_the_thieves_with_another_choice() -> None:
    """Had the shadow thief taken the ring, the ring thief would have had nothing."""
    p = position(THIEVES).plays("TS B10 TR R6 TW").after("0 steal 3")
    assert (p.step, p.asked) == ("add", "1")
    assert p.legal(1) == ["add B1", "done"]
    assert p.vaults == ["R6", "", "", "", ""]


VAULT_57 = "W2 W4 W5 W7 B3 B6 B8 C5 C7 C10"


@pytest.mark.clause("SD-20")
def test_the_vault_of_57_points() -> None:
    """Brooches 3 + 6 + 8 = 17, no ring, watches 2 + 4 + 5 + 7 = 18, cufflinks 5 + 7 + 10 = 22."""
    p = position(f"choose\npile R1 R2 R3\n0 V10 R4 [{VAULT_57}]\n1 TS R5 [R10]\n2 TR R6 [R9]").plays("V10 TS TR")
    assert p.closer(0) == ["V10"], "ten jewels, so a ten is just enough (SD-11)"
    assert p.vaults[0] == VAULT_57
    assert p.scores[0] == 57
    assert p.view(None)["seats"][0]["vault_sum"] == 57


@pytest.mark.clause("SD-9", "SD-10", "SD-11", "SD-12", "SD-17", "SD-20")
def test_the_vault_of_57_points_in_a_game() -> None:
    """Gathered in three rounds, closed in the fourth."""
    game = new_game(
        """
        B3 B6 B8 W2
        R1 R2 R3 V6
        TR TW TB V7
        """,
        """
        0 W4, 0 W5, 0 W7, 1 R4, 2 V8,
        0 C5, 0 C7, 0 C10, 0 V10, 1 R5, 2 V8,
        0 W1, 0 B1, 0 R9, 1 R6, 2 V9
        """,
    )
    for words in (
        *("play B3, play R1, play TW", "add B6, add B8, done, done"),
        *("play W2, play R3, play V7", "add W4, add W5, add W7, done, done"),
        *("play C5, play R2, play V8", "add C7, add C10, done, done"),
        *("play V10, play V6, play TR",),
    ):
        for word in words.split(", "):
            game.play(word)
    assert (game.ending, game.scores, game.winners) == ("one_open", [57, 6, 0], [0])
    assert game.view()["seats"][0]["vault"] == VAULT_57.split()
    assert beute.replay(game.record().text()).scores == [57, 6, 0]


@pytest.mark.clause("SD-11")
def test_a_card_too_low_for_the_vault() -> None:
    """A value below the number of cards in the vault goes to the discard."""
    p = position(f"choose\npile R1 R2 R3\n0 V9 R4 [{VAULT_57}]\n1 TS R5 [R10]\n2 TR R6 [R9]").plays("V9 TS TR")
    assert (p.closer(0), p.scores) == ([], [0, 0, 0])
    assert "V9" in p.discard.split()
