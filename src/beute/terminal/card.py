"""A game in 30 seconds: the parts of its card in the texts; of a game without a card, what its box says."""

from beute.texts import texts

PARTS = ("aim", "turn", "twist", "keep", "end")


def card(game: str, language: str) -> list[str]:
    say = texts(language)
    return [say(f"{game}.card.{part}") for part in PARTS if f"{game}.card.{part}" in say] or [say(f"{game}.teaser")]
