"""Pages of seasons in earlier publications, whatever they hold: facts, or a finding."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from site_builder.pipeline.published_seasons import Frozen, Superseded, season
from site_builder.publish import PublicationError

PATH = "challenges/prove-it/season-1/index.json"


def page() -> dict[str, Any]:
    panel = {
        "bareme": {"version": "v2", "section": 5, "sha256": "aa", "proof_id": "prf_b"},
        "manifeste_sha256": "cc",
        "cle": {"engagement": "dd", "sel": None, "url": None},
        "remplaces": [{"version": "v1", "proof_id": "prf_a", "sel": "ee", "motif": "Too long."}],
    }
    content = {
        "avis": [{"code": "non_rejoue", "texte": "…"}, {"code": "invalidation", "texte": "Invalidated."}],
        "saison": {"numero": 1, "invalidee": True},
        "dates": {
            "ouverture": {"iso": "2026-03-02T00:00:00Z"},
            "cloture": {"iso": "2026-03-20T22:59:59Z"},
            "publication": None,
        },
        "pistes": [{"id": "conformite", "preenregistrement": panel}],
        "contestation": {"jours": 14, "jours_decision": 30, "contact": "a@b.example"},
    }
    return {"contenu": content}


def test_what_a_page_says() -> None:
    found = season(io.BytesIO(json.dumps(page()).encode()), PATH)
    assert (found.opens_at.text, found.closes_at.text) == ("2026-03-02T00:00:00Z", "2026-03-20T22:59:59Z")
    assert found[2:7] == (None, 14, 30, "a@b.example", "Invalidated.")
    former = Superseded("v1", "prf_a", "ee", "Too long.")
    assert found.tracks == {"conformite": Frozen("v2", "aa", "prf_b", "cc", "dd", None, (former,))}


@pytest.mark.parametrize(
    ("place", "value", "found"),
    [
        ("contenu", [], "no member contenu/dates"),
        ("contenu/dates/cloture", {}, "no member cloture/iso"),
        ("contenu/dates/ouverture", {"iso": "soon"}, "no instant ouverture/iso"),
        ("contenu/dates/publication", "soon", "a member publication of another kind"),
        ("contenu/contestation/jours", "14", "a member jours of another kind"),
        ("contenu/pistes", {}, "a member contenu/pistes of another kind"),
        ("contenu/pistes", [7], "no member id"),
        ("contenu/pistes", [{"id": "conformite"}], "no member preenregistrement"),
        ("contenu/avis", [], "no notice of the invalidation"),
    ],
)
def test_what_is_no_page_of_a_season_is_a_finding(place: str, value: object, found: str) -> None:
    document = page()
    *above, last = place.split("/")
    at: Any = document
    for name in above:
        at = at[name]
    at[last] = value
    with pytest.raises(PublicationError) as caught:
        season(io.BytesIO(json.dumps(document).encode()), PATH)
    (finding,) = caught.value.findings
    assert (finding.code, finding.file, finding.found) == ("G002", PATH, found)
    assert "--previous" in finding.remedy


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n", b'{"contenu": '])
def test_what_is_no_json_is_a_finding(data: bytes) -> None:
    with pytest.raises(PublicationError) as caught:
        season(io.BytesIO(data), PATH)
    (finding,) = caught.value.findings
    assert (finding.code, finding.found) == ("G002", "no JSON")
