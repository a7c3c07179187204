"""Sneaky's table in the terminal: it fits, everything on it can be pointed at and told apart."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any

import pytest
from rich.cells import cell_len

from beute.games.sneaky.story import places
from beute.games.sneaky.view import SneakyView, Stack
from beute.games.views import Choice, choice
from beute.play.game import Game
from beute.play.setup import Setup, set_up
from beute.play.speech import Speech
from beute.terminal.boards import Board, sneaky
from beute.terminal.boards.sneaky import draw, spots
from beute.terminal.look import KEYS, Block, Look, spot_at
from beute.texts import LANGUAGES
from tests.games.sneaky.eager import eager, raided
from tests.setups import SETUPS, label

NAMES = ["Maximilianna", "Bo", "Cleopatra-Josephine", "司馬遷之子也"]  # the last is twelve cells wide
SIZES = [(78, 14), (78, 24), (84, 32), (118, 50)]
COLOURS = "YRGBSP"
BANDITS = [colour + value for colour in COLOURS for value in "123"]
OURS = [setup for setup in SETUPS if setup.game == "sneaky"]
DEFAULT = [setup for setup in OURS if not setup.chosen]
BOARD: Board[SneakyView] = sneaky


def look_at(view: SneakyView, language: str = "en", pointed: str | None = None) -> Look:
    """As the frame looks at a view."""
    return Look.at(Speech(language, "sneaky", NAMES[: view["players"]]), spots(view, None), pointed)


def plain(lines: Block) -> str:
    return "\n".join(line.plain for line in lines)


def check_fit(lines: Block, width: int, height: int) -> None:
    assert len(lines) <= height, plain(lines)
    for line in lines:
        assert cell_len(line.plain) <= width, plain(lines)


def check_spots(view: SneakyView, lines: Block) -> None:
    """What is no button is drawn; every choice can be pointed at."""
    here = spots(view, None)
    assert len(here) <= len(KEYS)
    assert [spot.choice for spot in here] == view["choices"]
    assert {spot.name for spot in here if spot.possible} == look_at(view).possible
    starts = [(cell_len(line.plain[: span.start]), y) for y, line in enumerate(lines) for span in line.spans]
    drawn = {spot_at(lines, x, y) for x, y in starts} - {None}
    assert drawn == {spot.name for spot in here if not spot.button}


def views(game: Game[SneakyView]) -> list[SneakyView]:
    """For whoever is asked, for a spectator, and with everything open."""
    return [game.view(game.due[0] if game.due else 0), game.view(None), game.open_view()]


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("setup", DEFAULT, ids=label)
def test_some_of_a_game_fits_and_can_be_pointed_at(setup: Setup) -> None:
    for number, game in enumerate(eager(setup, 1)):
        if number % 8 and not game.over and not game.legal[0].startswith("top"):
            continue
        for view in views(game):
            for width, height in SIZES[::2]:
                lines = draw(view, look_at(view, "de"), width, height)
                check_fit(lines, width, height)
                check_spots(view, lines)


@pytest.mark.slow
@pytest.mark.parametrize("setup", OURS, ids=label)
def test_more_of_a_game_fits_and_can_be_pointed_at(setup: Setup) -> None:
    for game, language in zip(islice(eager(setup, 2), 0, None, 2), cycle(LANGUAGES)):
        view = game.view(game.due[0] if game.due else 0)
        for width, height in SIZES:
            lines = draw(view, look_at(view, language), width, height)
            check_fit(lines, width, height)
            check_spots(view, lines)


@pytest.mark.parametrize("setup", DEFAULT, ids=label)
def test_every_moment_between_decisions_fits(setup: Setup) -> None:
    """Set-up, rolls and refills, as replays show them."""
    twin, steps = Game[SneakyView](setup, None), set()
    for event in raided(setup, "centre_empty").events:
        view = twin.open_view()
        steps.add(view["step"])
        check_fit(draw(view, look_at(view), 78, 14), 78, 14)
        twin.play(event)
    assert steps == {"start", "setup", "roll", "put", "top", "refill"}


# ---------------------------------------------------------------- the fullest tables


def fullest(players: int, option: str, owner: int) -> SneakyView:
    """All bandits at one seat, all handcuffs there too, and dice on every top."""
    view: dict[str, Any] = {**Game[SneakyView](set_up("sneaky", players, {"bandits": option}), None).view(None)}
    bandits = [colour + value for colour in COLOURS for value in option]
    of = {value: [bandit for bandit in bandits if bandit[1] == value] for value in "123"}
    stacks = [of["2"], of["3"]] if players == 2 else [of["2"] + of["3"]]
    seats = [dict(there) for there in view["seats"]]
    seats[owner] |= {"cuffs": 14, "safe": of["1"], "stacks": [{"bandits": stack, "dice": 1} for stack in stacks]}
    scores = [sum(int(bandit[1]) for bandit in bandits) + 5 if seat == owner else -2 for seat in range(players)]
    view |= {"seats": seats, "seat": owner, "turn": owner, "scores": scores, "dice_left": 7}
    filled: Any = view
    full: SneakyView = filled
    return full


FULLEST = [(players, option) for players in (2, 3, 4) for option in ("1223", "1123", "1233")]


@pytest.mark.parametrize(("players", "option"), FULLEST)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_table_fits(players: int, option: str, language: str) -> None:
    """Whoever has everything, in the middle of the game or at its end."""
    for owner in range(players):
        view = fullest(players, option, owner)
        over = view | {"step": "over", "ending": "centre_empty", "winners": [*range(players)], "turn": None}
        for shown in view | {"step": "roll"}, over:
            for width, height in [*SIZES, (78, 32)]:
                lines = draw(shown, look_at(shown, language), width, height)
                check_fit(lines, width, height)
                for bandit in [*shown["seats"][owner]["safe"], *shown["seats"][owner]["stacks"][0]["bandits"][:-1]]:
                    assert sign(bandit) in plain(lines)


def test_two_stacks_of_different_owners_fit() -> None:
    """One has all the 2s, the other all the 3s."""
    view = fullest(2, "1223", 0)
    twos, threes = view["seats"][0]["stacks"]
    empty: Stack = {"bandits": [], "dice": 0}
    view["seats"][0]["stacks"], view["seats"][1]["stacks"] = [twos, empty], [empty, threes]
    for width, height in [*SIZES, (78, 32)]:
        check_fit(draw(view, look_at(view), width, height), width, height)


# ---------------------------------------------------------------- telling apart

SIGNS = dict(zip(COLOURS, "★♥♣♠■☾", strict=True))


def sign(bandit: str) -> str:
    return SIGNS[bandit[0]] + bandit[1]


def asked(centre: list[tuple[str, int] | None], **more: Any) -> SneakyView:
    """A question to seat 0 of three, with these bandits and dice in the centre."""
    game = next(iter(eager(DEFAULT[1], 3)))
    shown = [None if there is None else {"bandit": there[0], "dice": there[1]} for there in centre]
    view: Any = {**game.view(game.due[0]), "centre": shown, **more}
    made: SneakyView = view
    return made


@pytest.mark.parametrize("size", SIZES)
def test_two_bandits_never_look_the_same(size: tuple[int, int]) -> None:
    """Without colour too, and with any number of dice on them, in the centre and on a stack."""
    drawn = {}
    for bandit in BANDITS:
        for dice in range(int(bandit[1]) + 1):
            view = asked([(bandit, dice), None, None])
            drawn[bandit, dice, "centre"] = plain(draw(view, look_at(view), *size))
            seats = [dict(there) for there in view["seats"]]
            seats[1] |= {"stacks": [{"bandits": [bandit], "dice": dice}]}
            view = asked([None, None, None], seats=seats)
            drawn[bandit, dice, "stack"] = plain(draw(view, look_at(view), *size))
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"dice": ["Y", "R", "R"]}, "│★│ │♥│ │♥│"),
        ({"dice": ["G", "B", "S", "P"]}, "│♣│ │♠│ │■│ │☾│"),
        ({"dice": [], "step": "roll", "dice_left": 3}, "│ │ │ │ │ │"),
        ({"pile": ["Y1", "Y2", "Y2", "P3"]}, "Pile 4   ★ 122   ☾ 3"),
        ({"pile": [], "turns_left": 2}, "Last round · turns left: 2"),
        ({"ending": "centre_empty", "step": "over"}, "In the last round the centre was emptied."),
        ({"turn": 1}, "❯ Bo "),
        ({"seat": 1}, "Bo (you)"),
        ({"seat": 2}, "Cleopatra-J… (you)"),
        ({"winners": [1], "turn": None}, "♛ Bo "),
        ({"scores": [7, 2, 4]}, "∞ 2 (+7 points)   score  7"),
        ({"scores": [-2, 2, 4]}, "∞ 2 (-2 points)   score -2"),
        ({"scores": [0, 2, 4]}, "∞ 2               score  0"),
        ({"step": "top", "to_lay": ["R2", "R2", "P3"]}, "│♥2 ×2 │ │  ☾3  │"),
        ({"step": "top", "to_lay": ["R2", "P3"], "laid": ["S2"]}, "Onto the stack, below ■2"),
    ],
)
def test_what_is_so_is_shown(change: dict[str, Any], shown: str) -> None:
    view = asked([("Y1", 0), ("R2", 1), ("G3", 3)], **change)
    for width, height in SIZES:
        assert shown in plain(draw(view, look_at(view), width, height))


@pytest.mark.parametrize(("size", "row"), [((78, 14), "♥2 ♡♡"), ((84, 32), "♥ red 2")])
def test_a_stack_is_shown_from_the_top(size: tuple[int, int], row: str) -> None:
    seats = [dict(there) for there in asked([None, None, None])["seats"]]
    seats[2] |= {"safe": ["G1", "S1"], "stacks": [{"bandits": ["B3", "Y2", "R2"], "dice": 0}]}
    view = asked([None, None, None], seats=seats)
    lines = plain(draw(view, look_at(view), *size)).splitlines()
    [shown] = [line for line in lines if row in line]
    assert shown.index("♥") < shown.index("★2") < shown.index("♠3")
    assert [line for line in lines if line.endswith("safe ♣1 ■1")]


# ---------------------------------------------------------------- pointing


def test_places_keep_their_keys() -> None:
    """Every place is there from the first question to the last, then the buttons."""
    for setup in DEFAULT:
        game = next(iter(eager(setup, 1)))
        here = spots(game.view(game.due[0]), None)
        assert [spot.name for spot in here] == [*(place.name for place in places(game.view())), "again", "stop"]
        assert [choice["word"] for spot in here for choice in spot.choices] == [
            *(f"put {spot.name}" for spot in here[:-2]),
            "again",
            "stop",
        ]
        assert [spot.name for spot in here if spot.button] == ["again", "stop"]


def test_captured_bandits_are_pointed_at_once_each() -> None:
    choices: list[Choice] = [choice("top R2", ("bandit", "R2")), choice("top P3", ("bandit", "P3"))]
    view = asked([None, None, None], step="top", to_lay=["R2", "R2", "P3"], choices=choices)
    assert [(spot.name, spot.choice, spot.button) for spot in spots(view, None)] == [
        ("R2", choices[0], False),
        ("P3", choices[1], False),
    ]
    check_spots(view, draw(view, look_at(view), 78, 14))


def test_who_is_not_asked_can_point_at_nothing() -> None:
    for game in eager(DEFAULT[0], 1):
        view = game.view(None)
        assert spots(view, None) == []
        assert not {spot_at(draw(view, look_at(view), 78, 14), x, 3) for x in range(78)} - {None}
        break


@pytest.mark.parametrize("size", SIZES)
def test_the_pointer_is_seen(size: tuple[int, int]) -> None:
    """Whatever it points at, the table looks different."""
    view = asked([("Y1", 0), ("R2", 1), None])
    drawn = [draw(view, look_at(view, pointed=name), *size) for name in [None, *(place.name for place in places(view))]]
    looks = {str([(line.plain, line.spans) for line in lines]) for lines in drawn}
    assert len(looks) == len(drawn)


def test_dice_that_fit_nowhere_are_dim() -> None:
    game = next(iter(eager(DEFAULT[1], 3)))
    view = game.view(game.due[0])
    fitting = {SIGNS[place.bandit[0]] for place in places(view) if place.bandit}
    faces = draw(view, look_at(view), 78, 14)[3]
    dice = {faces.plain[span.start + 1]: str(span.style) for span in faces.spans if span.start > 44}
    assert set(dice) == {SIGNS[colour] for colour in view["dice"]}
    assert {face for face, style in dice.items() if "bold" in style} == set(dice) & fitting
    assert {face for face, style in dice.items() if "dim" in style} == set(dice) - fitting


def test_columns_stand_below_each_other() -> None:
    """Whatever the names are."""
    view = next(iter(eager(DEFAULT[2], 1))).view(2)
    heads = [line.plain for line in draw(view, look_at(view), 78, 14) if "∞" in line.plain]
    assert len(heads) == 4
    assert len({cell_len(head.partition("∞")[0]) for head in heads}) == 1
    assert len({cell_len(head.partition("score")[0]) for head in heads}) == 1
