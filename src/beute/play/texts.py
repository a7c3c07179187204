"""The reasons for a refusal, by their codes, in English."""

from typing import Final

REASONS: Final = {
    # any game
    "unknown_word": "there is no such word in this game",
    "unknown_seat": "there is no such seat",
    "game_is_over": "the game is over",
    "chance_is_due": "first chance decides",
    "impossible_chance": "chance cannot do that here",
    "not_your_turn": "it is not this seat's turn",
    "not_in_hand": "the card is not in the hand",
    # Sneaky
    "choose_the_top": "first choose which captured bandit goes on top",
    "not_captured": "that bandit is not among those to be laid on the stack now",
    "nothing_to_lay": "no captured bandits are to be put in order",
    "place_a_die_first": "a die of the latest roll must be placed first",
    "nothing_to_roll_for": "rolling again needs a die to roll and a bandit that is not full",
    "own_stack": "dice never go on one's own stack",
    "no_bandit_there": "no bandit lies open there",
    "bandit_is_full": "the bandit has all its dice",
    "no_die_of_that_colour": "the roll has no die of that colour left",
    # Der Schattendieb
    "vault_is_shut": "whose vault is shut is out of the game",
    "chosen_already": "a card is chosen already",
    "choose_a_card_first": "now everybody chooses one card to play",
    "must_steal": "the thief must take a jewel now",
    "nothing_to_steal_there": "there lies no jewel that this thief takes",
    "only_adding_now": "now jewels of the kind in front can be added, until `done`",
    "other_kind": "only jewels of the kind in front can be added",
    "added_already": "this seat is done with adding",
    "no_jewel_in_front": "only who has a jewel in front may add",
    # Räuber
    "sealed": "the sack is sealed",
    "exceeds_sack": "the card would exceed the sack",
    "robber_on_own_sack": "a robber never goes on one's own sack",
    "something_fits": "a card is laid out only when none fits anywhere",
    "not_with_last_card": "a last card is played, not laid out",
}
