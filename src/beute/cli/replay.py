"""beute replay"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

import beute
from beute.cli.screen import BAD_RECORD, UNVERIFIED, err, out, progress, records_in

FACE_DOWN = "…"  # another seat's decision, not yet revealed


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records, one a line; - for standard input.")],
    at: Annotated[int | None, typer.Option(min=0, metavar="K", help="Show the table after K events.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, metavar="S", help="As that seat saw it.")] = None,
    line: Annotated[int | None, typer.Option(min=1, metavar="N", help="Show the record of that line.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Check the luck against its secret too.")] = False,
) -> None:
    """Check every record against the rules, and show a game step by step.

    A file with a single record is shown at once; if there are several, name one with `--line`.

    It ends with status 0 if all is well, 1 if a record is bad, 2 if it was called wrongly, and with `--verify` 3 if no
    record is bad but some tell no secret, so that their luck cannot be verified.

    Examples:

    `beute replay games.jsonl`

    `beute replay games.jsonl --line 3 --seat 0`

    `beute replay game.jsonl --at 20`
    """
    lines = records_in(file)
    if not lines:
        raise beute.BeuteError(f"{file} has no record", "no_record")
    checked = _check(file, lines, verify)
    number = line if line is not None else (lines[0][0] if len(lines) == 1 else None)
    if number is not None and number not in checked.bad:
        chosen = dict(lines).get(number)
        if chosen is None:
            raise beute.BeuteError(f"{file} has no record in line {number}", "no_such_line")
        _show(beute.Record.read(chosen), at, seat)
    elif number is None and (at is not None or seat is not None):
        err.print(f"{file} has {len(lines)} records: name one to look at with --line N", soft_wrap=True)
    if checked.bad or checked.unverified:
        raise typer.Exit(BAD_RECORD if checked.bad else UNVERIFIED)


@dataclass
class Checked:
    """The numbers of the lines whose records are bad, and of those whose luck cannot be verified."""

    bad: set[int] = field(default_factory=set)
    unverified: set[int] = field(default_factory=set)


def _check(file: Path, lines: list[tuple[int, bytes]], verify: bool) -> Checked:
    """Each record, and a line for each with which something is the matter."""
    from beute.play.replay import verify_luck

    checked = Checked()
    with progress("records", len(lines)) as advance:
        for number, text in lines:
            try:
                record = beute.Record.read(text)
                beute.replay(record)
                if verify:
                    verify_luck(record)
            except beute.BeuteError as error:
                which = checked.unverified if isinstance(error, beute.Unverifiable) else checked.bad
                which.add(number)
                out.print(f"{file}:{number}: {error}", soft_wrap=True)
            advance(1)
    good = len(lines) - len(checked.bad)
    told = f"{len(lines)} checked: {good} good, {len(checked.bad)} bad"
    if verify:
        told += f"; luck: {good - len(checked.unverified)} verified, {len(checked.unverified)} cannot be verified"
    out.print(told)
    return checked


def _show(record: beute.Record, at: int | None, seat: int | None) -> None:
    """The table after each event that leads to a question; or only after `at` events."""
    from beute.play.hearing import Hearing

    if seat is not None and seat >= record.players:
        raise beute.BeuteError(f"there is no seat {seat}: seats go from 0 to {record.players - 1}", "no_such_seat")
    first = 0 if seat is None else beute.replay(record).remembered(seat)
    if at is not None:
        if at < first:
            message = f"the game is not over, and seat {seat} may look back only to event {first + 1} (RB-18)"
            raise beute.BeuteError(message, "no_replay_yet")
        _print_table(beute.replay(record, at=at), seat)
        return
    game = beute.replay(record, at=0)
    hearing = Hearing(game, seat)
    for number, event in enumerate(record.events):
        game.play(event)
        news = [event] if seat is None else hearing.news(game)
        if number >= first:
            for heard in news or [FACE_DOWN]:
                out.print(f"{number + 1:>4}  {heard}")
            if not game.chance_is_due:
                _print_table(game, seat)


def _print_table(game: beute.Game, seat: int | None) -> None:
    text = str(game) if seat is None else game.draw(game.view(seat))
    out.print("".join(f"      {row}\n" for row in text.splitlines()))
