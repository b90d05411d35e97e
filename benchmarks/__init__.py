"""How long a build takes, how much memory, and how both grow."""
