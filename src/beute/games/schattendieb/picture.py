"""Der Schattendieb's table as text, drawn from a view."""

from __future__ import annotations

from beute.games.parts import Saying
from beute.games.schattendieb.view import SchattendiebSeat, SchattendiebView


def picture(view: SchattendiebView, speech: Saying) -> list[str]:
    """The pile and the discard, then every seat with its vault."""
    pile = speech("picture.gone") if view["gone"] else " + ".join(str(cards) for cards in view["pile"])
    discard = f"{speech('picture.discard')} {len(view['discard'])}, {speech('picture.face_down')} {view['face_down']}"
    lines = [f"{speech('picture.pile')} {pile}   {discard}"]
    for seat, there in enumerate(view["seats"]):
        mark = ">" if seat in view["asked"] else " "
        lines.append(f"{mark} {speech.names[seat]}   {' '.join(there['hand'])}".rstrip())
        if there["front"]:
            lines[-1] += f"   {speech('picture.in_front')} {' '.join([there['front'], *there['added']])}"
        lines.append(f"    {_vault(there, speech)}")
    return lines


def _vault(there: SchattendiebSeat, speech: Saying) -> str:
    state = speech("picture.open") if there["open"] else f"{speech('picture.shut_with')} {there['shut_with']}"
    return f"{speech('picture.vault')} {state}: {' '.join(there['vault']) or '-'}   ({there['vault_sum']})"
