"""Changes to a published site, and the lists made again over it: what somebody who owns the server can do."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from site_builder.content.catalogue import Catalogue
from site_builder.kernel.ledger import following, parse
from site_builder.publish.files import SUMS, Entry
from site_builder.publish.inventory import Inventory
from site_builder.publish.manifest import MANIFEST, read_manifest, write_manifest, write_publication
from site_builder.publish.publications import LEDGER, manifest_path, of_publication
from site_builder.reader.account import Account
from site_builder.reader.known import read_known
from site_builder.reader.source import open_source
from site_builder.reader.verify import Reader, verify
from site_builder.render.html import html


def account(site: Path | str, reader: Reader, known: Path | str | None = None) -> Account:
    """The verification of a place, held against what a reader knew."""
    source = open_source(str(site))
    held = read_known(str(known)) if known is not None else None
    try:
        return verify(source, reader, held)
    finally:
        source.close()
        if held is not None:
            held.close()


def edit(file: Path, change: Callable[[Any], None]) -> None:
    """Changes a JSON file of the site in place, written as the builder writes."""
    document = json.loads(file.read_bytes())
    change(document)
    file.write_bytes(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())


def rendered(site: Path, path: str, catalogue: Catalogue) -> None:
    """Makes the HTML of a page again from its document, as the owner of the server would."""
    for code, prefix in (("en", ""), ("fr", "fr/")):
        folder = site / f"{prefix}{path}"
        page = html((folder / "index.json").read_bytes(), catalogue.messages[code])
        (folder / "index.html").write_bytes(page)


def recommitted(site: Path, commit: str) -> None:
    """Names another commit everywhere, as whoever owns the server can."""
    was = read_manifest(site / MANIFEST).commit_source
    for file in sorted(site.rglob("*")):
        if file.is_file():
            data = file.read_bytes()
            if was.encode() in data:
                file.write_bytes(data.replace(was.encode(), commit.encode()))


def republished(site: Path) -> None:
    """Writes every list again, the ledger of one publication included: a whole forgery."""
    manifest = read_manifest(site / MANIFEST)
    (line,) = parse((site / LEDGER).read_bytes())
    place = site / manifest_path(1)
    place.unlink()
    inventory = Inventory(site)
    for file in sorted(site.rglob("*")):
        path = file.relative_to(site).as_posix()
        if file.is_file() and of_publication(path):
            data = file.read_bytes()
            inventory.add(Entry(path, hashlib.sha256(data).hexdigest(), len(data)))
    write_publication(
        site, manifest_path(1), inventory, genere_le=manifest.genere_le, commit_source=manifest.commit_source
    )
    inventory.close()
    sealed = hashlib.sha256(place.read_bytes()).hexdigest()
    again = following(None, at=line.at, kind=line.kind, concerns=line.concerns, manifest=sealed)
    (site / LEDGER).write_bytes(again.as_bytes())
    relisted(site)


def relisted(site: Path) -> None:
    """Writes ``SHA256SUMS`` and ``manifest.json`` again over the files as they are now."""
    manifest = read_manifest(site / MANIFEST)
    for name in (SUMS, MANIFEST):
        (site / name).unlink()
    inventory = Inventory(site)
    for file in sorted(site.rglob("*")):
        if file.is_file():
            data = file.read_bytes()
            path = file.relative_to(site).as_posix()
            inventory.add(Entry(path, hashlib.sha256(data).hexdigest(), len(data)))
    write_manifest(site, inventory, genere_le=manifest.genere_le, commit_source=manifest.commit_source)
    inventory.close()
