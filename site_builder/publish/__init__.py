"""The only writers of the project (DESIGN, "Building at any size").

A build writes into a staging folder beside the output, judges what it wrote, and exchanges the two in
one system call. Until :meth:`Staging.publish` is called nothing of it is visible; whatever happens
before (a refusal, a crash, a full disk, a second build) leaves the published site as it was.

POSIX only: the guarantees rest on directory descriptors, ``flock`` and an atomic ``rename``.
"""

from __future__ import annotations

from site_builder.publish.errors import PublicationError
from site_builder.publish.files import Entry, PathError, open_file, write_file
from site_builder.publish.manifest import Manifest, ManifestError, read_manifest
from site_builder.publish.staging import Staging

__all__ = [
    "Entry",
    "Manifest",
    "ManifestError",
    "PathError",
    "PublicationError",
    "Staging",
    "open_file",
    "read_manifest",
    "write_file",
]
