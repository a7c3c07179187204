"""SD-16: with the option `redraw`, whoever holds four Vault Shut cards after drawing draws four others."""

import pytest

import beute
from beute.play.luck import Secret
from tests.games.schattendieb.position import new_game, position

THREE_SHUTS = """
    choose
    pile  V9 V9 V10 V10 V11 V11 V12 V12 V13 V13 V14 V15  W1 W2 W3 W4 R1 R2 R3 R4
    0  V4 V5 V6 W9  []
    1  B1 B2 B3 R9  []
    2  V6 V7 V7 B9  []
    """


@pytest.mark.clause("SD-16")
def test_off_by_default() -> None:
    """Without the option four Vault Shut cards are kept."""
    p = position(THREE_SHUTS).plays("W9 R9 B9").draws("0 V9, 1 V9, 2 V10")
    assert (p.asked, p.hands[0], p.hands[2]) == ("0 1 2", "V4 V5 V6 V9", "V6 V7 V7 V10")


@pytest.mark.clause("SD-16")
def test_after_everybody_has_drawn() -> None:
    """Discarded openly, and four drawn, but only when all have drawn up to four."""
    p = position(THREE_SHUTS, redraw=True).plays("W9 R9 B9").draws("0 V9")
    assert p.step == "draw 1 to 4"
    assert p.hands[0] == "V4 V5 V6 V9", "not yet"
    p = p.draws("1 W1")
    assert (p.step, p.hands[0]) == ("draw 2 to 4", "V4 V5 V6 V9"), "not yet"
    before = p.discard.split()
    p = p.draws("2 W2")
    assert (p.step, p.hands[0]) == ("draw 0 to 4", "")
    assert sorted(p.discard.split()) == sorted([*before, "V4", "V5", "V6", "V9"])
    assert set(p.known(1).discard.split()) > {"V4", "V5", "V6", "V9"}, "openly"
    p = p.draws("0 V9, 0 V10, 0 V10, 0 R1")
    assert p.drawing == p.redrawn(
        """
        choose
        pile  V11 V11 V12 V12 V13 V13 V14 V15  W3 W4 R2 R3 R4
        0  V9 V10 V10 R1  []
        1  B1 B2 B3 W1    []
        2  V6 V7 V7 W2    []
        """
    )


@pytest.mark.clause("SD-16")
def test_again_while_it_holds_and_in_seat_order() -> None:
    """One player draws until it no longer holds, then the next."""
    p = position(THREE_SHUTS, redraw=True).plays("W9 R9 B9").draws("0 V9, 1 W1, 2 V9")
    assert p.step == "draw 0 to 4"
    p = p.draws("0 V10, 0 V10, 0 V11, 0 V11")
    assert (p.step, p.hands) == ("draw 0 to 4", ["", "W1 B1 B2 B3", "V6 V7 V7 V9"]), "again"
    p = p.draws("0 V12, 0 W2, 0 W3, 0 W4")
    assert (p.step, p.hands) == ("draw 2 to 4", ["W2 W3 W4 V12", "W1 B1 B2 B3", ""]), "then the next"
    p = p.draws("2 V12, 2 V13, 2 V13, 2 R1")
    assert (p.asked, p.pile) == ("0 1 2", "R2 R3 R4 V14 V15")


@pytest.mark.parametrize(
    ("pile", "asked"),
    [
        pytest.param("W1 W2 V9  R1 R2 R3 R4 R5", "*", id="SD-16 five cards are left"),
        pytest.param("W1 W2 V9  R1 R2 R3 R4", "*", id="SD-16 four cards are left"),
        pytest.param("W1 W2 V9  R1 R2 R3", "0 1 2", id="SD-16 three cards are too few"),
        pytest.param("W1 W2 V9", "0 1 2", id="SD-16 SD-15 the pile is gone"),
        pytest.param("W1 W2 V9 + R1 R2 R3 R4", "*", id="SD-16 SD-12 a packet is part of the pile"),
        pytest.param("W1 W2 V9 R1 + R2 R3 + R4", "*", id="SD-16 SD-12 all packets are part of the pile"),
        pytest.param("W1 W2 V9 R1 + R2 + R3", "0 1 2", id="SD-16 SD-12 three with all packets"),
    ],
)
def test_enough_cards(pile: str, asked: str) -> None:
    drawing = f"choose\npile {pile}\n0 V4 V5 V6 W9 []\n1 B1 B2 B3 R9 []\n2 C1 C2 C3 B9 []"
    p = position(drawing, redraw=True).plays("W9 R9 B9").draws("0 V9, 1 W1, 2 W2")
    assert p.asked == asked
    assert p.hands[0] == ("" if asked == "*" else "V4 V5 V6 V9")


