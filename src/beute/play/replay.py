"""A record back into a game, checked event by event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

from beute.play.errors import BeuteError, BrokenRecord, SetupError, Unverifiable
from beute.play.game import Game
from beute.play.luck import Draw, Luck, Secret
from beute.play.record import Record
from beute.play.setup import Setup, set_up


def replay(
    record: Record | Mapping[str, Any] | str | bytes,
    at: int | None = None,
    seed: int | str | None = None,
    luck: Luck | None = None,
) -> Game[Any]:
    """The game of a record, or its first `at` events, to look at; with a seed or luck, to play on from there.

    Raises BrokenRecord for a record that breaks the rules, names another result, or lists other legal moves.
    """
    record = Record.read(record)
    game = Game[Any](setup_of(record), None)
    if at is not None and not 0 <= at <= len(record.events):
        raise BrokenRecord(f"there is no event {at}: the record has {len(record.events)}", "no_such_event")
    _follow(game, record.events[:at])
    if at is None:
        _check_result(game, record)
        _check_legal(game, record)
    game.resume(luck if luck is not None or seed is None else Secret.seeded(seed))
    return game


def setup_of(record: Record) -> Setup:
    """What a record says is played; BrokenRecord if that cannot be."""
    try:
        return set_up(record.game, record.players, record.options)
    except SetupError as error:
        raise BrokenRecord(str(error), error.code, **error.data) from None


def _follow(game: Game, events: tuple[str, ...]) -> None:
    played = game.follow(events)
    if played < len(events):
        _explain(game, events[played], played)


def _explain(game: Game, event: str, number: int) -> None:
    """Why an event cannot have happened here."""

    def broken(why: str, code: str, clause: str | None = None, **data: str) -> BrokenRecord:
        return BrokenRecord(f"{event!r:.60}{why}", code, number, clause, said=event[:40], **data)

    actor, _, word = event.partition(" ")
    if actor == "*" and game.chance_is_due:
        some = ", ".join(list(game.chances)[:6])
        raise broken(f" cannot happen here; possible are {some} …", "impossible_chance")
    if actor == "*":
        raise broken(": chance does not decide here", "chance_is_not_due")
    if not word or not re.fullmatch(r"0|[1-9][0-9]{0,8}", actor):
        raise broken(" is not an event: `*` or a seat, then words", "wrong_form", key="events")
    if game.chance_is_due:
        raise broken(": first chance decides", "chance_is_due")
    reason = game.why(word, int(actor))
    assert reason is not None
    because = f" ({reason.clause})" if reason.clause else ""
    raise broken(f": {reason.text}{because}", reason.code, reason.clause)


def _check_result(game: Game, record: Record) -> None:
    ours = game.scores, game.winners, game.ending
    theirs = record.scores, record.winners, record.ending
    for name, our, their in zip(("scores", "winners", "ending"), ours, theirs, strict=True):
        said = list(their) if isinstance(their, tuple) else their
        if said != our:
            message = f'"{name}" is {said!s:.60}, but the events give {our}'
            raise BrokenRecord(message, "wrong_result", key=name, said=f"{said!s:.60}", given=f"{our}")


def _check_legal(game: Game, record: Record) -> None:
    if record.legal is None:
        return
    twin = Game(game.setup, None)
    for number, (event, said) in enumerate(zip(record.events, record.legal, strict=True)):
        actor = event.partition(" ")[0]
        ours = None if actor == "*" else twin.legal_for(int(actor))
        if ours != (None if said is None else list(said)):
            message = f'"legal" says {said!s:.200}, the rules {ours!s:.200}'
            raise BrokenRecord(message, "wrong_legal", number, said=event[:40])
        twin.play(event)


def verify_luck(record: Record) -> None:
    """That every chance event follows from the secret of the record, and the secret fits its seal.

    Of a game that was played on from another one (`fork` in `about`), those since then. Raises Unverifiable for a
    record that tells no secret.
    """
    luck, seal = secret_of(record), (record.about or {}).get("seal")
    if seal is not None and seal != luck.seal:
        raise BrokenRecord("the secret is not the one that was sealed at the start", "wrong_seal")
    for draw, possible in _drawn(record):
        if not luck.gives(draw):
            number, upto = luck.below(draw.chance, draw.total), accumulate(possible.values())
            drawn = next(word for word, end in zip(possible, upto, strict=True) if number < end)
            message = f"{f'* {draw.word}'!r:.60}, but the secret gives {f'* {drawn}'!r}"
            raise BrokenRecord(message, "loaded_die", draw.event)


def draws(record: Record) -> list[Draw]:
    """The chance events that a record's own secret decided, with the numbers that lead to each."""
    return [draw for draw, _ in _drawn(record)]


def _drawn(record: Record) -> Iterator[tuple[Draw, Mapping[str, int]]]:
    """Each chance event since the fork, and all that was possible there."""
    game, fork, chance = replay(record, at=0), fork_of(record), 0
    for number, event in enumerate(record.events):
        actor, _, word = event.partition(" ")
        if actor == "*" and game.chance_is_due:
            if number >= fork:
                possible = game.chances
                yield Draw.of(number, chance, word, possible), possible
            chance += 1
        game.play(event)


def fork_of(record: Record) -> int:
    """How many events are from the game that this one was played on from."""
    fork = (record.about or {}).get("fork", 0)
    if not isinstance(fork, int) or not 0 <= fork <= len(record.events):
        message = f'"fork" is {fork!r:.60}, and the record has {len(record.events)} events'
        raise BrokenRecord(message, "wrong_form", key="fork")
    return fork


def secret_of(record: Record) -> Secret:
    """What decided the luck of a record; Unverifiable if it does not tell."""
    said = (record.about or {}).get("secret")
    if said is None:
        until = "" if record.ending else " before the game is over"
        raise Unverifiable(f"it tells no secret{until}, so its luck cannot be verified", "no_secret")
    try:
        return Secret.read(said)
    except BeuteError as error:
        raise BrokenRecord(str(error), error.code) from None
