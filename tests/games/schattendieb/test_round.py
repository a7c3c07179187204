"""SD-5 to SD-10: choosing, stalemates, thieves, adding, filling the vaults."""

import pytest

import beute
from tests.games.schattendieb.position import new_game, position

# ---------------------------------------------------------------- action 1: a card each

FOUR = """
    choose
    pile rest
    discard
    0  W1 W1 R2 TS   []
    1  B3 V6 V6 V7   []
    2  C4 C5 C5 TC   []
    3                [W10] V9
    """


@pytest.mark.clause("SD-5", "SD-12")
def test_who_is_asked() -> None:
    """Every player with an open vault, at once; SD-12: whoever closed is out."""
    p = position(FOUR)
    assert p.asked == "0 1 2"
    assert p.after("1 play V6").asked == "0 2"
    assert p.after("2 play C4, 0 play TS").asked == "1"


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        pytest.param(0, ["play R2", "play TS", "play W1"], id="SD-5 any card of the hand; two alike are one choice"),
        pytest.param(1, ["play B3", "play V6", "play V7"], id="SD-5 a Vault Shut card too, even with an empty vault"),
        pytest.param(2, ["play C4", "play C5", "play TC"], id="SD-5 a thief too"),
    ],
)
def test_choices(seat: int, words: list[str]) -> None:
    assert position(FOUR).legal(seat) == words
    assert position(FOUR).after("1 play V6" if seat != 1 else "0 play TS").legal(seat) == words, "whatever others chose"


@pytest.mark.clause("SD-5")
def test_nothing_happens_before_the_last_has_chosen() -> None:
    """All cards are revealed together."""
    p = position(FOUR).after("2 play C5, 0 play W1")
    assert p.drawing == p.redrawn(
        """
        choose
        pile rest
        discard
        0  W1 R2 TS     > W1  []
        1  B3 V6 V6 V7        []
        2  C4 C5 TC     > C5  []
        3                     [W10] V9
        """
    )
    assert p.after("1 play B3").asked == "0 1 2", "the next question is another"


# ---------------------------------------------------------------- action 2: stalemates


@pytest.mark.parametrize(
    ("played", "left"),
    [
        pytest.param("W7 R6 B5 C4 W3", "01234", id="SD-6 different values stay"),
        pytest.param("W7 R7 B5 C4 W3", "234", id="SD-6 equal values leave, whatever their kind"),
        pytest.param("W7 R6 B5 C4 W7", "123", id="SD-6 equal values of one kind leave"),
        pytest.param("W7 R6 B7 C7 W3", "14", id="SD-6 all of three equal values leave"),
        pytest.param("W7 R6 B6 C7 W3", "4", id="SD-6 two stalemates at once"),
        pytest.param("W1 R10 B1 C10 W10", "", id="SD-6 nothing may be left"),
        pytest.param("W7 R7 B7 C7 R7", "", id="SD-6 five of a value"),
        pytest.param("W7 V7 B5 C4 V7", "023", id="SD-6 a Vault Shut card stalemates with nothing"),
        pytest.param("W7 V6 B6 V6 R7", "2", id="SD-6 nor do two Vault Shut cards, nor with a jewel of their value"),
        pytest.param("W1 R10 V10 C9 B9", "01", id="SD-6 the lowest and the highest value"),
    ],
)
def test_stalemate(played: str, left: str) -> None:
    cards = played.split()
    spares = ("TW", "TR", "TB", "TC", "TS")
    seats = [f"{seat}  {card} {spare} []" for seat, (card, spare) in enumerate(zip(cards, spares, strict=True))]
    p = position("\n".join(["choose", *seats])).plays(played)
    if left:
        assert p.asked == " ".join(left), "whoever still has a jewel is asked to add"
    after = p.all_done()
    assert after.vaults == [card if str(seat) in left else "" for seat, card in enumerate(cards)]
    assert after.asked == "0 1 2 3 4", "the next round; what left its place is in the discard"


@pytest.mark.clause("SD-6")
def test_thieves_never_stalemate() -> None:
    """The thieves of two seats both steal."""
    p = position(
        """
        choose
        0  TW V4  []
        1  TR V5  []
        2  W2 V6  []
        3  R3 V6  []
        """
    )
    after = p.plays("TW TR W2 R3").after("0 steal 2, 1 steal 3")
    assert after.vaults == ["W2", "R3", "", ""]


# ---------------------------------------------------------------- action 3: the thieves


