"""Running a season: its tree is made, frozen, completed at the close, and asked what it still lacks.

Every change of a season's tree is made in a copy, judged there by the readers and rules of the program, and
put in the place of the tree in one call, or not at all (:mod:`workplace`).
"""
