"""The weights of Räuber's `greedy`; `tuning/raeuber` fitted them to the choices of `master`."""

from typing import Final

import numpy as np

# For 2, 3, 4 and 5 players: a weight that always counts, and one that counts more as the pile gets smaller.
BY_FEATURE: Final = {
    "loot": ([0.0460, 0.0512, -0.0070, 0.3021], [0.0171, -0.0156, 0.0696, -0.2634]),  # in the seat's own open sacks
    "hope": (
        [-0.0257, -0.0889, -0.1772, -0.2418],
        [0.0111, 0.1107, 0.1568, 0.1589],
    ),  # what sealing them would add, by how full they are
    "robbed": (
        [-0.0687, -0.0289, 0.0054, -0.0050],
        [0.0436, -0.0052, -0.0417, -0.0252],
    ),  # their loot, by the chance that an opponent holds a card that robs them
    "sealed": (
        [-0.1698, -0.1082, -0.0831, -0.1237],
        [0.1476, 0.0748, 0.0376, 0.0711],
    ),  # their loot, by the chance that an opponent holds the card that seals them
    "ready": (
        [0.0305, 0.0289, 0.0198, 0.0343],
        [-0.0012, -0.0119, -0.0007, -0.0356],
    ),  # what sealing them would add, with the card for it in the hand
    "waiting": (
        [-0.0023, -0.0023, 0.0003, 0.0016],
        [-0.0703, -0.0302, -0.0124, -0.0064],
    ),  # what sealing them would add, for each card for it that is unseen
    "small": ([0.0952, 0.1145, 0.1660, 0.1960], [-0.1019, -0.1526, -0.1612, -0.1540]),  # loot in those that count twice
    "sacks": ([0.2074, -0.4303, 0.3753, 0.4852], [0.9236, 1.5404, 0.6661, 1.4348]),  # how many they are
    "full": (
        [0.1097, 0.1047, 0.3790, 0.7477],
        [-0.0337, -0.0461, -0.2949, -0.6788],
    ),  # what the seat's own sealed sacks count
    "theirs": ([-0.0347, -0.0317, -0.0677, 0.1968], [0.0477, 0.0365, 0.0844, -0.2034]),  # loot in open sacks of others
    "leader": (
        [-0.0347, 0.0031, 0.0188, 0.0115],
        [0.0477, -0.0168, -0.0312, -0.0220],
    ),  # of the leading opponent, in addition
    "rob": (
        [0.0263, 0.0000, -0.0118, -0.0072],
        [-0.0138, 0.0127, 0.0241, 0.0174],
    ),  # loot that the cards left in the hand could rob
    "seal": (
        [0.0329, -0.0049, -0.0192, -0.0236],
        [-0.0081, 0.0179, 0.0253, 0.0213],
    ),  # what others' sacks would count that they could seal
    "they_rob": (
        [-0.0206, -0.0192, -0.0047, 0.0030],
        [0.0153, 0.0161, -0.0004, -0.0069],
    ),  # loot in others' sacks, by the chance that an opponent holds a card that robs them
    "they_seal": (
        [-0.0576, -0.0302, -0.0176, -0.0122],
        [0.0524, 0.0221, 0.0081, 0.0017],
    ),  # what they would count sealed, by the chance that an opponent holds the card
    "shut": (
        [0.0297, 0.0259, 0.0164, 0.0068],
        [-0.0237, -0.0205, -0.0132, -0.0101],
    ),  # loot in others' sacks that only a robber fits on
    "last": (
        [0.0056, 0.0126, 0.0112, 0.0095],
        [0.0056, 0.0126, 0.0112, 0.0095],
    ),  # the best that the last card could do, by the chance that nobody else keeps the same
    "played": (
        [0.1543, 0.2639, 0.2671, 0.0907],
        [-0.2173, -0.2524, -0.2685, -0.0168],
    ),  # points of the card that is played
    "robber": ([1.3091, 2.2174, 1.5119, 2.3353], [-1.6744, -1.7144, -1.0921, -1.3822]),  # whether it is a robber
    "pair": (
        [0.6502, 0.9352, 0.9811, 0.4420],
        [-0.2079, -0.7643, -0.8870, -0.1550],
    ),  # whether another one like it stays in the hand
}
WEIGHTS: Final = np.array(list(BY_FEATURE.values()))
