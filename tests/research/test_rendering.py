"""Tables for people who watch."""

from __future__ import annotations

import numpy as np
import pytest

from beute import games
from beute.research.pettingzoo import env
from beute.research.pictures.easel import step
from beute.research.pictures.symbols import SYMBOLS
from tests.setups import COUNTS


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
