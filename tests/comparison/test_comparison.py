"""Two built sites compared: pages, rows and figures, files, and folders that are no sites."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from site_builder.comparison import Comparison, ComparisonError, compare
from site_builder.comparison.document import RowChange
from site_builder.comparison.result import FileChange, PageChange, Side
from site_builder.comparison.structure import Change, Figure
from site_builder.documents.envelope import dump
from site_builder.publish import Staging
from tests.comparison.test_structure import NOT_APPLICABLE, cell

OLD_STAMP = ("2026-11-02T08:00:00Z", "a" * 40)
NEW_STAMP = ("2026-11-20T09:00:00+01:00", "b" * 40)
TRACK = "challenges/prove-it/season-1/conformite/index.json"
ADDRESS = "/challenges/prove-it/season-1/conformite/"
ROWS = "/contenu/tableaux/1/groupes"

Files = dict[str, Any]


def row(report_id: str, name: str, overclaim: Any, success: Any, **more: Any) -> dict[str, Any]:
    return {
        "report_id": report_id,
        "agent": {"nom": name, "did": f"did:web:{report_id}.example"},
        "taux": {"overclaim": overclaim, "reussite": success},
        "mentions": [],
        **more,
    }


def group(success: Any, *rows: dict[str, Any]) -> dict[str, Any]:
    return {"reussite": success, "titre": f"Success {success['fraction']}", "lignes": list(rows)}


FIVE, FOUR = cell(5, 10, "50%"), cell(4, 10, "40%")
ALPHA = row("aaaaaaaaaaaaaaaa", "alpha", cell(1, 41, "2.4%"), FIVE)
BETA = row("bbbbbbbbbbbbbbbb", "bêta", cell(3, 41, "7.3%"), FOUR)
GAMMA = row("cccccccccccccccc", "gamma", NOT_APPLICABLE, FOUR)
REFERENCE = row("aaaaaaaaaaaaaaab", "ref-1", cell(0, 40, "0%"), FIVE)


def document(groups: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A track page with one reference row and these groups in the community table; stamped when published."""
    rows = [r for g in groups for r in g["lignes"]]
    return {
        "schema": "proveit-page-v1",
        "titre": "Track",
        "genere_le": "",
        "commit_source": "",
        "texte_de_tiers": {"marque": "", "champs": [f"{ROWS}/…/{n}/agent/nom" for n, _ in enumerate(rows)]},
        "contenu": {
            "type": "piste",
            "tableaux": [
                {"id": "reference", "nom": "Reference", "groupes": [group(FIVE, REFERENCE)]},
                {"id": "community", "nom": "Community", "groupes": groups},
            ],
            "corrections": [],
            **more,
        },
    }


BEFORE = document([group(FIVE, ALPHA), group(FOUR, BETA, GAMMA)])


@pytest.fixture
def site(tmp_path: Path) -> Callable[..., Path]:
    """`site(name, files, stamp)`: a published site; a document is stamped, and so is HTML at `{stamp}`."""

    def built(name: str, files: Files, stamp: tuple[str, str] = OLD_STAMP) -> Path:
        output = tmp_path / name
        with Staging.open(output) as staging:
            for path, content in files.items():
                if isinstance(content, dict):
                    stamped = {**content, "genere_le": stamp[0], "commit_source": stamp[1]}
                    staging.write(path, dump(stamped))
                else:
                    staging.write(path, content.replace("{stamp}", " ".join(stamp)).encode())
            staging.seal(genere_le=stamp[0], commit_source=stamp[1])
            staging.publish()
        return output

    return built


def between(site: Callable[..., Path], old: Files, new: Files) -> Comparison:
    return compare(site("old", old, OLD_STAMP), site("new", new, NEW_STAMP))


def rows_between(site: Callable[..., Path], after: dict[str, Any]) -> PageChange:
    compared = between(site, {TRACK: BEFORE}, {TRACK: after})
    (page,) = compared.pages
    assert (page.kind, page.address, page.files) == ("changed", ADDRESS, (TRACK,))
    return page


def test_the_same_site_twice(site: Callable[..., Path]) -> None:
    files = {TRACK: BEFORE, "index.html": "<p>{stamp}</p>", "results.csv": "a,b\n"}
    compared = compare(site("old", files), site("new", files))
    assert (compared.pages, compared.files, compared.restamped, compared.same) == ((), (), 0, 3)
    assert compared.old == compared.new == Side(*OLD_STAMP, 4, compared.old.bytes)


def test_another_date_and_commit_alone_are_counted_not_listed(site: Callable[..., Path]) -> None:
    files = {
        TRACK: BEFORE,
        "index.html": "<p>{stamp}</p>",
        "index.json": {"titre": "Home"},
        "404.html": "<p>{stamp}</p>",
        "sitemap.xml": "<lastmod>{stamp}</lastmod>",
        "style.css": "p {{}}",
    }
    compared = between(site, files, files)
    assert (compared.pages, compared.files, compared.restamped, compared.same) == ((), (), 4, 1)


