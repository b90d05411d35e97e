"""Step 1: every file is the one that the manifest lists, byte for byte, and there is no other."""

from __future__ import annotations

import io
from hashlib import sha256
from typing import Final

from site_builder.publish import Entry, ManifestError
from site_builder.publish.files import SUMS
from site_builder.publish.manifest import MANIFEST, site_entries
from site_builder.reader.account import Problem, Step
from site_builder.reader.site import MAX_FILE, Site
from site_builder.reader.source import NoAnswerError, Source, SourceError

_STAMPED: Final = "index.json"
_AS_LISTED: Final = "the file that the manifest lists"


def check_files(source: Source, step: Step) -> Site | None:
    """Hashes everything; the site, or ``None`` where there is no manifest to go by. Raises as
    :func:`manifest_of` does."""
    site = manifest_of(source, step.problems)
    if site is None:
        return None
    size, sums = 0, dict[str, str]()
    for path, entry in site.entries.items():
        try:
            data = site.read(path)
        except SourceError as error:
            step.wrong(path, str(error), _AS_LISTED)
            continue
        size += len(data)
        found = sha256(data).hexdigest()
        if path == SUMS:
            sums = _sums(data, step)
            _stamp(site, step)
        if len(data) != entry.size or found != entry.sha256:
            length = f"more than {entry.size} bytes" if len(data) > entry.size else f"{len(data)} bytes"
            step.wrong(path, f"{length}, SHA-256 {found}", f"{entry.size} bytes, SHA-256 {entry.sha256}")
    _compare_lists(site, sums, step)
    step.compared.append(
        f"{len(site.entries)} files, {size} bytes, with their SHA-256 and size in {MANIFEST}; {SUMS} with it"
    )
    _others(site, step)
    return site


def manifest_of(source: Source, problems: list[Problem]) -> Site | None:
    """The site that the manifest of a place lists, none of whose files was looked at yet.

    It is the first file that is asked for: where there is no answer, the place cannot be opened, which says
    nothing of a site; raises :class:`NoAnswerError`.
    """
    try:
        data = source.read(MANIFEST, MAX_FILE)
    except NoAnswerError:
        raise
    except SourceError as error:
        problems.append(Problem(MANIFEST, str(error), "the manifest of a published site"))
        return None
    head: dict[str, str] = {}
    try:
        entries = {entry.path: entry for entry in site_entries(io.BytesIO(data), head.update)}
    except ManifestError as error:
        place = f"line {error.line}" if error.line is not None else None
        problems.append(Problem(MANIFEST, error.found, error.expected, place))
        return None
    return Site(source, entries, head["genere_le"], head["commit_source"])


def _stamp(site: Site, step: Step) -> None:
    """The manifest's own date and commit, which no hash covers, are those of the pages."""
    document = site.document(_STAMPED) or {}
    for name in ("genere_le", "commit_source"):
        stated = getattr(site, name)
        if document.get(name) != stated:
            step.wrong(MANIFEST, f"{name} {stated!r}", f"{document.get(name)!r}, as {_STAMPED} says")


def _sums(data: bytes, step: Step) -> dict[str, str]:
    """Path → hash of the lines of ``SHA256SUMS``; anything else on a line is told."""
    found: dict[str, str] = {}
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(keepends=True), start=1):
        digest, path = line[:64], line[66:].removesuffix("\n")
        if f"{digest}  {path}\n" != line:
            step.wrong(SUMS, "a line in another form", "hash, two spaces, path", f"line {number}")
            continue
        found[path] = digest
    return found


def _compare_lists(site: Site, sums: dict[str, str], step: Step) -> None:
    """The two lists say the same; where they do not, the one that was altered is the one to look at."""
    listed = {path: entry.sha256 for path, entry in site.entries.items() if path != SUMS}
    for path in sorted(listed.keys() | sums.keys()):
        if listed.get(path) != sums.get(path):
            in_sums = f"{sums.get(path, 'nothing')} for {path}"
            in_manifest = f"{listed.get(path, 'nothing')} for {path}"
            step.wrong(MANIFEST, in_manifest, f"{in_sums}, as {SUMS} says")
            step.wrong(SUMS, in_sums, f"{in_manifest}, as {MANIFEST} says")
    if SUMS not in site.entries:
        step.wrong(SUMS, "the manifest does not list it", "a list of every hash")
    elif site.entries[SUMS] != _entry(listed):
        step.wrong(MANIFEST, f"another hash or size for {SUMS}", f"those of {SUMS} as {MANIFEST} implies it")


def _entry(listed: dict[str, str]) -> Entry:
    data = "".join(f"{digest}  {path}\n" for path, digest in listed.items()).encode()
    return Entry(SUMS, sha256(data).hexdigest(), len(data))


def _others(site: Site, step: Step) -> None:
    try:
        names = site.source.names()
        if names is None:
            step.notes.append("A server does not say which other files it holds; in a folder, each is named.")
            return
        for path in sorted(name for name in names if name not in site.entries and name != MANIFEST):
            step.wrong(path, "a file that the manifest does not list", "only listed files")
    except SourceError as error:
        step.wrong(".", str(error), "a folder that can be read")
