"""The rehearsal season: an invented corpus, scripted participants, real evidence (docs/rehearsal.md)."""
