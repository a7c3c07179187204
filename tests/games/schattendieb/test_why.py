"""Why a word cannot be played: the clause it breaks, and a code."""

import pytest

import beute
from beute.games.schattendieb.view import SchattendiebView
from beute.play.game import Game
from beute.play.setup import set_up
from beute.texts import texts
from tests.games.schattendieb.position import new_game, position

REASONS = texts("en").under("reasons")

CHOOSE = """
    choose
    pile rest
    discard
    0  W1 W1 R2 TS       []
    1  V6 V7 V7    > B3  []
    2                    [W10] V9
    3  C4 C5 TC V4       []
    """
SHADOW = """
    steal TS
    pile rest
    discard
    0  W3 R2 V6   > TS  []
    1  V6 V7 V7   > B3  [C1]
    2                   [W10] V9
    3  C6 C7 V4   > V5  []
    4  W4 W5 W6   > TB  []
    """
KIND = """
    steal TR
    pile rest
    discard
    0  W3 R2 V6   > TR  []
    1  V6 V7 V7   > B3  [C1]
    2                   [W10] V9
    3  C6 C7 V4   > R5  []
    """
ADD = """
    add
    pile rest
    discard
    0  W1 W3 R2   > W2       []
    1  B6 V7 V7   > B3       []
    2                        [W10] V9
    3  C6 C7 V4   > V5       []
    4  R4 R5 V6   > R6 done  []
    """
DRAW = """
    draw 1 to 4
    pile W5 W6 W7
    0  W1 W3 R2 R2      []
    1  B6 V7            []
    2                   [W10] V9
    3  C6 C7 V4         []
    """
CASES = [
    pytest.param(CHOOSE, 0, "play W2", "SD-5", "not_in_hand", id="SD-5 a jewel that is not in the hand"),
    pytest.param(CHOOSE, 0, "play TW", "SD-5", "not_in_hand", id="SD-5 a thief that is not in the hand"),
    pytest.param(CHOOSE, 3, "play V6", "SD-5", "not_in_hand", id="SD-5 a Vault Shut card that is not in the hand"),
    pytest.param(CHOOSE, 0, "add W1", "SD-5", "choose_a_card_first", id="SD-5 adding comes later"),
    pytest.param(CHOOSE, 0, "done", "SD-5", "choose_a_card_first", id="SD-5 nobody passes"),
    pytest.param(CHOOSE, 0, "steal 1", "SD-5", "choose_a_card_first", id="SD-5 stealing comes later"),
    pytest.param(CHOOSE, 1, "play V6", "SD-5", "chosen_already", id="SD-5 one card only"),
    pytest.param(CHOOSE, 1, "play B3", "SD-5", "chosen_already", id="SD-5 not even the same"),
    pytest.param(CHOOSE, 2, "play W10", "SD-12", "vault_is_shut", id="SD-12 whoever closed is out while others choose"),
    pytest.param(SHADOW, 0, "steal 2", "SD-7", "nothing_to_steal_there", id="SD-7 not from a vault"),
    pytest.param(SHADOW, 0, "steal 3", "SD-7", "nothing_to_steal_there", id="SD-7 not a Vault Shut card"),
    pytest.param(SHADOW, 0, "steal 4", "SD-7", "nothing_to_steal_there", id="SD-7 not a thief"),
    pytest.param(SHADOW, 0, "steal 0", "SD-7", "nothing_to_steal_there", id="SD-7 not from oneself"),
    pytest.param(SHADOW, 0, "done", "SD-8", "must_steal", id="SD-8 stealing is not optional"),
    pytest.param(SHADOW, 0, "play W3", "SD-8", "must_steal", id="SD-8 no card now"),
    pytest.param(SHADOW, 4, "steal 1", "SD-8", "not_your_turn", id="SD-8 a thief whose turn has not come"),
    pytest.param(SHADOW, 1, "done", "SD-8", "not_your_turn", id="SD-8 nobody else is asked"),
    pytest.param(SHADOW, 2, "steal 1", "SD-12", "vault_is_shut", id="SD-12 whoever closed is out while others steal"),
    pytest.param(KIND, 0, "steal 1", "SD-8", "nothing_to_steal_there", id="SD-8 not a jewel of another kind"),
    pytest.param(KIND, 0, "add R2", "SD-8", "must_steal", id="SD-8 nothing else than stealing"),
    pytest.param(ADD, 0, "play W1", "SD-9", "only_adding_now", id="SD-9 no other card now"),
    pytest.param(ADD, 0, "steal 1", "SD-9", "only_adding_now", id="SD-9 no stealing now"),
    pytest.param(ADD, 0, "add R2", "SD-9", "other_kind", id="SD-9 not another kind"),
    pytest.param(ADD, 1, "add C3", "SD-9", "other_kind", id="SD-9 not another kind, even of the same value"),
    pytest.param(ADD, 0, "add W4", "SD-9", "not_in_hand", id="SD-9 not what is not in the hand"),
    pytest.param(ADD, 0, "add W2", "SD-9", "not_in_hand", id="SD-9 not what lies in front already"),
    pytest.param(ADD, 4, "add R4", "SD-9", "added_already", id="SD-9 done is done"),
    pytest.param(ADD, 4, "done", "SD-9", "added_already", id="SD-9 done once only"),
    pytest.param(ADD, 3, "add C6", "SD-9", "no_jewel_in_front", id="SD-9 only to a jewel in front"),
    pytest.param(ADD, 3, "done", "SD-9", "no_jewel_in_front", id="SD-9 who may not add is not asked"),
    pytest.param(ADD, 2, "done", "SD-12", "vault_is_shut", id="SD-12 whoever closed is out while others add"),
    pytest.param(DRAW, 2, "play W10", "SD-12", "vault_is_shut", id="SD-12 whoever closed is out while others draw"),
]


