"""Scorer outputs as FORMATS §1 describes them: strict models, and the only reader of the tree."""
