"""A bot and its budget, as people name it: `search@2000`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from beute import bots
from beute.bots import Bot, Budget, ChecksBudget
from beute.bots.custom import made

ANY: Final = Budget()  # each bot's own default


@dataclass(frozen=True)
class Entrant:
    """A bot by its name, or a bot itself, with its own budget; `search@200` is one that thinks for 200 simulations."""

    name: str
    budget: Budget = ANY
    itself: Any = None

    @classmethod
    def read(cls, said: Any, budget: Budget | None = None) -> Entrant:
        """An entrant from a name (with its own budget after @), or from a bot itself."""
        budget = budget or ANY
        if not isinstance(said, str):
            name = getattr(said, "__name__", type(said).__name__)
            return cls(name, budget, said)
        name, at, own = said.strip().rpartition("@")
        return cls(said.strip(), Budget.read(own)) if at else cls(said.strip(), budget)

    @property
    def kind(self) -> str:
        """The bot's name, without a budget."""
        return self.name.rpartition("@")[0] or self.name

    def bot(self, game: str) -> Bot:
        """The bot, if it plays this game and can keep to this budget."""
        bot = bots.named(self.kind) if self.itself is None else made(self.itself, self.name)
        bots.check_plays(bot, self.kind, game)
        if isinstance(bot, ChecksBudget):
            bot.check_budget(self.budget)
        return bot
