"""A game on one page: what the games of bots tell about it.

`study` plays and watches them, `course` and `value` make figures of what was seen, `page` puts them together.
"""

from __future__ import annotations

from beute.lab.report.page import page
from beute.lab.report.study import Plan, Study

__all__ = ["Plan", "Study", "page"]
