"""The other servers of the same tables: what they tell each other, and which of them lets a table's bots play."""

from __future__ import annotations

from urllib.parse import urlsplit

from beute.play.errors import SetupError
from beute.server.peers.base import Alone, Peers
from beute.server.settings import Settings

FORM = "redis://host:6379/0, or with a password redis://:password@host:6379/0"


def open_peers(settings: Settings, site: str) -> Peers:
    """The other servers of a site, by what the settings say; SetupError if they cannot be."""
    if not settings.redis_url:
        return Alone()
    if not settings.database_url.startswith("postgresql"):
        message = (
            "Redis is for several servers on one PostgreSQL, and the database is SQLite: say --database-url too, or "
            "leave --redis-url out"
        )
        raise SetupError(message, "redis_without_postgresql")
    try:
        from beute.server.peers.redis import RedisPeers, refusal
    except ImportError:
        raise SetupError("Redis needs its package: pip install 'beute[redis]'", "no_redis") from None
    try:
        peers, why = RedisPeers(settings.redis_url, site), refusal(settings.redis_url)
    except ValueError:
        # The URL itself may hold a password.
        raise SetupError(f"the URL of Redis names none; what would do: {FORM}", "bad_url") from None
    if why:
        where = urlsplit(settings.redis_url).hostname or "this machine"
        raise SetupError(f"Redis on {where} refuses this server ({why}); what would do: {FORM}", "redis_refuses")
    return peers
