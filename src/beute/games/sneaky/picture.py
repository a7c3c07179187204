"""Sneaky's table as text, drawn from a view."""

from __future__ import annotations

from typing import Any


def picture(view: dict[str, Any]) -> list[str]:
    centre = "   ".join(f"c{slot} {spot(there)}" for slot, there in enumerate(view["centre"]))
    lines = [f"Centre   {centre}   (pile {len(view['pile'])})"]
    if view["turns_left"] is not None and view["step"] != "over":
        lines[0] += f"   last round, {view['turns_left']} turns left"
    for seat, there in enumerate(view["seats"]):
        mark = ">" if view["turn"] == seat else " "
        stacks = "   ".join(stack(pile) for pile in there["stacks"])
        safe = " ".join(there["safe"]) or "-"
        lines.append(f"{mark} Seat {seat}   cuffs {there['cuffs']}   safe {safe}   stack {stacks}")
    if view["dice"]:
        lines.append(f"Dice     {' '.join(view['dice'])}")
    if view["to_lay"]:
        lines.append(f"To lay   {' '.join(view['to_lay'])}")
    return lines


def spot(there: dict[str, Any] | None) -> str:
    """A bandit and a dot for each die on it."""
    return "--" if there is None else there["bandit"] + "•" * there["dice"]


def stack(pile: dict[str, Any]) -> str:
    if not pile["bandits"]:
        return "-"
    *below, top = pile["bandits"]
    return " ".join([*below, f"[{top}{'•' * pile['dice']}]"])
