"""How long a build and a replay take, how much memory, and how both grow."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEMONSTRATION = ROOT / "data/results/prove-it/season-0"
