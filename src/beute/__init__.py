"""Beute: a home for three thieving games, Sneaky, Der Schattendieb and Räuber."""

__version__ = "0.1.0"
