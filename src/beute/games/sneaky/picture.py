"""Sneaky's table as text, drawn from a view."""

from __future__ import annotations

from typing import Any

LABEL = 9


def picture(view: dict[str, Any], speech: Any) -> list[str]:
    """`speech` is a `play.speech.Speech`: it has the words, and the names of the seats."""
    centre = "   ".join(f"c{slot} {spot(there)}" for slot, there in enumerate(view["centre"]))
    lines = [f"{label(speech, 'centre')}{centre}   ({speech('picture.pile')} {len(view['pile'])})"]
    if view["turns_left"] is not None and view["step"] != "over":
        lines[0] += f"   {speech('picture.last_round', turns=view['turns_left'])}"
    for seat, there in enumerate(view["seats"]):
        mark = ">" if view["turn"] == seat else " "
        stacks = "   ".join(stack(pile) for pile in there["stacks"])
        owned = {"cuffs": there["cuffs"], "safe": " ".join(there["safe"]) or "-", "stack": stacks}
        shown = "   ".join(f"{speech(f'picture.{code}')} {what}" for code, what in owned.items())
        lines.append(f"{mark} {speech.names[seat]}   {shown}")
    if view["dice"]:
        lines.append(f"{label(speech, 'dice')}{' '.join(view['dice'])}")
    if view["to_lay"]:
        lines.append(f"{label(speech, 'to_lay')}{' '.join(view['to_lay'])}")
    return lines


def label(speech: Any, code: str) -> str:
    return str(speech(f"picture.{code}")).ljust(LABEL)


def spot(there: dict[str, Any] | None) -> str:
    """A bandit and a dot for each die on it."""
    return "--" if there is None else there["bandit"] + "•" * there["dice"]


def stack(pile: dict[str, Any]) -> str:
    if not pile["bandits"]:
        return "-"
    *below, top = pile["bandits"]
    return " ".join([*below, f"[{top}{'•' * pile['dice']}]"])
