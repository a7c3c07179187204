"""SD-1 to SD-4: the cards, their options, the deal."""

from collections import Counter
from typing import Any

import pytest

import beute
from beute.play.engine import engine
from beute.play.setup import set_up
from tests.games.schattendieb.position import DEFAULT_VAULTS, Position, deck, new_game, position


def start(players: int, **options: Any) -> Position:
    """The table before the first event."""
    e = engine(set_up("schattendieb", players, options))
    return Position(e, e.table())


def undealt(**options: Any) -> Counter[str]:
    """All cards by name, as the first chance event offers them."""
    offered = start(3, **options).chances()
    assert all(word.startswith("deal 0 ") for word in offered)
    return Counter({word.removeprefix("deal 0 "): weight for word, weight in offered.items()})


# ---------------------------------------------------------------- components


@pytest.mark.parametrize(
    ("first_letters", "kinds_of_card", "copies", "total"),
    [
        pytest.param("WRBC", 40, {2}, 80, id="SD-1 four kinds of jewel, values 1-10, two of each"),
        pytest.param("T", 5, {1}, 5, id="SD-2 five thieves"),
        pytest.param("V", 12, {1, 2}, 20, id="SD-3 twenty Vault Shut cards of twelve values"),
    ],
)
def test_components(first_letters: str, kinds_of_card: int, copies: set[int], total: int) -> None:
    cards = {name: n for name, n in undealt().items() if name[0] in first_letters}
    assert (len(cards), set(cards.values()), sum(cards.values())) == (kinds_of_card, copies, total)


@pytest.mark.clause("SD-1", "SD-2", "SD-3")
def test_names() -> None:
    """Every card by its word."""
    assert undealt() == deck()
    thieves = {name for name in undealt() if name[0] == "T"}
    assert thieves == {"TW", "TR", "TB", "TC", "TS"}


TWENTY_JEWELS = [f"{kind}{value}" for kind in "BC" for value in range(1, 11)]


def only(value: int, copies: int = 20) -> list[int]:
    return [copies if value == n else 0 for n in range(4, 16)]


VAULTS = [
    pytest.param(list(DEFAULT_VAULTS), id="SD-3 vaults by default: 6-13 twice, 4, 5, 14, 15 once"),
    pytest.param(only(4), id="SD-3 vaults: twenty of the lowest value"),
    pytest.param(only(9), id="SD-3 vaults: twenty of a middle value"),
    pytest.param(only(15), id="SD-3 vaults: twenty of the highest value"),
    pytest.param([10, *[0] * 10, 10], id="SD-3 vaults: only both ends"),
    pytest.param([1] * 11 + [9], id="SD-3 vaults: each value, many of the last"),
    pytest.param([0, 3, 0, 0, 7, 1, 0, 0, 0, 9, 0, 0], id="SD-3 vaults: with gaps"),
]


@pytest.mark.parametrize("vaults", VAULTS)
def test_vaults(vaults: list[int]) -> None:
    assert undealt(vaults=vaults) == deck(vaults)


@pytest.mark.clause("SD-3", "SD-11")
@pytest.mark.parametrize("vaults", VAULTS)
def test_vaults_in_play(vaults: list[int]) -> None:
    """Each Vault Shut card closes by the value it has, as often as it is there."""
    for value, copies in enumerate(vaults, start=4):
        for jewels in (value, value + 1) if copies else ():
            vault = " ".join(TWENTY_JEWELS[:jewels])
            drawing = f"""
                choose
                0  W1 V{value}  [{vault}]
                1  R2 R3        []
                2  R4 R5        []
                """
            after = position(drawing, vaults=vaults).plays(f"V{value} R2 R4").all_done()
            assert after.closer(0) == ([f"V{value}"] if jewels == value else []), jewels


