"""Tables for people who watch."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from beute import games
from beute.games.raeuber import components as sacks
from beute.games.raeuber.view import RaeuberView
from beute.games.schattendieb import components as jewels
from beute.games.schattendieb.view import SchattendiebView
from beute.games.sneaky import components as bandits
from beute.games.sneaky.view import SneakyView
from beute.games.views import Frame
from beute.play.drawing import open_view, plain_speech
from beute.play.engine import engine
from beute.play.setup import set_up
from beute.research.pettingzoo import env
from beute.research.pictures import Painter, painted, raeuber, schattendieb, sneaky
from beute.research.pictures.canvas import INK, STOCK, readable, rgb, step
from beute.research.pictures.outlines import drawn
from beute.research.pictures.symbols import MARKS, SYMBOLS
from beute.research.rendering import Pixels, as_array
from tests.setups import COUNTS

# Their types are checked with these: each paints views of its own game.
SNEAKY: Painter[SneakyView] = sneaky
SCHATTENDIEB: Painter[SchattendiebView] = schattendieb
RAEUBER: Painter[RaeuberView] = raeuber


def pixels(view: Frame) -> Pixels:
    """A painted table."""
    speech = plain_speech(engine(set_up(view["game"], view["players"], {})))
    return as_array(painted(view, speech, "", ""))


def inks(view: Frame) -> set[str]:
    """All colours of a painted table."""
    numbers = pixels(view).astype(np.int64) @ (256 * 256, 256, 1)
    return {f"#{number:06x}" for number in np.unique(numbers)}


@pytest.mark.parametrize("game", games.NAMES)
def test_a_table_is_drawn_with_all_that_is_hidden(game: str) -> None:
    table = env(game, render_mode="ansi")
    table.reset(seed=1)
    text = table.render()
    assert text.startswith(games.about(game).TITLE)
    assert "?" not in text


@pytest.mark.parametrize("game", games.NAMES)
def test_pixels_change_with_the_table(game: str) -> None:
    table = env(game, render_mode="rgb_array")
    table.reset(seed=1)
    before = table.render()
    observation, *_ = table.last()
    table.step(int(np.flatnonzero(observation["action_mask"])[0]))
    after = table.render()
    assert before.shape == after.shape
    assert (before != after).any()
    table.reset(seed=1)
    np.testing.assert_array_equal(table.render(), before)


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_every_table_can_be_painted_to_the_end(game: str, players: int) -> None:
    table, draw, frames = env(game, players, render_mode="rgb_array"), np.random.default_rng(1), set()
    table.reset(seed=1)
    for number, _ in enumerate(table.agent_iter()):
        observation, _, termination, truncation, _ = table.last()
        if number % 20 == 0 or termination:
            frames.add(table.render().tobytes())
        over = termination or truncation
        table.step(None if over else int(draw.choice(np.flatnonzero(observation["action_mask"]))))
    assert len(frames) >= 3


def test_inks_and_marks_are_those_of_the_components() -> None:
    for colour in bandits.COLOURS:
        face = sneaky.face(f"{colour.letter}2")
        assert (face.symbol, face.colour, face.text) == (colour.mark, rgb(colour.ink), "2")
    for kind in jewels.KINDS:
        assert schattendieb.face(f"{kind.letter}7").symbol == kind.name
        thief = schattendieb.face(jewels.THIEF + kind.letter)
        assert (thief.symbol, thief.below, thief.colour) == ("mask", kind.name, rgb(kind.ink))
    for card, ink in zip(sacks.CARDS, sacks.INKS, strict=True):
        assert raeuber.face(card).colour == rgb(ink)


def test_every_component_has_a_symbol_and_every_colour_a_mark_of_its_own() -> None:
    assert {colour.mark for colour in bandits.COLOURS} == set(MARKS)
    assert {kind.name for kind in jewels.KINDS} < set(SYMBOLS)
    assert len({SYMBOLS[name] for name in SYMBOLS}) == len(SYMBOLS)


def test_a_sealed_sack_shows_its_seal() -> None:
    rules = engine(set_up("raeuber", 3, {}))
    view = cast(RaeuberView, open_view(rules, rules.table()))
    assert {sack.ink for sack in sacks.SACKS} <= inks(view)
    assert sacks.SEAL_INK not in inks(view)
    view["sacks"][0] = {**view["sacks"][0], "sealed": True, "quarter": None, "loot": 26, "owner": 1}
    assert sacks.SEAL_INK in inks(view)


def test_a_bandit_shows_how_many_of_its_dice_lie_on_it() -> None:
    rules = engine(set_up("sneaky", 3, {}))
    view = cast(SneakyView, open_view(rules, rules.table()))
    pictures = []
    for dice in range(4):
        view["centre"][2] = {"bandit": "P3", "dice": dice}
        pictures.append(pixels(view).tobytes())
    assert len(set(pictures)) == 4


def test_what_is_painted_on_a_colour_can_be_read() -> None:
    assert readable(rgb("#f3b320")) == INK
    assert readable(rgb("#2b74c2")) == STOCK


def test_paths_of_svg_become_outlines() -> None:
    assert drawn("M0 0H100V100L0 100Z") == ((-1, -1), (1, -1), (1, 1), (-1, 1))
    assert drawn("M0 50Q50 0 100 50")[5] == (0, -0.5)
    assert drawn("M0 50C0 0 100 0 100 50", 100, 200)[5] == pytest.approx((0, -0.875))


def test_symbols_stay_within_their_bounds() -> None:
    for filled, taken_out in SYMBOLS.values():
        assert filled
        assert all(max(abs(x), abs(y)) <= 1.01 for outline in filled + taken_out for x, y in outline)


def test_cards_that_have_no_room_lie_over_each_other() -> None:
    assert step(3, 200, 40) == 44
    assert step(11, 240, 40) == 20


def test_a_window_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    table = env("sneaky", render_mode="human")
    table.reset(seed=1)
    assert table.render() is None
    assert pygame.display.get_init()
    table.close()
    assert not pygame.display.get_init()
