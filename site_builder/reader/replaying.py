"""Step 7: every published proof is verified, and every score follows from the proofs.

A proof may fail, and the score that cites it be right: an unsupported assertion is one whose proof does not
hold. So each score is computed again from what was sent, the proofs, the corpus and the key, and what is
compared is every status, cause, state and total.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from site_builder.challenges.prove_it.inputs.score import LostToFaults
from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.challenges.prove_it.pages.verified import VerifiedProof, verified
from site_builder.challenges.prove_it.scoring.basis import Basis, basis_of
from site_builder.challenges.prove_it.scoring.difference import shown
from site_builder.challenges.prove_it.scoring.rescore import Rescoring, rescore
from site_builder.evidence.trust import TrustAnchors
from site_builder.reader.account import Problem, Step, many
from site_builder.reader.evidence_file import (
    Evidence,
    evidence_path,
    public_rows,
    read_evidence,
    without_report,
)
from site_builder.reader.proofs_alone import ProofsAlone, proofs_alone, without_corpus
from site_builder.reader.seasons import PublishedSeason, PublishedTrack
from site_builder.reader.site import Site, default_document

# What follows for a reader, without proofs and with them.
_IMPLIED: Final = {
    False: "What each assertion is (supported or not, and why) stands as the scorer gave it; "
    "that a proof carries it is not established here.",
    True: "That the proofs of an assertion asked for the resource claimed and were answered the value "
    "claimed is not established here: it stands as the scorer gave it.",
}


@dataclass(frozen=True, slots=True)
class Replay:
    """One report: its evidence, and the rescoring; ``why`` it was not replayed otherwise, and what its
    proofs ``alone`` say where they are published without the corpus."""

    report_id: str
    table: str
    evidence: Evidence | Problem
    rescoring: Rescoring | None = None
    why: str | None = None
    alone: ProofsAlone | None = None


def basis_for(track: PublishedTrack, anchors: TrustAnchors) -> Basis | str:
    """What the track's scores are replayed on, or what of it the site does not publish."""
    if track.season is None or track.track is None or track.key is None:
        return "no replay kit is published (kit.json and kit/), nor what it holds"
    if track.corpus is None:
        if track.problems:
            return "the corpus is not published whole (step 5 of verify names what is wrong with it)"
        return "the corpus is not published (kit/manifest.json and kit/corpus/)"
    return basis_of(track.season, track.track, track.key, track.corpus, anchors)


def replays(
    site: Site, track: PublishedTrack, anchors: TrustAnchors, only: str | None = None
) -> Iterator[Replay]:
    """Every public report of a track, or the one of this id, in the order of its page."""
    basis = basis_for(track, anchors)
    for table, report_id in public_rows(track):
        if only is not None and report_id != only:
            continue
        evidence = read_evidence(site, track, table, report_id)
        if isinstance(evidence, Problem):
            yield Replay(report_id, table, evidence, why="its evidence cannot be read")
        elif isinstance(basis, str):
            yield Replay(report_id, table, evidence, why=basis, alone=_alone(track, evidence, anchors))
        elif evidence.proofs is None:
            yield Replay(report_id, table, evidence, why="the proofs that it cites are not published")
        else:
            yield Replay(
                report_id, table, evidence, rescore(evidence.score, evidence.sent, evidence.proofs, basis)
            )


def _alone(track: PublishedTrack, evidence: Evidence, anchors: TrustAnchors) -> ProofsAlone | None:
    if evidence.proofs is None or track.season is None or track.track is None or track.key is None:
        return None
    basis = without_corpus(track.season, track.track, track.key, anchors)
    return proofs_alone(evidence.score, evidence.proofs, basis)


class Replayed(NamedTuple):
    """Of one report: flat copies of its proofs that differ from the evidence, the steps of each proof, and
    the tasks that instrument faults alone took below their bounds. ``later`` are the proofs of a version that
    is not known here, of which only the site's own word is had."""

    incidents: int
    proofs: tuple[VerifiedProof, ...]
    lost: Mapping[str, LostToFaults]
    later: frozenset[str] = frozenset()


Incidents = Mapping[tuple[int, str, str], Replayed]
"""(season, track, report id) → what its replay found."""


