"""A page about a game: statistics of many games between bots.

`study` plays and watches them, `progress` and `value` make figures of the counts, `page` puts them together.
"""

from __future__ import annotations

from beute.lab.report.page import page
from beute.lab.report.study import Plan, Study

__all__ = ["Plan", "Study", "page"]