@pytest.mark.parametrize(
    ("played", "asked", "seat", "words"),
    [
        pytest.param("TS W2 R3 B4 C5", "0", 0, "1 2 3 4", id="SD-7 the shadow thief takes a jewel of any kind"),
        pytest.param("W2 R3 TS V9 TB", "2", 2, "0 1", id="SD-7 from whoever has one in front"),
        pytest.param("TS W2 R2 B4 C5", "0", 0, "3 4", id="SD-7 SD-6 not one that left in a stalemate"),
        pytest.param("TS W2 R2 V4 C5", "0", 0, "4", id="SD-7 not optional, even with one choice"),
        pytest.param("W1 W2 TW W3 R4", "2", 2, "0 1 3", id="SD-8 the thief of watches takes one of the watches"),
        pytest.param("R1 TR W2 W3 R4", "1", 1, "0 4", id="SD-8 the thief of rings takes one of the rings"),
        pytest.param("B1 W2 W3 TB R4", "3", 3, "0", id="SD-8 the thief of brooches takes a brooch, not optional"),
        pytest.param("C1 W2 W3 C5 TC", "4", 4, "0 3", id="SD-8 the thief of cufflinks takes one of the cufflinks"),
        pytest.param("W1 TR TW W1 R4", "1", 1, "4", id="SD-8 SD-6 a thief whose jewels left in a stalemate passes"),
        pytest.param("TC TB TR TW C9", "0", 0, "4", id="SD-8 thieves that find none are not asked"),
        pytest.param("TC TB TR TS R9", "3", 3, "4", id="SD-7 the shadow thief comes first, wherever it sits"),
        pytest.param("TC C2 W1 TW R9", "3", 3, "2", id="SD-8 the thief of watches before that of cufflinks"),
        pytest.param("TR R2 W1 TW R9", "3", 3, "2", id="SD-8 the thief of watches before that of rings"),
        pytest.param("TB R2 B1 TR W9", "3", 3, "1", id="SD-8 the thief of rings before that of brooches"),
        pytest.param("TC C2 B1 TB W9", "3", 3, "2", id="SD-8 the thief of brooches before that of cufflinks"),
    ],
)
def test_who_steals(played: str, asked: str, seat: int, words: str) -> None:
    spares = ("V6", "V6", "V7", "V7", "V8")
    seats = [f"{n}  {card} {spare} []" for n, (card, spare) in enumerate(zip(played.split(), spares, strict=True))]
    p = position("\n".join(["choose", *seats])).plays(played)
    assert (p.asked, p.legal(seat)) == (asked, [f"steal {victim}" for victim in words.split()])


ALL_THIEVES = """
    choose
    0  TC V6  []
    1  B2 V6  []
    2  TS V7  [W1]
    3  C3 V7  []
    4  TW V8  []
    5  W4 V8  []
    6  TB V9  []
    """


@pytest.mark.clause("SD-7", "SD-8")
def test_all_thieves_in_their_order() -> None:
    """Each takes one; what the shadow thief took is gone; all thieves go to the discard."""
    p = position(ALL_THIEVES).plays("TC B2 TS C3 TW W4 TB")
    assert p.step == "steal TS"
    p = p.after("2 steal 3")
    assert p.step == "steal TW"
    assert p.legal(4) == ["steal 5"]
    p = p.after("4 steal 5")
    assert p.step == "steal TB"
    p = p.after("6 steal 1")
    assert p.drawing == p.redrawn(  # TC finds none, and nobody has a jewel in front that could be added to
        """
        choose
        0  V6  []
        1  V6  []
        2  V7  [W1 C3]
        3  V7  []
        4  V8  [W4]
        5  V8  []
        6  V9  [B2]
        """
    )


@pytest.mark.parametrize(
    ("victim", "step", "asked", "vault"),
    [
        pytest.param(1, "add", "0", "R3", id="SD-7 SD-8 the ring is taken before its thief comes"),
        pytest.param(0, "steal TR", "3", "W2", id="SD-7 SD-8 the ring is left to its thief"),
    ],
)
def test_shadow_thief_first(victim: int, step: str, asked: str, vault: str) -> None:
    p = position(
        """
        choose
        0  W2 V6  []
        1  R3 V6  []
        2  TS V7  []
        3  TR V7  []
        """
    )
    p = p.plays("W2 R3 TS TR").after(f"2 steal {victim}")
    assert (p.step, p.asked, p.vaults) == (step, asked, ["", "", vault, ""])


@pytest.mark.clause("SD-8", "SD-9")
def test_a_thief_takes_one_jewel_and_adds_none() -> None:
    """One only, into the own vault at once; SD-9: whoever was robbed, or played a thief, may not add."""
    p = position(
        """
        choose
        0  W2 W3 W4  [B1]
        1  W5 W6 W6  []
        2  TW W7 W8  [R1]
        """
    )
    p = p.plays("W2 W5 TW").after("2 steal 1")
    assert p.drawing == p.redrawn(
        """
        add
        0  W3 W4 > W2  [B1]
        1  W6 W6       []
        2  W7 W8       [W5 R1]
        """
    )
    assert p.asked == "0"


# ---------------------------------------------------------------- action 4: further jewels