def check_proofs(
    site: Site, seasons: Sequence[PublishedSeason], anchors: TrustAnchors, step: Step
) -> Incidents:
    """Every score of every season that shows any; what step 6 counts of it comes back."""
    incidents: dict[tuple[int, str, str], Replayed] = {}
    private = 0
    for season in seasons:
        if season.unreadable is not None:
            step.unchecked.append(f"Season {season.number}: {season.unreadable}.")
        for track in season.tracks:
            if not track.published or season.content["saison"]["invalidee"]:
                continue
            try:
                _track(site, track, anchors, step, incidents)
                private += without_report(track)
            except Exception as error:  # a hostile document
                step.unchecked.append(f"{track.label}: cannot be replayed: {type(error).__name__}.")
    if not step.compared and not step.problems and not step.unchecked:
        if private:
            step.unchecked.append(
                f"No report is public. Nothing is published that the figures of {many(private, 'row')} "
                "could be replayed from."
            )
        else:
            step.compared.append("no season shows a score: there is nothing to replay")
    return incidents


def _track(
    site: Site, track: PublishedTrack, anchors: TrustAnchors, step: Step,
    incidents: dict[tuple[int, str, str], Replayed],
) -> None:  # fmt: skip
    verdicts: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    done = assertions = alone = 0
    for one in replays(site, track, anchors):
        if one.rescoring is None:
            missing[one.why or ""] += 1
            if one.alone is not None:
                alone += 1
                _told_alone(evidence_path(track, one.report_id), one.alone, step)
                verdicts.update(account.verdict.value for account in one.alone.accounts.values())
            continue
        done += 1
        made = one.rescoring
        assertions += made.tally.assertions
        key = (track.number, track.name, one.report_id)
        later = frozenset(one for one, account in made.accounts.items() if account.unknown_version)
        lost = made.lost_to_faults
        incidents[key] = Replayed(len(made.incidents), verified(made.accounts), lost, later)
        file = evidence_path(track, one.report_id)
        for place in made.differences:
            expected = f"{shown(place.recomputed)[:120]}, replayed: {place.told}"
            step.wrong(file, shown(place.declared)[:120], expected, f"/score{place.pointer}")
        for open_ in made.undecided:
            step.unchecked.append(f"{file}#/score{open_.pointer}: {open_.why}.")
        if made.not_replayed:
            tasks = ", ".join(made.not_replayed)
            step.unchecked.append(f"{file}: what was sent for {tasks} is not published.")
        verdicts.update(account.verdict.value for account in made.accounts.values())
        for incident in made.incidents:
            flat = f"{incident.proof_id}{incident.incident.pointer}"
            step.notes.append(f"{file}: a flat copy differs from the evidence, which counts: {flat}.")
    proofs = ", ".join(f"{n} {word.replace('_', ' ')}" for word, n in sorted(verdicts.items()))
    if done:
        step.compared.append(
            f"{track.label}: {many(done, 'score')} and {many(assertions, 'assertion')} with what the proofs "
            f"give; proofs: {proofs or 'none cited'}"
        )
    if alone:
        step.compared.append(
            f"{track.label}: the proofs of {many(alone, 'report')}, without the corpus: whether each holds "
            f"and binds the agent, with what the score says of it; proofs: {proofs or 'none cited'}"
        )
    for why, number in missing.items():
        step.unchecked.append(
            f"{track.label}, {many(number, 'report')}: recounted, not replayed: {why}. "
            f"{_IMPLIED[bool(alone)]}"
        )


def shown_proofs(
    site: Site, track: PublishedTrack, report_id: str, found: Replayed | None
) -> tuple[VerifiedProof, ...] | None:
    """The steps of the proofs of a report as its page must show them; those of a version that is not known as
    it does show them, since this step says that they were not checked."""
    if found is None or not found.later:
        return None if found is None else found.proofs
    page = site.document(default_document(PROVE_IT.report(track.number, track.name, report_id))) or {}
    shown = {one["proof_id"]: one for one in page["contenu"]["preuves_verifiees"] or ()}
    return tuple(
        VerifiedProof(
            proof.proof_id,
            tuple(step["etat"] for step in shown[proof.proof_id]["etapes"]),
            shown[proof.proof_id]["heure"],
        )
        if proof.proof_id in found.later & shown.keys()
        else proof
        for proof in found.proofs
    )


def _told_alone(file: str, alone: ProofsAlone, step: Step) -> None:
    for one in alone.contradictions:
        step.wrong(file, one.declared, one.expected, f"/score{one.pointer}")
    for pointer, why in alone.undecided:
        step.unchecked.append(f"{file}#/score{pointer}: {why}.")
