"""`python -m beute`."""

from beute.cli import main

main()
