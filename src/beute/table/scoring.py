"""The result of a game in words: every point with its clause, how it ended, who won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beute.play.game import Game
from beute.play.match import Match
from beute.play.speech import Speech


@dataclass(frozen=True)
class Points:
    """Points of a seat in words, and the clause that gives them."""

    text: str
    clause: str
    points: int

    @property
    def signed(self) -> str:
        """As it is written in a column: `+5`, `-2`, `0`."""
        return f"{self.points:+d}" if self.points else "0"


@dataclass(frozen=True)
class Score:
    """What a seat has scored, line by line."""

    name: str
    lines: tuple[Points, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


def scoring(game: Game, speech: Speech) -> list[Score]:
    """For each seat every line of its score."""
    lines = game.engine.parts.story.lines(game.view(None))
    return [
        Score(
            speech.names[seat],
            tuple(Points(speech.say(line, "lines"), line.clause, line.points) for line in lines if line.seat == seat),
        )
        for seat in range(game.players)
    ]


def ending(game: Game, speech: Speech) -> str:
    """How the game came to its end."""
    assert game.ending is not None
    return f"{speech(f'endings.{game.ending}')} ({game.setup.about.ENDINGS[game.ending]})"


def standings(names: Sequence[str], points: Sequence[int]) -> str:
    """Who has how many points. A name may end in a number, as `Player 1` does."""
    return ", ".join(f"{name}: {got}" for name, got in zip(names, points, strict=True))


def verdicts(match: Match, speech: Speech) -> list[str]:
    """Who won the game, and how the match stands."""
    say, winners = speech.texts, match.game.winners
    assert winners is not None
    found = [say(f"table.scoring.{'winner' if len(winners) == 1 else 'winners'}", seats=speech.seats(winners))]
    if match.of > 1:
        after = say("table.scoring.match", number=len(match.games), of=match.of)
        found.append(f"{after} · {standings(speech.names, match.points)}")
    if match.of > 1 and match.winners is not None:
        code = "match_winner" if len(match.winners) == 1 else "match_winners"
        found.append(say(f"table.scoring.{code}", seats=speech.seats(match.winners)))
    return found
