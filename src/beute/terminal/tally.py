"""The result of a game in words, for the screen and for the plain mode."""

from __future__ import annotations

from beute import games
from beute.play.game import Game
from beute.play.match import Match
from beute.play.speech import Speech

Row = tuple[str, str, int]  # what for, by which clause, how many points


def tally(game: Game, speech: Speech) -> list[tuple[str, list[Row], int]]:
    """For each seat its name, the lines of its scoring, and their sum."""
    view = game.view(None)
    lines = games.part(game.setup.game, "story").lines(view)
    result = []
    for seat in range(game.players):
        rows = [(speech.say(line, "lines"), line.clause, line.points) for line in lines if line.seat == seat]
        result.append((speech.names[seat], rows, sum(points for _, _, points in rows)))
    return result


def ending(game: Game, speech: Speech) -> str:
    """How the game came to its end."""
    assert game.ending is not None
    return f"{speech(f'endings.{game.ending}')} ({game.setup.about.ENDINGS[game.ending]})"


def verdicts(match: Match, speech: Speech) -> list[str]:
    """Who won the game, and how the match stands."""
    say, winners = speech.texts, match.game.winners
    assert winners is not None
    found = [say(f"terminal.scoring.{'winner' if len(winners) == 1 else 'winners'}", seats=speech.seats(winners))]
    if match.of > 1:
        points = ", ".join(f"{name} {got}" for name, got in zip(match.names, match.points, strict=True))
        found.append(f"{say('terminal.scoring.match', number=len(match.games), of=match.of)}: {points}")
    if match.of > 1 and match.winners is not None:
        code = "match_winner" if len(match.winners) == 1 else "match_winners"
        found.append(say(f"terminal.scoring.{code}", seats=speech.seats(match.winners)))
    return found