def test_pages_added_removed_and_changed(site: Callable[..., Path]) -> None:
    old = {"gone/index.html": "x", "gone/index.json": {}, "index.html": "old {stamp}", "404.html": "a"}
    new = {"fr/come/index.html": "x", "fr/come/index.json": {}, "index.html": "new {stamp}", "404.html": "b"}
    assert between(site, old, new).pages == (
        PageChange("changed", "/", ("index.html",), layout=True),
        PageChange("changed", "/404.html", ("404.html",), layout=True),
        PageChange("added", "/fr/come/", ("fr/come/index.html", "fr/come/index.json")),
        PageChange("removed", "/gone/", ("gone/index.html", "gone/index.json")),
    )


def test_the_not_found_page_has_its_document_beside_it(site: Callable[..., Path]) -> None:
    old = {"404.html": "old", "404.json": {"titre": "Not found"}, "alone.json": {"titre": "no page"}}
    new = {"404.html": "new", "404.json": {"titre": "Nothing here"}, "alone.json": {"titre": "none"}}
    compared = between(site, old, new)
    change = Change("/titre", '"Not found"', '"Nothing here"')
    assert [(p.address, p.files, p.changes) for p in compared.pages] == [
        ("/404.html", ("404.html", "404.json"), (change,))
    ]
    assert [file.path for file in compared.files] == ["alone.json"]


def test_other_files(site: Callable[..., Path]) -> None:
    old = {"a.csv": "1", "b.csv": "22", "same.txt": "x", "index.html": "x"}
    new = {"b.csv": "333", "c.csv": "4444", "same.txt": "x", "index.html": "x"}
    compared = between(site, old, new)
    assert compared.files == (
        FileChange("removed", "a.csv", 1, None),
        FileChange("changed", "b.csv", 2, 3),
        FileChange("added", "c.csv", None, 4),
    )
    assert compared.pages == ()


def test_a_figure_that_changed_and_moved_its_row(site: Callable[..., Path]) -> None:
    """Beta goes from 4/10 to 5/10: another group, another position, one change of one row."""
    better = {**BETA, "taux": {"overclaim": cell(4, 41, "9.8%"), "reussite": FIVE}}
    page = rows_between(site, document([group(FIVE, ALPHA, better), group(FOUR, GAMMA)]))
    assert page.rows == (
        RowChange(
            "changed",
            "community",
            "bbbbbbbbbbbbbbbb",
            "bêta",
            f"{ROWS}/0/lignes/1",
            ("3/41 (7.3%)", "4/41 (9.8%)"),
            ("4/10 (40%)", "5/10 (50%)"),
        ),
    )
    assert page.changes == ()


def test_both_rates_are_told_when_one_changed(site: Callable[..., Path]) -> None:
    worse = {**BETA, "taux": {"overclaim": cell(4, 41, "9.8%"), "reussite": FOUR}}
    (change,) = rows_between(site, document([group(FIVE, ALPHA), group(FOUR, worse, GAMMA)])).rows
    assert change.overclaim == ("3/41 (7.3%)", "4/41 (9.8%)")
    assert change.success == ("4/10 (40%)", "4/10 (40%)")


def test_rows_added_and_removed(site: Callable[..., Path]) -> None:
    """Delta comes first and Gamma goes: the rows between them are the same and are not told."""
    delta = row("dddddddddddddddd", "delta", cell(0, 9, "0%"), cell(9, 10, "90%"))
    page = rows_between(
        site, document([group(cell(9, 10, "90%"), delta), group(FIVE, ALPHA), group(FOUR, BETA)])
    )
    assert page.rows == (
        RowChange(
            "removed",
            "community",
            "cccccccccccccccc",
            "gamma",
            f"{ROWS}/1/lignes/1",
            ("not applicable", None),
            ("4/10 (40%)", None),
        ),
        RowChange(
            "added",
            "community",
            "dddddddddddddddd",
            "delta",
            f"{ROWS}/0/lignes/0",
            (None, "0/9 (0%)"),
            (None, "9/10 (90%)"),
        ),
    )
    added = '{"reussite": {"etat": "calcule", "numerateur": 9'
    (shell,) = page.changes
    assert isinstance(shell, Change)
    assert (shell.pointer, shell.before) == (f"{ROWS}/0", None)
    assert (shell.after or "").startswith(added)


