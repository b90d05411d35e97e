from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness import nu_validator

pytestmark = pytest.mark.nu

GOOD = (
    '<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Essai</title></head>'
    "<body><p>Bien.</p></body></html>"
)


@pytest.fixture(autouse=True)
def _checker() -> None:
    nu_validator.require()


def test_many_files_are_judged_and_each_problem_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "good.html").write_text(GOOD)
    (tmp_path / "été.html").write_text(GOOD.replace("<p>", '<p id="a"></p><p id="a">'))
    found = nu_validator.validate(tmp_path.glob("*.html"))
    assert len(found) == 2, found  # the second use of the id, and the place of the first
    assert all(line.startswith(str(tmp_path / "été.html:1:")) for line in found)
    assert "Duplicate ID" in found[0]


def test_valid_text_has_no_problem() -> None:
    assert nu_validator.validate_text(GOOD) == []


def test_a_file_that_is_not_there_is_no_valid_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        nu_validator.validate([tmp_path / "absent.html"])
    with pytest.raises(ValueError, match="no file"):
        nu_validator.validate(tmp_path.glob("*.html"))