@pytest.mark.clause("SD-3")
def test_many_copies() -> None:
    """Twenty cards of one value are one word, for the hand and for chance."""
    p = position(
        """
        choose
        discard W1
        pile rest
        0  V4 V4 V4 V4  []
        1  V4 V4 V4 R1  []
        2  W2 R3 B4 C5  []
        """,
        vaults=only(4),
    )
    assert p.legal(0) == ["play V4"]
    assert p.legal(1) == ["play R1", "play V4"]
    after = p.plays("V4 V4 W2").all_done()
    assert after.discard == "W1 V4 V4"
    assert after.chances()["draw 0 V4"] == 20 - 7
    assert after.draws("0 V4, 1 V4").chances()["draw 2 V4"] == 20 - 7 - 2


@pytest.mark.parametrize(
    "vaults",
    [
        pytest.param(only(4, 19), id="SD-3 vaults must add up to 20, not 19"),
        pytest.param(only(4, 21), id="SD-3 vaults must add up to 20, not 21"),
        pytest.param([20, *[0] * 10], id="SD-3 vaults are twelve counts, not eleven"),
        pytest.param([20, *[0] * 12], id="SD-3 vaults are twelve counts, not thirteen"),
        pytest.param([21, -1, *[0] * 10], id="SD-3 vaults are counts, none negative"),
        pytest.param([20.0, *[0] * 11], id="SD-3 vaults are whole numbers"),
        pytest.param("many", id="SD-3 vaults are numbers"),
        pytest.param(20, id="SD-3 vaults are a list"),
    ],
)
def test_wrong_vaults(vaults: object) -> None:
    with pytest.raises(beute.SetupError, match=r"vaults .*SD-3") as error:
        set_up("schattendieb", 3, {"vaults": vaults})
    assert error.value.code == "wrong_option"


# ---------------------------------------------------------------- the deal


@pytest.mark.clause("SD-4")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_the_deal(players: int) -> None:
    """Four times round, all vaults open, the rest is the pile, everybody is asked at once."""
    game = beute.new("schattendieb", players, seed=1)
    assert len(game.events) == 4 * players
    assert [event.split()[:3] for event in game.events] == [["*", "deal", str(n % players)] for n in range(4 * players)]
    view = game.view()
    assert view["pile"] == [105 - 4 * players]
    assert view["discard"] == []
    assert [(seat["open"], len(seat["hand"]), seat["vault"]) for seat in view["seats"]] == [(True, 4, [])] * players
    assert game.due == tuple(range(players))


@pytest.mark.parametrize(
    "players",
    [pytest.param(2, id="SD-4 not for 2"), pytest.param(8, id="SD-4 not for 8"), pytest.param(0, id="SD-4 not for 0")],
)
def test_wrong_players(players: int) -> None:
    with pytest.raises(beute.SetupError, match="3 to 7 players") as error:
        set_up("schattendieb", players, {})
    assert error.value.code == "wrong_players"


@pytest.mark.clause("SD-4")
def test_dealt_hands() -> None:
    """What is dealt to a seat is its hand, and no longer in the pile."""
    game = new_game("W7 R6 TS V4\nW7 R1 V6 V6\nB1 B2 B3 B4")
    hands = [" ".join(seat["hand"]) for seat in (game.view(n)["seats"][n] for n in range(3))]
    assert hands == ["W7 R6 TS V4", "W7 R1 V6 V6", "B1 B2 B3 B4"]
    assert game.legal_for(0) == ["play R6", "play TS", "play V4", "play W7"]


@pytest.mark.clause("SD-4")
def test_cards_run_out_in_the_deal() -> None:
    """A card that is dealt cannot be dealt again."""
    p = start(3).after("* deal 0 W7, * deal 1 TS")
    offered = p.chances()
    assert (offered["deal 2 W7"], offered["deal 2 W8"], "deal 2 TS" in offered) == (1, 2, False)
    assert sum(offered.values()) == 103
    assert "deal 0 W7" not in p.after("* deal 2 W7").chances()
