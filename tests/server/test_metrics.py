"""What is counted, as Prometheus reads it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.server.serving import Browser, Server


def counted(browser: Browser) -> dict[str, float]:
    """Of decisions of bots, by what became of them."""
    found = re.findall(r'^beute_bots_total\{what="(\w+)"\} (\S+)', browser.http.get("/metrics").text, re.MULTILINE)
    return {what: float(number) for what, number in found}


def test_decisions_of_bots_are_counted(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server, Browser(server) as browser:
        assert counted(browser) == {}
        table = browser.create("raeuber", ["me:Ada", "greedy"])
        for event in browser.events(table):  # until the bot has played and Ada is asked again
            told = event.data
            if event.kind in ("state", "update") and told["question"] is not None and 0 in told["view"]["asked"]:
                if counted(browser).get("asked"):
                    break
                browser.answer(table, told, next(c["word"] for c in told["view"]["choices"] if c["possible"] == "yes"))
        assert counted(browser)["asked"] >= 1
        assert "beute_bots_waiting 0.0" in browser.http.get("/metrics").text