@pytest.mark.parametrize(("drawing", "seat", "word", "clause", "code"), CASES)
def test_why(drawing: str, seat: int, word: str, clause: str, code: str) -> None:
    assert position(drawing).why(seat, word) == (clause, code)
    assert REASONS[code]


def test_every_reason_of_this_game() -> None:
    """Each code of the game has a case above."""
    codes = {
        *("vault_is_shut", "chosen_already", "choose_a_card_first", "must_steal", "nothing_to_steal_there"),
        *("only_adding_now", "other_kind", "added_already", "no_jewel_in_front", "not_in_hand", "not_your_turn"),
    }
    assert {str(case.values[4]) for case in CASES} == codes


@pytest.mark.parametrize(
    "drawing",
    [
        pytest.param(CHOOSE, id="SD-5"),
        pytest.param(SHADOW, id="SD-7"),
        pytest.param(KIND, id="SD-8"),
        pytest.param(ADD, id="SD-9"),
        pytest.param(DRAW, id="SD-13"),
    ],
)
def test_every_word_is_legal_or_has_a_reason(drawing: str) -> None:
    p = position(drawing)
    for seat in p.seats:
        legal = p.legal(seat) if str(seat) in p.asked.split() else []
        refused = {word: p.why(seat, word) for word in p.engine.decisions}
        assert sorted(word for word, reason in refused.items() if reason is None) == legal
        assert {reason[1] for reason in refused.values() if reason} <= set(REASONS)


# ---------------------------------------------------------------- as a game says it

HANDS = """
    W7 W8 R1 V4
    B2 B8 R2 V5
    TS C1 R3 V6
    """


@pytest.mark.clause("SD-5")
def test_an_illegal_move() -> None:
    """What was tried, by whom, the clause, and what could be played; and nothing has changed."""
    game = new_game(HANDS)
    before = game.record()
    with pytest.raises(beute.IllegalMove, match=r"'play B2' by seat 0: .*\(SD-5\)") as error:
        game.play("play B2", 0)
    assert (error.value.seat, error.value.word) == (0, "play B2")
    assert (error.value.clause, error.value.code) == ("SD-5", "not_in_hand")
    assert error.value.offered == ["play W7", "play W8", "play R1", "play V4"]
    assert all(word in str(error.value) for word in error.value.offered)
    assert game.record() == before


