"""One folder per challenge that the Index publishes."""
