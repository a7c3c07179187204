"""Der Schattendieb's table in the terminal: everything fits, is there, and can be pointed at."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest
from rich.cells import cell_len
from rich.text import Text

from beute.games.schattendieb.view import SchattendiebView
from beute.games.schattendieb.words import cards
from beute.games.story import Seat, Thing
from beute.play.game import Game
from beute.play.luck import Secret
from beute.play.setup import set_up
from beute.play.speech import Speech
from beute.terminal.boards import Board
from beute.terminal.boards import schattendieb as drawing
from beute.terminal.look import KEYS, Look, spot_at
from beute.texts import LANGUAGES
from tests.games.schattendieb.position import position
from tests.games.standing import game_at

NAMES = ("Adelheid1234", "Bartholomäus", "Cleo", "Dan", "Friederike12", "Wolfgangus99", "Q")
SIZES = [(78, 14), (78, 17), (84, 32), (78, 26), (120, 40)]
BOARD: Board[SchattendiebView] = drawing
ALL_CARDS = sorted(cards((1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1)))


def look_at(view: SchattendiebView, language: str = "en", pointed: str | None = None) -> Look:
    return Look.at(Speech(language, "schattendieb", NAMES), drawing.spots(view, None), pointed)


def drawn(view: SchattendiebView, width: int, height: int, language: str = "en") -> list[Text]:
    return BOARD.draw(view, look_at(view, language), width, height)


def plain(lines: list[Text]) -> str:
    return "\n".join(line.plain for line in lines)


def view_of(position_drawn: str, seat: int | None) -> SchattendiebView:
    return position(position_drawn).view(seat)


def game_of(position_drawn: str) -> Game[SchattendiebView]:
    p = position(position_drawn)
    return game_at(p.engine, p.table)


def game_views(players: int, seed: int) -> Iterator[SchattendiebView]:
    """What is seen now and then in a game in which vaults get full: by one who is asked, by others, by all."""
    game: Game[SchattendiebView] = Game(set_up("schattendieb", players, {}), Secret.seeded(seed))
    luck = random.Random(seed)
    while not game.over:
        seat = luck.choice(game.due)
        if luck.random() < 0.5:
            yield game.view(seat)
            yield luck.choice([game.view(None), game.view((seat + 1) % players), game.open_view()])
        words = game.legal_for(seat)
        collecting = [word for word in words if not word.startswith("play V") and word != "done"]
        game.play(luck.choice(collecting if collecting and luck.random() < 0.8 else words), seat)
    yield game.view(0)
    yield game.open_view()


@cache
def views(players: int) -> list[SchattendiebView]:
    return list(game_views(players, players))


ALL_JEWELS = [f"{kind}{value}" for value in range(1, 11) for kind in "WRBC" for _ in range(2)]


def full_vaults(players: int) -> str:
    """Every jewel is in a vault; the pile has as many layers as it can have."""
    jewels = [" ".join(ALL_JEWELS[n::players]) for n in range(players)]
    seats = [
        f"{n} {card} [{jewels[n]}]" for n, card in enumerate(["TS", "TW", "TR", "TB", "TC", "V15", "V14"][:players])
    ]
    return "\n".join(["choose", "pile V6 V7 + V6 V7 + V8 + V8 + V9 + V9", *seats])


# ---------------------------------------------------------------- everything fits


def check_fits(view: SchattendiebView, language: str) -> None:
    for width, height in SIZES:
        lines = drawn(view, width, height, language)
        assert len(lines) <= height, f"{len(lines)} lines of {height}:\n{plain(lines)}"
        longest = max(lines, key=lambda line: cell_len(line.plain))
        assert cell_len(longest.plain) <= width, f"{width}: {longest.plain}"
        assert all(cell_len(line.plain) == len(line) for line in lines), "every character takes one place"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", range(3, 8))
def test_everything_fits(players: int, language: str) -> None:
    for view in views(players)[::3]:
        check_fits(view, language)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 8))
def test_everything_fits_in_many_games(players: int) -> None:
    for seed in range(3):
        for view in game_views(players, seed):
            check_fits(view, "de")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", range(3, 8))
def test_the_fullest_table_fits(players: int, language: str) -> None:
    """However full the vaults are, their jewels are listed, or counted and added up."""
    game = game_of(full_vaults(players))
    for view in (game.view(0), game.view(None), game.open_view()):
        check_fits(view, language)
        for there in view["seats"]:
            assert f"×{len(there['vault'])} Σ{there['vault_sum']}" in plain(drawn(view, 78, 14, language))


def test_a_full_vault_that_is_shut() -> None:
    """SD-11: where there is no room for all, what it is worth is told before how many jewels it has."""
    jewels = "W10 W10 R10 R10 B10 B10 C10 C10 W9 W9 R9 R9 B9 B9 C9"
    view = view_of(f"choose\n0 [{jewels}] V15\n" + "\n".join(f"{seat} V{seat + 5} []" for seat in range(1, 7)), 1)
    check_fits(view, "de")
    assert "▤15 Σ143" in plain(drawn(view, 78, 14))
    assert "▤15 shut ×15 Σ143" in plain(drawn(view, 140, 14))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_header_fits(language: str) -> None:
    """SD-7, SD-12: all layers of the pile, cards face down, and a thief that strikes."""
    view = view_of(
        """
        steal TB
        pile  W1 W2 W3 W4 W5 W6 W7 W8 W9 W10 + R1 R2 R3 + R4 R5 R6 + R7 + R8 + C9 C8 C7
        buried  V4 V5 V6
        0  V7 > B3 []
        1  V8 > TB []
        2  V9 > B4 []
        """,
        1,
    )
    check_fits(view, language)
    header = drawn(view, 78, 14, language)[0].plain
    assert Speech(language, "schattendieb", NAMES)("board.strikes", seat=Seat(1), card=Thing("TB")) in header


def test_long_names_are_cut_visibly() -> None:
    lines = drawn(views(7)[0], 78, 14)
    assert " ".join(re.sub("[▸✓]", " ", lines[1].plain).split()) == "Adelheid… Bartholo… Cleo Dan Friederi… Wolfgang… Q"


def test_the_table_keeps_its_shape() -> None:
    """Where there is room, the hand lies where it lay as long as vaults hold no more than four lines."""
    empty = drawn(view_of("choose\npile rest\ndiscard\n0 W1 W2 W3 W4 []\n1 V6 V7 []\n2 V8 V9 []", 0), 84, 32)
    filled = view_of("choose\npile rest\ndiscard\n0 W1 W2 W3 W4 [W5 R5 B5 C5]\n1 V6 V7 []\n2 V8 V9 []", 0)
    assert len(empty) == len(drawn(filled, 84, 32))


def test_in_a_small_terminal_vaults_leave_their_empty_lines_to_the_story() -> None:
    empty = drawn(view_of("choose\npile rest\ndiscard\n0 W1 W2 W3 W4 []\n1 V6 V7 []\n2 V8 V9 []", 0), 78, 14)
    filled = view_of("choose\npile rest\ndiscard\n0 W1 W2 W3 W4 [W5 R5 B5 C5]\n1 V6 V7 []\n2 V8 V9 []", 0)
    assert len(drawn(filled, 78, 14)) - len(empty) == 3


# ---------------------------------------------------------------- everything can be pointed at


def words(view: SchattendiebView) -> set[str]:
    return {choice["word"] for spot in drawing.spots(view, None) for choice in spot.choices}


@pytest.mark.parametrize("players", range(3, 8))
def test_spots(players: int) -> None:
    for view in views(players):
        spots = drawing.spots(view, None)
        if not view["choices"]:
            assert spots == []
            continue
        names = [spot.name for spot in spots]
        assert len(set(names)) == len(names) <= len(KEYS)
        assert {choice["word"] for choice in view["choices"]} == words(view)
        buttons = [spot.button for spot in spots]
        assert buttons == sorted(buttons), "buttons come last"


@pytest.mark.parametrize("players", range(3, 8))
def test_every_spot_is_drawn(players: int) -> None:
    for view in views(players)[::2]:
        wanted = {spot.name for spot in drawing.spots(view, None) if not spot.button}
        for width, height in ((78, 14), (84, 32)):
            lines = drawn(view, width, height)
            found = {spot_at(lines, span.start, y) for y, line in enumerate(lines) for span in line.spans}
            assert found - {None} == wanted


STEAL = "steal TW\n0 V4 W9 > TW []\n1 V5 > W2 []\n2 V6 > R10 []\n3 V7 []\n4 V8 > V9 [R1]\n5 V10 > W3 []\n6 [W1] V11"


def test_spots_of_a_thief() -> None:
    """SD-8: all that lies in front of others, though only the watches can be taken."""
    view = view_of(STEAL, 0)
    spots = drawing.spots(view, None)
    assert [choice["word"] for spot in spots for choice in spot.choices] == ["steal 1", "steal 2", "steal 4", "steal 5"]
    assert look_at(view).possible == {"seat1", "seat5"}


def test_spots_while_adding() -> None:
    """SD-9: the jewels of the hand, those of another kind too; no thief and no Vault Shut card."""
    view = view_of("add\n0 W3 W3 R4 TS V9 > W1 []\n1 V5 > R2 []\n2 V6 V7 []", 0)
    spots = drawing.spots(view, None)
    assert [(spot.name, choice["word"]) for spot in spots for choice in spot.choices] == [
        ("hand0", "add W3"),
        ("hand1", "add W3"),
        ("hand2", "add R4"),
        ("done", "done"),
    ]
    assert [spot.button for spot in spots] == [False, False, False, True]


def test_a_card_has_its_key_and_shows_the_pointer() -> None:
    view = view_of("choose\npile rest\ndiscard\n0 W1 W2 TS V9 []\n1 V6 V7 []\n2 V8 V9 []", 0)
    lines = drawing.draw(view, look_at(view, pointed="hand2"), 78, 14)
    assert lines[-3].plain.startswith("╭1───╮ ╭2───╮ ╔3═══╗ ╭4───╮")
    assert lines[-2].plain.startswith("│◷  1│ │◷  2│ ║>◆< ║ │▤  9│")


# ---------------------------------------------------------------- everything can be told apart


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_look_different_without_colour(language: str) -> None:
    look = Look(Speech(language, "schattendieb", NAMES), {})
    assert len({drawing.face(card).plain for card in ALL_CARDS}) == len(ALL_CARDS)
    for size in (drawing.SMALL, drawing.BIG):
        for width in (size.card, size.hand):
            faces = {plain(look.card("", drawing.face_lines(card, look, size, width - 2), width)) for card in ALL_CARDS}
            assert len(faces) == len(ALL_CARDS)


def test_lists_of_jewels() -> None:
    """By kind, on as many lines as there are; where there is no room, the longest is counted."""
    jewels = ["W1", "W2", "W3", "W4", "W5", "W10", "R7", "B9", "B9"]
    assert plain(drawing.listed(jewels, 8, 9)) == "◷ 1 2 3\n  4 5 10\n○ 7\n✿ 9 9"
    assert plain(drawing.listed(jewels, 8, 3)) == "◷ ×6 Σ25\n○ 7\n✿ 9 9"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_is_to_be_seen(width: int, height: int) -> None:
    """Who is asked, who looks, hands as backs, vaults open and shut, the pile and the discard."""
    view = view_of(
        """
        add
        pile  W1 W2 + R1
        buried  V4 V5
        0  R3 R4 V9 > R5 R6      [C1 C2]
        1  W3 W4    > B7         [B10]
        2                        [W8 W9] V12
        3  W5 W6                 []
        """,
        0,
    )
    text = plain(drawn(view, width, height))
    assert "Pile 2 + 1" in text
    assert f"Discard {len(view['discard']) + 2} (2 face down)" in text
    assert "▸Adelheid1234 " in text
    assert "▸Bartholomäus " in text
    assert " Cleo " in text
    assert "▮▮▮ you" in text
    assert "+6" in text
    assert "▢ open ×2 Σ3" in text
    assert "▤12 shut ×2 Σ17" in text


@pytest.mark.parametrize("seat", [1, 2, None])
def test_everybody_sees_who_has_chosen_and_nobody_what(seat: int | None) -> None:
    """SD-5: who has chosen has a mark and a card face down; the card itself is its owner's to see."""
    game = game_of("choose\npile rest\ndiscard\n0 W1 W2 []\n1 V6 V7 []\n2 V8 V9 []")
    before = plain(drawn(game.view(seat), 78, 14))
    assert "▸Adelheid1234" in before
    assert "▒▒▒▒" not in before
    other = game.copy()
    game.play("0 play W2")
    own = plain(drawn(game.view(0), 78, 14))
    assert "✓Adelheid1234" in own
    assert "│◷  2│" in own
    seen = plain(drawn(game.view(seat), 78, 14))
    assert "✓Adelheid1234" in seen
    assert seen.count("│▒▒▒▒│") == 1
    assert seen.count("▸") == 2
    other.play("0 play W1")
    assert plain(drawn(other.view(seat), 78, 14)) == seen


