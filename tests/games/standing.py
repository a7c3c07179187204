"""Games that stand at a position which a test has made, with no history."""

from __future__ import annotations

from typing import Any

from beute import Game
from beute.games.parts import Trail
from beute.games.schattendieb import rules as schattendieb
from beute.play.engine import Engine


def game_at(rules: Engine, table: Any, trail: Trail | None = None) -> Game[Any]:
    """A game at a copy of the table; chance must be told."""
    game: Game[Any] = Game(rules.setup, None, table, trail)
    game._notices.chosen = set(chosen(rules, table[0]))
    return game


def chosen(rules: Engine, s: Any) -> list[int]:
    """The seats that have answered while others still choose face down."""
    if rules.setup.game != "schattendieb" or s.due <= 0:
        return []
    seats = [seat for seat in range(rules.setup.players) if not int(s.due) >> seat & 1]
    if s.step == schattendieb.CHOOSE:
        return [seat for seat in seats if s.front[seat] != schattendieb.NO_CARD]
    return [seat for seat in seats if int(s.jewels) >> seat & 1] if s.step == schattendieb.ADD else []
