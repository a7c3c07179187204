"""Tables for people who watch."""

from __future__ import annotations

import numpy as np
import pytest

from beute import games
from beute.research.pettingzoo import env


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


def test_a_window_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    table = env("sneaky", render_mode="human")
    table.reset(seed=1)
    assert table.render() is None
    assert pygame.display.get_init()
    table.close()
    assert not pygame.display.get_init()
