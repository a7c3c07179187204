"""A game being played: words in, words out, nothing hidden from the program that holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from beute.games.contract import CHANCE
from beute.play.drawing import draw, frame, lay_open
from beute.play.engine import Engine, engine
from beute.play.errors import BeuteError, IllegalMove
from beute.play.luck import Luck, Secret
from beute.play.record import Record
from beute.play.setup import Setup, set_up
from beute.play.speech import Speech
from beute.texts import texts

UNHEARD = "…"  # a decision of another seat that lies face down


@dataclass(frozen=True)
class Reason:
    """Why a word cannot be played: the clause, a stable code, and the code in English."""

    clause: str | None
    code: str

    @property
    def text(self) -> str:
        return texts("en")(f"reasons.{self.code}")


class Game:
    """One game. Chance is drawn by `luck` as soon as it is due; with no luck it must be told by `play`."""

    def __init__(self, setup: Setup, luck: Luck | None) -> None:
        self.setup = setup
        self.luck = luck
        self._engine: Engine = engine(setup)
        self._table = self._engine.table()
        self._events: list[str] = []
        self._phases: list[int] = [0]
        self._refused: list[tuple[int, str]] = []
        self._settle()

    # ------------------------------------------------------------ what is so

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def options(self) -> dict[str, Any]:
        return dict(self.setup.options)

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that are asked."""
        mask = int(self._state.due)
        return tuple(seat for seat in range(self.players) if mask > 0 and mask >> seat & 1)

    @property
    def chance_is_due(self) -> bool:
        return bool(self._state.due == CHANCE)

    @property
    def over(self) -> bool:
        return bool(self._state.ending)

    @property
    def legal(self) -> list[str]:
        """What the lowest seat that is asked can play."""
        return self.legal_for(self.due[0]) if self.due else []

    def legal_for(self, seat: int) -> list[str]:
        return self._engine.legal(self._state, seat) if seat in self.due else []

    @property
    def chances(self) -> dict[str, int]:
        """The outcomes of the chance event that is due, and their weights."""
        return dict(zip(*self._engine.chances(self._state), strict=True)) if self.chance_is_due else {}

    @property
    def events(self) -> tuple[str, ...]:
        """All that happened; decisions made at once in the order of seats."""
        return tuple(self._events[n] for n in self._order())

    @property
    def scores(self) -> list[int] | None:
        return self._engine.scores(self._state) if self.over else None

    @property
    def winners(self) -> list[int] | None:
        """The seats with the highest score."""
        scores = self.scores
        return None if scores is None else [seat for seat in range(self.players) if scores[seat] == max(scores)]

    @property
    def ending(self) -> str | None:
        return list(self.setup.about.ENDINGS)[int(self._state.ending) - 1] if self.over else None

    # ------------------------------------------------------------ playing

    def play(self, word: str, seat: int | None = None) -> None:
        """Play a word for a seat, by default the lowest that is asked; or an event, as `0 put c1`."""
        actor, word = self._who(word, seat)
        number = (self._engine.outcomes if actor == CHANCE else self._engine.decisions).get(word)
        if number is None or not self._play(actor, number, word):
            raise self._refusal(actor, word)
        self._settle()

    def why(self, word: str, seat: int | None = None) -> Reason | None:
        """Why a word cannot be played; None if it can."""
        actor, word = self._who(word, seat)
        if actor == CHANCE:
            return None if word in self.chances else Reason(None, "impossible_chance")
        if not 0 <= actor < self.players:
            return Reason(None, "unknown_seat")
        if word not in self._engine.decisions:
            return Reason(None, "unknown_word")
        if self.over:
            assert self.ending is not None
            return Reason(self.setup.about.ENDINGS[self.ending], "game_is_over")
        if self.chance_is_due:
            return Reason(None, "chance_is_due")
        known = self._engine.known(self._state, actor)
        found = self._engine.words.why(known, actor, self._engine.decisions[word])
        if found is None and actor not in self.due:  # concealed, others' choices look as if they were open
            found = self._engine.words.why(self._state, actor, self._engine.decisions[word])
        return None if found is None else Reason(*found)

    def undo(self) -> None:
        """Take back the latest decision, and what chance did after it; the same luck will come again."""
        last = max((n for n, event in enumerate(self._events) if not event.startswith("*")), default=None)
        if last is None:
            raise ValueError("there is no decision to undo")
        self._go_to(self._events[:last])

    @property
    def last_actor(self) -> int | None:
        """Who decided last, if nothing was left to chance since."""
        last = self._events[-1].partition(" ")[0] if self._events else "*"
        return None if last == "*" else int(last)

    @property
    def undoable(self) -> bool:
        """Whether the latest decision can be taken back with nobody having learned anything since."""
        if self.over or self.last_actor is None or not self._engine.view.shows_scores(self._state):
            return False
        if self._phases[-1] == self._phases[-2]:
            return True
        before = self.copy()
        before.undo()
        return not self._engine.view.face_down(before._state)

    def copy(self) -> Game:
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._table = self._table.copy()
        twin._events, twin._phases = self._events.copy(), self._phases.copy()
        twin._refused = self._refused.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        """The same set-up, and the same happened; luck yet to come does not count."""
        return isinstance(other, Game) and self.setup == other.setup and self.events == other.events

    def __hash__(self) -> int:
        return hash((self.setup, self.events))

    # ------------------------------------------------------------ looking

    def view(self, seat: int | None = None, log: bool = True) -> dict[str, Any]:
        """Everything a person at that seat, or a spectator, may be shown, as plain data, and nothing else."""
        if seat is not None and seat not in range(self.players):
            raise BeuteError(f"there is no seat {seat!r}: seats go from 0 to {self.players - 1}", "unknown_seat")
        known = self._engine.known(self._state, seat)
        view = self._engine.view
        data: dict[str, Any] = frame(self._engine, known, seat) | view.show(known, seat)
        data["scores"] = self._engine.scores(known) if view.shows_scores(known) else None
        data["choices"] = self._choices(known, seat)
        data["refused"] = [f"{who} {word}" for who, word in self._refused]
        if log:
            data["log"] = self._log(seat)
        return data

    def laid_open(self) -> dict[str, Any]:
        """The table as plain data with all that is hidden: for a game that is over, and for who may see everything."""
        return lay_open(self._engine, self._state) | {"log": [*self.events]}

    def __str__(self) -> str:
        """The table as text, with all that is hidden."""
        return self.draw(self.laid_open())

    def draw(self, view: Mapping[str, Any], speech: Speech | None = None) -> str:
        """A view of this game as text."""
        return draw(self._engine, view, speech)

    def known(self, seat: int | None) -> Any:
        """The state with only what a seat, or a spectator, can know: what a bot is given."""
        return self._engine.known(self._state, seat)

    def seen(self, seat: int | None) -> list[str]:
        """All events as a seat, or a spectator, heard them, without what others laid face down."""
        return [event for event in (self.heard(n, seat) for n in range(len(self._events))) if event != UNHEARD]

    def word(self, decision: int) -> str:
        """A decision of the contract as a word."""
        return self._engine.decision_words[decision]

    def _choices(self, known: Any, seat: int | None) -> list[str]:
        """What a person is offered, less what was refused in this turn."""
        if seat is None or seat not in self.due:
            return []
        offered = self._engine.sorted_words(self._engine.view.choices(known, seat))
        return [word for word in offered if (seat, word) not in self._refused]

    def heard(self, number: int, seat: int | None) -> str:
        """An event, counted from 0, as a seat or a spectator has heard it by now; "…" if it lies face down."""
        actor, _, word = self._events[number].partition(" ")
        if actor == "*":
            return f"* {self._engine.words.hidden(word, self._engine.view.eyes(self._state, seat))}"
        face_down = self._engine.view.face_down(self._state) and self._phases[number] == self._phases[-1]
        return UNHEARD if face_down and actor != str(seat) else self._events[number]

    def remembered(self, seat: int | None) -> int:
        """The first event, counted from 0, that a seat or a spectator may be reminded of now."""
        start: int = self._engine.view.remembered(self._state, seat, self._events)
        return start

    def _log(self, seat: int | None) -> list[str]:
        """The events as the seat heard them, as far back as it may be reminded."""
        heard = [self.heard(n, seat) for n in self._order()[self.remembered(seat) :]]
        return [event for event in heard if event != UNHEARD]

    # ------------------------------------------------------------ records

    def record(self, legal: bool = False, about: Mapping[str, Any] | None = None) -> Record:
        """The game as data; with `legal` also what could have been played at every decision."""
        return Record(
            game=self.setup.game,
            players=self.players,
            options=self.setup.chosen,
            events=self.events,
            scores=None if self.scores is None else tuple(self.scores),
            winners=None if self.winners is None else tuple(self.winners),
            ending=self.ending,
            legal=self._legal_lists() if legal else None,
            about={**self._about_luck(), **(about or {})} or None,
        )

    def _about_luck(self) -> dict[str, str]:
        """The seal of the secret from the start, the secret once the game is over."""
        if not isinstance(self.luck, Secret):
            return {}
        return {"seal": self.luck.seal} | ({"secret": self.luck.secret.hex()} if self.over else {})

    def _legal_lists(self) -> tuple[tuple[str, ...] | None, ...]:
        twin = Game(self.setup, None)
        lists: list[tuple[str, ...] | None] = []
        for event in self.events:
            actor = event.partition(" ")[0]
            lists.append(None if actor == "*" else tuple(twin.legal_for(int(actor))))
            twin.play(event)
        return tuple(lists)

    # ------------------------------------------------------------ inside

    @property
    def _state(self) -> Any:
        return self._table[0]

    def _order(self) -> list[int]:
        """The events in the order they are written: within a phase by seat, whoever was first."""
        return sorted(range(len(self._events)), key=lambda n: (self._phases[n], self._events[n].partition(" ")[0]))

    def _who(self, word: str, seat: int | None) -> tuple[int, str]:
        first, _, rest = word.partition(" ")
        if seat is None and rest and (first == "*" or first.isdecimal()):
            return (CHANCE if first == "*" else int(first)), rest
        if seat is None:
            seat = self.due[0] if self.due else 0
        return seat, word

    def _play(self, actor: int, number: int, word: str) -> bool:
        phases = self._engine.follow(self._state, [(actor, number)], self._phases[-1])
        if len(phases) == 1:
            return False
        self._phases.append(phases[1])
        self._events.append(f"{'*' if actor == CHANCE else actor} {word}")
        self._refused.clear()
        return True

    def _settle(self) -> None:
        """Draw chance until somebody is asked or the game is over."""
        while self.luck is not None and self.chance_is_due:
            words, weights = self._engine.chances(self._state)
            k = sum(event.startswith("*") for event in self._events)
            word = words[self.luck.choose(k, words, weights)]
            self._play(CHANCE, self._engine.outcomes[word], word)

    def _go_to(self, events: list[str]) -> None:
        self._table = self._engine.table()
        parsed = [self._parse(event) for event in events]
        self._phases = self._engine.follow(self._state, parsed)
        self._events = list(events)
        self._refused.clear()

    def _parse(self, event: str) -> tuple[int, int]:
        actor, _, word = event.partition(" ")
        if actor == "*":
            return CHANCE, self._engine.outcomes[word]
        return [str(seat) for seat in range(self.players)].index(actor), self._engine.decisions[word]

    def _refusal(self, actor: int, word: str) -> IllegalMove:
        reason = self.why(f"* {word}") if actor == CHANCE else self.why(word, actor)
        assert reason is not None
        offered: list[str] = []
        if actor in self.due:
            offered = self._choices(self._engine.known(self._state, actor), actor)
            if word in offered:  # it may be tried, and is refused aloud (RB-6)
                self._refused.append((actor, word))
                offered.remove(word)
        elif actor == CHANCE:
            offered = list(self.chances)
        legal = self.legal_for(actor)
        return IllegalMove(None if actor == CHANCE else actor, word, reason.clause, reason.code, legal, offered)


def new(game: str, players: int, seed: int | str | None = None, luck: Luck | None = None, **options: Any) -> Game:
    """A new game. A seed makes its luck repeatable; without one it comes from the operating system."""
    if luck is None:
        luck = Secret.fresh() if seed is None else Secret.seeded(seed)
    return Game(set_up(game, players, options), luck)
