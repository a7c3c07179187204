"""A record back into a game, checked event by event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beute.play.errors import BrokenRecord, SetupError
from beute.play.game import Game
from beute.play.luck import Luck, Secret
from beute.play.record import Record
from beute.play.setup import set_up


def replay(
    record: Record | Mapping[str, Any] | str,
    at: int | None = None,
    seed: int | str | None = None,
    luck: Luck | None = None,
) -> Game:
    """The game of a record, or its first `at` events, to look at; with a seed or luck, to play on from there.

    Raises BrokenRecord for a record that breaks the rules, names another result, or lists other legal moves.
    """
    record = Record.read(record)
    try:
        setup = set_up(record.game, record.players, record.options)
    except SetupError as error:
        raise BrokenRecord(str(error), error.code) from None
    game = Game(setup, None)
    if at is not None and not 0 <= at <= len(record.events):
        raise BrokenRecord(f"there is no event {at}: the record has {len(record.events)}", "no_such_event")
    _follow(game, record.events[:at])
    if at is None:
        _check_result(game, record)
        _check_legal(game, record)
    game.resume(luck if luck is not None or seed is None else Secret.seeded(seed))
    return game


def _follow(game: Game, events: tuple[str, ...]) -> None:
    played = game.follow(events)
    if played < len(events):
        _explain(game, events[played], played)


def _explain(game: Game, event: str, number: int) -> None:
    """Why an event cannot have happened here."""
    actor, _, word = event.partition(" ")
    if actor == "*" and game.chance_is_due:
        some = ", ".join(list(game.chances)[:6])
        raise BrokenRecord(f"{event!r} cannot happen here; possible are {some} …", "impossible_chance", number)
    if actor == "*":
        raise BrokenRecord(f"{event!r}: chance does not decide here", "chance_is_not_due", number)
    if not word or not actor.isdecimal() or actor != str(int(actor)):
        raise BrokenRecord(f"{event!r} is not an event: `*` or a seat, then words", "wrong_form", number)
    if game.chance_is_due:
        raise BrokenRecord(f"{event!r}: first chance decides", "chance_is_due", number)
    reason = game.why(word, int(actor))
    assert reason is not None
    clause = f" ({reason.clause})" if reason.clause else ""
    raise BrokenRecord(f"{event!r}: {reason.text}{clause}", reason.code, number, reason.clause)


def _check_result(game: Game, record: Record) -> None:
    ours = game.scores, game.winners, game.ending
    theirs = record.scores, record.winners, record.ending
    for name, our, their in zip(("scores", "winners", "ending"), ours, theirs, strict=True):
        said = list(their) if isinstance(their, tuple) else their
        if said != our:
            raise BrokenRecord(f'"{name}" is {said}, but the events give {our}', "wrong_result")


def _check_legal(game: Game, record: Record) -> None:
    if record.legal is None:
        return
    twin = Game(game.setup, None)
    for number, (event, said) in enumerate(zip(record.events, record.legal, strict=True)):
        actor = event.partition(" ")[0]
        ours = None if actor == "*" else twin.legal_for(int(actor))
        if ours != (None if said is None else list(said)):
            raise BrokenRecord(f'"legal" says {said}, the rules {ours}', "wrong_legal", number)
        twin.play(event)


def verify_luck(record: Record) -> None:
    """That every chance event follows from the secret of the record, and the secret fits its seal."""
    about = record.about or {}
    try:
        luck = Secret(bytes.fromhex(about["secret"]))
    except (KeyError, TypeError, ValueError):
        raise BrokenRecord("it tells no secret, so its luck cannot be verified", "no_secret") from None
    if about.get("seal", luck.seal) != luck.seal:
        raise BrokenRecord("the secret is not the one that was sealed at the start", "wrong_seal")
    game = replay(record, at=0)
    for number, event in enumerate(record.events):
        if event.startswith("*"):
            fair = game.copy()
            fair.resume(luck)
            drawn = fair.as_played[number]
            if event != drawn:
                raise BrokenRecord(f"{event!r}, but the secret gives {drawn!r}", "loaded_die", number)
        game.play(event)
