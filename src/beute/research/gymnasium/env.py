"""One game in which one seat learns, and any bots sit in the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from beute.bots import Budget
from beute.bots.entrants import Entrant
from beute.games.dice import Rng
from beute.games.layout import State
from beute.lab.bot_games import BotGame, Lineup
from beute.lab.playing import DECISION
from beute.play.errors import BeuteError
from beute.research.episode import SEEDS, look, numbers
from beute.research.gymnasium.opponents import Bots, learning_seat, others
from beute.research.inputs import checked_action, checked_seed
from beute.research.rendering import RENDER_MODES, Rendering
from beute.research.rewards import ILLEGAL, checked, scores_from, worth
from beute.research.spaces import action_space, known_space
from beute.research.versions import research_setup


class Learner:
    """Stands for the learning seat, whose decisions come from outside."""

    def choose(self, known: State, heard: Sequence[str], seat: int, rng: Rng, budget: Budget) -> int:
        raise AssertionError("the learner's decisions come from `step`")


class BeuteGymEnv(gymnasium.Env[Any, Any]):
    """A game with one seat that learns. An action that is not legal ends it, with a reward of -1."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": Rendering.FRAMES}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        bots: Bots = "random",
        seat: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`bots` sit to the left of the learner, in order, one for all; without a `seat` it is drawn at random."""
        self.setup = research_setup(game, players, options, ("players", "bots", "seat", "reward", "render_mode"))
        self.numbers = numbers(self.setup)
        self.lineup = Lineup(self.setup, [Entrant("learner", itself=Learner()), *others(self.setup, bots)])
        self.fixed_seat, self.reward = seat, checked(reward)
        learning_seat(self.setup, seat, 0)
        self.render_mode, self.rendering = render_mode, Rendering(self.setup, render_mode)
        self.observation_space = known_space(self.numbers)
        self.action_space = action_space(self.numbers)
        self.observation = np.zeros(self.numbers.width, np.float32)
        self.mask = np.zeros(self.numbers.actions, np.bool_)
        self.game: BotGame | None = None
        self.table: State | None = None
        self.seat = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=checked_seed(seed))
        lot = int(self.np_random.integers(self.setup.players))
        self.seat = learning_seat(self.setup, self.fixed_seat, lot)
        seating = [(seat - self.seat) % self.setup.players for seat in range(self.setup.players)]
        self.game = BotGame(self.lineup, 0, 0, seating, int(self.np_random.integers(SEEDS)))
        self.game.play(besides=self.seat)
        return self._look(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        game = self.game
        if game is None:
            raise BeuteError("no game is being played: reset first", "not_reset")
        action = checked_action(action, len(self.mask))
        if not self.mask[action]:
            self.game = None
            return self.observation.copy(), ILLEGAL, True, False, self._info() | {"illegal": True}
        game.notes[DECISION] = self.numbers.decisions[self.seat, action]
        going_on = game.play(besides=self.seat)
        observation = self._look()
        if self.render_mode == "human":
            self.render()
        if going_on:
            return observation, 0.0, False, False, self._info()
        self.game = None
        over = bool(game.table[0].ending)
        if not over:
            return observation, 0.0, False, True, self._info()
        scores = game.rules.scores(game.table[0])
        told = self._info() | {"scores": scores_from(self.seat, scores)}
        return observation, worth(scores, self.reward)[self.seat], True, False, told

    def action_masks(self) -> Any:
        """Which actions are open, as sb3-contrib expects them."""
        return self.mask.copy()

    def render(self) -> Any:
        """The table with all that is hidden: as text, as pixels, or in a window."""
        if self.render_mode is None:
            return None
        if self.table is None:
            raise BeuteError("no game is being played: reset first", "not_reset")
        return self.rendering.show(self.table)

    def close(self) -> None:
        self.rendering.close()

    def _look(self) -> Any:
        assert self.game is not None
        self.table = self.game.table[0]
        look(self.game.table, self.game.known, self.seat, self.numbers.places, self.observation, self.mask)
        return self.observation.copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.mask.copy(), "seat": self.seat}
