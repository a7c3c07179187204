"""A game being played: words in, words out, nothing hidden from the program that holds it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol, overload

from beute.games.contract import CHANCE
from beute.games.layout import State
from beute.games.parts import Trail
from beute.games.views import Refusal, offered
from beute.play.engine import Table
from beute.play.errors import BeuteError, IllegalMove
from beute.play.luck import Luck, Secret
from beute.play.position import Position, V
from beute.play.record import Record
from beute.play.setup import Setup, set_up

if TYPE_CHECKING:
    from beute.games.raeuber.view import RaeuberView
    from beute.games.schattendieb.view import SchattendiebView
    from beute.games.sneaky.view import SneakyView


class Follower(Protocol):
    """Is told of everything that happens in a game, as it happens."""

    def event(self, game: Game) -> None:
        """One more event."""

    def refused(self, game: Game) -> None:
        """What a seat tried does not come off (RB-6)."""

    def rewound(self, game: Game, same: int) -> None:
        """Events were taken back: only so many are still the same."""


class Game(Position[V]):
    """One game. Chance is drawn by `luck` as soon as it is due; with no luck it must be told by `play`.

    How it can be looked at says `Position`.
    """

    def __init__(self, setup: Setup, luck: Luck | None, start: Table | None = None, trail: Trail | None = None) -> None:
        """A new game; or one from a position of the table, with what its trail would be had it been played."""
        super().__init__(setup, start, trail)
        self.luck = luck
        self.follower: Follower | None = None
        self._settle()

    @property
    def secret(self) -> bytes:
        """What all its luck comes from; empty if it is told or scripted."""
        return self.luck.secret if isinstance(self.luck, Secret) else b""

    # ------------------------------------------------------------ playing

    def play(self, word: str, seat: int | None = None) -> None:
        """Play a word for a seat, by default the lowest that is asked; or an event, as `0 put c1`."""
        if seat is not None and seat not in range(self.players):
            raise IllegalMove(seat, word, None, "unknown_seat", [])
        actor, word = self._who(word, seat)
        numbers = self.engine.outcomes if actor == CHANCE else self.engine.decisions
        if word not in numbers or not self._carry_out(actor, numbers[word], word):
            raise self._illegal(actor, word)
        if actor == CHANCE:
            self._notices.tell_all()
        self._settle()

    def follow(self, events: Iterable[str]) -> int:
        """Play events as they were written down, while they are possible; how many were."""
        parsed, texts = list[tuple[int, int]](), list[str]()
        for event in events:
            numbered = self._parse(event)
            if numbered is None:
                break
            parsed.append(numbered)
            texts.append(event)
        steps, rises, self._stand = self.engine.follow(self._table, parsed)
        self._nothing_is_known()
        for (actor, number), event, step, rise in zip(parsed, texts, steps, rises, strict=False):
            self._history.add(event, actor, number, step, rise)
        if steps:
            self._refusals.clear()
            self._notices.chosen = self._history.deciders(self.face_down_events.start) - {*self.due}
        return len(steps)

    def refuse(self, word: str, seat: int) -> Refusal:
        """Announce that something a seat may try does not come off (RB-6)."""
        s, number = self._tried(word, seat)
        why = self.engine.parts.words.why(s, seat, number)
        self._refusals.append(self.engine.parts.view.refusal(s, seat, number, why))
        self._notices.tell_all()
        if self.follower is not None:
            self.follower.refused(self)
        return self._refusals[-1]

    def _tried(self, word: str, seat: int) -> tuple[State, int]:
        """What a seat knows and the number of a word that it is offered and that does not come off."""
        if seat in self.due and not self.can_play(word, seat):
            (seen,) = self.engine.seen(self._table, [seat])
            if word in offered(self._choices(seen, seat)):
                return seen.s, self.engine.decisions[word]
        message = f"{word!r} by seat {seat} is not a try that can be refused"
        raise BeuteError(message, "not_a_try", word=word, seat=seat)

    def resume(self, luck: Luck | None) -> None:
        """From now on chance is drawn by this luck."""
        self.luck = luck
        self._settle()

    # ------------------------------------------------------------ taking back

    def undo(self, seat: int | None = None) -> None:
        """Take back the latest decision, or that of a seat, and what chance did after it: the same luck comes again.

        Of a seat only if no other has decided since, but for those who decide at once with it.
        """
        number = self._history.latest(seat, self.face_down_events.start)
        if number is None:
            whose = "" if seat is None else f" of seat {seat}"
            raise BeuteError(f"there is no decision{whose} to undo", "nothing_to_undo", seat=seat)
        hidden = number in self.face_down_events
        history, chosen = self._history, self._notices.chosen
        self._begin()
        self.follow([*history.events[:number], *(history.events[number + 1 :] if hidden else ())])
        if hidden:
            self._notices.chosen = chosen  # what the others were told stays so
            self._notices.tell(history.actors[number])
        else:
            self._notices.tell_all()
        if self.follower is not None:
            self.follower.rewound(self, number)

    def change(self, word: str, seat: int) -> None:
        """Choose something else instead of what a seat laid face down; the others do not notice."""
        if seat in self.due or seat not in self._history.deciders(self.face_down_events.start):
            message = f"seat {seat} has laid nothing face down that it could change"
            raise BeuteError(message, "nothing_to_change", seat=seat)
        twin = self.copy()
        twin.undo(seat)
        twin.play(word, seat)  # if it cannot be played nothing has changed
        self.undo(seat)
        self.play(word, seat)

    def copy(self) -> Game[V]:
        """Another game in the same position, that nobody follows."""
        twin: Game[V] = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.follower = None
        twin._table = self._table.copy()
        twin._history, twin._notices = self._history.copy(), self._notices.copy()
        twin._refusals = self._refusals.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        """The same set-up, and the same happened; luck yet to come does not count."""
        return isinstance(other, Game) and self.setup == other.setup and self.events == other.events

    def __hash__(self) -> int:
        return hash((self.setup, self.events))

    # ------------------------------------------------------------ records

    def record(self, legal: bool = False, about: Mapping[str, Any] | None = None) -> Record:
        """The game as data; with `legal` also what could have been played at every decision."""
        lists = self._legal_lists() if legal else None
        return self.engine.record(self.state, self.events, lists, {**self._about_luck(), **(about or {})} or None)

    def _about_luck(self) -> dict[str, str | int]:
        """The seal of the secret from the start, the secret once the game is over; from which event on it holds."""
        if not isinstance(self.luck, Secret):
            return {}
        told = {"seal": self.luck.seal} | ({"secret": self.luck.secret.hex()} if self.over else {})
        return told | ({"fork": self.fork} if self.fork else {})

    def _legal_lists(self) -> tuple[tuple[str, ...] | None, ...]:
        twin = Game(self.setup, None)
        lists: list[tuple[str, ...] | None] = []
        for event in self.events:
            actor = event.partition(" ")[0]
            lists.append(None if actor == "*" else tuple(twin.legal_for(int(actor))))
            twin.play(event)
        return tuple(lists)

    # ------------------------------------------------------------ inside

    def _parse(self, event: str) -> tuple[int, int] | None:
        """Who did what, as numbers; None if it is not an event."""
        actor, _, word = event.partition(" ")
        if actor == "*":
            number, seat = self.engine.outcomes.get(word), CHANCE
        else:
            number, seat = self.engine.decisions.get(word), int(actor) if actor in self.engine.seats else -2
        return None if number is None or seat < CHANCE else (seat, number)

    def _carry_out(self, actor: int, number: int, word: str) -> bool:
        """One event, if it is possible."""
        done = self.engine.step(self._table, actor, number)
        if done is None:
            return False
        self._stand = done.stand
        self._nothing_is_known()
        self._history.add(f"{'*' if actor == CHANCE else actor} {word}", actor, number, done.step, done.rise)
        self._refusals.clear()
        if actor != CHANCE:
            if self.face_down and not done.rise:
                self._notices.decided_face_down(actor, actor not in self.due)
            else:
                self._notices.nobody_has_chosen()
                self._notices.tell_all()
        if self.follower is not None:
            self.follower.event(self)
        return True

    def _settle(self) -> None:
        """Draw chance until somebody is asked or the game is over."""
        while self.luck is not None and self._stand.due == CHANCE:
            outcomes = self._stand.outcomes
            drawn = self.luck.choose(self._history.chances, outcomes)
            self._carry_out(CHANCE, int(outcomes.numbers[drawn]), outcomes.word(drawn))

    def _illegal(self, actor: int, word: str) -> IllegalMove:
        """Why not; what may be tried and does not come off is announced (RB-6)."""
        reason = self.why(f"* {word}") if actor == CHANCE else self.why(word, actor)
        assert reason is not None
        if actor in self.due and word in self.offered(actor):
            self.refuse(word, actor)
        instead = list(self.chances) if actor == CHANCE else self.offered(actor)
        return IllegalMove(None if actor == CHANCE else actor, word, reason.clause, reason.code, instead)


@overload
def new(
    game: Literal["sneaky"], players: int, seed: int | str | None = ..., luck: Luck | None = ..., **options: Any
) -> Game[SneakyView]: ...
@overload
def new(
    game: Literal["schattendieb"], players: int, seed: int | str | None = ..., luck: Luck | None = ..., **options: Any
) -> Game[SchattendiebView]: ...
@overload
def new(
    game: Literal["raeuber"], players: int, seed: int | str | None = ..., luck: Luck | None = ..., **options: Any
) -> Game[RaeuberView]: ...
@overload
def new(
    game: str, players: int, seed: int | str | None = ..., luck: Luck | None = ..., **options: Any
) -> Game[Any]: ...
def new(game: str, players: int, seed: int | str | None = None, luck: Luck | None = None, **options: Any) -> Game[Any]:
    """A new game. A seed makes its luck repeatable; without one it comes from the operating system."""
    if luck is None:
        luck = Secret.fresh() if seed is None else Secret.seeded(seed)
    return Game(set_up(game, players, options), luck)