@pytest.mark.clause("SD-16", "SD-12", "SD-15")
def test_through_the_layers() -> None:
    """Four from what lies on top and what lies below; then the pile is gone."""
    p = position(
        """
        choose
        pile  W1 W2 V9 R1 + R2 + R3 V10
        0  V4 V5 V6 W9  []
        1  B1 B2 B3 R9  []
        2  C1 C2 C3 B9  []
        """,
        redraw=True,
    )
    p = p.plays("W9 R9 B9").draws("0 V9, 1 W1, 2 W2")
    assert p.chances() == {"draw 0 R1": 1}
    p = p.draws("0 R1, 0 R2")
    assert p.chances() == {"draw 0 R3": 1, "draw 0 V10": 1}
    p = p.draws("0 V10, 0 R3")
    assert p.drawing == p.redrawn("choose\n0 R1 R2 R3 V10 []\n1 B1 B2 B3 W1 []\n2 C1 C2 C3 W2 []")


@pytest.mark.parametrize(
    ("pile", "redrawn", "then"),
    [
        pytest.param("R1 R2 R3 R4 R5 R6 R7", "R1 R2 R3 R4", "0 1 2", id="SD-16 the first leaves the next too few"),
        pytest.param("R1 R2 R3 R4 R5 R6 R7 R8", "R1 R2 R3 R4", "*", id="SD-16 the first leaves the next just enough"),
        pytest.param("V11 V11 V12 V12 R1 R2 R3", "V11 V11 V12 V12", "0 1 2", id="SD-16 too few to draw again"),
        pytest.param("V11 V11 V12 V12 R1 R2 R3 R4", "V11 V11 V12 V12", "*", id="SD-16 just enough to draw again"),
    ],
)
def test_as_long_as_there_are_four(pile: str, redrawn: str, then: str) -> None:
    drawing = f"choose\npile V9 W1 V10 {pile}\n0 V4 V5 V6 W9 []\n1 B1 B2 B3 R9 []\n2 V6 V7 V7 B9 []"
    p = position(drawing, redraw=True).plays("W9 R9 B9").draws("0 V9, 1 W1, 2 V10")
    p = p.draws(", ".join(f"0 {card}" for card in redrawn.split()))
    assert p.asked == then


@pytest.mark.clause("SD-16", "SD-14")
def test_not_after_a_smaller_draw() -> None:
    """With hands of three the pile is gone, and nobody draws again."""
    p = position("choose\npile W1 W2\n0 V4 V5 V6 W9 []\n1 V6 V7 V7 R9 []\n2 C1 C2 C3 B9 []", redraw=True)
    p = p.plays("W9 R9 B9").all_done()
    assert (p.asked, p.hands) == ("0 1 2", ["V4 V5 V6", "V6 V7 V7", "C1 C2 C3"])


DEALT_SHUTS = """
    V4 V5 V6 V6
    W1 W2 W3 V15
    R1 R2 R3 V14
    """


@pytest.mark.clause("SD-16")
def test_not_after_the_first_deal() -> None:
    """Four Vault Shut cards may be dealt; if they are four again after action 7, they go."""
    game = new_game(DEALT_SHUTS, "0 V7, 1 B1, 2 B2, 0 W5, 0 W6, 0 W7, 0 W8", redraw=True)
    assert game.due == (0, 1, 2)
    for word in ("play V4", "play W1", "play R2", "done", "done"):
        game.play(word)
    assert game.events[-7:-4] == ("* draw 0 V7", "* draw 1 B1", "* draw 2 B2")
    assert game.view(0)["seats"][0]["hand"] == ["W5", "W6", "W7", "W8"]
    assert game.view()["discard"] == ["V4", "V5", "V6", "V6", "V7"]
    assert game.due == (0, 1, 2)


@pytest.mark.clause("SD-16")
def test_a_dealt_hand_without_the_option() -> None:
    """Off, nothing of the kind happens."""
    game = new_game(DEALT_SHUTS, "0 V7, 1 B1, 2 B2")
    for word in ("play V4", "play W1", "play R2", "done", "done"):
        game.play(word)
    assert game.view(0)["seats"][0]["hand"] == ["V5", "V6", "V6", "V7"]


@pytest.mark.clause("SD-16")
@pytest.mark.parametrize("redraw", ["perhaps", 2, None, []])
def test_wrong_redraw(redraw: object) -> None:
    """The option is on or off."""
    with pytest.raises(beute.SetupError, match=r"redraw .*SD-16"):
        position(THREE_SHUTS, redraw=redraw)


@pytest.mark.clause("SD-16")
@pytest.mark.parametrize("seed", range(6))
def test_nobody_keeps_four(seed: int) -> None:
    """Whatever happens, after action 7 nobody holds four Vault Shut cards if four could be drawn."""
    game = new_game(DEALT_SHUTS, then=Secret.seeded(seed), redraw=True)
    redraws = 0
    while not game.over:
        before = len(game.events)
        game.play(min(game.legal, key=lambda word: word.startswith("play V")))  # they gather in the hands
        drawers = [event.split()[2] for event in game.events[before:] if event.startswith("*")]
        redraws += drawers != sorted(drawers)
        if drawers and sum(game.view()["pile"]) >= 4:
            hands = [game.view(seat)["seats"][seat]["hand"] for seat in game.due]
            assert not any(all(card.startswith("V") for card in hand) for hand in hands)
    assert redraws > 0
