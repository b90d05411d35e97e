"""Specification §9.1: DIDs bound to one key are one participant, and only the first enrolment is ranked."""

from __future__ import annotations

import json
from pathlib import Path

from tests.acceptance.builds import built, places, refused
from tests.harness.command import run_cli
from tests.harness.smallest import COMMUNITY_DID, SPARE_DID
from tests.rules.tables.changes import second_participant
from tests.rules.tables.d045_linked_dids import SECOND, linked


def test_pages_say_how_many_were_set_aside_and_verify_makes_them_again(world: Path, tmp_path: Path) -> None:
    second_participant(world)
    linked([COMMUNITY_DID, SPARE_DID])(world)
    assert places(refused(world, None)) == [("D045", SECOND, "/agent/did")]
    (world / SECOND).unlink()
    site = built(world, tmp_path / "site")
    for code, said in (
        ("", "1 enrolment of this season is set aside"),
        ("fr/", "1 inscription de cette saison"),
    ):
        for page in ("", "conformite/"):
            file = site.root / f"{code}challenges/prove-it/season-1/{page}index.json"
            (notice,) = [
                one["texte"]
                for one in json.loads(file.read_bytes())["contenu"]["avis"]
                if one["code"] == "inscriptions_liees"
            ]
            assert said in notice
    done = run_cli("verify", site.root)
    assert done.returncode in (0, 3), done.stdout
    assert "FAILED" not in done.stdout.upper().replace("0 FAILED", "")
