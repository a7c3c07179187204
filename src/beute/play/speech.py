"""The story of a game in a language, with the names of those who play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal, TypeAlias

from beute.games.story import Amount, Dealt, Happening, Line, Question, Seat, Seats, Thing, Things, Value
from beute.texts import Texts, texts

THING: Final = re.compile(r"([A-Z]*)(\d*)([a-z]?)")


class InARow(str):
    """Things in a row, as a sentence wants them: `{cards}` with commas, `{cards:and}` and `{cards:or}` with that word
    before the last."""

    pieces: Sequence[str]
    texts: Texts

    @classmethod
    def of(cls, pieces: Sequence[str], texts: Texts) -> InARow:
        row = cls(", ".join(pieces))
        row.pieces, row.texts = pieces, texts
        return row

    def __format__(self, how: str) -> str:
        return self.texts.row(self.pieces, how) if how in ("and", "or") else super().__format__(how)


Kind: TypeAlias = Literal["tell", "ask", "choice", "lines"]  # a table of the game's texts


class Speech:
    """Says what a game tells, to people with names."""

    def __init__(self, language: str, game: str, names: Sequence[str]) -> None:
        self.texts = texts(language)
        self.language = language
        self.game = game
        self.names = tuple(names)
        self._things: dict[str, str] = {}  # as they were called before
        self._sentences: dict[tuple[Kind, str], str] = {}  # likewise

    def __call__(self, code: str, /, **data: Value | str | int) -> str:
        """A sentence of the game's own texts: `speech("board.starts", seat=Seat(1))`. Typed values are put into words,
        strings and numbers are used as they are."""
        return self.texts(f"{self.game}.{code}", **self._all_worded(data))

    def __contains__(self, code: str) -> bool:
        return f"{self.game}.{code}" in self.texts

    def shared(self, code: str) -> str:
        """A word that is the same in all games."""
        return self.texts(f"shared.{code}")

    def say(self, said: Happening | Question | Line, kind: Kind) -> str:
        """A happening (`tell`), a question (`ask`), a choice (`choice`) or a line of the scoring (`lines`).

        What is told of the table itself is the same in every game.
        """
        sentence = self._sentences.get((kind, said.code))
        if sentence is None:
            of_table = f"table.tell.{said.code}" if kind == "tell" else ""
            code = of_table if of_table in self.texts else f"{self.game}.{kind}.{said.code}"
            sentence = self.texts.sentences.get(code, said.code.replace("_", " "))  # a package may lack words
            self._sentences[kind, said.code] = sentence
        return sentence.format_map(self._all_worded(said.data))

    def reason(self, code: str, clause: str | None) -> str:
        """Why something is not possible, with its clause."""
        own = f"{self.game}.reasons.{code}"
        text = self.texts(own) if own in self.texts else self.texts.reason(code)
        return f"{text} ({clause})" if clause else text

    def thing(self, name: str) -> str:
        """A card, die, bandit or sack, as people call it: `W7` is `watch 7`. What the game has no word for stays as it
        is."""
        if name not in self._things:
            self._things[name] = self._called(name)
        return self._things[name]

    def _called(self, name: str) -> str:
        match = THING.fullmatch(name)
        code = f"{self.game}.things.{match[1] or 'number'}" if match else ""
        if match is None or code not in self.texts:
            return name
        return self.texts(code, value=match[2] + match[3]).strip()

    def things(self, names: Iterable[str]) -> InARow:
        """Things in a row, equal neighbours counted: `2 × yellow, red`."""
        counts = [(thing, len(list(same))) for thing, same in groupby(self.thing(name) for name in names)]
        pieces = [f"{n} × {thing}" if n > 1 else thing for thing, n in counts]
        return InARow.of(pieces or [self.texts("shared.nothing")], self.texts)

    def seats(self, seats: Iterable[int]) -> str:
        """Names in a row: `Ada, Bob and Cleo`."""
        return self.texts.row([self.names[seat] for seat in seats], "and")

    def dealt(self, dealt: Iterable[tuple[int, str]]) -> str:
        """Names with things: `Ada watch 7, Bob shadow thief`."""
        return ", ".join(f"{self.names[seat]} {self.thing(name)}" for seat, name in dealt)

    def _all_worded(self, data: Mapping[str, Value | str | int]) -> dict[str, str | int]:
        return {key: self._worded(value) for key, value in data.items()}

    def _worded(self, value: Value | str | int) -> str | int:
        if isinstance(value, Seat):
            return self.names[value.seat]
        if isinstance(value, Thing):
            return self.thing(value.thing)
        if isinstance(value, Amount):
            return value.amount
        if isinstance(value, Things):
            return self.things(value.things)
        if isinstance(value, Seats):
            return self.seats(value.seats)
        return self.dealt(value.dealt) if isinstance(value, Dealt) else value


@lru_cache(1024)
def speech(language: str, game: str, names: tuple[str, ...]) -> Speech:
    """The same one for the same people, as what it has put into words is kept."""
    return Speech(language, game, names)
