"""Many games, and what they tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beute.lab.dataframe import simulate

__all__ = ["simulate"]


def __getattr__(name: str) -> Any:
    """Imported when first used: not everybody who imports a part of this wants tables."""
    if name not in __all__:
        raise AttributeError(f"module 'beute.lab' has no attribute {name!r}")
    from beute.lab import dataframe

    return getattr(dataframe, name)
