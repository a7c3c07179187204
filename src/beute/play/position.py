"""How a game stands, and what each seat may see and hear of it; nothing here changes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, cast

from typing_extensions import TypeVar

from beute.games.contract import CHANCE, contains
from beute.games.layout import State
from beute.games.parts import Trail
from beute.games.views import Choice, Frame, OptionValue, Refusal, offered
from beute.play.drawing import draw, open_view
from beute.play.engine import Engine, Seen, Table, engine, winners
from beute.play.errors import BeuteError
from beute.play.history import History
from beute.play.notices import Notices
from beute.play.setup import Setup
from beute.play.speech import Speech
from beute.texts import texts

V = TypeVar("V", bound=Frame, default=Frame, covariant=True)


@dataclass(frozen=True)
class Reason:
    """Why a word cannot be played: the clause, a stable code, and the code in English."""

    clause: str | None
    code: str

    @property
    def text(self) -> str:
        return texts("en").reason(self.code)


class Position(Generic[V]):
    """A game as it stands.

    There are several ways to look at it: `view(seat)` is what a person there may be shown, `open_view()` shows all;
    `known(seat)` is the state as a seat knows it, which bots are given with `heard(seat)`, all events as the seat heard
    them; `log(seat)` is the part of those that a person may be reminded of. V is the type of its views.
    """

    def __init__(self, setup: Setup, start: Table | None = None, trail: Trail | None = None) -> None:
        self.setup = setup
        self.engine: Engine = engine(setup)
        self._start = self.engine.start if start is None else start.copy()
        self._first_trail = self.engine.parts.view.trail() if trail is None else trail
        self._notices = Notices(setup.players)
        self.fork = 0  # so many events are from another game that this one was played on from
        self._begin()

    def _begin(self) -> None:
        self._table = self._start.copy()
        self._stand = self.engine.stand(self._table)
        self._nothing_is_known()
        self._history = History(self._first_trail.copy())
        self._refusals: list[Refusal] = []
        self._final: list[int] | None = None  # the scores, once they were asked for after the end
        self._notices.nobody_has_chosen()

    def _nothing_is_known(self) -> None:
        """What is known of the table is so until the next event, and looked up again then."""
        self._known_eyes: dict[int | None, int | None] = {}
        self._known_seen: dict[int | None, State] = {}

    def _seen(self, seat: int | None) -> State:
        """A snapshot of what a seat, or a spectator, knows."""
        if seat not in self._known_seen:
            self._known_seen[seat] = self.engine.seen(self._table, [seat])[0].s
        return self._known_seen[seat]

    # ------------------------------------------------------------ what is so

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def options(self) -> dict[str, OptionValue]:
        return dict(self.setup.options)

    @property
    def state(self) -> State:
        """The true state."""
        return self._table[0]

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that are asked."""
        return self._stand.seats

    @property
    def chance_is_due(self) -> bool:
        return self._stand.due == CHANCE

    @property
    def over(self) -> bool:
        return self._stand.ending > 0

    @property
    def face_down(self) -> bool:
        """Whether what seats decide now is hidden from the others until all have decided."""
        return self._stand.due > 0 and self._stand.step in self.engine.parts.view.FACE_DOWN

    @property
    def events(self) -> tuple[str, ...]:
        """All that happened; decisions made at once in the order of seats."""
        return tuple(self._history.events[n] for n in self._history.order())

    @property
    def as_played(self) -> tuple[str, ...]:
        """All that happened, in the order in which it did."""
        return tuple(self._history.events)

    def since(self, number: int) -> list[str]:
        """What happened in the order of play, from event `number` on, counted from 0."""
        return self._history.events[number:]

    @property
    def latest(self) -> str:
        """The latest event."""
        return self._history.events[-1]

    @property
    def length(self) -> int:
        """How many events there were."""
        return len(self._history.events)

    @property
    def face_down_events(self) -> range:
        """The events, counted from 0 in the order of play, that lie face down for all but those who decided."""
        return range(self._history.phase_start if self.face_down else self.length, self.length)

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """What was tried in vain in this turn (RB-6)."""
        return tuple(self._refusals)

    @property
    def scores(self) -> list[int] | None:
        if not self.over:
            return None
        if self._final is None:
            self._final = self.engine.scores(self.state)
        return self._final.copy()

    @property
    def winners(self) -> list[int] | None:
        """The seats with the highest score."""
        scores = self.scores
        return None if scores is None else winners(scores)

    @property
    def ending(self) -> str | None:
        return self.engine.ending(self._stand.ending)

    def version(self, seat: int | None) -> int:
        """How often a seat, or a spectator, was told something new. What lies face down is told to its seat only."""
        return self._notices.version(seat)

    # ------------------------------------------------------------ what can be done

    @property
    def legal(self) -> list[str]:
        """What the lowest seat that is asked can play."""
        return self.legal_for(self.due[0]) if self.due else []

    def legal_for(self, seat: int) -> list[str]:
        return self.engine.legal(self.state, seat) if seat in self.due else []

    def can_play(self, word: str, seat: int) -> bool:
        """Whether a word is legal for a seat: quicker than to list what is."""
        number, asked = self.engine.decisions.get(word), self.due
        if number is None or seat not in asked:
            return False
        moves = self._stand.legal if seat == asked[0] else self.engine.parts.rules.legal(self.state, seat)
        return contains(moves, number)

    @property
    def chances(self) -> dict[str, int]:
        """The outcomes of the chance event that is due, and their weights."""
        outcomes = self._stand.outcomes
        return dict(zip(outcomes.words, outcomes.weights.tolist(), strict=True))

    def why(self, word: str, seat: int | None = None) -> Reason | None:
        """Why a word cannot be played; None if it can."""
        actor, word = self._who(word, seat)
        if seat is None and actor == CHANCE:
            return None if word in self.chances else Reason(None, "impossible_chance")
        if actor not in range(self.players):
            return Reason(None, "unknown_seat")
        if word not in self.engine.decisions:
            return Reason(None, "unknown_word")
        if self.over:
            assert self.ending is not None
            return Reason(self.setup.about.ENDINGS[self.ending], "game_is_over")
        if self.chance_is_due:
            return Reason(None, "chance_is_due")
        if self.can_play(word, actor):
            return None
        asked = actor in self.due  # concealed, others' choices look as if they were open
        s = self._seen(actor) if asked else self.engine.snapshot(self._table.tobytes())
        return Reason(*self.engine.parts.words.why(s, actor, self.engine.decisions[word]))

    def offered(self, seat: int) -> list[str]:
        """The words that a person at a seat is offered, by what may be shown there."""
        if not 0 <= seat < self.players:
            return []
        (seen,) = self.engine.seen(self._table, [seat])
        return offered(self._choices(seen, seat))

    def undoable(self, seat: int) -> bool:
        """Whether a seat's latest decision can be taken back with nobody having learned anything from it."""
        return self._undoable(seat, self.state)

    def word(self, decision: int) -> str:
        """A decision of the contract as a word."""
        return self.engine.decision_words[decision]

    # ------------------------------------------------------------ looking

    def view(self, seat: int | None = None) -> V:
        """Everything a person at that seat, or a spectator, may be shown, as plain data."""
        if seat is not None and seat not in range(self.players):
            raise BeuteError(f"there is no seat {seat!r}: seats go from 0 to {self.players - 1}", "unknown_seat")
        (view,) = self.views([seat])
        return view

    def views(self, seats: Sequence[int | None]) -> list[V]:
        """The views of several seats; where nothing is secret they share the table."""
        common = self._common_frame()
        if self.setup.about.SECRETS:
            every = self.engine.seen(self._table, seats)
            self._known_seen = {seat: seen.s for seat, seen in zip(seats, every, strict=True)}
            return [self._shown(seen, seat, common) for seat, seen in zip(seats, every, strict=True)]
        asked = self.due[0] if self.due else None
        (seen,) = self.engine.seen(self._table, [asked])
        shown = self._shown(seen, asked, common)
        return [shown if seat == asked else cast(V, {**shown, **self._frame(seen, seat, common)}) for seat in seats]

    def refreshed(self, view: Frame) -> V:
        """The view of who has heard nothing since: only who has answered face down is new."""
        asked, chosen = self._answering(view["seat"])
        return cast(V, {**view, "version": self.version(view["seat"]), "asked": asked, "chosen": chosen})

    def open_view(self) -> V:
        """The table as plain data with all that is hidden: for a game that is over, and for who may see everything."""
        return cast(V, open_view(self.engine, self._table, self._history.trail))

    def __str__(self) -> str:
        """The table as text, with all that is hidden."""
        return self.draw(self.open_view())

    def draw(self, view: Frame, speech: Speech | None = None) -> str:
        """A view of this game as text."""
        return draw(self.engine, view, speech)

    def known(self, seat: int | None) -> State:
        """The state with only what a seat, or a spectator, can know: what a bot is given."""
        return self.engine.known(self.state, seat)

    # ------------------------------------------------------------ hearing

    def heard(self, seat: int | None) -> list[str]:
        """All events as a seat, or a spectator, heard them, without what others laid face down."""
        every = (self.heard_event(n, seat) for n in range(self.length))
        return [event for event in every if event is not None]

    def heard_event(self, number: int, seat: int | None) -> str | None:
        """An event in the order of play, counted from 0, as a seat has heard it by now; None if it lies face down."""
        event, actor = self._history.events[number], self._history.actors[number]
        if actor == CHANCE:
            return self.engine.heard(event, self.eyes(seat))
        hidden = actor != seat and number >= self._history.phase_start and self.face_down
        return None if hidden else event

    def eyes(self, seat: int | None) -> int | None:
        """Whose knowledge a seat has: its own, unless it closed (SD-12)."""
        if seat not in self._known_eyes:
            self._known_eyes[seat] = self.engine.parts.view.eyes(self.state, seat)
        return self._known_eyes[seat]

    def remembered(self, seat: int | None) -> int:
        """The first event, counted from 0, that a seat or a spectator may be reminded of now."""
        return self.engine.parts.view.remembered(self._seen(seat), seat, self._history.events)

    def log(self, seat: int | None) -> list[str]:
        """The events as the seat heard them, as far back as it may be reminded."""
        heard = [self.heard_event(n, seat) for n in self._history.order()[self.remembered(seat) :]]
        return [event for event in heard if event is not None]

    # ------------------------------------------------------------ inside: doing

    def _who(self, word: str, seat: int | None) -> tuple[int, str]:
        first, _, rest = word.partition(" ")
        if seat is None and rest and (first == "*" or first.isdecimal()):
            return (CHANCE if first == "*" else int(first)), rest
        if seat is None:
            seat = self.due[0] if self.due else 0
        return seat, word

    def _undoable(self, seat: int, s: State) -> bool:
        """By the latest event or, while seats choose face down, by what this seat has laid there."""
        history, view = self._history, self.engine.parts.view
        if self.over or self.length == self.fork:
            return False
        if self.face_down:  # what came before is settled: whether others have begun to choose must not show
            latest = history.latest_in_phase(seat)
            return latest is not None and view.may_take_back(s, history.steps[latest])
        step = history.steps[-1]
        return history.actors[-1] == seat and step not in view.FACE_DOWN and view.may_take_back(s, step)

    # ------------------------------------------------------------ inside: showing

    def _shown(self, seen: Seen, seat: int | None, common: Frame) -> V:
        return cast(V, self.engine.parts.view.show(self._frame(seen, seat, common), seen.s, self._history.trail))

    def _common_frame(self) -> Frame:
        """The frame as far as it is the same for everybody."""
        return {
            "version": 0,
            "game": self.setup.game,
            "players": self.setup.players,
            "options": self.setup.chosen,
            "seat": None,
            "asked": list(self.due),
            "chosen": [],
            "undoable": False,
            "choices": [],
            "refusals": self._refusals.copy(),
            "scores": None,
            "winners": self.winners,
            "ending": self.ending,
        }

    def _frame(self, seen: Seen, seat: int | None, common: Frame) -> Frame:
        frame = common.copy()
        frame["version"] = self.version(seat)
        frame["seat"] = seat
        if self._notices.chosen:
            frame["asked"], frame["chosen"] = self._answering(seat)
        if seat is not None:
            frame["undoable"] = self._undoable(seat, seen.s)
            frame["choices"] = self._choices(seen, seat)
        if self.engine.parts.view.shows_scores(seen.s):
            frame["scores"] = seen.scores
        return frame

    def _answering(self, seat: int | None) -> tuple[list[int], list[int]]:
        """Who is asked and who has answered, as a seat is shown it: what others take back does not show."""
        chosen = self._notices.chosen
        others = chosen - {seat}
        asked = [other for other in self.due if other not in others]
        return asked, sorted(others if seat in self.due else chosen)

    def _choices(self, seen: Seen, seat: int | None) -> list[Choice]:
        """What a seat can point at that is asked, or that may still change what it laid face down."""
        if seat is None or not (seat in self.due or seat in self._notices.chosen):
            return []
        return self.engine.parts.view.choices(seen.s, seat, seen.moves, self._refusals)
