"""Writes all snapshots again."""

from tests.terminal.snapshots import HERE, path, wanted

for old in HERE.glob("*.txt"):
    old.unlink()
for name, take in wanted():
    path(name).write_text(take(), encoding="utf-8")
