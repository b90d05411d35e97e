"""What changed between two built sites: by page, row and figure (``site-builder diff OLD NEW``).

The two manifests say which files differ; only those are opened. A difference that the date and the commit
of the build alone explain is counted, not listed.
"""

from __future__ import annotations

from site_builder.comparison.result import Comparison
from site_builder.comparison.sites import ComparisonError, Published, compare, compare_publications

__all__ = ["Comparison", "ComparisonError", "Published", "compare", "compare_publications"]