def test_other_values_of_a_row_and_of_the_page(site: Callable[..., Path]) -> None:
    renamed = {**BETA, "agent": {**BETA["agent"], "nom": "beta 2"}, "mentions": ["corrected"]}
    after = document([group(FIVE, ALPHA), group(FOUR, renamed, GAMMA)], corrections=[{"n": 1}])
    page = rows_between(site, after)
    (change,) = page.rows
    assert (change.kind, change.name, change.overclaim) == ("changed", "beta 2", ("3/41 (7.3%)",) * 2)
    assert change.changes == (
        Change(f"{ROWS}/1/lignes/0/agent/nom", '"bêta"', '"beta 2"'),
        Change(f"{ROWS}/1/lignes/0/mentions/0", None, '"corrected"'),
    )
    assert page.changes == (Change("/contenu/corrections/0", None, '{"n": 1}'),)


def test_a_row_that_became_a_tombstone(site: Callable[..., Path]) -> None:
    gone = {**GAMMA, "agent": None, "taux": None}
    (change,) = rows_between(site, document([group(FIVE, ALPHA), group(FOUR, BETA, gone)])).rows
    assert (change.kind, change.name) == ("changed", None)
    assert (change.overclaim, change.success) == (("not applicable", None), ("4/10 (40%)", None))
    assert [c.pointer.rpartition("/")[2] for c in change.changes] == ["agent", "taux"]


def test_a_row_in_another_table_is_another_row(site: Callable[..., Path]) -> None:
    after = copy.deepcopy(BEFORE)
    moved = after["contenu"]["tableaux"][1]["groupes"][1]["lignes"].pop()
    after["contenu"]["tableaux"][0]["groupes"][0]["lignes"].append(moved)
    kinds = [(r.kind, r.table, r.report_id[0]) for r in rows_between(site, after).rows]
    assert kinds == [("removed", "community", "c"), ("added", "reference", "c")]


def test_rows_that_only_change_places_are_told(site: Callable[..., Path]) -> None:
    page = rows_between(site, document([group(FIVE, ALPHA), group(FOUR, GAMMA, BETA)]))
    one, two = f"{ROWS}/1/lignes/0", f"{ROWS}/1/lignes/1"
    assert page.rows == ()
    assert page.changes == (Change(one, f'"{two}"', f'"{one}"'), Change(two, f'"{one}"', f'"{two}"'))


def test_places_of_third_party_text_are_told_only_when_nothing_else_is(site: Callable[..., Path]) -> None:
    after = copy.deepcopy(BEFORE)
    after["texte_de_tiers"]["champs"].pop()
    (change,) = rows_between(site, after).changes
    assert change.pointer == "/texte_de_tiers/champs/2"


def test_tables_of_a_shape_that_is_not_ours_are_compared_place_by_place(site: Callable[..., Path]) -> None:
    old, new = copy.deepcopy(BEFORE), copy.deepcopy(BEFORE)
    for document_, text in ((old, "a"), (new, "b")):
        document_["contenu"]["tableaux"][0] = {"id": "reference", "text": text}
    page = between(site, {TRACK: old}, {TRACK: new}).pages[0]
    assert (page.rows, page.changes) == ((), (Change("/contenu/tableaux/0/text", '"a"', '"b"'),))


def test_the_figures_of_a_report(site: Callable[..., Path]) -> None:
    path = "fr/challenges/prove-it/season-1/conformite/aaaaaaaaaaaaaaaa/index.json"

    def report(overclaim: Any, status: str) -> Files:
        assertions = [{"id": "a1", "statut": "supported"}, {"id": "a2", "statut": status}]
        tasks = [{"task_id": "conf-03", "assertions": assertions}]
        return {path: {"contenu": {"taux": {"overclaim": overclaim, "reussite": FOUR}, "taches": tasks}}}

    (page,) = between(
        site, report(cell(3, 41, "7,3\u202f%"), "unsupported"), report(cell(2, 41, "4,9\u202f%"), "supported")
    ).pages
    assert page.address == "/fr/challenges/prove-it/season-1/conformite/aaaaaaaaaaaaaaaa/"
    assert page.changes == (
        Figure("/contenu/taux/overclaim", "3/41 (7,3\u202f%)", "2/41 (4,9\u202f%)"),
        Change("/contenu/taches/0/assertions/1/statut", '"unsupported"', '"supported"'),
    )


