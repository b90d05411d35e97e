"""The compiled checker and a general validator say the same, of sound and of broken documents."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
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
