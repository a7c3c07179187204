"""A bot over HTTP: it sits down at a table by its link, and plays there at random, whatever the game.

`python examples/bot_over_http.py http://127.0.0.1:8765/join#LINK Robo`
"""

import json
import random
import sys
import time
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

(server, _, link), name, token = sys.argv[1].partition("/join#"), sys.argv[2], ""


def ask(path: str, said: object = None) -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return urlopen(Request(server + path, None if said is None else json.dumps(said).encode(), headers), timeout=60)


def answer(data: Any) -> None:
    """If its seat is asked, one of the words that are offered."""
    if data["question"] and data["seat"] in data["view"]["asked"]:
        word = random.choice([choice["word"] for choice in data["view"]["choices"] if choice["possible"] != "no"])
        path = f"/api/tables/{data['table']}/seats/{data['seat']}/answers"
        ask(path, {"question": data["question"]["id"], "word": word}).close()


try:
    token = json.load(ask("/api/programs", {"name": name}))["token"]
    ask("/api/join", {"link": link, "name": name}).close()
except HTTPError as error:
    sys.exit(error.read().decode())  # another link, no free seat, or no programs there
while True:
    try:
        for line in ask("/api/updates"):  # all that is asked is told at once, and then whatever happens
            field, _, value = line.decode().rstrip().partition(": ")
            if field == "event":
                kind = value
            elif field == "data" and kind in ("state", "update"):
                answer(json.loads(value))
            elif field == "data" and kind == "table" and (table := json.loads(value))["offer"]:
                ask(f"/api/tables/{table['id']}/rematch/accept", {}).close()
    except HTTPError as error:
        print(error.read().decode())  # it was said before, or the game is paused
        if error.code in (401, 404):
            raise
    except (OSError, HTTPException):
        pass  # the server comes back
    time.sleep(1)
