"""Räuber's table as text, drawn from a view."""

from __future__ import annotations

from typing import Any


def picture(view: dict[str, Any]) -> list[str]:
    lines = [f"Pile {view['pile']}" + (f", aside {view['aside']}" if view["aside"] else "")]
    for sack in view["sacks"]:
        where = "centre" if sack["owner"] is None else f"seat {sack['owner']}"
        top = "" if sack["top"] is None else f"top {sack['top']}"
        state = "SEALED" if sack["sealed"] else quarter(sack["quarter"])
        loot = "" if sack["loot"] is None else f"{sack['loot']}/{sack['worth']}"
        lines.append(f"  {sack['name']:>4}  {where:<7} {state:<6} {loot:>7}  {top}".rstrip())
    for seat, hand in enumerate(view["hands"]):
        mark = ">" if view["turn"] == seat else " "
        lines.append(f"{mark} Seat {seat}: {' '.join(hand) or '-'}")
    return lines


def quarter(number: int) -> str:
    return "[" + "#" * number + "." * (4 - number) + "]"
