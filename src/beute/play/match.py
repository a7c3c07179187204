"""Several games with the points added, for people who have names."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from beute.play.engine import winners
from beute.play.errors import BeuteError, BrokenRecord, SetupError
from beute.play.forms import NUMBER, OBJECT, TEXT, TEXTS, check_forms, list_of
from beute.play.game import Game
from beute.play.luck import Secret
from beute.play.record import Record
from beute.play.replay import replay
from beute.play.setup import set_up

SAVED = {  # what a saved match has
    "game": TEXT,
    "players": NUMBER,
    "options": OBJECT,
    "names": TEXTS,
    "secret": TEXT,
    "games": list_of(TEXTS, "a list of games, each a list of events"),
    "refused": TEXTS,
}


class Match:
    """The games of a match, one after the other: SD-21 for Der Schattendieb, one game for the others."""

    def __init__(
        self,
        game: str,
        players: int,
        seed: int | str | None = None,
        names: Sequence[str] | None = None,
        secret: Secret | None = None,
        played: Sequence[Game[Any]] | None = None,
        **options: Any,
    ) -> None:
        """A new match, or one of which some games are there already; options are those of the game."""
        self.setup = set_up(game, players, options)
        if names is not None and len(names) != players:
            message = f"{players} players need {players} names, not {len(names)}"
            raise SetupError(message, "wrong_names", number=len(names), players=players)
        self.names = tuple(names) if names else tuple(f"Seat {seat}" for seat in range(players))
        self.of = int(dict(self.setup.options).get("games", 1))
        self._secret = secret or (Secret.fresh() if seed is None else Secret.seeded(seed))
        self.id = str(uuid.UUID(bytes=hashlib.sha256(b"match" + self._secret.secret).digest()[:16]))
        self.games: list[Game[Any]] = [Game(self.setup, self.luck(0))] if played is None else list(played)

    @property
    def game(self) -> Game[Any]:
        """The game that is being played."""
        return self.games[-1]

    @property
    def secret(self) -> bytes:
        """What all luck of the match comes from."""
        return self._secret.secret

    @property
    def over(self) -> bool:
        return self.game.over and len(self.games) == self.of

    @property
    def points(self) -> list[int]:
        """The points of all finished games, added."""
        finished = [game.scores for game in self.games if game.scores is not None]
        return [sum(scores[seat] for scores in finished) for seat in range(self.setup.players)]

    @property
    def winners(self) -> list[int] | None:
        """The seats with the most points; ties share the win."""
        return winners(self.points) if self.over else None

    def next_game(self) -> Game[Any]:
        """Begin the next game of the match."""
        self.check_next()
        self.games.append(Game(self.setup, self.luck(len(self.games))))
        return self.game

    def check_next(self) -> None:
        """Refuse a next game while one goes on, or after the last."""
        if not self.game.over:
            raise BeuteError("the game is not over yet", "game_goes_on")
        if self.over:
            message = f"the match is over: it has {self.of} game{'s' if self.of > 1 else ''}"
            raise BeuteError(message, "match_is_over", games=self.of)

    def records(self) -> list[Record]:
        """The records of its games, one after the other."""
        return [
            replace(
                game.record(about={"seats": list(self.names)}),
                match={"id": self.id, "game": number, "of": self.of},
            )
            for number, game in enumerate(self.games, start=1)
        ]

    def saved(self) -> dict[str, Any]:
        """All that it takes to go on later, as plain data: the secret too, so it is for those who keep the match."""
        return {
            "game": self.setup.game,
            "players": self.setup.players,
            "options": self.setup.chosen,
            "names": list(self.names),
            "secret": self.secret.hex(),
            "games": [list(game.as_played) for game in self.games],
            "refused": [f"{refusal['seat']} {refusal['word']}" for refusal in self.game.refusals],
        }

    @classmethod
    def resumed(cls, saved: Mapping[str, Any]) -> Match:
        """A match as it was saved; BrokenRecord if it is not one."""
        try:
            check_forms(saved, SAVED, optional=("refused",))
            setup = set_up(saved["game"], saved["players"], saved["options"])
            secret = Secret.read(saved["secret"])
            match = cls(setup.game, setup.players, names=saved["names"], secret=secret, played=[], **setup.chosen)
            if not 1 <= len(saved["games"]) <= match.of:
                raise BrokenRecord(f"it has {len(saved['games'])} games of a match of {match.of}", "wrong_form")
            match.games = [match._replayed(number, events) for number, events in enumerate(saved["games"])]
            if not all(game.over for game in match.games[:-1]):
                raise BrokenRecord("a game of it was not played to its end, and the next one was begun", "wrong_form")
            for event in saved.get("refused", ()):
                match._refuse(event)
        except BrokenRecord:
            raise
        except BeuteError as error:
            raise BrokenRecord(f"not a saved match: {error}", "wrong_form") from None
        return match

    def _replayed(self, number: int, events: Sequence[str]) -> Game:
        """One of the games as it was saved."""
        record = Record(self.setup.game, self.setup.players, tuple(events), self.setup.chosen)
        return replay(record, len(events), luck=self.luck(number))

    def _refuse(self, event: str) -> None:
        """A try that was refused before the match was saved (RB-6)."""
        seat, _, word = event.partition(" ")
        if seat not in map(str, range(self.setup.players)):
            raise BrokenRecord(f'"refused" has {event!r:.60}, which is not a seat and a word', "wrong_form")
        self.game.refuse(word, int(seat))

    def luck(self, number: int) -> Secret:
        """Each game has a secret of its own, so that telling one gives no other away."""
        return Secret(hashlib.blake2b(b"game %d" % number, key=self._secret.secret, digest_size=32).digest())
