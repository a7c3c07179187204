"""What every answer says to browsers."""

from __future__ import annotations

from starlette.types import Message

CONTENT = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    ]
)
SAFE = [
    (b"content-security-policy", CONTENT.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),  # links to tables are secret
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
NOT_KEPT = [*SAFE, (b"cache-control", b"no-store")]


def with_safe(message: Message, path: str) -> Message:
    """The start of an answer with them. What /api tells is kept by nobody, unless the route says otherwise."""
    headers = message.get("headers", ())
    kept = not path.startswith("/api") or any(name == b"cache-control" for name, _ in headers)
    return {**message, "headers": [*headers, *(SAFE if kept else NOT_KEPT)]}
