"""Writes down a game for every game, number of players and ending: `python -m tests.playthroughs.make`.

Random play gets nearly everywhere. `none_drawn` it does not: there chance is steered so that, when the pile runs
out, players hold one kind of jewel and lay all of it down at once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from beute import Game, Record, games
from beute.lab.random_games import records
from beute.play.setup import Setup, set_up
from tests.playthroughs.render import render

HERE = Path(__file__).parent


def wanted() -> Iterator[tuple[str, int, str]]:
    for name in games.NAMES:
        for players in games.about(name).SEATS:
            for how in games.about(name).ENDINGS:
                yield name, players, how


def path(name: str, players: int, how: str) -> Path:
    return HERE / f"{name}-{players}-{how}.txt"


def steered(setup: Setup, how: str) -> Record:
    for seed in range(100_000):
        game = Game(setup, None)
        luck = random.Random(seed)
        while not game.over:
            if game.chance_is_due:
                game.play(f"* {steered_draw(game, luck)}")
            else:
                seat = game.due[0]
                game.play(steered_choice(game, seat, luck), seat)
        if game.ending == how:
            return game.record()
    raise LookupError(f"no game of {setup} ends with {how}")


def steered_draw(game: Game[Any], luck: random.Random) -> str:
    """Vault Shut cards where they shut nothing (but not to seat 0), then the kind that the seat collects."""
    words = list(game.chances)
    seat = int(words[0].split()[1])
    first = "V" if seat > 0 and jewels(game, seat) > 4 and luck.random() < 0.7 else ""
    for kinds in first, "CT" if luck.random() < 0.7 else "", "WRB"[seat % 3], "WRBCT":
        wanted = [word for word in words if word.split()[-1][0] in kinds]
        if wanted:
            return luck.choice(wanted)
    return luck.choice(words)


def steered_choice(game: Game[Any], seat: int, luck: random.Random) -> str:
    """Vaults stay open: a Vault Shut card is played only where it closes nothing."""
    words = game.legal_for(seat)
    closing = [word for word in words if word == "play V4" and 1 <= jewels(game, seat) <= 4]
    useless = [word for word in words if word.startswith("play V") and word not in closing]
    adding = [word for word in words if word.startswith("add")]
    if useless and seat > 0 and luck.random() < 0.6:
        return luck.choice(useless)
    if adding and luck.random() < 0.9:
        return luck.choice(adding)
    return luck.choice([word for word in words if word not in closing] or words)


def jewels(game: Game[Any], seat: int) -> int:
    return len(game.view()["seats"][seat]["vault"])


def at_random(setup: Setup, how: str) -> Record:
    found = [record for record in records(setup, 3_000, 1) if record.ending == how]
    if not found:
        found = [next(record for record in records(setup, 500_000, 2) if record.ending == how)]
    return min(found, key=lambda record: len(record.events))


def main() -> None:
    for name, players, how in wanted():
        if how == "none_drawn":
            record = steered(set_up(name, players, {"vaults": (20, *[0] * 11)}), how)
        else:
            record = at_random(set_up(name, players, {}), how)
        path(name, players, how).write_text("\n".join(render(record)) + "\n", encoding="utf-8")
        print(name, players, how, len(record.events))


if __name__ == "__main__":
    main()
