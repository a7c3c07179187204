"""Other logs that a viewer cannot tell from a table's own: hidden cards lie elsewhere, others have laid other cards
face down and taken other steps to do so. Made here from the rules' words alone, without the code under test."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

from beute.play.errors import BrokenRecord
from beute.table.fold import Fold
from beute.table.log import Entry
from beute.table.table import Table
from tests.table.memory import Memory
from tests.table.playing import NAME

TRIES = 5  # exchanges of two hidden cards


def another_world(table: Table, viewer: int | None, luck: random.Random) -> Table | None:
    """A table that looks the same to the viewer; None if none was found."""
    store = table.store
    assert isinstance(store, Memory)
    entries: list[Any] = store.load(NAME)
    head = _before_the_phase(entries) if table.game.face_down else len(entries)
    other = _exchange_cards(entries[:head], _hidden(table, entries[:head], viewer), luck)
    if table.game.face_down:
        own = [entry for entry in entries[head:] if entry["seat"] == viewer]
        announced = [seat for seat in table.view(None)["chosen"] if seat != viewer]
        other += FaceDown(other, luck).entries(viewer, own, announced)
    if other == entries:
        return None
    kept = Memory()
    kept.logs[NAME] = [json.dumps(entry) for entry in other]
    return Table.load(kept, NAME)


# ---------------------------------------------------------------- cards that were dealt or drawn


def _hidden(table: Table, entries: list[Any], viewer: int | None) -> list[tuple[int, int]]:
    """Where the log of the present game has cards that the viewer does not see: by entry and number.

    After the last cards of Räuber were revealed (RB-14), no card is left that lies elsewhere.
    """
    if table.match.game.view(None)["step"] in ("last_cards", "over") and table.game.setup.game == "raeuber":
        return []
    begun = max(n for n, entry in enumerate(entries) if entry["entry"] in ("opened", "next_game"))
    game = table.game.setup.game
    sees = None
    if game == "raeuber" or (viewer is not None and table.match.game.view(None)["seats"][viewer].get("open")):  # SD-12
        sees = viewer
    found = []
    for n, entry in enumerate(entries[begun:], start=begun):
        for k, word in enumerate(entry.get("chance", ())):
            verb, *rest = word.split()
            if game != "sneaky" and verb in ("deal", "draw") and rest[0] != str(sees):
                found.append((n, k))
    return found


def _exchange_cards(entries: list[Any], hidden: list[tuple[int, int]], luck: random.Random) -> list[Any]:
    """Two cards at a time, wherever everything else can still have happened."""
    if len(hidden) < 2:
        return entries
    for _ in range(TRIES):
        other = json.loads(json.dumps(entries))
        (n, k), (m, j) = luck.sample(hidden, 2)
        (one, card), (two, second) = other[n]["chance"][k].rsplit(" ", 1), other[m]["chance"][j].rsplit(" ", 1)
        other[n]["chance"][k], other[m]["chance"][j] = f"{one} {second}", f"{two} {card}"
        if card != second and _possible(other):
            entries = other
    return entries


def _possible(entries: list[Entry]) -> bool:
    try:
        Fold.of(NAME, entries)
    except BrokenRecord:
        return False
    return True


# ---------------------------------------------------------------- what lies face down


def _before_the_phase(entries: list[Any]) -> int:
    """How many entries there were when the seats began to choose face down."""
    fold, phases = Fold(), list[tuple[int, bool, int]]()
    for entry in entries:
        fold.carry_out(entry)
        game = fold.match.game
        phases.append((len(fold.match.games), game.face_down, game.face_down_events.start))
    return max((n for n, phase in enumerate(phases, start=1) if phase != phases[-1]), default=0) + 1


class FaceDown:
    """Chooses again for those whose choices a viewer does not see, so that the same seats are known to have chosen."""

    def __init__(self, head: list[Any], luck: random.Random) -> None:
        self.fold = Fold.of(NAME, head)
        self.game, self.luck = self.fold.match.game, luck
        self.taken: list[Any] = []

    def entries(self, viewer: int | None, own: list[Any], announced: list[int]) -> list[Any]:
        waiting = [seat for seat in self.game.due if seat not in announced and seat != viewer]
        if not waiting and not self._ends_open(viewer, own):
            undecided = self.luck.choice(announced)  # somebody must have taken a choice back
            announced = [seat for seat in announced if seat != undecided]
            self._choose(undecided)
            self._take("undone", undecided)
        for entry in own:
            self._take(**entry)
        for seat in self.luck.sample(announced, len(announced)):
            self._choose(seat)
            if self.luck.random() < 0.4:
                self._think_again(seat)
        for seat in waiting:
            self._add_some(seat)
        assert self.game.face_down, "nothing was revealed"
        return self.taken

    def _ends_open(self, viewer: int | None, own: list[Any]) -> bool:
        """Whether the viewer itself is still to choose."""
        if viewer not in self.game.due:
            return False
        said = list[str]()
        for entry in own:
            if entry["entry"] == "undone":
                said.pop()
            elif entry["entry"] == "changed":
                said[-1] = entry["word"]
            else:
                said.append(entry["word"])
        return not said or said[-1].startswith("add")

    def _choose(self, seat: int) -> None:
        self._add_some(seat)
        done = "done" in self.game.legal_for(seat)
        self._take("played", seat, "done" if done else self.luck.choice(self.game.legal_for(seat)))

    def _add_some(self, seat: int) -> None:
        """SD-9: as long as the seat is not done nobody else notices."""
        for _ in range(self.luck.randint(0, 3)):
            words = [word for word in self.game.legal_for(seat) if word.startswith("add")]
            if words:
                self._take("played", seat, self.luck.choice(words))

    def _think_again(self, seat: int) -> None:
        """Another card instead, or the same choice taken back and made again."""
        if self.game.view(seat)["choices"] and self.luck.random() < 0.5:
            self._take("changed", seat, self.luck.choice(self.game.offered(seat)))
        else:
            self._take("undone", seat)
            self._choose(seat)

    def _take(self, entry: str, seat: int, word: str | None = None, chance: Sequence[str] = ()) -> None:
        made: Any = {"entry": entry, "seat": seat}
        if word is not None:
            made["word"] = word
        if entry == "played":
            made["chance"] = list(chance)
        self.fold.carry_out(made)
        self.taken.append(made)