def test_everybody_sees_who_has_added() -> None:
    """SD-9"""
    game = game_of("add\n0 W3 W4 > W1 []\n1 R5 > R2 []\n2 V6 V7 []")
    game.play("0 add W3")
    assert "▸Adelheid1234" in plain(drawn(game.view(1), 78, 14))
    game.play("0 done")
    for seat in (0, 1, 2, None):
        assert "✓Adelheid1234" in plain(drawn(game.view(seat), 78, 14))
    assert "+3" in plain(drawn(game.view(0), 78, 14))
    assert "+3" not in plain(drawn(game.view(1), 78, 14))


@pytest.mark.parametrize("players", [3, 7])
def test_hands_that_lie_open(players: int) -> None:
    """A replay with everything open shows every card of every hand."""
    game: Game[SchattendiebView] = Game(set_up("schattendieb", players, {}), Secret.seeded(4))
    check_fits(game.open_view(), "en")
    text = plain(drawn(game.open_view(), 78, 14))
    for card in {card for there in game.open_view()["seats"] for card in there["hand"]}:
        assert drawing.face(card).plain in text
    assert drawing.BACK in plain(drawn(game.view(None), 78, 14))


def test_the_discard_is_listed_where_there_is_room() -> None:
    view = view_of("choose\npile rest\ndiscard W1 W1 R3 TS V9\n0 W2 []\n1 V6 []\n2 V8 []", None)
    assert plain(drawn(view, 84, 32)).endswith(" Discard\n ◷ 1 1\n ○ 3\n >◆<  ▤9 ")
    assert not plain(drawn(view, 78, 12)).endswith("▤9 ")
