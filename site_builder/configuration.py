"""``site.toml``: what differs between one deployment and another. Unknown keys are refused (L001)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from site_builder.kernel import identifiers
from site_builder.kernel.findings import Finding
from site_builder.kernel.third_party import is_blank
from site_builder.languages import CODES

_REMEDY = "Correct site.toml: every key is described in the one of this repository."
_NAME_IT = "Name the file with --config, or run where site.toml is."
_FORMS = {
    "base_url": "https and a host, without a path or a final slash, such as https://index.example",
    "repository": "https, a host and a plain path, such as https://forge.example/index.git",
    "proof_url": "an https address with {proof_id} once, such as https://trust.example/v1/proof/{proof_id}",
    "log_url": "an https address with {uuid}, {log_index} or {root} once",
}
# It is pasted into a shell: no sign that a shell acts on.
_REPOSITORY = rf"^(?:{identifiers.HTTPS_ORIGIN}(?:/[A-Za-z0-9._~-]+)+)$"
_Line = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=2000)]


def _visible(text: str) -> str:
    if is_blank(text):
        raise ValueError("a text in which something can be seen")
    return text


_Text = Annotated[_Line, AfterValidator(_visible)]


class _Section(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class Names(_Section):
    """``operator`` runs the challenges; ``site`` is what the site calls itself, per language."""

    operator: _Text
    site: dict[str, _Text]


class Licence(_Section):
    """SPDX identifiers of the site's own data and texts."""

    data: Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9.+-]{0,63}$")]
    text: Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9.+-]{0,63}$")]


def is_repository(address: str) -> bool:
    """Whether ``git clone`` takes this address, and no shell acts on a sign of it."""
    return re.match(_REPOSITORY, address) is not None and "\n" not in address


class Source(_Section):
    """``repository``: where a reader clones this program from."""

    repository: Annotated[str, StringConstraints(strict=True, pattern=_REPOSITORY, max_length=2000)]


class Trust(_Section):
    """``anchors``: the folder of the trust anchors, relative to the configuration file."""

    anchors: _Line = "trust"


_HERE = r"http://(?:127\.0\.0\.1|localhost)(?::[0-9]{1,5})?"  # a server of this machine, for a rehearsal
_SIGNS = r"[A-Za-z0-9._~:@!$&()*+,;=/?%-]*"


def _template(*names: str) -> StringConstraints:
    """An address that holds one of these names in braces, once."""
    inner = "|".join(names)
    return StringConstraints(
        strict=True, max_length=2000,
        pattern=rf"^(?:(?:{identifiers.HTTPS_ORIGIN}|{_HERE})/{_SIGNS}\{{(?:{inner})\}}{_SIGNS})$",
    )


class Fetch(_Section):
    """Where the evidence of a season is asked for: ``proof_url`` holds ``{proof_id}`` (``None``: the season's
    own), ``log_url`` holds ``{uuid}``, ``{log_index}`` or ``{root}``."""

    proof_url: Annotated[str, _template("proof_id")] | None = None
    log_url: Annotated[str, _template("uuid", "log_index", "root")] = (
        "https://rekor.sigstore.dev/api/v1/log/entries/{uuid}"
    )


class Configuration(_Section):
    """``base_url`` has no path and no final slash; ``ai_act_label`` is the label of PUB-09, per language."""

    base_url: Annotated[str, StringConstraints(strict=True, pattern=rf"^(?:{identifiers.HTTPS_ORIGIN})$")]
    names: Names
    ai_act_label: dict[str, Annotated[_Text, Field(min_length=20)]]
    licence: Licence
    source: Source
    trust: Trust = Trust()
    fetch: Fetch = Fetch()


def read_configuration(file: Path) -> tuple[Configuration | None, list[Finding]]:
    """The configuration, or every problem of the file."""
    try:
        raw = file.read_bytes()
    except OSError as error:
        unread = _finding(file, error.strerror or str(error), "a readable file", None)
        return None, [replace(unread, remedy=_NAME_IT)]
    try:
        document: dict[str, Any] = tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return None, [_finding(file, str(error), "TOML 1.0 in UTF-8", None)]
    try:
        configuration = Configuration.model_validate(document)
    except ValidationError as error:
        return None, [
            _finding(file, _found(e["type"], e["input"]), _expected(e), ".".join(map(str, e["loc"])))
            for e in error.errors(include_url=False)
        ]
    findings = [
        *_languages(file, "ai_act_label", configuration.ai_act_label),
        *_languages(file, "names.site", configuration.names.site),
    ]
    return (None if findings else configuration), findings


def _languages(file: Path, key: str, texts: Mapping[str, str]) -> list[Finding]:
    found, wanted = set(texts), set(CODES)
    if found == wanted:
        return []
    return [_finding(file, ", ".join(sorted(found)) or "nothing", ", ".join(sorted(wanted)), key)]


def _found(kind: str, value: object) -> str:
    return "nothing" if kind == "missing" else ascii(value)[:120]


def _expected(error: ErrorDetails) -> str:
    """In words: neither a pattern nor a library's own sentence."""
    key = str(error["loc"][-1])
    if error["type"] == "missing":
        return f"the key {key}"
    if error["type"] == "extra_forbidden":
        return "only the keys that site.toml describes"
    if error["type"] == "string_pattern_mismatch":
        return _FORMS.get(key, "an SPDX identifier such as CC-BY-4.0")
    if error["type"] == "value_error":
        return error["msg"].removeprefix("Value error, ")
    return error["msg"][:1].lower() + error["msg"][1:]


def _finding(file: Path, found: str, expected: str, key: str | None) -> Finding:
    return Finding("L001", "configuration", str(file), found, expected, _REMEDY, element=key)
