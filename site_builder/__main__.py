"""``python -m site_builder`` is ``site-builder``."""

from __future__ import annotations

from site_builder.cli import main

if __name__ == "__main__":
    main()
