"""Räuber's table as text, drawn from a view."""

from __future__ import annotations

from beute.games.parts import Saying
from beute.games.raeuber.view import RaeuberView


def picture(view: RaeuberView, speech: Saying) -> list[str]:
    """The pile, every sack, and every hand; for a seat also the cards of the sacks that it may count (RB-11)."""
    pile, aside = speech("picture.pile", pile=view["pile"]), speech("picture.aside", aside=view["aside"])
    places = [_place(owner, speech) for owner in (None, *range(view["players"]))]
    sealed = speech("picture.sealed")
    place_width, state_width = max(map(len, places)), max(len(sealed), len(_quarter(1)))
    lines = [f"{pile}, {aside}" if view["aside"] else pile]
    for sack in view["sacks"]:
        where = _place(sack["owner"], speech)
        state = sealed if sack["quarter"] is None else _quarter(sack["quarter"])
        loot = "" if sack["loot"] is None else f"{sack['loot']}/{sack['worth']}"
        top = "" if sack["top"] is None else f"{speech('picture.top')} {sack['top']}"
        cards = f"  ({' '.join(sack['cards'])})" if view["seat"] is not None and sack["cards"] else ""
        line = f"  {sack['name']:>4}  {where:<{place_width}}  {state:<{state_width}} {loot:>7}  {top}{cards}"
        lines.append(line.rstrip())
    for seat, hand in enumerate(view["hands"]):
        mark = ">" if view["turn"] == seat else " "
        lines.append(f"{mark} {speech.names[seat]}: {' '.join(hand) or '-'}")
    return lines


def _place(owner: int | None, speech: Saying) -> str:
    """Where a sack is."""
    return speech("picture.centre") if owner is None else speech.names[owner]


def _quarter(number: int) -> str:
    return "[" + "#" * number + "." * (4 - number) + "]"
