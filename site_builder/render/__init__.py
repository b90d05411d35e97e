"""Document bytes to HTML bytes: pages are read from ``index.json`` and from nothing else (DESIGN)."""
