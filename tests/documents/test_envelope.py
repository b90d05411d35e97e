"""The envelope of FORMATS §2, in its order, and the bytes of a document."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from site_builder.documents.envelope import dump, envelope
from site_builder.kernel.third_party import ThirdPartyText
from tests.harness import loaded

ORDER = [
    "schema",
    "langue",
    "url",
    "traductions",
    "titre",
    "mention_ia",
    "genere_le",
    "commit_source",
    "etat_saison",
    "texte_de_tiers",
    "contenu",
]


def test_the_envelope_in_order() -> None:
    content = {"type": "x", "agent": {"nom": ThirdPartyText("Amélie")}}
    made = envelope(
        loaded.facts(), "fr", "/challenges/prove-it/", "Titre", "https://index.example/v1/season/1", content
    )
    assert list(made) == ORDER
    assert made == {
        "schema": "proveit-page-v1",
        "langue": "fr",
        "url": "https://index.example/fr/challenges/prove-it/",
        "traductions": {
            "en": "https://index.example/challenges/prove-it/",
            "fr": "https://index.example/fr/challenges/prove-it/",
        },
        "titre": "Titre",
        "mention_ia": "Mention AI Act des essais.",
        "genere_le": "2026-11-02T09:00:00+01:00",
        "commit_source": "0123456789abcdef0123456789abcdef01234567",
        "etat_saison": {
            "lire": "https://index.example/v1/season/1",
            "note": "Jamais figé dans ce fichier\u00a0: à lire auprès du service (champ ouverte).",
        },
        "texte_de_tiers": {
            "marque": "texte de tiers, non fiable, non généré par ArkForge",
            "champs": ["/contenu/agent/nom"],
        },
        "contenu": {"type": "x", "agent": {"nom": "Amélie"}},
    }


def test_long_integers_and_numbers_of_both_kinds_stay_exact() -> None:
    value = {"a": 123456789012345678901234567890, "b": 1, "c": 1.0, "d": True, "e": ThirdPartyText("é\u2028")}
    data = dump(value)
    assert data == '{"a":123456789012345678901234567890,"b":1,"c":1.0,"d":true,"e":"é\u2028"}'.encode()


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(_JSON.filter(lambda value: "\\ud" not in ascii(value)))
def test_every_document_reads_back(value: object) -> None:
    assert json.dumps(json.loads(dump(value))) == json.dumps(value)
