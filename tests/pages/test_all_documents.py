"""What holds for every page document, whatever its type, language and state."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from site_builder.challenges.prove_it.pages import schema
from site_builder.documents import third_party
from site_builder.kernel.pointer import resolve
from site_builder.kernel.third_party import ThirdPartyText
from tests.harness.sample_documents import Sample

Samples = Mapping[tuple[str, str], Sample]


def test_every_page_type_is_sampled_in_both_languages(samples: Samples) -> None:
    types = {
        "portail",
        "accueil",
        "specification",
        "regles",
        "saison",
        "piste",
        "rapport",
        "introuvable",
        "verification",
        "texte",
    }
    assert {(s.page_type, s.language) for s in samples.values()} == {
        (page_type, code) for page_type in types for code in ("en", "fr")
    }


def test_every_document_validates_against_the_published_schema(samples: Samples) -> None:
    published = schema.schema()
    Draft202012Validator.check_schema(published)
    validator = Draft202012Validator(published)
    refused = {
        key: [error.json_path for error in validator.iter_errors(json.loads(sample.data))]
        for key, sample in samples.items()
    }
    assert {key: paths for key, paths in refused.items() if paths} == {}


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/contenu/extra", 1),
        ("/contenu/taux/overclaim/etat", "calcule-"),
        ("/contenu/taux/overclaim/numerateur", -1),
        ("/contenu/report_id", "ABCDEFGHIJKLMNOP"),
        ("/langue", "de"),
        ("/texte_de_tiers/champs/0", "contenu/agent"),
        ("/contenu/taches/0/assertions/0/statut", "false"),
    ],
)
def test_the_schema_refuses(samples: Samples, pointer: str, value: object) -> None:
    document = json.loads(samples["report-rich-community-equal", "en"].data)
    holder = resolve(document, pointer.rpartition("/")[0])
    key = pointer.rpartition("/")[2]
    if isinstance(holder, list):
        holder[int(key)] = value
    else:
        assert isinstance(holder, dict)
        holder[key] = value
    assert not Draft202012Validator(schema.schema()).is_valid(document)


def test_champs_is_every_third_party_string_and_nothing_else(samples: Samples) -> None:
    for key, sample in samples.items():
        document = sample.document
        listed = document["texte_de_tiers"]["champs"]
        marked = [place for place, text in _strings(document) if isinstance(text, ThirdPartyText)]
        assert listed == marked, key
        assert listed == third_party.pointers(document), key


def test_both_languages_have_the_same_structure_and_the_same_figures(samples: Samples) -> None:
    for name, code in samples:
        if code == "fr":
            continue
        english, french = samples[name, "en"].document, samples[name, "fr"].document
        assert _shape(english) == _shape(french), name
        assert english["texte_de_tiers"]["champs"] == french["texte_de_tiers"]["champs"]
        assert english["traductions"] == french["traductions"]
        assert english["url"] == english["traductions"]["en"]
        assert french["url"] == french["traductions"]["fr"]


def test_no_season_or_track_page_says_whether_the_season_is_open(samples: Samples) -> None:
    claim = re.compile(r"\b(?:ouverte|fermée|est close|open|closed|en cours|under way)\b", re.IGNORECASE)
    for key, sample in samples.items():
        if sample.page_type not in ("saison", "piste"):
            continue
        said = [text for place, text in _own_strings(sample) if place != "/etat_saison/note"]
        assert [text for text in said if claim.search(text)] == [], key


def test_no_name_of_an_agent_or_a_model_stands_in_a_title_or_an_address(samples: Samples) -> None:
    names = re.compile(r"calibrage|ref-o|modele|cadre|equal|atelier|églantine|awkward|silent", re.IGNORECASE)
    for key, sample in samples.items():
        if sample.page_type not in ("rapport", "piste", "saison"):
            continue
        document = sample.document
        places = ("/titre", "/url", "/legende", "/titre", "/nom", "/description")
        texts = [t for place, t in _own_strings(sample) if place.endswith(places) or "/fil/" in place]
        texts += [document["titre"], *document["traductions"].values()]
        assert [text for text in texts if names.search(text)] == [], key


def test_demonstration_is_the_first_thing_said_and_stands_in_the_title(samples: Samples) -> None:
    for (name, code), sample in samples.items():
        if sample.page_type not in ("saison", "piste", "rapport"):
            continue
        first = {
            "en": "Demonstration: participants, runs and figures are invented",
            "fr": "Démonstration\u00a0: participants, runs et chiffres sont inventés",
        }[code]
        avis = sample.document["contenu"]["avis"]
        at = 1 if "invalidated" in name else 0
        assert avis[at]["code"] == "demonstration"
        assert avis[at]["texte"].startswith(first)
        assert {"en": "invented results", "fr": "résultats inventés"}[code] in sample.document["titre"]


def _own_strings(sample: Sample) -> Iterator[tuple[str, str]]:
    for place, text in _strings(sample.document):
        if not isinstance(text, ThirdPartyText):
            yield place, text


def _strings(value: object, at: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield at, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings(item, f"{at}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _strings(item, f"{at}/{index}")


def _shape(value: Any, key: str = "") -> Any:
    """The document with its words removed: identifiers, figures and third-party text remain."""
    if isinstance(value, dict):
        return {k: _shape(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [_shape(item, key) for item in value]
    if isinstance(value, ThirdPartyText):
        return str(value)
    kept = ("task_id", "report_id", "etat", "statut", "cause", "code", "motif", "fraction", "iso", "genre")
    if isinstance(value, str):
        return value if key in kept and " " not in value else "text"
    return value
