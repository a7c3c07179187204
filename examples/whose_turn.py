"""Tell a phone or a chat whenever it becomes your turn: a message to a webhook, as to a topic of ntfy.

`python examples/whose_turn.py http://127.0.0.1:8765 SECRET https://ntfy.sh/my-topic`

The secret is one of `POST /api/me/recovery`; in the browser in which you play, its console gives it:
`await (await fetch("/api/me/recovery", {method: "POST"})).json()`
"""

from __future__ import annotations

import json
import sys
import time
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

(server, secret, webhook), token = sys.argv[1:4], ""
seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 10


def ask(path: str, said: object = None) -> Any:
    """A POST of what is said, or else a GET."""
    headers = {"Authorization": f"Bearer {token}", "Beute-Token": "1", "Content-Type": "application/json"}
    body = None if said is None else json.dumps(said).encode()
    return json.load(urlopen(Request(server + path, body, headers), timeout=60))


try:
    token = ask("/api/recover", {"token": secret})["token"]
except HTTPError as error:
    sys.exit(error.read().decode())  # the secret is none of this server, or was used before
told = set[str]()
while True:  # it asks now and then: who followed the stream would be shown to the others as being here
    try:
        asked = {table["id"]: table for table in ask("/api/tables") if table["asked"]}
        told &= asked.keys()
        for id in asked.keys() - told:
            text = f"It is your turn at {server}/t/{id} ({asked[id]['game']}: {', '.join(asked[id]['names'])})"
            urlopen(Request(webhook, text.encode(), {"Content-Type": "text/plain; charset=utf-8"}), timeout=60).close()
            told.add(id)
    except (OSError, HTTPException) as error:
        if isinstance(error, HTTPError) and error.code == 401:
            raise
        print(error)  # it is told as soon as that works again
    time.sleep(seconds)
