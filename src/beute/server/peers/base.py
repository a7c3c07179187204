"""What servers of the same tables tell each other. All of it is only a hint: what happened is read from the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

LEASE: Final = 5.0  # seconds for which a server has the bots and the clock of a table to itself
ALIVE: Final = 1.0  # seconds between two times that a server tells that it is there
BEAT: Final = 10.0  # seconds between two times that a server tells who is connected to it
AWAY: Final = 25.0  # seconds without that after which they count as away


@dataclass(frozen=True)
class Changed:
    """The log of a table has so many entries now."""

    room: str
    length: int
    kind: Literal["changed"] = "changed"


@dataclass(frozen=True)
class Noted:
    """Something that is told once to all who are connected, and never kept: a notice, or an emote."""

    room: str
    frame: str
    kind: Literal["noted"] = "noted"


@dataclass(frozen=True)
class Here:
    """The people who are connected to a table at the server that tells it; with `asks`, others tell theirs too."""

    room: str
    people: tuple[int, ...]
    asks: bool = False
    kind: Literal["here"] = "here"


@dataclass(frozen=True)
class Gone:
    """A table was deleted."""

    room: str
    kind: Literal["gone"] = "gone"


@dataclass(frozen=True)
class Person:
    """A person was renamed or deleted."""

    id: int
    kind: Literal["person"] = "person"


@dataclass(frozen=True)
class Called:
    """A program belongs to a table: its stream may follow."""

    person: int
    room: str
    kind: Literal["called"] = "called"


@dataclass(frozen=True)
class Asked:
    """How often which client has asked for what kind of thing lately."""

    counts: tuple[tuple[str, str, int], ...]
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True)
class Missed:
    """What the server that tells this has told before may not have arrived: look at everything."""

    kind: Literal["missed"] = "missed"


News: TypeAlias = Changed | Noted | Here | Gone | Person | Called | Asked | Missed


class Ears(Protocol):
    """Who hears what other servers tell. Nothing is waited for."""

    def heard(self, server: str, news: News) -> None: ...

    def missed(self) -> None:
        """For a while nothing could be heard: look at everything that is in memory."""

    def lost(self, server: str) -> None:
        """A server has ended, or is cut off: what it had leases for is anybody's."""


class Peers(Protocol):
    """The other servers of the same store."""

    @property
    def alone(self) -> bool:
        """Whether there never are any."""

    @property
    def cut_off(self) -> bool:
        """Whether nothing can be heard now."""

    def start(self, ears: Ears) -> None:
        """From now on listen."""

    def tell(self, news: News) -> None:
        """To all others; what cannot be told now is dropped."""

    async def lease(self, room: str) -> float:
        """Take the bots and the clock of a table for LEASE seconds: 0, or for how long another server has them.

        Two servers may have them at once, when they are cut off: the store takes what the first one of them decides.
        """

    def release(self, room: str) -> None:
        """Another server may have the lease at once."""

    async def close(self) -> None: ...


class Alone:
    """For one server."""

    alone = True
    cut_off = False

    def start(self, ears: Ears) -> None:
        pass

    def tell(self, news: News) -> None:
        pass

    async def lease(self, room: str) -> float:
        return 0.0

    def release(self, room: str) -> None:
        pass

    async def close(self) -> None:
        pass
