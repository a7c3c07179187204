"""Sneaky's table as text, drawn from a view."""

from __future__ import annotations

from typing import Final

from beute.games.parts import Saying
from beute.games.sneaky.view import SneakyView, Spot, Stack

LABEL: Final = 9


def picture(view: SneakyView, speech: Saying) -> list[str]:
    """The centre, every seat, and what is still to be placed."""
    centre = "   ".join(f"c{slot} {_spot(there)}" for slot, there in enumerate(view["centre"]))
    lines = [f"{_label(speech, 'centre')}{centre}   ({speech('picture.pile')} {len(view['pile'])})"]
    if view["turns_left"] is not None and view["step"] != "over":
        lines[0] += f"   {speech('picture.last_round', turns=view['turns_left'])}"
    for seat, there in enumerate(view["seats"]):
        mark = ">" if view["turn"] == seat else " "
        stacks = "   ".join(_stack(stack) for stack in there["stacks"])
        owned = {"cuffs": there["cuffs"], "safe": " ".join(there["safe"]) or "-", "stack": stacks}
        shown = "   ".join(f"{speech(f'picture.{code}')} {what}" for code, what in owned.items())
        lines.append(f"{mark} {speech.names[seat]}   {shown}")
    if view["dice"]:
        lines.append(f"{_label(speech, 'dice')}{' '.join(view['dice'])}")
    if view["to_lay"]:
        lines.append(f"{_label(speech, 'to_lay')}{' '.join(view['to_lay'])}")
    return lines


def _label(speech: Saying, code: str) -> str:
    return speech(f"picture.{code}").ljust(LABEL)


def _spot(there: Spot | None) -> str:
    """A bandit and a dot for each die on it."""
    return "--" if there is None else there["bandit"] + "•" * there["dice"]


def _stack(stack: Stack) -> str:
    if not stack["bandits"]:
        return "-"
    *below, top = stack["bandits"]
    return " ".join([*below, f"[{top}{'•' * stack['dice']}]"])
