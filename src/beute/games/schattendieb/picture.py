"""Der Schattendieb's table as text, drawn from a view: plain letters, for scripts and for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Speech(Protocol):
    """What a picture needs of `play/speech.py`: the words of a language, and the names of those who play."""

    names: Sequence[str]

    def __call__(self, code: str, /) -> str: ...


def picture(view: dict[str, Any], speech: Speech) -> list[str]:
    def say(word: str) -> str:
        return speech(f"picture.{word}")

    pile = say("gone") if view["gone"] else " + ".join(str(cards) for cards in view["pile"])
    discard = f"{say('discard')} {len(view['discard'])}, {say('face_down')} {view['face_down']}"
    lines = [f"{say('pile')} {pile}   {discard}"]
    for seat, there in enumerate(view["seats"]):
        mark = ">" if seat in view["asked"] else " "
        lines.append(f"{mark} {speech.names[seat]}   {' '.join(there['hand'])}".rstrip())
        if there["front"]:
            lines[-1] += f"   {say('in_front')} {' '.join([there['front'], *there['added']])}"
        state = say("open") if there["open"] else f"{say('shut_with')} {there['shut_with']}"
        lines.append(f"    {say('vault')} {state}: {' '.join(there['vault']) or '-'}   ({there['vault_sum']})")
    return lines