@pytest.mark.parametrize(
    ("hand", "front", "words"),
    [
        pytest.param("W3 W4 R5", "W1", ["add W3", "add W4", "done"], id="SD-9 jewels of the kind in front"),
        pytest.param("W1 W4 W4", "W1", ["add W1", "add W4", "done"], id="SD-9 the same value too; two alike are one"),
        pytest.param("R3 R10 B5", "R1", ["add R10", "add R3", "done"], id="SD-9 rings to a ring"),
        pytest.param("B3 B4 W5", "B1", ["add B3", "add B4", "done"], id="SD-9 brooches to a brooch"),
        pytest.param("C3 B4 C5", "C1", ["add C3", "add C5", "done"], id="SD-9 cufflinks to a cufflink"),
        pytest.param("W3 B1 C1", "R1", ["done"], id="SD-9 asked even with nothing of that kind"),
        pytest.param("TS V4 TW", "W1", ["done"], id="SD-9 asked even with no jewel"),
        pytest.param("", "W1", ["done"], id="SD-9 asked even with no card at all"),
    ],
)
def test_what_can_be_added(hand: str, front: str, words: list[str]) -> None:
    p = position(f"choose\npile rest\ndiscard\n0 {front} {hand} []\n1 R8 V6 V7 V8 []\n2 C9 V6 V7 V8 []")
    p = p.plays(f"{front} R8 C9")
    assert (p.asked, p.legal(0)) == ("0 1 2", words)


@pytest.mark.clause("SD-9")
def test_adding_one_after_the_other() -> None:
    """Any number, one at a time, until done; the others are asked all the while."""
    p = position(
        """
        add
        0  W3 W3 W4 > W1  []
        1  R7       > R2  []
        2  V4 V5    > V6  [B1]
        """
    )
    assert p.asked == "0 1"
    p = p.after("0 add W3")
    assert p.legal(0) == ["add W3", "add W4", "done"]
    p = p.after("0 add W3")
    assert p.legal(0) == ["add W4", "done"]
    p = p.after("0 add W4")
    assert p.legal(0) == ["done"]
    p = p.after("0 done")
    assert p.drawing == p.redrawn(
        """
        add
        0           > W1 W3 W3 W4 done  []
        1  R7       > R2                []
        2  V4 V5    > V6                [B1]
        """
    )
    assert p.asked == "1"


@pytest.mark.clause("SD-9")
def test_a_pair_can_be_added_to_another_pair() -> None:
    """Both copies of a value, whether one lies in front or none."""
    p = position("add\n0 W1 W3 W3 V6 > W1 []\n1 V6 V7 []\n2 V7 V8 []")
    assert p.after("0 add W1, 0 add W3, 0 add W3, 0 done").vaults[0] == "W1 W1 W3 W3"


# ---------------------------------------------------------------- action 5: into the vaults


@pytest.mark.clause("SD-10")
def test_into_the_vaults() -> None:
    """All that lies in front goes to its owner's vault, beside what is there, and stays."""
    p = position(
        """
        add
        0  W3 V6 > W1 W2  [W1 R5 B5 C5]
        1  R3 V6 > R9     [R9 R10]
        2  V7 V8          [B7]
        3  C3 V8 > C10    []
        """
    )
    p = p.after("0 done, 1 done, 3 add C3, 3 done")
    assert p.drawing == p.redrawn(
        """
        choose
        0  W3 V6  [W1 W1 W2 R5 B5 C5]
        1  R3 V6  [R9 R9 R10]
        2  V7 V8  [B7]
        3  V8     [C3 C10]
        """
    )


@pytest.mark.clause("SD-10")
@pytest.mark.parametrize("kind", "WRBC")
@pytest.mark.parametrize("value", [1, 5, 10])
def test_two_alike_in_a_vault(kind: str, value: int) -> None:
    """A second jewel of the same kind and value lies beside the first."""
    card = f"{kind}{value}"
    other = "R3" if kind != "R" else "W3"
    p = position(f"choose\n0 {card} V6 [{card}]\n1 V6 V7 []\n2 TS {other} []").plays(f"{card} V6 {other}").all_done()
    assert p.vaults[0] == f"{card} {card}"


@pytest.mark.clause("SD-10")
def test_nothing_leaves_a_vault() -> None:
    """A thief finds nothing in vaults."""
    p = position("choose\n0 TS V6 []\n1 V6 V7 [W1 W2]\n2 TW V7 [W3]").plays("TS V6 TW")
    assert p.vaults == ["", "W1 W2", "W3"]
    assert p.closer(1) == ["V6"]


@pytest.mark.clause("SD-5", "SD-6", "SD-7", "SD-8", "SD-9", "SD-10")
def test_a_round_in_words() -> None:
    """A round as a record has it, and what everybody sees of it afterwards."""
    game = new_game(
        """
        W7 W8 R1 V4
        B7 B8 R2 V5
        TS C1 R3 V6
        R4 R5 C2 V7
        """,
        "0 W1, 1 B1, 2 C3, 3 C4",
    )
    for event in ("3 play R4", "0 play W7", "2 play TS", "1 play B7"):
        game.play(event)
    assert game.due == (2,)
    assert game.legal == ["steal 3"]
    game.play("steal 3")
    assert game.events[16:] == (
        *("0 play W7", "1 play B7", "2 play TS", "3 play R4", "2 steal 3"),
        *("* draw 0 W1", "* draw 1 B1", "* draw 2 C3", "* draw 3 C4"),
    )
    assert game.view()["discard"] == ["W7", "B7", "TS"]
    assert [seat["vault"] for seat in game.view()["seats"]] == [[], [], ["R4"], []]
    assert beute.replay(game.record()).record() == game.record()
