"""What players of OpenSpiel observe: the table as they know it, or all that they heard; as text and as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from beute.play.drawing import draw, open_view
from beute.play.errors import BeuteError
from beute.research.bounds import bounds
from beute.research.episode import look
from beute.research.openspiel.numbering import Numbering, event_numbers
from beute.research.openspiel.position import Position

if TYPE_CHECKING:
    from beute.research.openspiel.state import BeuteState

ONE, ALL, NO_ONE = (
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
    pyspiel.PrivateInfoType.NONE,
)


class BeuteObserver:
    """One way to observe positions. There are numbers for what a player knows, and text for every type."""

    def __init__(self, numbering: Numbering, kind: Any, with_tensor: bool) -> None:
        self.numbering, self.kind = numbering, kind
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        if with_tensor and kind.public_info and kind.private_info == ONE:
            self._lay_out()

    def _lay_out(self) -> None:
        """The parts of an observation by name; with perfect recall also who observes and every event heard."""
        setup, recall = self.numbering.setup, self.kind.perfect_recall
        most = bounds(setup)
        parts = [("player", setup.players)] if recall else []
        parts += self.numbering.observed
        parts += [("events", most.decisions + most.chances)] if recall else []
        self.tensor = np.zeros(sum(length for _, length in parts), np.float32)
        start = 0
        for name, length in parts:
            self.dict[name] = self.tensor[start : start + length]
            start += length
        first = setup.players if recall else 0
        self._now = self.tensor[first : first + sum(length for _, length in self.numbering.observed)]
        self._scrap = self.numbering.rules.table(), np.empty(len(self.numbering.words), np.int8)

    def set_from(self, state: BeuteState, player: int) -> None:
        """Write what the player observes into the tensor."""
        if self.tensor is None:
            title = self.numbering.setup.about.TITLE
            told = f"{title} has no such numbers, only text; observation_tensor has what a player knows now"
            raise BeuteError(told, "no_tensor")
        position = state.position
        known, mask = self._scrap
        look(position.table, known, player, self.numbering.places, self._now, mask)
        if self.kind.perfect_recall:
            self.dict["player"][:] = np.arange(self.numbering.setup.players) == player
            self._write_events(position, player)

    def _write_events(self, position: Position, player: int) -> None:
        of = event_numbers(self.numbering.setup)
        lines = "\n".join(position.story(player)).splitlines()
        heard = [of[line] for line in lines if line in of]
        self.dict["events"][:] = 0
        self.dict["events"][: len(heard)] = heard

    def string_from(self, state: BeuteState, player: int) -> str:
        """What the player observes as text; for private information only the lines that a spectator does not have."""
        told = self._told(state.position, player)
        if self.kind.public_info:
            return "\n".join(told if self.kind.private_info == NO_ONE else [f"seat {player}", *told])
        public = self._lines(state.position, None)
        return "\n".join(line for line in told if line not in public)

    def _told(self, position: Position, player: int) -> list[str]:
        if self.kind.private_info == ALL:
            return [line for seat in range(self.numbering.setup.players) for line in self._lines(position, seat)]
        return self._lines(position, None if self.kind.private_info == NO_ONE else player)

    def _lines(self, position: Position, seat: int | None) -> list[str]:
        if self.kind.perfect_recall:
            return position.story(seat)
        return picture(self.numbering, position.known(seat)).splitlines()


def picture(numbering: Numbering, table: Any) -> str:
    """The whole table as text."""
    return draw(numbering.rules, open_view(numbering.rules, table))
