"""Draws the tables that the documentation shows, from real games: `python docs/pictures.py`."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

import pygame

from beute.research.pettingzoo import env
from beute.table.seats import seats_for
from beute.terminal.app import BeuteApp
from beute.terminal.screens.table import TableScreen
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf

HERE = Path(__file__).parent / "img"
TABLES = {"sneaky": (3, 60), "schattendieb": (5, 60), "raeuber": (4, 90)}  # players, events at least
FRAME = ("schattendieb", 4, 46)  # game, players, actions


async def picture(game: str, players: int, events: int) -> str:
    """The screen when the first player is asked after so many events."""
    with tempfile.TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder))
        session = Session.begin(shelf, game, seats_for(game, players, 1, "Ada", "", "en"), {}, seed="picture")
        while session.person_asked is None or session.game.length < events:
            if session.bot_asked is None:
                session.table.play(0, session.game.legal_for(0)[0])
            else:
                session.table.bot_plays(session.bot_asked, session.thought(session.bot_asked)())
        app = BeuteApp(shelf, "en", session)
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, TableScreen)
            return app.export_screenshot(title=f"beute play {game}")


def frame() -> pygame.Surface:
    """A frame of `rgb_array` of a game between agents."""
    game, players, actions = FRAME
    table = env(game, players, render_mode="rgb_array")
    table.reset(seed=1)
    for agent in table.agent_iter(actions):
        observation, *_ = table.last()
        space = table.action_space(agent)
        space.seed(1)
        table.step(space.sample(observation["action_mask"]))
    return pygame.surfarray.make_surface(table.render().swapaxes(0, 1))


def without_addresses(svg: str) -> str:
    """Fonts are the reader's own."""
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    for game, (players, events) in TABLES.items():
        svg = without_addresses(asyncio.run(picture(game, players, events)))
        (HERE / f"table-{game}.svg").write_text(svg, encoding="utf-8")
    pygame.image.save(frame(), HERE / "frame.png")
