"""The Index: a static, bilingual site built from scorer outputs that a reader can recompute."""
