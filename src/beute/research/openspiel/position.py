"""A game as OpenSpiel plays it: chance acts like a seat, and every seat's heard events are kept.

A position is the state of the rules, and what each seat heard. Where seats choose at once the lowest is asked
first; the others hear its choice when all have chosen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from beute.games.bits import Moves
from beute.games.compiling import entry, rule
from beute.games.contract import (
    CHANCE,
    NOBODY,
    OVER,
    actor,
    choose,
    conceal,
    contains,
    due,
    endless,
    imagine,
    legal,
    play,
)
from beute.games.dice import Rng
from beute.games.layout import State
from beute.play.engine import MAX_OUTCOMES, goes_on, is_possible
from beute.play.errors import BeuteError
from beute.research.openspiel.numbering import TERMINAL, Numbering

MOST_TOLD: Final = 100  # a roll of Sneaky's dice has hundreds of outcomes


# ---------------------------------------------------------------- compiled


@rule
def next_player(s: State) -> int:
    if due(s) == OVER or endless(s):
        return TERMINAL
    return CHANCE if due(s) == CHANCE else actor(s)


@entry
def asked(table: Any) -> int:
    """Who plays next: the lowest seat that is asked, CHANCE or TERMINAL."""
    return next_player(table[0])


@entry
def carry_out(table: Any, seat: int, a: int) -> tuple[bool, int, bool]:
    """Play, if it is possible; return whether it was, who is next, and whether others decide at the same time as this
    seat."""
    s = table[0]
    before, step = due(s), s.step
    if seat == CHANCE:
        possible = is_possible(s, a, np.empty(MAX_OUTCOMES, np.int64), np.empty(MAX_OUTCOMES, np.int64))
    else:
        possible = contains(legal(s, seat), a)
    if possible:
        play(s, seat, a)
    return possible, next_player(s), goes_on(s, seat, before, step)


@entry
def moves_of(table: Any, seat: int) -> Moves:
    return legal(table[0], seat)


@entry
def conceal_from(table: Any, seat: int) -> None:
    conceal(table[0], seat)


@entry
def imagine_for(table: Any, seat: int, rng: Rng) -> None:
    """Deal what the seat cannot know again."""
    conceal(table[0], seat)
    imagine(table[0], seat, rng)


# ---------------------------------------------------------------- positions


class Position:
    """A state of the rules, and what each seat and, last, a spectator heard up to it."""

    def __init__(self, numbering: Numbering, table: Any, heard: list[tuple[str, ...]]) -> None:
        self.numbering, self.table, self.heard = numbering, table, heard
        self.face_down: list[tuple[int, str]] = []  # who decided what, unheard by the others
        self.player = asked(table)

    @classmethod
    def first(cls, numbering: Numbering) -> Position:
        return cls(numbering, numbering.rules.table(), [])

    @classmethod
    def possible(cls, numbering: Numbering, known: State, heard: Iterable[str], seat: int, rng: Rng) -> Position:
        """A possible position, for a seat that is asked, from the state it knows and the events it heard."""
        table = np.array([known])
        imagine_for(table, seat, rng)
        own = [*heard]
        public = [numbering.rules.heard(event, None) for event in own]
        position = cls(numbering, table, [])
        position.heard = [position._retold(seat, "\n".join(own), "\n".join(public))]
        position._choose_until(seat, rng)
        return position

    def __deepcopy__(self, memo: Any) -> Position:
        twin = object.__new__(Position)
        twin.numbering, twin.player = self.numbering, self.player
        twin.table, twin.heard, twin.face_down = self.table.copy(), self.heard.copy(), self.face_down.copy()
        return twin

    def actions(self) -> list[int]:
        return self.numbering.actions(self.player, moves_of(self.table, self.player))

    def play(self, action: int) -> None:
        """Play an action of the player who is next, if it is legal."""
        meaning, player = self.numbering, self.player
        word = meaning.word(player, action)
        number = int(meaning.outcomes[action]) if player == CHANCE else meaning.by_action[player][action]
        possible, self.player, others_decide = carry_out(self.table, player, number)
        if not possible:
            raise self._not_legal(action, word)
        if player == CHANCE:
            self.heard.append(meaning.heard_chance[action])
            return
        said = f"{player} {word}"
        all_who_hear = range(meaning.setup.players + 1)
        if others_decide and self.table[0].step in meaning.rules.parts.view.FACE_DOWN:
            self.face_down.append((player, said))
            self.heard.append(tuple(said if seat == player else "" for seat in all_who_hear))
            return
        for who, earlier in self.face_down:
            self.heard.append(tuple("" if seat == who else earlier for seat in all_who_hear))
        self.face_down.clear()
        self.heard.append((said,) * len(all_who_hear))

    def _not_legal(self, action: int, word: str) -> BeuteError:
        meaning, player = self.numbering, self.player
        legal = [n for n, _ in meaning.chances(self.table)] if player == CHANCE else self.actions()
        would_do = ", ".join(f"{n} ({meaning.word(player, n)})" for n in legal[:MOST_TOLD])
        would_do += ", …" if len(legal) > MOST_TOLD else ""
        who = "chance" if player == CHANCE else f"player {player}"
        return BeuteError(f"action {action} ({word}) of {who} is not legal; legal are {would_do}", "illegal_action")

    def story(self, seat: int | None) -> list[str]:
        """All events as a seat, or a spectator, heard them."""
        column = self.numbering.setup.players if seat is None else seat
        return [event[column] for event in self.heard if event[column]]

    def known(self, seat: int | None) -> Any:
        """A table with what a seat, or a spectator, knows."""
        table = self.table.copy()
        conceal_from(table, NOBODY if seat is None else seat)
        return table

    def resampled(self, seat: int, rng: Rng) -> Position:
        """A position that the seat cannot tell from this one, as likely as the contract imagines it."""
        twin = self.__deepcopy__(None)
        if not self.numbering.setup.about.SECRETS:
            return twin
        imagine_for(twin.table, seat, rng)
        twin.player = asked(twin.table)
        twin.heard = [twin._retold(seat, "\n".join(self.story(seat)), "\n".join(self.story(None)))]
        twin.face_down = [(who, said) for who, said in self.face_down if who == seat]
        twin._choose_until(self.player, rng)
        return twin

    def _retold(self, seat: int, own: str, public: str) -> tuple[str, ...]:
        """What was heard when others' cards are imagined: they heard what all did, and know what they hold now."""
        everyone = range(self.numbering.setup.players)
        return (*(own if other == seat else f"{public}\n~ {self._digest(other)}" for other in everyone), public)

    def _digest(self, seat: int) -> str:
        """Equal where the seat's knowledge is equal."""
        return hashlib.blake2b(self.known(seat).tobytes(), digest_size=8).hexdigest()

    def _choose_until(self, player: int, rng: Rng) -> None:
        """Seats whose face-down choice was removed by `imagine` choose again, at random."""
        while self.player != player:
            self.play(self.numbering.action_of[self.player][choose(moves_of(self.table, self.player), rng)])
