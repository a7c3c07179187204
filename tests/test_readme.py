"""The README's session is true."""

import doctest
from pathlib import Path


def test_the_session_in_the_readme() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    text = readme.read_text(encoding="utf-8")
    sessions = "\n".join(block.partition("\n")[2] for block in text.split("```")[1::2] if block.startswith("python"))
    test = doctest.DocTestParser().get_doctest(sessions, {}, "README", str(readme), 0)
    assert len(test.examples) > 8
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0
