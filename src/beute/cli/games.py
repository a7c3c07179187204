"""beute games"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from beute import games
from beute.cli.screen import err, out
from beute.table.ready import playable, trouble_with


def tell_games(as_json: Annotated[bool, typer.Option("--json", help="As one line of JSON.")] = False) -> None:
    """What there is: the games, for how many, and their options.

    Example: `beute games`
    """
    troubles = [*games.others().broken.values(), *filter(None, map(trouble_with, games.names()))]
    for why in troubles:
        err.print(f"beute: {why}", soft_wrap=True)
    if as_json:
        print(json.dumps([_about(name) for name in playable()], ensure_ascii=False))
        return
    for name in playable():
        about = games.about(name)
        who = f" ({name}), {about.SEATS[0]} to {about.SEATS[-1]} players"
        out.print(Text.assemble((about.TITLE, "bold"), who))
        table = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
        for option in about.OPTIONS:
            table.add_row(
                option.name, f"{option.meaning}: {option.allowed}; default {option.default_text} ({option.clause})"
            )
        out.print(table)


def _about(name: str) -> dict[str, Any]:
    about = games.about(name)
    return {
        "game": name,
        "title": about.TITLE,
        "players": list(about.SEATS),
        "options": [
            {key: getattr(option, key) for key in ("name", "clause", "default", "allowed", "meaning")}
            for option in about.OPTIONS
        ],
        "endings": list(about.ENDINGS),
    }
