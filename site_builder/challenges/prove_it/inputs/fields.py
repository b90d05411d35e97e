"""Field types that the input models share; patterns are ASCII and match the whole text."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from site_builder.kernel import identifiers, instants, third_party
from site_builder.kernel.instants import Instant
from site_builder.kernel.third_party import ThirdPartyText


class Model(BaseModel):
    """Strict (``1``, ``1.0``, ``true`` and ``"1"`` all differ), frozen, and closed to unknown keys."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", arbitrary_types_allowed=True)


# What a message says in place of a regular expression; filled where each pattern is used.
PATTERN_WORDS: dict[str, str] = {}


def _whole(pattern: str, words: str, max_length: int | None = None) -> StringConstraints:
    # pydantic's Rust engine: ^ and $ are the ends of the text, never of a line.
    anchored = f"^(?:{pattern})$"
    PATTERN_WORDS[anchored] = words
    return StringConstraints(strict=True, pattern=anchored, max_length=max_length)


def _instant(value: object) -> Instant:
    if not isinstance(value, str):
        raise ValueError("an instant such as 2026-10-31T22:59:59Z, in quotes")
    return instants.given(value)


def _visible(text: str) -> str:
    if third_party.is_blank(text):
        raise ValueError("a text in which something can be seen")
    return text


def _cited(text: str) -> str:
    """The id of a proof; what has another form is no proof's, and a stranger's text."""
    return text if identifiers.is_proof_id(text) else ThirdPartyText(text)


def _marked(value: Any) -> Any:
    """A JSON value of any type, its strings marked as third-party text."""
    return third_party.mark(value)


def _plain(value: Any) -> Any:
    """A JSON value of any type, no deeper than a claim's."""
    third_party.mark(value)
    return value


Sha256 = Annotated[str, _whole(identifiers.SHA256, "64 hexadecimal digits, in lower case")]
ProofId = Annotated[
    str,
    _whole(identifiers.PROOF_ID, "a proof id: prf_YYYYMMDD_HHMMSS_ and 6 hexadecimal digits in lower case"),
]
RunId = Annotated[str, _whole(identifiers.RUN_ID, "a run id: 1 to 64 characters among a-z, 0-9 and '-'")]
ReportId = Annotated[str, _whole(identifiers.REPORT_ID, "a report id: 16 characters among a-z and 2-7")]
TaskId = Annotated[
    str, _whole(identifiers.TASK_ID, "a task id such as conf-03: a-z and 0-9, in groups joined by '-'", 64)
]
Did = Annotated[
    str,
    _whole(
        identifiers.DID,
        "a DID: did:key of an Ed25519 key (did:key:z6Mk… and 44 more characters) or did:web in lower case",
        512,
    ),
    AfterValidator(ThirdPartyText),
]
HttpsUrl = Annotated[
    str,
    _whole(
        identifiers.HTTPS_URL,
        "an absolute https address: a host name with a dot, no user, no space, quote or back-slash",
        2048,
    ),
]
ProofUrl = Annotated[
    str, _whole(identifiers.PROOF_URL, "an absolute https address with {proof_id} once in its path", 2048)
]
Email = Annotated[str, _whole(identifiers.EMAIL, "an e-mail address", 254)]
PlainFileName = Annotated[
    str,
    _whole(
        r"[a-z0-9][a-z0-9._-]{0,99}",
        "a plain file name of the same folder: 1 to 100 characters among a-z, 0-9, '.', '_' and '-'",
    ),
]
TrackId = Annotated[
    str, _whole(r"[a-z][a-z0-9]{0,31}", "a track such as conformite: a letter a-z, then a-z and 0-9")
]
Licence = Annotated[
    str, _whole(r"[A-Za-z0-9][A-Za-z0-9.+-]{0,63}", "an SPDX licence identifier such as CC-BY-4.0")
]
Version = Annotated[
    str,
    _whole(
        r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}",
        "a version such as conformite-bareme-v3: 1 to 64 characters among letters, digits and . _ + -",
    ),
]
Verdict = Annotated[
    str,
    _whole(r"[^\x00-\x20\x7f]{1,100}", "a verdict: 1 to 100 characters without spaces"),
    AfterValidator(_visible),
]
Moment = Annotated[Instant, BeforeValidator(_instant)]
Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Positive = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
Days = Annotated[int, Field(strict=True, ge=1, le=3650)]
OwnText = Annotated[
    str, StringConstraints(strict=True, min_length=1, max_length=10_000), AfterValidator(_visible)
]
ThirdParty = Annotated[
    str, StringConstraints(strict=True, max_length=200_000), AfterValidator(ThirdPartyText)
]
_RESOURCE = _whole(r"/[\s\S]*", "the path of a resource, starting with '/'", 4096)
_POINTER = _whole(
    r"(?:/(?:[^~/]|~[01])*)*",
    "a JSON Pointer (RFC 6901): empty, or '/' before each step; ~0 for ~, ~1 for /",
    4096,
)
OwnResource = Annotated[str, _RESOURCE]
OwnPointer = Annotated[str, _POINTER]
# What a participant may have sent is a string. Where it is no resource of the corpus, no pointer, no id or no
# opening of a proof, the text says what becomes of the assertion (§4.1, §5.7): it is no fault of the file.
_SENT = StringConstraints(strict=True, max_length=4096)
SentText = Annotated[str, _SENT, AfterValidator(ThirdPartyText)]
SentKey = Annotated[str, _SENT]
CitedProof = Annotated[str, _SENT, AfterValidator(_cited)]
JsonValue = Annotated[Any, AfterValidator(_marked)]
AnyJson = Annotated[Any, AfterValidator(_plain)]


class Bilingual(Model):
    """A text of the organiser's in both languages."""

    fr: OwnText
    en: OwnText

    def in_language(self, code: str) -> str:
        text: str = getattr(self, code)
        return text
