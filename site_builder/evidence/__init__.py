"""Verification of Trust Layer proofs (FORMATS §4): pure, bytes in, an account out."""
