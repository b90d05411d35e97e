"""The front page, and the page for an address where nothing stands."""

from __future__ import annotations

from typing import Any

import pytest

from site_builder.challenges.prove_it.pages import portal
from tests.harness import loaded

SERVICE = "https://service.example/season/1"


def test_a_challenge_is_named_once() -> None:
    for document in portal.documents(loaded.build(), SERVICE).values():
        (challenge,) = document["contenu"]["challenges"]
        assert challenge["nom"] == "PROVE IT"
        assert "PROVE IT" not in challenge["resume"]
        assert challenge["resume"][0].isupper()


@pytest.mark.parametrize(
    ("code", "other", "home", "title"),
    [
        ("en", "fr", "/fr/challenges/prove-it/", "Page introuvable"),
        ("fr", "en", "/challenges/prove-it/", "Page not found"),
    ],
)
def test_an_address_without_a_page_says_so_in_every_language(
    code: str, other: str, home: str, title: str
) -> None:
    """A server shows one page for every unknown address, those of the other language included."""
    made = portal.not_found(loaded.build(), SERVICE)
    content: dict[str, Any] = made[code]["contenu"]
    (also,) = content["autres"]
    assert (also["langue"], also["titre"]) == (other, title)
    assert also["texte"] == made[other]["contenu"]["texte"]
    assert also["liens"] == made[other]["contenu"]["liens"]
    assert also["liens"][0]["url"] == home
