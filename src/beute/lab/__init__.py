"""Many games, and statistics about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beute.lab.dataframe import simulate

__all__ = ["simulate"]


def __getattr__(name: str) -> Any:
    """Imported when first used, as Polars takes time to import."""
    if name not in __all__:
        raise AttributeError(f"module 'beute.lab' has no attribute {name!r}")
    from beute.lab import dataframe

    return getattr(dataframe, name)
