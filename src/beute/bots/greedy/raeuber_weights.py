"""How much a player of Räuber feels what; `tuning/raeuber.py` found it in the choices of `master`."""

from typing import Final

import numpy as np

# For 2, 3, 4 and 5 players: what counts always, and what counts the more the fewer cards are in the pile.
FEELINGS: Final = {
    "loot": ([0.0460, 0.0587, 0.0568, 0.0548], [0.0171, -0.0074, -0.0044, -0.0015]),  # in open sacks of one's own
    "hope": (
        [-0.0257, -0.0353, 0.0285, 0.0924],
        [0.0111, 0.0047, -0.0295, -0.0638],
    ),  # what sealing them would add, by how full they are
    "robbed": (
        [-0.0687, -0.0321, -0.0412, -0.0503],
        [0.0436, 0.0041, 0.0106, 0.0171],
    ),  # their loot, by the chance that an opponent holds a card that robs them
    "sealed": (
        [-0.1698, -0.1339, -0.1191, -0.1043],
        [0.1476, 0.0809, 0.0670, 0.0531],
    ),  # their loot, by the chance that an opponent holds the card that seals them
    "ready": (
        [0.0305, 0.0817, 0.0842, 0.0867],
        [-0.0012, -0.0617, -0.0611, -0.0604],
    ),  # what sealing them would add, with the card for it in the hand
    "waiting": (
        [-0.0023, -0.0059, -0.0070, -0.0082],
        [-0.0703, -0.0491, -0.0306, -0.0120],
    ),  # what sealing them would add, for each card for it that is unseen
    "small": ([0.0952, 0.0985, 0.0074, -0.0836], [-0.1019, -0.0841, -0.0131, 0.0579]),  # loot in those that count twice
    "sacks": ([0.2074, -0.4643, -0.6972, -0.9301], [0.9236, 2.4320, 2.0227, 1.6135]),  # how many they are
    "full": (
        [0.1097, 0.1320, 0.1512, 0.1704],
        [-0.0337, -0.0499, -0.0722, -0.0945],
    ),  # what sealed sacks of one's own count
    "theirs": ([-0.0347, -0.0262, -0.0176, -0.0091], [0.0477, 0.0540, 0.0300, 0.0061]),  # loot in open sacks of others
    "leader": (
        [-0.0347, -0.0004, -0.0109, -0.0213],
        [0.0477, -0.0096, 0.0048, 0.0192],
    ),  # of the leading opponent, in addition
    "rob": (
        [0.0263, 0.0207, 0.0184, 0.0161],
        [-0.0138, -0.0123, -0.0074, -0.0024],
    ),  # loot that the cards left in the hand could rob
    "seal": (
        [0.0329, 0.0208, 0.0143, 0.0078],
        [-0.0081, 0.0008, 0.0017, 0.0025],
    ),  # what others' sacks would count that they could seal
    "they_rob": (
        [-0.0206, -0.0311, -0.0325, -0.0339],
        [0.0153, 0.0299, 0.0322, 0.0346],
    ),  # loot in others' sacks, by the chance that an opponent holds a card that robs them
    "they_seal": (
        [-0.0576, -0.0536, -0.0439, -0.0342],
        [0.0524, 0.0448, 0.0334, 0.0220],
    ),  # what they would count sealed, by the chance that an opponent holds the card
    "shut": (
        [0.0297, 0.0302, -0.0002, -0.0306],
        [-0.0237, -0.0242, 0.0060, 0.0362],
    ),  # loot in others' sacks that only a robber fits on
    "last": (
        [0.0056, 0.0098, 0.0100, 0.0101],
        [0.0056, 0.0098, 0.0100, 0.0101],
    ),  # the best that the last card could do, by the chance that nobody else keeps its like
    "played": (
        [0.1543, 0.1419, 0.0564, -0.0291],
        [-0.2173, -0.1354, -0.0044, 0.1265],
    ),  # points of the card that is played
    "robber": ([1.3091, 1.0260, 0.6939, 0.3618], [-1.6744, -1.6649, -0.5739, 0.5171]),  # whether it is a robber
    "pair": (
        [0.6502, 0.7610, 0.8651, 0.9691],
        [-0.2079, -0.4782, -0.6706, -0.8631],
    ),  # whether another one like it stays in the hand
}
WEIGHTS: Final = np.array(list(FEELINGS.values()))
