"""The compiled checker and a general validator say the same, of sound and of broken documents."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from site_builder.challenges.prove_it.pages import schema
from site_builder.reader.document_schema import DocumentSchema
from site_builder.reader.publication import page_schema

INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:Z|[+-][0-9]{2}:[0-9]{2})")
ODD: tuple[Any, ...] = (None, True, 0, -1, 1.5, "", "x", [], {}, [1], {"x": 1}, "prf_0", 10**30)


def documents(site: Path) -> list[dict[str, Any]]:
    """One of each type, in English."""
    found: dict[str, dict[str, Any]] = {}
    for file in sorted(site.glob("**/index.json")):
        document = json.loads(file.read_bytes())
        content = document["contenu"]
        key = f"{content.get('type')} {content.get('etat')} {document['langue']}"
        found.setdefault(key, document)
    return list(found.values())


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*at, key))


def test_every_page_of_a_site_validates(rehearsal_site: Path) -> None:
    for document in documents(rehearsal_site):
        assert page_schema().breaches(document) == []


def test_three_hundred_changes_are_judged_as_the_general_validator_judges_them(rehearsal_site: Path) -> None:
    formats = FormatChecker(())
    formats.checks("date-time")(lambda v: not isinstance(v, str) or INSTANT.fullmatch(v) is not None)
    general = Draft202012Validator(schema.schema(), format_checker=formats)
    chance = random.Random(7)
    samples = documents(rehearsal_site)
    weights = [1] * len(samples)
    for _ in range(300):
        (document,) = chance.choices(samples, weights)
        changed = copy.deepcopy(document)
        where = chance.choice([place for place in places(changed) if place and place[0] != "texte_de_tiers"])
        box = changed
        for step in where[:-1]:
            box = box[step]
        match chance.randrange(3):
            case 0:
                box[where[-1]] = chance.choice(ODD)
            case 1 if isinstance(box, dict):
                del box[where[-1]]
            case _ if isinstance(box, dict):
                box["inconnu"] = 1
        expected = general.is_valid(changed)
        assert (page_schema().breaches(changed) == []) is expected, (where, box)


def test_a_breach_names_its_place(smallest: Path) -> None:
    document = json.loads((smallest / "challenges/prove-it/season-1/index.json").read_bytes())
    document["contenu"]["pistes"][0]["preenregistrement"]["cle"]["engagement"] = "0" * 63
    (breach,) = page_schema().breaches(document)
    assert breach.pointer == "/contenu/pistes/0/preenregistrement/cle/engagement"
    assert breach.found == json.dumps("0" * 63)


def test_a_keyword_that_is_not_known_is_an_error_of_the_program() -> None:
    with pytest.raises(ValueError, match="multipleOf"):
        DocumentSchema({"type": "integer", "multipleOf": 2})


def changed(site: Path, kind: str, etat: str | None, change: Callable[[dict[str, Any]], object]) -> list[Any]:
    """(pointer, found, expected) of the breaches of a page of that type, after a change of its content."""
    document = next(
        copy.deepcopy(d)
        for d in documents(site)
        if (d["contenu"].get("type"), d["contenu"].get("etat")) == (kind, etat)
    )
    change(document["contenu"])
    return [tuple(breach) for breach in page_schema().breaches(document)]


def kinds(site: Path) -> list[tuple[str, str | None]]:
    contents = [document["contenu"] for document in documents(site)]
    return [(content["type"], content.get("etat")) for content in contents if "type" in content]


def test_the_form_that_was_meant_is_the_one_that_is_judged(rehearsal_site: Path) -> None:
    """Every type of page, with one member missing, one more, and one of another kind."""
    for kind, etat in kinds(rehearsal_site):
        def unnamed(content: dict[str, Any]) -> None:
            content["inconnu"] = 1

        assert changed(rehearsal_site, kind, etat, unnamed) == [
            ("/contenu/inconnu", "a key that the format does not name", "no such key")
        ], (kind, etat)

        def without_title(content: dict[str, Any]) -> None:
            content.pop(next(key for key in content if key not in ("type", "etat")))

        (missing,) = changed(rehearsal_site, kind, etat, without_title)
        assert missing[:2] == ("/contenu", "nothing"), (kind, etat)
        (missing,) = changed(rehearsal_site, kind, etat, lambda content: content.pop("type"))
        assert missing == ("/contenu", "nothing", 'the key "type"'), (kind, etat)


def test_a_type_of_no_form_is_told_before_anything_else(rehearsal_site: Path) -> None:
    for kind, etat in kinds(rehearsal_site):
        ((pointer, found, expected),) = changed(
            rehearsal_site, kind, etat, lambda content: content.update(type="autre", inconnu=1)
        )
        assert (pointer, found) == ("/contenu/type", '"autre"'), (kind, etat)
        assert expected.startswith('one of "accueil", "introuvable", "piste", "portail", "rapport", ')


def test_a_rate_is_judged_as_the_one_that_its_state_says(rehearsal_site: Path) -> None:
    def rate(content: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = content["taux"]["overclaim"]
        assert found["etat"] == "calcule"
        return found

    kind = ("rapport", "publie")
    assert changed(rehearsal_site, *kind, lambda c: rate(c).update(numerateur=None)) == [
        ("/contenu/taux/overclaim/numerateur", "null", "a value of type integer")
    ]
    ((pointer, found, _),) = changed(rehearsal_site, *kind, lambda c: rate(c).update(etat="presque"))
    assert (pointer, found) == ("/contenu/taux/overclaim/etat", '"presque"')


def test_a_null_that_may_be_an_object_is_judged_as_an_object() -> None:
    schema = DocumentSchema(
        {"anyOf": [
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}, {"type": "null"}]}
    )  # fmt: skip
    assert [tuple(b) for b in schema.breaches({"a": 1})] == [("/a", "1", "a value of type string")]
    assert [tuple(b) for b in schema.breaches({})] == [("", "nothing", 'the key "a"')]
