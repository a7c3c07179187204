"""Replays records through the reference models, and makes records of random games with them."""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from tests.oracle import raeuber, schattendieb, sneaky

REQUIRED = {"beute", "game", "players", "options", "events", "scores", "winners", "ending"}
OPTIONAL = {"legal", "about", "match"}


class Model(Protocol):
    """A game that is fed the events of a record one by one."""

    def asked(self) -> set[int] | str | None:
        """The seats asked now, "*" if chance is due, None once the game is over."""

    def legal(self, seat: int) -> list[str]:
        """All legal words of a seat that is asked, sorted by code point."""

    def chances(self) -> dict[str, int]:
        """What chance may bring, in words, with the relative likelihood."""

    def apply(self, event: str) -> None:
        """Carries out an event; AssertionError, with the clause, if it is not legal or not possible."""

    def scores(self) -> list[int]: ...
    def winners(self) -> list[int]: ...
    def ending(self) -> str: ...


def new(game: str, players: int, options: Mapping[str, object]) -> Model:
    if game == "sneaky":
        return sneaky.Model(players, options)
    if game == "schattendieb":
        return schattendieb.Model(players, options)
    assert game == "raeuber", f"no such game: {game!r}"
    return raeuber.Model(players, options)


def check(record: Mapping[str, Any]) -> None:
    """Every event legal, every list of legal words and the result as the model has them."""
    assert set(record) >= REQUIRED, f"missing keys: {sorted(REQUIRED - set(record))}"
    assert set(record) <= REQUIRED | OPTIONAL, f"other keys: {sorted(set(record) - REQUIRED - OPTIONAL)}"
    assert record["beute"] == 1, "a record of another version"
    model = new(record["game"], record["players"], record["options"])
    events: list[str] = record["events"]
    lists: list[list[str] | None] | None = record.get("legal")
    assert lists is None or len(lists) == len(events), "legal is not parallel to events"
    for i, event in enumerate(events):
        if lists is not None:
            actor = event.split(" ")[0]
            expected = model.legal(int(actor)) if actor.isdecimal() else None
            assert lists[i] == expected, f"event {i}, {event!r}: legal is {lists[i]}, not {expected}"
        try:
            model.apply(event)
        except AssertionError as error:
            raise AssertionError(f"event {i}: {error}") from error
    result = (record["scores"], record["winners"], record["ending"])
    asked = model.asked()
    if asked is None:
        expected_result = (model.scores(), model.winners(), model.ending())
        assert result == expected_result, f"the result is {result}, not {expected_result}"
    else:
        assert result == (None, None, None), f"the result is {result}, but the game goes on: asked {asked}"


def random_record(
    game: str, players: int, options: Mapping[str, object], rng: Random, limit: int = 100_000
) -> dict[str, Any]:
    """A random game with its lists of legal words, unfinished if it takes more events than the limit."""
    model = new(game, players, options)
    events: list[str] = []
    lists: list[list[str] | None] = []
    while (asked := model.asked()) is not None and len(events) < limit:
        if isinstance(asked, str):
            chances = sorted(model.chances().items())
            words = rng.choices([w for w, _ in chances], [n for _, n in chances])[0]
            events.append(f"* {words}")
            lists.append(None)
        else:
            seat = min(asked)
            legal = model.legal(seat)
            events.append(f"{seat} {rng.choice(legal)}")
            lists.append(legal)
        model.apply(events[-1])
    over = model.asked() is None
    return {
        "beute": 1,
        "game": game,
        "players": players,
        "options": dict(options),
        "events": events,
        "scores": model.scores() if over else None,
        "winners": model.winners() if over else None,
        "ending": model.ending() if over else None,
        "legal": lists,
    }
