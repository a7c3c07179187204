"""Räuber's board: it fits, it shows what can be pointed at, and it can be read without colours."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from rich.text import Text

from beute import Game
from beute.games.raeuber.view import RaeuberView, SackShown
from beute.games.views import Piece, Refusal, offered
from beute.play.game import new
from beute.play.setup import Setup
from beute.play.speech import Speech
from beute.terminal.boards.raeuber import SMALL, TALL, Size, draw, hand_card, sack_card, spots, top
from beute.terminal.look import Look, Spot, spot_at
from beute.texts import LANGUAGES
from tests.games.raeuber.position import CARDS, SACKS, table
from tests.setups import SETUPS, label

NAMES = [
    "Christophero",
    "Wilhelmina M",
    "Maximilianes",
    "Bartholomäus",
    "山田太郎次郎三郎",
]  # one is cut: it has 16 cells
OURS = [setup for setup in SETUPS if setup.game == "raeuber"]
SIZES = ((78, 14), (84, 32))


def look(view: RaeuberView, picked: str | None = None, pointed: str | None = None, language: str = "en") -> Look:
    """As the frame makes it."""
    card = None if picked is None else card_of(picked)
    return Look.at(Speech(language, "raeuber", NAMES[: view["players"]]), spots(view, card), pointed, card)


def card_of(name: str) -> Piece:
    return {"kind": "card", "name": name}


def words_of(spots: Sequence[Spot]) -> list[str]:
    return [choice["word"] for spot in spots for choice in spot.choices]


def refused(card: str, sack: str) -> Refusal:
    """As a view has it."""
    return {
        "seat": 0,
        "by": 1,
        "word": f"{card}>{sack}",
        "pick": card_of(card),
        "to": {"kind": "sack", "name": sack},
        "code": "exceeds_sack",
        "clause": "RB-6",
    }


def plain(lines: list[Text]) -> str:
    return "\n".join(line.plain for line in lines)


def board(view: RaeuberView, picked: str | None = None, width: int = 78, height: int = 14, **how: Any) -> str:
    return plain(draw(view, look(view, picked, **how), width, height))


def fits(view: RaeuberView, picked: str | None, language: str = "de", sizes: Sequence[tuple[int, int]] = SIZES) -> None:
    for width, height in sizes:
        lines = draw(view, look(view, picked, language=language), width, height)
        assert len(lines) <= height
        assert max(line.cell_len for line in lines) <= width, plain(lines)


def moments(setup: Setup, seed: int, every: int) -> Iterator[Game[RaeuberView]]:
    """Some positions of a random game, the first and the last among them; sometimes a try was refused."""
    game, luck, decisions = new("raeuber", setup.players, seed, **dict(setup.options)), random.Random(seed), 0
    while not game.over:
        if decisions % every == 0 or game.view()["step"] == "last_cards":
            yield game
        game.play(luck.choice(game.legal))
        decisions += 1
    yield game


# ---------------------------------------------------------------- it fits


@pytest.mark.parametrize("setup", OURS, ids=label)
def test_every_table_fits(setup: Setup) -> None:
    for game in moments(setup, seed=1, every=15):
        for seat in (None, *game.due, setup.players - 1):
            view = game.view(seat)
            fits(view, view["hands"][seat][-1] if seat is not None and view["choices"] else None)
        fits(game.open_view(), None)


@pytest.mark.parametrize("size", [(78, 14), (100, 20), (78, 28), (84, 32), (160, 60)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_table_fits_into_every_size(language: str, size: tuple[int, int]) -> None:
    """Six cards of seat 0, sacks of five seats, scores, hands of cards with two digits, all refused."""
    view = new("raeuber", 5, seed=1, open_sums=True).view(0)
    owners = (None, 0, 0, 1, 1, 2, 2, 3, 4)
    sacks = [
        sack | {"owner": owner, "top": "10", "quarter": 4, "loot": sack["worth"] - 1, "cards": ["10"] * 12}
        for sack, owner in zip(view["sacks"], owners, strict=True)
    ]
    refusals = [refused("10", sack) for sack in SACKS]
    view |= {"sacks": sacks, "refusals": refusals, "scores": [300] * 5, "aside": 1}
    fits(view, None, language, [size])
    fits(view | {"seat": None, "hands": [["10"] * 6] * 5}, None, language, [size])


def test_the_sacks_fit_whoever_has_them() -> None:
    luck = random.Random(2)
    view = new("raeuber", 5, seed=1).view(0)
    for _ in range(40):
        some = luck.sample([None, *range(5)], luck.randint(1, 6))
        sacks = [sack | {"owner": luck.choice(some), "top": "10", "quarter": 4} for sack in view["sacks"]]
        fits(view | {"sacks": sacks}, None)


def test_rb_6_the_latest_refused_tries_come_first() -> None:
    view = new("raeuber", 5, seed=1).view(0)
    view["refusals"] = [refused("10", sack) for sack in SACKS]
    assert "refused: 10 on 100, 10 on 70b" in board(view)


def test_before_the_deal_there_is_a_table_too() -> None:
    fits(Game[RaeuberView](OURS[0], None).view(0), None)


# ---------------------------------------------------------------- what can be pointed at


@pytest.mark.parametrize("setup", OURS, ids=label)
def test_every_choice_can_be_pointed_at(setup: Setup) -> None:
    for game in moments(setup, seed=3, every=10):
        if game.over:
            continue
        view = game.view(game.due[0])
        cards = spots(view, None)
        assert drawn_spots(view, None) == {card.name for card in cards}
        reached = [spot for card in cards for spot in (spots(view, card.pick) if card.pick else [card])]
        assert sorted(words_of(reached)) == sorted(choice["word"] for choice in view["choices"])
        assert {spot.choice["word"] for spot in reached if spot.choice and spot.possible} == set(
            offered(view["choices"])
        )
        for card in cards:
            assert card.possible == any(choice["possible"] != "no" for choice in card.choices)
        if cards[0].pick:
            assert drawn_spots(view, cards[0].pick["name"]) == {f"sack {name}" for name in SACKS}
            assert len(reached) == len(cards) * len(SACKS), "sealed sacks too"


def drawn_spots(view: RaeuberView, picked: str | None) -> set[str]:
    """All that can be clicked, the same in every size."""
    found = []
    for width, height in ((78, 14), (84, 32)):
        lines = draw(view, look(view, picked), width, height)
        found.append({spot_at(lines, x, y) for y in range(len(lines)) for x in range(0, width, 3)} - {None})
    assert found[0] == found[1]
    return {name for name in found[0] if name is not None}


POSITION = """
    turn 0
    26 of 0: 17, top 6
    70a of 1: 61, top 6
    100 of 2: 83, top R
    28 of 2: sealed, top 9
    45b of 1: sealed, top 8
    seat 0: R 5 5 10
    seat 1: R 4
    seat 2: 8 9
    unseen: 2 3
    """


def test_spots_in_the_order_of_reading() -> None:
    view = table(POSITION).view(0)
    assert [(spot.name, spot.pick, spot.choice) for spot in spots(view, None)] == [
        (f"card {card}", card_of(card), None) for card in ("R", "5", "10")
    ]
    assert words_of(spots(view, card_of("5"))) == [
        *("5>27", "5>29", "5>45a", "5>70b"),  # the centre
        *("5>26", "5>45b", "5>70a", "5>28", "5>100"),
    ]


def test_rb_12_a_card_that_is_laid_out_needs_no_sack() -> None:
    game = table("turn 0\n26 27 28 29 45a 45b 70a 70b 100 of 0: 10, top 10\nseat 0: R R\nseat 1: 2\nunseen: R")
    (spot,) = spots(game.view(0), None)
    assert (spot.name, spot.pick, words_of([spot])) == ("card R", None, ["R>out"])


def test_who_is_not_asked_points_at_nothing() -> None:
    assert spots(table(POSITION).view(1), None) == []
    assert spots(table(POSITION).view(None), None) == []


# ---------------------------------------------------------------- it can be read


def test_a_small_table() -> None:
    assert board(table(POSITION).view(0)).splitlines() == [
        "▒▒ pile 2 · Christophero starts",
        "centre ───────────────────────── Christo… Wilhelmina M ─── Maximilianes ───",
        "╭──────╮╭──────╮╭──────╮╭──────╮ ╭──────╮ ╭──────╮╭──────╮ ╭──────╮╭──────╮",
        "│░ 27  ││░ 29  ││░ 45a ││░ 70b │ │░ 26  │ │╲    ╱││█ 70a │ │╲    ╱││█ 100 │",
        "│░  0  ││░  0  ││░  0  ││░  0  │ │█ 17  │ │ 45b  ││█  ?  │ │  28  ││█  ?  │",
        "│░     ││░     ││░     ││░     │ │█     │ │ ✔ 45 ││█     │ │ ✔ 56 ││█     │",
        "│░     ││░     ││░     ││░     │ │█ [6] │ │╱    ╲││█ [6] │ │╱    ╲││█ R∞  │",
        "╰──────╯╰──────╯╰──────╯╰──────╯ ╰──────╯ ╰──────╯╰──────╯ ╰──────╯╰──────╯",
        "                                       hand  sealed",
        "╭1──╮╭2──╮╭3──╮╭4──╮  ▶  Christophero  you        –",
        "│ R ││ 5 ││ 5 ││10 │     Wilhelmina M  ▒▒ 2    ✔ 45",
        "│ ∞ ││ ¤ ││ ¤ ││ ¤ │     Maximilianes  ▒▒ 2    ✔ 56",
        "╰───╯╰───╯╰───╯╰───╯",
    ]


def test_a_tall_sack() -> None:
    rows = board(table(POSITION).view(0), width=84, height=32).splitlines()
    (left,) = {row.index("17/26") for row in rows if "17/26" in row}
    assert [row[left - 4 : left + 10] for row in rows[2:10]] == [
        "Christophero ─",
        "╭────────────╮",
        "│     26     │",
        "│░░ 17/26    │",
        "│██          │",
        "│██          │",
        "│██  [6]     │",
        "╰────────────╯",
    ]


def open_sack(cards: list[str] | None, loot: int = 50) -> SackShown:
    return {
        "name": "70a",
        "worth": 70,
        "owner": 0,
        "sealed": loot == 70,
        "sealed_worth": 70,
        "counts": loot,
        "top": "9",
        "quarter": None if loot == 70 else 3,
        "loot": loot,
        "cards": cards,
    }


@pytest.mark.parametrize(
    ("cards", "lines", "shown"),
    [
        ("10 7 R 9", 2, ["░░ 50/70    ", "██ 10 7 R 9 ", "██          ", "██  [9]     "]),
        ("10 7 R 9 10 5 9", 2, ["░░ 50/70    ", "██ 10 7 R 9 ", "██ 10 5 9   ", "██  [9]     "]),
        ("10 10 10 R R 2 2 R 7 9", 2, ["░░ 50/70    ", "██ … 10 R R ", "██ 2 2 R 7 9", "██  [9]     "]),
        ("10 10 10 R R 2 2 R 7 9", 3, ["   50/70    ", "░░ 10 10 10 ", "██ R R 2 2 R", "██ 7 9      ", "██  [9]     "]),
        (None, 2, ["░░ 50/70    ", "██          ", "██          ", "██  [9]     "]),
    ],
)
def test_rb_11_who_may_count_sees_the_cards_in_the_order_they_were_laid(
    cards: str | None, lines: int, shown: list[str]
) -> None:
    """Of too many the latest. The level is always four lines high."""
    sack = open_sack(None if cards is None else cards.split())
    block = sack_card(sack, Look(Speech("en", "raeuber", NAMES), {}), replace(TALL, cards=lines))
    assert [line.plain[1:-1] for line in block[2:-1]] == shown


def test_rb_9_a_sealed_sack_shows_what_was_counted_out() -> None:
    sack = open_sack(["10", "10", "10", "10", "10", "R", "2", "9", "9"], 70)
    block = sack_card(sack, Look(Speech("en", "raeuber", NAMES), {}), TALL)
    assert plain(block).splitlines() == [
        "╭────────────╮",
        "│╲   70a    ╱│",
        "│    ✔ 70    │",
        "│10 10 10 10 │",
        "│ 10 R 2 9 9 │",
        "│╱          ╲│",
        "╰────────────╯",
    ]


@pytest.mark.parametrize(("height", "shown"), [(28, "… "), (29, "… "), (30, "3 3 3"), (40, "3 3 3")])
def test_a_higher_table_has_more_lines_for_cards_if_they_are_needed(height: int, shown: str) -> None:
    view: RaeuberView = new("raeuber", 3, seed=1).view(0)
    few = draw(view, look(view), 84, height)
    view["sacks"] = [open_sack(["3", "3", "3", "10", "10", "10", "10", "10", "10"]), *view["sacks"][1:]]
    lines = draw(view, look(view), 84, height)
    assert shown in plain(lines)
    assert len(few) <= len(lines) <= height
    fits(view, None, sizes=[(84, height)])


@pytest.mark.parametrize("first", ["26 27 28 29", "26 27 28 29 45a"])
def test_two_rows_do_not_part_what_somebody_has(first: str) -> None:
    second = " ".join(name for name in SACKS if name not in first.split())
    game = table(f"turn 0\n{first} of 0: 10, top 10\n{second} of 1: 2, top R\nseat 0: 5\nseat 1: 6\nunseen: 4")
    rows = board(game.view(0), width=84, height=32).splitlines()
    assert rows[2].startswith("Christophero ─")
    assert rows[10].startswith("Wilhelmina M ─")


@pytest.mark.parametrize("size", [SMALL, TALL], ids=["small", "tall"])
def test_no_two_cards_and_no_two_sacks_look_the_same_without_colour(size: Size) -> None:
    nothing = Look(Speech("en", "raeuber", NAMES), {})
    assert len({top(card).plain for card in CARDS}) == len(CARDS)
    assert len({plain(hand_card(card, nothing, size)) for card in CARDS}) == len(CARDS)
    sacks = list(all_sacks())
    assert len({plain(sack_card(sack, nothing, size)) for sack in sacks}) == len(sacks)


def all_sacks() -> Iterator[SackShown]:
    """Every sack empty, sealed, and open with every card on top and every level; known and unknown."""
    for name, worth in SACKS.items():
        sack: Any = {"name": name, "worth": worth, "owner": 1, "sealed": False, "top": None, "quarter": 1, "loot": 0}
        sack |= {"cards": None, "counts": 0, "sealed_worth": worth}
        yield sack
        yield sack | {"sealed": True, "top": "9", "quarter": None, "loot": worth, "counts": worth}
        for card in CARDS:
            for quarter in (1, 2, 3, 4):
                for loot in (None, quarter * worth // 4 - 1):
                    yield sack | {"top": card, "quarter": quarter, "loot": loot, "counts": loot}


def test_rb_16_a_sealed_sack_shows_what_it_counts() -> None:
    text = board(table(POSITION).view(None))
    assert "✔ 56" in text
    assert "✔ 45" in text


def test_rb_11_only_who_may_count_a_sack_sees_the_loot_in_it() -> None:
    game = table(POSITION)
    for seat, sums in [(0, {"17"}), (1, {"61"}), (2, {"83"}), (None, set())]:
        for height in (14, 32):
            text = board(game.view(seat), width=84, height=height).replace("/", " ")
            assert {"17", "61", "83"} & set(text.split()) == sums


def test_hands_are_backs_but_the_own_and_those_laid_open() -> None:
    game = table(POSITION)
    assert "▒▒ 2" in board(game.view(0))
    assert "R 4" not in board(game.view(0))
    assert "R 4" in board(game.open_view())
    assert "R 5 5 10" in board(game.open_view())


def test_a_card_that_is_picked_up_is_raised() -> None:
    view = table(POSITION).view(0)
    rows = board(view, "5").splitlines()
    assert rows[-5].startswith("     ╭───╮     ")
    assert rows[-4].startswith("╭───╮│ 5 │╭───╮╭───╮")


def test_the_pointer_is_seen() -> None:
    view = table(POSITION).view(0)
    assert "╔2══╗" in board(view, pointed="card 5")
    assert "╔b═════╗" in board(view, "R", pointed="sack 27")


def test_last_cards_are_shown_and_the_winner_has_a_star() -> None:
    game = table("last 0\n26 of 1: 9, top 9\nseat 0: R\nseat 1:\nseat 2:")
    assert "last cards" in board(game.view(1))
    assert "R∞" in board(game.view(1))
    game.play("0 R>27")
    assert "★  Wilhelmina M" in board(game.view(0))
