"""One module for each rule file that checks something, named like it: ACCEPTED, REFUSED, NOT_APPLICABLE."""
