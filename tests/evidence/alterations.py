"""Single alterations of a proof and of its log entry, each with the step that it must fail."""

from __future__ import annotations

import base64
import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from site_builder.evidence.commitments import IDENTITY

Json = dict[str, Any]
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Alteration:
    """One changed place of one document, the step that it belongs to, and what was done there."""

    document: str
    path: Path
    step: int
    what: str


@dataclass
class Evidence:
    """A proof, its log entry and its disclosures (where there are any)."""

    proof: Json
    entry: Json | None
    disclosures: Json | None

    def copy(self) -> Evidence:
        return copy.deepcopy(self)

    def document(self, name: str) -> Json:
        value = {"proof": self.proof, "entry": self.entry, "disclosures": self.disclosures}[name]
        assert value is not None
        return value


def places(evidence: Evidence) -> list[tuple[str, Path, int]]:
    """Every evidence field that is there: its document, its path and its step (docs/evidence.md)."""
    proof = evidence.proof
    found: list[tuple[str, Path, int]] = [
        ("proof", ("hashes", "chain"), 1 if "commitments" in proof else 2),
        ("proof", ("arkforge_signature",), 2),
        ("proof", ("timestamp_authority", "tsr_base64"), 4),
    ]
    if "commitments" in proof:
        found += [("proof", ("commitments", name), 1) for name in proof["commitments"]]
        found += [("proof", ("commitments",), 1), ("proof", ("spec_version",), 1)]
    if "batch_anchor" in proof:
        names = ("leaf_index", "tree_size", "audit_path", "root")
        found += [("proof", ("batch_anchor", n), 3) for n in names]
        count = len(proof["batch_anchor"]["audit_path"])
        found += [("proof", ("batch_anchor", "audit_path", n), 3) for n in range(count)]
    if "disclosed" in proof:
        for name in proof["disclosed"]:
            found += [("proof", ("disclosed", name, part), 6) for part in ("nonce", "value")]
            if name in IDENTITY:  # what is opened beyond the triplet may be left out (§4.1)
                found.append(("proof", ("disclosed", name), 6))
    if evidence.disclosures is not None:
        for name in ("request_hash", "response_hash"):
            found += [("disclosures", (name, part), 7) for part in ("nonce", "value")]
    if evidence.entry is not None:
        found += [("entry", path, 5) for path in entry_paths(evidence.entry)]
    return found


def entry_paths(entry: Json) -> Iterator[Path]:
    (name,) = entry
    yield (name,)
    for field in ("body", "integratedTime", "logID", "logIndex", "verification"):
        yield (name, field)
    yield (name, "verification", "signedEntryTimestamp")
    inclusion = (name, "verification", "inclusionProof")
    for field in ("checkpoint", "hashes", "logIndex", "rootHash", "treeSize"):
        yield (*inclusion, field)
    for n in range(len(entry[name]["verification"]["inclusionProof"]["hashes"])):
        yield (*inclusion, "hashes", n)


def alter(
    evidence: Evidence, place: tuple[str, Path, int], chance: random.Random
) -> tuple[Evidence, Alteration]:
    """The evidence with one alteration at this place, made by chance."""
    document, path, step = place
    altered = evidence.copy()
    parent: Any = altered.document(document)
    for part in path[:-1]:
        parent = parent[part]
    key, old = path[-1], parent[path[-1]]
    kind = chance.choice(["remove", "type", "value", "value", "value", "value"])
    if kind == "remove":
        del parent[key]
    else:
        new = other_type(old, chance) if kind == "type" else other_value(old, chance)
        parent[key] = new
    return altered, Alteration(document, path, step, f"{kind}: {_brief(parent, key)}")


def other_type(old: object, chance: random.Random) -> object:
    candidates: list[object] = [None, 0, 1.5, [], {}, "", [old] if isinstance(old, str) else str(old)]
    return chance.choice([value for value in candidates if not _same(value, old)])


def other_value(old: object, chance: random.Random) -> object:
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return old + chance.choice([-(1 << 40), -1, 1, 1 << 7, 1 << 33, chance.randrange(1, 1 << 62)])
    if isinstance(old, str):
        return other_text(old, chance)
    if isinstance(old, list):
        return other_list(old, chance)
    assert isinstance(old, dict)
    new = dict(old)
    key = chance.choice(sorted(new))
    new[key + chance.choice(["x", "_", " "])] = new.pop(key)  # a member under another name
    return new


def other_text(old: str, chance: random.Random) -> str:
    place = chance.randrange(len(old) or 1)
    others = "0123456789abcdefABCDEFxyz-_+/= \n\u00e9\u0430"
    char = chance.choice([c for c in others if c != old[place : place + 1]])
    kinds = ["change", "insert", "drop", "case"]
    if len(old) > 200:
        kinds.append("bit")
    kind = chance.choice(kinds)
    new = {
        "change": old[:place] + char + old[place + 1 :],
        "insert": old[:place] + char + old[place:],
        "drop": old[:place] + old[place + 1 :],
        "case": old[:place] + old[place : place + 1].swapcase() + old[place + 1 :],
        "bit": _with_a_bit_flipped(old, chance),
    }[kind]
    return new if new != old else old + char


def _with_a_bit_flipped(old: str, chance: random.Random) -> str:
    """Text in base64: one bit of what it stands for."""
    try:
        data = bytearray(base64.b64decode(old, validate=True))
    except ValueError:
        return old
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return base64.b64encode(bytes(data)).decode("ascii")


def other_list(old: list[Any], chance: random.Random) -> list[Any]:
    new = list(old)
    kind = chance.choice(["drop", "double", "add", "reverse"]) if old else "add"
    if kind == "drop":
        del new[chance.randrange(len(new))]
    elif kind == "double":
        new.insert(0, new[chance.randrange(len(new))])
    elif kind == "add":
        new.append("00" * 32)
    else:
        new.reverse()
    return new if new != old else [*old, "00" * 32]


def same_shape(evidence: Evidence, altered: Evidence) -> bool:
    """Whether only index or size changed, and the path's shape did not: nothing tells the two apart."""
    one, other = evidence.proof.get("batch_anchor"), altered.proof.get("batch_anchor")
    if not isinstance(one, dict) or not isinstance(other, dict) or one == other:
        return False
    index, size = other.get("leaf_index"), other.get("tree_size")
    if type(index) is not int or type(size) is not int or not 0 <= index < size < 1 << 63:
        return False
    unchanged = all(one[name] == other.get(name) for name in ("audit_path", "root", "status"))
    return unchanged and shape(index, size) == shape(one["leaf_index"], one["tree_size"])


def shape(index: int, size: int) -> str:
    """The sides of a leaf's path from the leaf up, by RFC 6962's own recursion: L or R, none if promoted."""
    if size == 1:
        return ""
    k = 1 << (size - 1).bit_length() - 1
    return shape(index, k) + "R" if index < k else shape(index - k, size - k) + "L"


def _same(value: object, old: object) -> bool:
    return type(value) is type(old) and value == old


def _brief(parent: Any, key: str | int) -> str:
    try:
        return repr(parent[key])[:60]
    except (KeyError, IndexError):
        return "gone"
