"""Publication rules that hold for every challenge: a rule is one file, and can only say no."""
