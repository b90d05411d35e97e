"""Field types that the input models share; patterns are ASCII and match the whole text."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from site_builder.kernel import identifiers, instants, pointer, third_party
from site_builder.kernel.instants import Instant
from site_builder.kernel.third_party import ThirdPartyText


class Model(BaseModel):
    """Strict (``1``, ``1.0``, ``true`` and ``"1"`` all differ), frozen, and closed to unknown keys."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", arbitrary_types_allowed=True)


def _whole(pattern: str) -> StringConstraints:
    # pydantic's Rust engine: ^ and $ are the ends of the text, never of a line.
    return StringConstraints(strict=True, pattern=f"^(?:{pattern})$")


def _instant(value: object) -> Instant:
    if not isinstance(value, str):
        raise ValueError("an RFC 3339 instant is a string")
    return instants.parse(value)


def _pointer(text: str) -> ThirdPartyText:
    try:
        pointer.parse(text)
    except pointer.PointerError as error:
        raise ValueError(str(error)) from error
    return ThirdPartyText(text)


def _present(value: Any) -> Any:
    """A JSON value of any type, its strings marked as third-party text."""
    return third_party.mark(value)


Sha256 = Annotated[str, _whole(identifiers.SHA256)]
ProofId = Annotated[str, _whole(identifiers.PROOF_ID)]
RunId = Annotated[str, _whole(identifiers.RUN_ID)]
ReportId = Annotated[str, _whole(identifiers.REPORT_ID)]
TaskId = Annotated[str, _whole(identifiers.TASK_ID)]
Did = Annotated[str, _whole(identifiers.DID), AfterValidator(ThirdPartyText)]
HttpsUrl = Annotated[str, _whole(identifiers.HTTPS_URL)]
ProofUrl = Annotated[str, _whole(identifiers.PROOF_URL)]
Email = Annotated[str, _whole(identifiers.EMAIL)]
PlainFileName = Annotated[str, _whole(r"[a-z0-9][a-z0-9._-]{0,99}")]
TrackId = Annotated[str, _whole(r"[a-z][a-z0-9]{0,31}")]
Licence = Annotated[str, _whole(r"[A-Za-z0-9][A-Za-z0-9.+-]{0,63}")]
Version = Annotated[str, _whole(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")]
Moment = Annotated[Instant, BeforeValidator(_instant)]
Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Positive = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
OwnText = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=10_000)]
ThirdParty = Annotated[
    str, StringConstraints(strict=True, max_length=200_000), AfterValidator(ThirdPartyText)
]
Resource = Annotated[
    str, StringConstraints(strict=True, pattern="^/", max_length=4096), AfterValidator(ThirdPartyText)
]
FieldPointer = Annotated[str, StringConstraints(strict=True, max_length=4096), AfterValidator(_pointer)]
JsonValue = Annotated[Any, AfterValidator(_present)]
AnyJson = Annotated[Any, Field()]


class Bilingual(Model):
    """A text of the organiser's in both languages."""

    fr: OwnText
    en: OwnText

    def in_language(self, code: str) -> str:
        text: str = getattr(self, code)
        return text
