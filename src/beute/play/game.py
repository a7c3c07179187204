"""A game being played: words in, words out, nothing hidden from the program that holds it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from beute.games.contract import CHANCE
from beute.games.layout import State
from beute.games.views import Choice, Frame, OptionValue, Refusal, offered
from beute.play.drawing import draw, open_view
from beute.play.engine import Engine, Seen, engine, winners
from beute.play.errors import BeuteError, IllegalMove
from beute.play.luck import Luck, Secret
from beute.play.record import Record
from beute.play.setup import Setup, set_up
from beute.play.speech import Speech
from beute.texts import texts

SEATS_IN = [tuple(seat for seat in range(8) if mask >> seat & 1) for mask in range(256)]  # by the mask that is due


@dataclass(frozen=True)
class Reason:
    """Why a word cannot be played: the clause, a stable code, and the code in English."""

    clause: str | None
    code: str

    @property
    def text(self) -> str:
        return texts("en")(f"reasons.{self.code}")


class Follower(Protocol):
    """Is told of everything that happens in a game, as it happens."""

    def event(self, game: Game) -> None:
        """One more event."""

    def refused(self, game: Game) -> None:
        """What a seat tried does not come off (RB-6)."""

    def rewound(self, game: Game, same: int) -> None:
        """Events were taken back: only so many are still the same."""


class Game:
    """One game. Chance is drawn by `luck` as soon as it is due; with no luck it must be told by `play`.

    There are several ways to look at it: `view(seat)` is what a person there may be shown, `open_view()` shows all;
    `known(seat)` is the state as a seat knows it, which bots are given with `heard(seat)`, all events as the seat heard
    them; `log(seat)` is the part of those that a person may be reminded of.
    """

    def __init__(self, setup: Setup, luck: Luck | None) -> None:
        self.setup = setup
        self.luck = luck
        self.engine: Engine = engine(setup)
        self.follower: Follower | None = None
        self._versions = [0] * (setup.players + 1)  # of each seat, and last of spectators
        self._begin()
        self._settle()

    def _begin(self) -> None:
        self._table = self.engine.table()
        self._stand = self.engine.follow(self._table, []).stand
        self._known_eyes: dict[int | None, int | None] = {}
        self._events: list[str] = []
        self._actors: list[int] = []  # of the events
        self._steps: list[int] = []
        self._phases: list[int] = [0]
        self._chances = 0  # events so far
        self._trail = self.engine.parts.view.trail()
        self._refusals: list[Refusal] = []
        self._chosen: set[int] = set()  # the seats that have answered in this phase, whatever they took back since

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
    def secret(self) -> bytes:
        """What all its luck comes from; empty if it is told or scripted."""
        return self.luck.secret if isinstance(self.luck, Secret) else b""

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that are asked."""
        return SEATS_IN[max(0, self._stand.due)]

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
    def legal(self) -> list[str]:
        """What the lowest seat that is asked can play."""
        return self.legal_for(self.due[0]) if self.due else []

    def legal_for(self, seat: int) -> list[str]:
        return self.engine.legal(self.state, seat) if seat in self.due else []

    @property
    def chances(self) -> dict[str, int]:
        """The outcomes of the chance event that is due, and their weights."""
        outcomes = self._stand.outcomes
        return dict(zip(outcomes.words, outcomes.weights.tolist(), strict=True))

    @property
    def events(self) -> tuple[str, ...]:
        """All that happened; decisions made at once in the order of seats."""
        return tuple(self._events[n] for n in self._order())

    @property
    def as_played(self) -> tuple[str, ...]:
        """All that happened, in the order in which it did."""
        return tuple(self._events)

    @property
    def length(self) -> int:
        """How many events there were."""
        return len(self._events)

    @property
    def face_down_events(self) -> range:
        """The events, counted from 0 in the order of play, that lie face down for all but those who decided."""
        n = len(self._events)
        while self.face_down and n > 0 and self._phases[n - 1] == self._phases[-1]:
            n -= 1
        return range(n, len(self._events))

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """What was tried in vain in this turn (RB-6)."""
        return tuple(self._refusals)

    @property
    def scores(self) -> list[int] | None:
        return self.engine.scores(self.state) if self.over else None

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
        return self._versions[-1 if seat is None else seat]

    # ------------------------------------------------------------ playing

    def play(self, word: str, seat: int | None = None) -> None:
        """Play a word for a seat, by default the lowest that is asked; or an event, as `0 put c1`."""
        actor, word = self._who(word, seat)
        numbers = self.engine.outcomes if actor == CHANCE else self.engine.decisions
        if word not in numbers or not self._carry_out(actor, numbers[word], word):
            raise self._illegal(actor, word)
        if actor == CHANCE:
            self._tell_all()
        self._settle()

    def why(self, word: str, seat: int | None = None) -> Reason | None:
        """Why a word cannot be played; None if it can."""
        actor, word = self._who(word, seat)
        if actor == CHANCE:
            return None if word in self.chances else Reason(None, "impossible_chance")
        if not 0 <= actor < self.players:
            return Reason(None, "unknown_seat")
        if word not in self.engine.decisions:
            return Reason(None, "unknown_word")
        if self.over:
            assert self.ending is not None
            return Reason(self.setup.about.ENDINGS[self.ending], "game_is_over")
        if self.chance_is_due:
            return Reason(None, "chance_is_due")
        if word in self.legal_for(actor):
            return None
        asked = actor in self.due  # concealed, others' choices look as if they were open
        s = self.engine.seen(self._table, [actor])[0].s if asked else self.engine.snapshot(self._table.tobytes())
        return Reason(*self.engine.parts.words.why(s, actor, self.engine.decisions[word]))

    def follow(self, events: Iterable[str]) -> int:
        """Play events as they were written down, while they are possible; how many were."""
        parsed, texts = list[tuple[int, int]](), list[str]()
        for event in events:
            numbered = self._parse(event)
            if numbered is None:
                break
            parsed.append(numbered)
            texts.append(event)
        followed = self.engine.follow(self._table, parsed, self._phases[-1])
        played = len(followed.steps)
        self._steps += followed.steps
        self._phases += followed.phases[1:]
        self._stand = followed.stand
        self._known_eyes = {}
        for (actor, number), event in zip(parsed[:played], texts, strict=False):
            self._note(actor, number, event)
        if played:
            self._refusals.clear()
            self._chosen = self._answered()
        return played

    def refuse(self, word: str, seat: int) -> Refusal:
        """Announce that something a seat may try does not come off (RB-6)."""
        reason = self.why(word, seat)
        if reason is None or reason.clause is None or seat not in self.due or word not in self.offered(seat):
            message = f"{word!r} by seat {seat} is not a try that can be refused"
            raise BeuteError(message, "not_a_try", word=word, seat=seat)
        (seen,) = self.engine.seen(self._table, [seat])
        why, number = (reason.clause, reason.code), self.engine.decisions[word]
        self._refusals.append(self.engine.parts.view.refusal(seen.s, seat, number, why))
        self._tell_all()
        if self.follower is not None:
            self.follower.refused(self)
        return self._refusals[-1]

    def offered(self, seat: int) -> list[str]:
        """The words that a person at a seat is offered, by what may be shown there."""
        if not 0 <= seat < self.players:
            return []
        (seen,) = self.engine.seen(self._table, [seat])
        return offered(self._choices(seen, seat))

    def resume(self, luck: Luck | None) -> None:
        """From now on chance is drawn by this luck."""
        self.luck = luck
        self._settle()

    # ------------------------------------------------------------ taking back

    def undo(self, seat: int | None = None) -> None:
        """Take back the latest decision, or that of a seat, and what chance did after it: the same luck comes again.

        Of a seat only if no other has decided since, but for those who decide at once with it.
        """
        number = self._latest(seat)
        if number is None:
            whose = "" if seat is None else f" of seat {seat}"
            raise BeuteError(f"there is no decision{whose} to undo", "nothing_to_undo", seat=seat)
        hidden = self.face_down and self._phases[number] == self._phases[-1]
        actor, chosen = self._actors[number], self._chosen
        later = self._events[number + 1 :] if hidden else []
        self._go_to([*self._events[:number], *later])
        if hidden:
            self._chosen = chosen  # what the others were told stays so
            self._versions[actor] += 1
        else:
            self._tell_all()
        if self.follower is not None:
            self.follower.rewound(self, number)

    def undoable(self, seat: int) -> bool:
        """Whether a seat's latest decision can be taken back with nobody having learned anything from it."""
        return self._undoable(seat, self.state)

    def change(self, word: str, seat: int) -> None:
        """Choose something else instead of what a seat laid face down; the others do not notice."""
        if not self.face_down or seat in self.due or self._latest(seat) is None:
            message = f"seat {seat} has laid nothing face down that it could change"
            raise BeuteError(message, "nothing_to_change", seat=seat)
        twin = self.copy()
        twin.undo(seat)
        twin.play(word, seat)  # if it cannot be played nothing has changed
        self.undo(seat)
        self.play(word, seat)

    def copy(self) -> Game:
        """Another game in the same position, that nobody follows."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.follower = None
        twin._table, twin._trail = self._table.copy(), self._trail.copy()
        twin._events, twin._actors = self._events.copy(), self._actors.copy()
        twin._steps, twin._phases = self._steps.copy(), self._phases.copy()
        twin._refusals, twin._chosen = self._refusals.copy(), self._chosen.copy()
        twin._versions = self._versions.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        """The same set-up, and the same happened; luck yet to come does not count."""
        return isinstance(other, Game) and self.setup == other.setup and self.events == other.events

    def __hash__(self) -> int:
        return hash((self.setup, self.events))

    # ------------------------------------------------------------ looking

    def view(self, seat: int | None = None) -> Any:
        """Everything a person at that seat, or a spectator, may be shown, as plain data of the game's view type."""
        if seat is not None and seat not in range(self.players):
            raise BeuteError(f"there is no seat {seat!r}: seats go from 0 to {self.players - 1}", "unknown_seat")
        (view,) = self.views([seat])
        return view

    def views(self, seats: Sequence[int | None]) -> list[Any]:
        """The views of several seats; where nothing is secret they share the table."""
        common = self._common_frame()
        if self.setup.about.SECRETS:
            every = zip(self.engine.seen(self._table, seats), seats, strict=True)
            return [self._shown(seen, seat, common) for seen, seat in every]
        asked = self.due[0] if self.due else None
        (seen,) = self.engine.seen(self._table, [asked])
        shown = self._shown(seen, asked, common)
        return [shown if seat == asked else {**shown, **self._frame(seen, seat, common)} for seat in seats]

    def refreshed(self, view: Any) -> Any:
        """The view of who has heard nothing since: only who has answered face down is new."""
        asked, chosen = self._answering(view["seat"])
        return {**view, "version": self.version(view["seat"]), "asked": asked, "chosen": chosen}

    def open_view(self) -> Any:
        """The table as plain data with all that is hidden: for a game that is over, and for who may see everything."""
        return open_view(self.engine, self._table, self._trail)

    def __str__(self) -> str:
        """The table as text, with all that is hidden."""
        return self.draw(self.open_view())

    def draw(self, view: Any, speech: Speech | None = None) -> str:
        """A view of this game as text."""
        return draw(self.engine, view, speech)

    def known(self, seat: int | None) -> State:
        """The state with only what a seat, or a spectator, can know: what a bot is given."""
        return self.engine.known(self.state, seat)

    def heard(self, seat: int | None) -> list[str]:
        """All events as a seat, or a spectator, heard them, without what others laid face down."""
        every = (self.heard_event(n, seat) for n in range(len(self._events)))
        return [event for event in every if event is not None]

    def heard_event(self, number: int, seat: int | None) -> str | None:
        """An event in the order of play, counted from 0, as a seat has heard it by now; None if it lies face down."""
        event, actor = self._events[number], self._actors[number]
        if actor == CHANCE:
            return self.engine.heard(event, self.eyes(seat))
        hidden = self._phases[number] == self._phases[-1] and self.face_down
        return None if hidden and actor != seat else event

    def eyes(self, seat: int | None) -> int | None:
        """Whose knowledge a seat has: its own, unless it closed (SD-12). It is kept until the next event."""
        if seat not in self._known_eyes:
            self._known_eyes[seat] = self.engine.parts.view.eyes(self.state, seat)
        return self._known_eyes[seat]

    def remembered(self, seat: int | None) -> int:
        """The first event, counted from 0, that a seat or a spectator may be reminded of now."""
        return self.engine.parts.view.remembered(self.state, seat, self._events)

    def log(self, seat: int | None) -> list[str]:
        """The events as the seat heard them, as far back as it may be reminded."""
        heard = [self.heard_event(n, seat) for n in self._order()[self.remembered(seat) :]]
        return [event for event in heard if event is not None]

    def word(self, decision: int) -> str:
        """A decision of the contract as a word."""
        return self.engine.decision_words[decision]

    # ------------------------------------------------------------ records

    def record(self, legal: bool = False, about: Mapping[str, Any] | None = None) -> Record:
        """The game as data; with `legal` also what could have been played at every decision."""
        lists = self._legal_lists() if legal else None
        return self.engine.record(self.state, self.events, lists, {**self._about_luck(), **(about or {})} or None)

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

    # ------------------------------------------------------------ inside: playing

    def _who(self, word: str, seat: int | None) -> tuple[int, str]:
        first, _, rest = word.partition(" ")
        if seat is None and rest and (first == "*" or first.isdecimal()):
            return (CHANCE if first == "*" else int(first)), rest
        if seat is None:
            seat = self.due[0] if self.due else 0
        return seat, word

    def _parse(self, event: str) -> tuple[int, int] | None:
        """Who did what, as numbers; None if it is not an event."""
        actor, _, word = event.partition(" ")
        if actor == "*":
            number, seat = self.engine.outcomes.get(word), CHANCE
        else:
            number, seat = self.engine.decisions.get(word), int(actor) if actor in self.engine.seats else -2
        return None if number is None or seat < CHANCE else (seat, number)

    def _carry_out(self, actor: int, number: int, word: str) -> bool:
        followed = self.engine.follow(self._table, [(actor, number)], self._phases[-1])
        if not followed.steps:
            return False
        self._steps.append(followed.steps[0])
        self._phases.append(followed.phases[1])
        self._stand = followed.stand
        self._known_eyes = {}
        self._note(actor, number, f"{'*' if actor == CHANCE else actor} {word}")
        self._refusals.clear()
        if actor != CHANCE:
            self._tell(actor)
        if self.follower is not None:
            self.follower.event(self)
        return True

    def _note(self, actor: int, number: int, event: str) -> None:
        self._events.append(event)
        self._actors.append(actor)
        if actor == CHANCE:
            self._chances += 1
        else:
            self._trail.add(actor, number)

    def _settle(self) -> None:
        """Draw chance until somebody is asked or the game is over."""
        while self.luck is not None and self._stand.due == CHANCE:
            outcomes = self._stand.outcomes
            drawn = self.luck.choose(self._chances, outcomes)
            self._carry_out(CHANCE, int(outcomes.numbers[drawn]), outcomes.word(drawn))

    def _go_to(self, events: list[str]) -> None:
        self._begin()
        self.follow(events)

    def _order(self) -> list[int]:
        """The events in the order they are written: within a phase by seat, whoever was first."""
        return sorted(range(len(self._events)), key=lambda n: (self._phases[n], self._actors[n]))

    # ------------------------------------------------------------ inside: who is told, who may take back

    def _tell(self, actor: int) -> None:
        """Count what a decision tells: to everybody, or what lies face down to its seat, and that it has chosen."""
        if not self.face_down or self._phases[-1] != self._phases[-2]:
            self._chosen.clear()
            self._tell_all()
            return
        self._versions[actor] += 1
        if not self._stand.due >> actor & 1 and actor not in self._chosen:
            self._chosen.add(actor)
            self._versions = [n + (viewer != actor) for viewer, n in enumerate(self._versions)]

    def _tell_all(self) -> None:
        self._versions = [n + 1 for n in self._versions]

    def _answered(self) -> set[int]:
        """The seats that have decided in a face-down phase that goes on."""
        return {self._actors[n] for n in self.face_down_events} - {*self.due}

    def _latest(self, seat: int | None) -> int | None:
        """The number of the latest decision, or of that of a seat if only those who decide at once came after it."""
        others = False
        for n in range(len(self._events) - 1, -1, -1):
            actor = self._actors[n]
            if actor == CHANCE:
                continue
            at_once = self.face_down and self._phases[n] == self._phases[-1]
            if seat is None or actor == seat:
                return n if at_once or not others else None
            if not at_once:
                return None
            others = True
        return None

    def _undoable(self, seat: int, s: State) -> bool:
        number = None if self.over else self._latest(seat)
        if number is None or not self.engine.parts.view.may_take_back(s, self._steps[number]):
            return False
        if self.face_down:  # what came before is settled: whether others have begun to choose must not show
            return self._phases[number] == self._phases[-1]
        return number == len(self._events) - 1 and self._steps[number] not in self.engine.parts.view.FACE_DOWN

    # ------------------------------------------------------------ inside: showing

    def _shown(self, seen: Seen, seat: int | None, common: Frame) -> Any:
        return self.engine.parts.view.show(self._frame(seen, seat, common), seen.s, self._trail)

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
        if self._chosen:
            frame["asked"], frame["chosen"] = self._answering(seat)
        if seat is not None:
            frame["undoable"] = self._undoable(seat, seen.s)
            frame["choices"] = self._choices(seen, seat)
        if self.engine.parts.view.shows_scores(seen.s):
            frame["scores"] = seen.scores
        return frame

    def _answering(self, seat: int | None) -> tuple[list[int], list[int]]:
        """Who is asked and who has answered, as a seat is shown it: what others take back does not show."""
        others = self._chosen - {seat}
        asked = [other for other in self.due if other not in others]
        return asked, sorted(others if seat in self.due else self._chosen)

    def _choices(self, seen: Seen, seat: int | None) -> list[Choice]:
        """What a seat can point at that is asked, or that may still change what it laid face down."""
        if seat is None or not (seat in self.due or seat in self._chosen):
            return []
        return self.engine.parts.view.choices(seen.s, seat, seen.moves, self._refusals)

    def _illegal(self, actor: int, word: str) -> IllegalMove:
        """Why not; what may be tried and does not come off is announced (RB-6)."""
        reason = self.why(f"* {word}") if actor == CHANCE else self.why(word, actor)
        assert reason is not None
        if actor in self.due and word in self.offered(actor):
            self.refuse(word, actor)
        instead = list(self.chances) if actor == CHANCE else self.offered(actor)
        return IllegalMove(None if actor == CHANCE else actor, word, reason.clause, reason.code, instead)


def new(game: str, players: int, seed: int | str | None = None, luck: Luck | None = None, **options: Any) -> Game:
    """A new game. A seed makes its luck repeatable; without one it comes from the operating system."""
    if luck is None:
        luck = Secret.fresh() if seed is None else Secret.seeded(seed)
    return Game(set_up(game, players, options), luck)
