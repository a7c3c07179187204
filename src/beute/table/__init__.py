"""A table without screen, network or disk: who sits there, a match being played, questions, what is told and kept."""
