"""After scores of a real season were published, `build` reminds the operator to have the head stamped."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from site_builder import anchors
from site_builder.evidence.trust_manifest import read_anchors
from site_builder.publish.authority import ask
from site_builder.publish.seal import seal
from tests.acceptance.builds import build
from tests.harness import worlds
from tests.harness.openssl_tsa import OpensslAuthority

REMINDER = "Scores are published, and the head of the ledger has no time-stamp. Seal it: site-builder seal "


def test_it_is_said_of_a_real_season_until_the_head_is_sealed(world: Path, tmp_path: Path) -> None:
    worlds.real(world)
    site = tmp_path / "public"
    first = build(world, site)
    assert first.returncode == 0
    assert first.stderr == f"{REMINDER}--output {site} --tsa URL\n"
    assert build(world, site, "--format", "json").stderr == ""
    authority = OpensslAuthority(tmp_path / "authority")
    authority.trust(tmp_path / "anchors", rehearsal=False)
    trusted, findings = read_anchors(anchors.read(tmp_path / "anchors"))
    assert trusted is not None, findings
    with authority.served() as url:
        seal(site, partial(ask, url), trusted.authorities)
    again = build(world, site)
    assert (again.returncode, again.stderr) == (0, "")


def test_nothing_is_said_of_a_demonstration(world: Path, tmp_path: Path) -> None:
    done = build(world, tmp_path / "public")
    assert (done.returncode, done.stderr) == (0, "")
