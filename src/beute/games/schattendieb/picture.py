"""Der Schattendieb's table as text, drawn from a view."""

from __future__ import annotations

from typing import Any


def picture(view: dict[str, Any]) -> list[str]:
    pile = "gone" if view["gone"] else " + ".join(str(cards) for cards in view["pile"])
    lines = [f"Pile {pile}   discard {len(view['discard'])}, face down {view['face_down']}"]
    for seat, there in enumerate(view["seats"]):
        mark = ">" if seat in view["asked"] else " "
        lines.append(f"{mark} Seat {seat}   {' '.join(there['hand'])}".rstrip())
        if there["front"]:
            lines[-1] += f"   in front {' '.join([there['front'], *there['added']])}"
        state = "open" if there["open"] else f"shut with {there['shut_with']}"
        lines.append(f"    vault {state}: {' '.join(there['vault']) or '-'}   ({there['vault_sum']})")
    return lines
