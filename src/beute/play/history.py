"""What has happened in a game, in the order of play."""

from __future__ import annotations

from beute.games.contract import CHANCE
from beute.games.parts import Trail


class History:
    """The events of a game. Those in which several seats decide at once belong to one phase."""

    def __init__(self, trail: Trail) -> None:
        self.events: list[str] = []
        self.actors: list[int] = []  # of the events
        self.steps: list[int] = []  # of the game, before each event
        self.phases: list[int] = [0]  # of each event, and of the next
        self.phase_start = 0  # the first event of the present phase
        self.chances = 0  # how many of the events were chance
        self.trail = trail

    def __len__(self) -> int:
        return len(self.events)

    def add(self, event: str, actor: int, number: int, step: int, rise: int) -> None:
        """One more event; `number` is that of the decision or outcome, `rise` is 1 if the next phase begins."""
        self.events.append(event)
        self.actors.append(actor)
        self.steps.append(step)
        self.phases.append(self.phases[-1] + rise)
        if rise:
            self.phase_start = len(self.events)
        if actor == CHANCE:
            self.chances += 1
        else:
            self.trail.add(actor, number)

    def copy(self) -> History:
        twin = History(self.trail.copy())
        twin.events, twin.actors = self.events.copy(), self.actors.copy()
        twin.steps, twin.phases = self.steps.copy(), self.phases.copy()
        twin.phase_start, twin.chances = self.phase_start, self.chances
        return twin

    def order(self) -> list[int]:
        """The events as they are written down: decisions of one phase by seat, in whatever order they were made."""
        return sorted(range(len(self.events)), key=lambda n: (self.phases[n], self.actors[n]))

    def latest(self, seat: int | None, at_once_from: int) -> int | None:
        """The latest decision, or that of a seat if since then others have only decided at once with it."""
        others = False
        for n in range(len(self.events) - 1, -1, -1):
            actor, at_once = self.actors[n], n >= at_once_from
            if actor == CHANCE:
                continue
            if seat is None or actor == seat:
                return n if at_once or not others else None
            if not at_once:
                return None
            others = True
        return None

    def latest_in_phase(self, seat: int) -> int | None:
        """The latest decision of a seat in the present phase."""
        numbers = range(len(self.events) - 1, self.phase_start - 1, -1)
        return next((n for n in numbers if self.actors[n] == seat), None)

    def deciders(self, since: int) -> set[int]:
        """The seats that have decided since an event."""
        return {actor for actor in self.actors[since:] if actor != CHANCE}