@pytest.mark.clause("SD-5")
def test_reasons_tell_nothing_about_others() -> None:
    """Whether others have chosen makes no difference to a refusal."""
    game, other = new_game(HANDS), new_game(HANDS)
    other.play("1 play B2")
    for word in ("play B2", "done", "steal 1", "add W8", "play TS"):
        assert game.why(word, 0) == other.why(word, 0)


@pytest.mark.parametrize(
    ("word", "seat", "clause", "code"),
    [
        pytest.param("play W11", 0, None, "unknown_word", id="SD-1 no such jewel"),
        pytest.param("play TX", 0, None, "unknown_word", id="SD-2 no such thief"),
        pytest.param("play V16", 0, None, "unknown_word", id="SD-3 no such Vault Shut card"),
        pytest.param("play V3", 0, None, "unknown_word", id="SD-3 none so low"),
        pytest.param("add TS", 0, None, "unknown_word", id="SD-9 a thief is never added"),
        pytest.param("steal 3", 0, None, "unknown_word", id="SD-7 no such seat to steal from"),
        pytest.param("play W7", 3, None, "unknown_seat", id="SD-4 no such seat"),
        pytest.param("play B2", 0, "SD-5", "not_in_hand", id="SD-5 a card of another"),
        pytest.param("play W7", 0, None, None, id="SD-5 legal"),
    ],
)
def test_reasons_of_a_game(word: str, seat: int, clause: str | None, code: str | None) -> None:
    reason = new_game(HANDS).why(word, seat)
    assert (reason and (reason.clause, reason.code)) == (code and (clause, code))


@pytest.mark.clause("SD-3")
def test_values_that_are_not_there() -> None:
    """With other counts, a value that no card has is no word."""
    game = new_game(HANDS.replace("V5", "V4").replace("V6", "V4"), vaults=[20, *[0] * 11])
    assert game.why("play V4", 0) is None
    for word in ("play V5", "play V15"):
        reason = game.why(word, 0)
        assert reason is not None
        assert reason.code == "unknown_word"


@pytest.mark.clause("SD-4")
def test_while_chance_is_due() -> None:
    """Nobody is asked while cards are dealt; chance can only do what it can."""
    game: Game[SchattendiebView] = Game(set_up("schattendieb", 3, {}), None)
    reason = game.why("play W7", 0)
    assert reason is not None
    assert reason.code == "chance_is_due"
    assert game.why("* deal 0 W7") is None
    for word in ("* deal 1 W7", "* draw 0 W7", "* deal 0 W11"):
        reason = game.why(word)
        assert reason is not None
        assert reason.code == "impossible_chance", "seat 0 is dealt to first"


@pytest.mark.clause("SD-18")
def test_after_the_end() -> None:
    """The clause of the ending."""
    game = new_game(HANDS)
    for word in ("play V4", "play V5", "play V6"):
        game.play(word)
    for word in ("play W7", "done"):
        reason = game.why(word, 0)
        assert reason is not None
        assert (reason.clause, reason.code) == ("SD-18", "game_is_over")


@pytest.mark.parametrize(
    ("event", "code", "clause"),
    [
        pytest.param("0 play B2", "not_in_hand", "SD-5", id="SD-5 a card of another"),
        pytest.param("0 done", "choose_a_card_first", "SD-5", id="SD-5 done too early"),
        pytest.param("* draw 0 W1", "chance_is_not_due", None, id="SD-13 drawn too early"),
        pytest.param("7 play W7", "unknown_seat", None, id="SD-4 no such seat"),
    ],
)
def test_a_broken_record(event: str, code: str, clause: str | None) -> None:
    record = new_game(HANDS).record().data()
    record["events"].append(event)
    with pytest.raises(beute.BrokenRecord) as error:
        beute.replay(record)
    assert (error.value.event, error.value.code, error.value.clause) == (12, code, clause)


@pytest.mark.clause("SD-4")
def test_a_record_that_plays_before_the_deal_is_over() -> None:
    """First everybody is dealt four."""
    record = new_game(HANDS).record().data()
    record["events"][11:] = ["0 play W7"]
    with pytest.raises(beute.BrokenRecord) as error:
        beute.replay(record)
    assert (error.value.event, error.value.code) == (11, "chance_is_due")
