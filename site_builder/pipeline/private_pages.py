"""The files of a private report, made by the code of public ones and placed so that they open from a folder.

Below ``season-<n>/<track>/`` stand ``index.html`` and ``index.json`` in the default language, the same in a
folder for each other one, the list of proofs and the evidence; the style sheet and the icon in ``assets/``.
A link to one of these files is made relative, so that it needs no server; any other leads to the public site.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from posixpath import dirname, relpath
from typing import Final

from site_builder.challenges.prove_it.inputs.proof import ProofView
from site_builder.challenges.prove_it.inputs.submission import Sent
from site_builder.challenges.prove_it.pages import evidence, proofs, report
from site_builder.challenges.prove_it.pages.context import PROVE_IT, TrackContext
from site_builder.challenges.prove_it.pages.verified import VerifiedProof
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.documents import addresses
from site_builder.documents.envelope import dump
from site_builder.kernel.findings import Finding
from site_builder.pipeline.judge import Judge
from site_builder.pipeline.place import write_below
from site_builder.pipeline.request import Alone
from site_builder.render.assets import assets

_LINK: Final = re.compile(r' (href|src)="(/[^"#]*)')


def concerns(alone: Alone | None, context: TrackContext, case: ScoreCase) -> bool:
    """Whether this score is the one whose private report was asked for."""
    score = case.score
    if alone is None or score.public or score.report_id != alone.report_id:
        return False
    return context.gone(score.table, score.report_id) is None


def write(
    alone: Alone, judge: Judge, context: TrackContext, case: ScoreCase, sent: Sent | None,
    views: Mapping[str, ProofView] | None, found: Sequence[VerifiedProof] | None,
) -> list[Finding]:  # fmt: skip
    """Leave the files in the folder; returns what the rules on public pages refuse of them.

    ``sent`` and ``views`` are for the evidence, which is what a public report would have (none in an
    invalidated season); ``found`` is what the replay found of the proofs.
    """
    path = PROVE_IT.report(context.season.number, context.name, case.score.report_id)
    home = f"season-{context.season.number}/{context.name}/"
    judged = judge.page(path, report.documents(context, case, found, alone=True))
    findings = list(judged.findings)
    files = {_placed(file.path, path, home): file.data for file in judged.files}
    listed = proofs.document(context, case)
    if listed is not None:
        files[f"{home}proofs.json"] = dump(listed)
    if not context.season.invalidated:
        evident = evidence.evidence_file(context, case, sent, views)
        findings += judge.file(addresses.file(f"{path}evidence.json"), evident, None)
        files[f"{home}evidence.json"] = evident
    by_path = {f"/{name}": name for name, _ in assets()}
    for code in context.build.words:
        own = addresses.localised(code, path)
        for name in ("", "index.json"):
            by_path[own + name] = _placed(addresses.file(own) + (name or "index.html"), path, home)
    by_path |= {f"{path}{name}": f"{home}{name}" for name in ("proofs.json", "evidence.json")}
    for name, data in files.items():
        if name.endswith(".html"):
            data = _linked(data.decode(), name, by_path, context.build.site.base_url).encode()
        write_below(alone.folder, name, data)
    return findings


def _placed(file: str, path: str, home: str) -> str:
    """Where a file of the report's page goes: the folder of a language other than the default one is kept."""
    language, _, name = file.rpartition(addresses.file(path))
    return f"{home}{language}{name}"


def _linked(html: str, file: str, by_path: Mapping[str, str], base_url: str) -> str:
    def link(found: re.Match[str]) -> str:
        place = by_path.get(found[2])
        target = relpath(place, dirname(file)) if place else base_url + found[2]
        return f' {found[1]}="{target}'

    return _LINK.sub(link, html)
