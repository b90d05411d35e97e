"""Page documents: what every page holds in common, and the only place where a figure is rounded."""
