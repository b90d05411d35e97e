"""Counting again, from the assertions, what the scorer declared (specification §5.7)."""
