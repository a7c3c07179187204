"""Whether all that a game tells, asks and offers can be said, in every language that it speaks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, cast

from beute.games import folder
from beute.games.sheet import FRAME, sheet
from beute.games.story import Data, Happening, Line, Question
from beute.play.chronicle import Chronicle
from beute.play.engine import engine
from beute.play.game import Game
from beute.play.luck import Secret
from beute.play.replay import replay
from beute.play.setup import Setup
from beute.play.speech import Kind, Speech
from beute.research.lacking import data_of
from beute.texts import LANGUAGES, of_game, texts


def unsaid(setup: Setup, seed: int) -> set[str]:
    """Play a game at random with everybody listening; return what cannot be said of it, or not be read again."""
    luck = random.Random(seed)
    game: Game[Any] = Game(setup, Secret.seeded(seed))
    viewers, found = (None, *range(setup.players)), set[str]()
    story = engine(setup).parts.story
    while not game.over:
        seat = luck.choice(game.due)
        view = game.view(seat)
        found |= wrong(setup.game, story.ask(view), "ask") | unlabelled(view, setup.game)
        for choice in view["choices"]:
            found |= wrong(setup.game, story.choice(view, choice["word"]), "choice")
            if choice["word"] not in game.engine.decisions:
                found.add(f"view.py offers {choice['word']!r}, which is no word of decisions in words.py")
            if choice["code"] is not None and f"reasons.{choice['code']}" not in texts("en"):
                found.add(f"texts/en.toml has no reasons.{choice['code']}")
        game.play(luck.choice(game.legal_for(seat)), seat)
    chronicle = Chronicle.history(game, viewers)  # from the deal on
    for viewer in viewers:
        for entry in chronicle.entries[viewer]:
            found |= wrong(setup.game, entry.happening, "tell")
    for line in story.lines(game.view(None)):
        found |= wrong(setup.game, line, "lines")
    return found | wrong_scoring(game) | unreadable(game)


def wrong(name: str, said: Happening | Question | Line, kind: Kind) -> set[str]:
    """The languages in which there is no such sentence, or one that names data it is not given."""
    if kind == "tell" and f"table.tell.{said.code}" in texts("en"):
        return set()
    return {found for language in LANGUAGES for found in _wrong(name, said.code, said.data, kind, language)}


def _wrong(name: str, code: str, data: Data, kind: Kind, language: str) -> Iterator[str]:
    file = f"texts/{language}.toml"
    if language == "en" or (folder(name) / file).is_file():
        sentence = of_game(name, folder(name) / "texts", language).get(f"{name}.{kind}.{code}")
        if sentence is None:
            yield f"{file} has no {kind}.{code}"
        elif not data_of(sentence) <= data.keys():
            named = ", ".join(sorted(data_of(sentence) - data.keys()))
            yield f"{file}: {kind}.{code} names {named}, which story.py does not tell"


def unlabelled(view: Any, name: str) -> set[str]:
    """Fields of a view that would be shown under the name they have in Python; only other packages' games are."""
    speech = Speech("en", name, [""] * view["players"])
    sheet(view, speech)
    fields = {field for field in cast("dict[str, object]", view) if field not in FRAME}
    nested = {key for field in fields for key in _keys(view[field])}
    tables = {field for field in fields if _keys(view[field])}
    return {
        f'texts/en.toml has no view.{field}: what the board calls it, or "" if it is not to be shown'
        for field in (fields - tables) | nested
        if f"view.{field}" not in speech
    }


def _keys(value: object) -> set[str]:
    if isinstance(value, dict):
        return {str(key) for key in value}
    return {key for one in value for key in _keys(one)} if isinstance(value, list) else set()


def wrong_scoring(game: Game[Any]) -> set[str]:
    """The lines of the scoring add up to the points."""
    lines, scores = game.engine.parts.story.lines(game.view(None)), game.scores or []
    sums = [sum(line.points for line in lines if line.seat == seat) for seat in range(game.players)]
    if sums == list(scores):
        return set()
    return {f"the lines of story.py add up to {sums}, and the scores of rules.py are {list(scores)}"}


def unreadable(game: Game[Any]) -> set[str]:
    """A record of the game is read again as the same game."""
    return set() if replay(game.record().text()) == game else {"a record of a game, read again, is another game"}