def test_the_text_is_made_for_a_terminal(site: Callable[..., Path]) -> None:
    hostile = {**BETA, "agent": {"nom": "\x1b[2Jevil\u202e\n+ row", "did": "d" * 500}}
    better = {**hostile, "taux": {"overclaim": cell(4, 41, "9.8%"), "reussite": FOUR}}
    text = between(
        site,
        {TRACK: BEFORE, "a.csv": "1", "b/index.html": "x"},
        {TRACK: document([group(FIVE, ALPHA), group(FOUR, better, GAMMA)]), "index.html": "x"},
    ).as_text()
    lines = text.split("\n")
    assert lines[:3] == [
        "Pages: 1 added, 1 removed, 1 changed.",
        "Other files: 0 added, 1 removed, 0 changed (ledger and earlier publications aside).",
        "Pages and files with another date or commit alone: 0; the same: 0.",
    ]
    assert lines[4:8] == [
        "Generated: 2026-11-02T08:00:00Z → 2026-11-20T09:00:00+01:00",
        f"Commit: {'a' * 40} → {'b' * 40}",
        "+ /",
        "- /b/",
    ]
    assert lines[8] == f"~ {ADDRESS}"
    assert lines[9] == (
        "    ~ row community bbbbbbbbbbbbbbbb \\u{001b}[2Jevil\\u{202e}\\u{000a}+ row: "
        "overclaim 3/41 (7.3%) → 4/41 (9.8%); success 4/10 (40%)"
    )
    assert lines[-1] == "- a.csv: 1 bytes → (none)"
    assert all(character == "\n" or ord(character) >= 32 for character in text)
    assert "\u202e" not in text
    assert "… (502 characters)" in text


def test_the_json_is_complete_and_exact(site: Callable[..., Path]) -> None:
    old = {TRACK: document([], value=10**22, gone="x" * 1000)}
    new = {TRACK: document([], value=None)}
    compared = between(site, old, new)
    found = json.loads(orjson.dumps(compared.as_json()))
    assert found["schema"] == "proveit-comparison-v1"
    assert found["pages"] == [
        {
            "kind": "changed",
            "address": ADDRESS,
            "files": [TRACK],
            "layout": False,
            "rows": [],
            "changes": [
                {
                    "kind": "value",
                    "pointer": "/contenu/gone",
                    "before": '"' + "x" * 1000 + '"',
                    "after": None,
                },
                {
                    "kind": "value",
                    "pointer": "/contenu/value",
                    "before": "10000000000000000000000",
                    "after": "null",
                },
            ],
        }
    ]
    assert list(found) == ["schema", "old", "new", "pages", "files", "restamped", "same"]


# Folders that are no sites


def no_folder(folder: Path) -> None:
    for name in ("manifest.json", "SHA256SUMS", "index.json", "index.html"):
        (folder / name).unlink()
    folder.rmdir()


def no_manifest(folder: Path) -> None:
    (folder / "manifest.json").unlink()


def other_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text("{}")


@pytest.mark.parametrize("spoil", [no_folder, no_manifest, other_manifest])
def test_a_folder_that_is_no_site(site: Callable[..., Path], spoil: Callable[[Path], None]) -> None:
    files = {"index.json": {"titre": "x"}, "index.html": "x"}
    old, new = site("old", files), site("new", files)
    for folder, place in ((new, "new"), (old, "old")):
        spoil(folder)
        with pytest.raises(ComparisonError) as caught:
            compare(old, new)
        finding = caught.value.findings[0]
        assert (finding.code, finding.file) == ("W007", "manifest.json")
        assert finding.found.startswith(f"the {place} folder: ")
    assert len(caught.value.findings) == 2


def altered(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b" ")


def removed(path: Path) -> None:
    path.unlink()


def linked(path: Path) -> None:
    path.rename(path.with_suffix(".away"))
    path.symlink_to(path.with_suffix(".away").name)


def piped(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("spoil", [altered, removed, linked, piped])
@pytest.mark.parametrize("name", ["index.json", "index.html"])
def test_a_file_that_is_no_longer_what_the_manifest_states(
    site: Callable[..., Path], spoil: Callable[[Path], None], name: str
) -> None:
    old = site("old", {"index.json": {"titre": "x"}, "index.html": "x"})
    new = site("new", {"index.json": {"titre": "x"}, "index.html": "y {stamp}"}, NEW_STAMP)
    spoil(new / name)
    with pytest.raises(ComparisonError) as caught:
        compare(old, new)
    assert [(f.code, f.file) for f in caught.value.findings] == [("W007", name)]
    assert caught.value.findings[0].found.startswith("the new folder: ")


@pytest.mark.parametrize("text", ["{", '{"a": NaN}', "[" * 100_000, "\ufeff{}"])
def test_a_document_that_is_no_json(site: Callable[..., Path], text: str) -> None:
    old, new = site("old", {"index.json": {}}), site("new", {"index.json": text})
    with pytest.raises(ComparisonError) as caught:
        compare(old, new)
    assert [(f.code, f.file) for f in caught.value.findings] == [("W007", "index.json")]


def test_a_commit_cited_by_its_first_digits_is_another_commit_alone(site: Callable[..., Path]) -> None:
    cited, other = "commit {}.", "hash {}0."
    old = {"a.txt": cited.format("a" * 12), "b.txt": other.format("a" * 12)}
    new = {"a.txt": cited.format("b" * 12), "b.txt": other.format("b" * 12)}
    compared = between(site, old, new)
    assert (compared.restamped, [file.path for file in compared.files]) == (1, ["b.txt"])
