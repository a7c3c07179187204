"""A position as a state of OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pyspiel

from beute.games.contract import CHANCE
from beute.play.errors import BeuteError
from beute.research.openspiel.numbering import TERMINAL
from beute.research.openspiel.observer import picture
from beute.research.openspiel.position import Position
from beute.research.rewards import worth

SEEDS: Final = 1 << 53  # as many as a float from 0 to 1 can distinguish


class BeuteState(pyspiel.State):  # type: ignore[misc]
    """What OpenSpiel requires of a state. All that changes is in `position`."""

    def __init__(self, game: Any, position: Position) -> None:
        super().__init__(game)
        self.position = position
        self.reward: str = game.reward

    def current_player(self) -> int:
        return self.position.player

    def is_terminal(self) -> bool:
        return self.position.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.position.player != CHANCE:
            raise BeuteError("nothing is left to chance here; legal_actions has what a player can do", "no_chance")
        return self.position.numbering.chances(self.position.table)

    def _apply_action(self, action: int) -> None:
        self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The word as in records, which names seats by their numbers; the action counts them from the player's own."""
        return self.position.numbering.word(player, action)

    def returns(self) -> list[float]:
        """Nothing until the game is over; nothing if it is not over after a thousand turns (SN-25)."""
        numbering, s = self.position.numbering, self.position.table[0]
        players = numbering.setup.players
        if not s.ending:
            return [0.0] * players
        got = worth(numbering.rules.scores(s), self.reward)
        return got if self.reward == "margin" else [share - 1 / players for share in got]

    def resample_from_infostate(self, player_id: int, rng: Callable[[], float]) -> BeuteState:
        """A state that the player cannot tell from this one. It has no history: nobody played it."""
        self.position.numbering.check_player(player_id)
        luck = np.array([int(rng() * SEEDS)], np.uint64)
        return BeuteState(self.get_game(), self.position.resampled(player_id, luck))

    def __str__(self) -> str:
        """The table with all that is hidden."""
        return picture(self.position.numbering, self.position.table)
