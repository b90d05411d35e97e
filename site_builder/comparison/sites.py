"""Two folders compared: what their manifests tell apart, and the documents in which it lies."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, NoReturn

from site_builder.comparison.document import STAMP, Kind, compare_documents
from site_builder.comparison.result import Comparison, FileChange, PageChange, Side
from site_builder.kernel.findings import Finding
from site_builder.publish import Entry, Manifest, ManifestError, read_manifest
from site_builder.publish.publications import Open, of_publication, opener

_MANIFEST: Final = "manifest.json"
_CITED: Final = 12


class ComparisonError(Exception):
    """A folder that is no published site, or no longer the one that its manifest states."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(findings)
        self.findings: list[Finding] = list(findings)


@dataclass(frozen=True, slots=True)
class Published:
    """A publication to compare: what its manifest states, and how its files are opened.

    ``place`` names it in what is refused: ``the old folder``."""

    place: str
    manifest: Manifest
    open_file: Open

    def read(self, path: str) -> bytes:
        """The bytes of a file that the manifest lists; raises :class:`ComparisonError` for other bytes."""
        try:
            with self.open_file(path) as stream:
                data = stream.read()
        except OSError as error:
            self.refuse(path, f"{self.place}: {error.strerror}")
        if sha256(data).hexdigest() != self.manifest.files[path].sha256:
            self.refuse(path, f"{self.place}: another content than the manifest states")
        return data

    def document(self, path: str) -> object:
        """The JSON of such a file: its hash is that of what we wrote, no stricter reader is needed."""
        data = self.read(path)
        try:
            value: object = json.loads(data.decode(), parse_constant=_no_constant)
        except (ValueError, RecursionError):
            self.refuse(path, f"{self.place}: not a JSON document")
        return value

    def refuse(self, path: str, found: str) -> NoReturn:
        raise ComparisonError([_finding(path, found)])


def compare(old: Path, new: Path) -> Comparison:
    """What changed from the site in ``old`` to the one in ``new``; only files whose hashes differ are opened.

    Raises :class:`ComparisonError` (W007) for a folder that has no manifest of ours, or a file that is not
    what its manifest states.
    """
    return compare_publications(*_folders(old, new))


def compare_publications(old: Published, new: Published) -> Comparison:
    """The same for what stands anywhere: the publications themselves are compared, not the ledger nor what
    is kept of earlier ones. Raises :class:`ComparisonError`."""
    sites = old, new
    left, right = sites[0].manifest.files, sites[1].manifest.files
    pages: dict[str, list[str]] = {}
    files: list[FileChange] = []
    changed: list[PageChange] = []
    restamped = same = 0
    for path in sorted(filter(of_publication, left.keys() | right.keys())):
        address = _address(path, left, right)
        if address is not None:
            pages.setdefault(address, []).append(path)
        elif (kind := _kind(path, left, right)) is None:
            same += 1
        elif kind == "changed" and not _differs(path, *sites):
            restamped += 1
        else:
            files.append(FileChange(kind, path, _size(left.get(path)), _size(right.get(path))))
    for address, paths in sorted(pages.items()):
        if not (differing := tuple(path for path in paths if _kind(path, left, right))):
            same += 1
        elif (change := _page(address, paths, differing, *sites)) is None:
            restamped += 1
        else:
            changed.append(change)
    return Comparison(_side(sites[0]), _side(sites[1]), tuple(changed), tuple(files), restamped, same)


def _folders(old: Path, new: Path) -> tuple[Published, Published]:
    found: list[Published] = []
    findings: list[Finding] = []
    for folder, place in ((old, "the old folder"), (new, "the new folder")):
        try:
            found.append(Published(place, read_manifest(folder / _MANIFEST), opener(folder)))
        except ManifestError as error:
            findings.append(_finding(_MANIFEST, f"{place}: {error.found}", error.expected, error.line))
    if findings:
        raise ComparisonError(findings)
    return found[0], found[1]


def _page(
    address: str, paths: list[str], differing: tuple[str, ...], old: Published, new: Published
) -> PageChange | None:
    """What changed on a page; ``None`` when the date and the commit of the build explain all of it."""
    left, right = old.manifest.files, new.manifest.files
    kinds = {_kind(path, left, right) for path in paths}
    if kinds == {"added"}:
        return PageChange("added", address, differing)
    if kinds == {"removed"}:
        return PageChange("removed", address, differing)
    in_both = [path for path in differing if path in left and path in right]
    anew = [path for path in in_both if _differs(path, old, new)]
    for path in anew:
        if path.endswith(".json"):
            found = compare_documents(old.document(path), new.document(path))
            if found.rows or found.changes:
                return PageChange("changed", address, differing, False, found.rows, found.changes)
    return PageChange("changed", address, differing, True) if anew or in_both != list(differing) else None


def _differs(path: str, old: Published, new: Published) -> bool:
    """Whether a file differs in more than the date and the commit, which stand in it as they are; the
    home cites the commit by its first digits."""
    before = old.read(path)
    for name in STAMP:
        was, now = getattr(old.manifest, name), getattr(new.manifest, name)
        before = before.replace(was.encode(), now.encode()) if was else before
    was, now = old.manifest.commit_source[:_CITED], new.manifest.commit_source[:_CITED]
    if was:
        cited = rf"(?<![0-9a-f]){re.escape(was)}(?![0-9a-f])".encode()
        before = re.sub(cited, lambda _: now.encode(), before)
    return before != new.read(path)


def _address(path: str, left: dict[str, Entry], right: dict[str, Entry]) -> str | None:
    """The page that a file belongs to, if it belongs to one."""
    folder, _, name = path.rpartition("/")
    if name in ("index.html", "index.json"):
        return f"/{folder}/" if folder else "/"
    page = path.removesuffix(".json") + ".html" if path.endswith(".json") else path
    return f"/{page}" if page.endswith(".html") and (page in left or page in right) else None


def _kind(path: str, left: dict[str, Entry], right: dict[str, Entry]) -> Kind | None:
    if path not in left:
        return "added"
    if path not in right:
        return "removed"
    return "changed" if left[path] != right[path] else None


def _side(site: Published) -> Side:
    found = site.manifest
    return Side(found.genere_le, found.commit_source, found.count, found.bytes)


def _size(entry: Entry | None) -> int | None:
    return entry.size if entry else None


def _no_constant(text: str) -> NoReturn:
    raise ValueError(text)


def _finding(
    file: str, found: str, expected: str = "a site as this program published it", line: int | None = None
) -> Finding:
    return Finding(
        code="W007",
        name="not-a-published-site",
        file=file,
        line=line,
        found=found,
        expected=expected,
        remedy="Name the output folders of two builds, unaltered since.",
    )
