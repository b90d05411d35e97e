"""What the Index says in its own words: message catalogues, prose pages, lexicons, and their parity."""
