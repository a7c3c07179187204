"""Räuber's table as text, drawn from a view."""

from __future__ import annotations

from typing import Any


def picture(view: dict[str, Any], speech: Any) -> list[str]:
    """`speech` is a Speech of beute.play, which games do not import."""
    pile, aside = speech("picture.pile", pile=view["pile"]), speech("picture.aside", aside=view["aside"])
    places = [place(owner, speech) for owner in (None, *range(view["players"]))]
    sealed = speech("picture.sealed")
    place_width, state_width = max(map(len, places)), max(len(sealed), len(quarter(1)))
    lines = [f"{pile}, {aside}" if view["aside"] else pile]
    for sack in view["sacks"]:
        where = place(sack["owner"], speech)
        state = sealed if sack["sealed"] else quarter(sack["quarter"])
        loot = "" if sack["loot"] is None else f"{sack['loot']}/{sack['worth']}"
        top = "" if sack["top"] is None else f"{speech('picture.top')} {sack['top']}"
        lines.append(f"  {sack['name']:>4}  {where:<{place_width}}  {state:<{state_width}} {loot:>7}  {top}".rstrip())
    for seat, hand in enumerate(view["hands"]):
        mark = ">" if view["turn"] == seat else " "
        lines.append(f"{mark} {speech.names[seat]}: {' '.join(hand) or '-'}")
    return lines


def place(owner: int | None, speech: Any) -> str:
    """Where a sack is."""
    return str(speech("picture.centre") if owner is None else speech.names[owner])


def quarter(number: int) -> str:
    return "[" + "#" * number + "." * (4 - number) + "]"
