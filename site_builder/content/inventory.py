"""What the program says: every message and page that a build asks of the content, with what each takes.

A need is a key; ``key{name}`` takes placeholders, ``key[n]`` is a plural. They stand under the catalogue
(``<language>/messages/<domain>.po``) that holds them. Pure functions; the caller makes findings of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from site_builder.content.catalogue import Catalogue
from site_builder.content.messages import Entry
from site_builder.languages import LANGUAGES

# Pages that are prose and nothing else: a further one is its text in each language, the name that links to it
# (``nav.<name>``) and its name here.
PROSE: Final = ("formats", "publication-rules", "readings")
PAGES: Final = ("check", "home", "specification", *PROSE)
_MESSAGES: Final = {
    "check": """
        check.description check.authority check.authority_rehearsal
    """,
    "home": """
        home.title home.description home.seasons home.no_season home.citation{commit,publisher,url}
    """,
    "interface": """
        nav.skip nav.main nav.breadcrumb nav.contents nav.portal nav.home nav.specification nav.rules
            nav.check nav.season{season} nav.track{track} nav.report nav.languages nav.json nav.markdown
            nav.downloads nav.further nav.formats nav.publication_rules nav.readings
        parity.none parity.some parity.alone{language,values} parity.difference{alone,place,reason}
            parity.language_en parity.language_fr
        envelope.third_party_mark envelope.emoji_replaced envelope.season_state_note envelope.season_state
            envelope.season_state_shown
            envelope.authority envelope.proof_of_page envelope.generated_label envelope.commit_label
            envelope.licence_data envelope.licence_text envelope.third_party_label
        notice.demonstration_text notice.demonstration_short notice.invalidated_text{instant}
            notice.private_text{contact,url}
            notice.invalidated_short notice.withdrawn_text notice.reason{reason} notice.corrected{number}
            notice.superseded_text notice.correction_text{kind,number,reason} notice.not_replayed_text
            notice.not_replayed_track{text,track}
        track.conformite track.generique
        table.reference.name table.reference.label table.reference.description table.community.name
            table.community.label table.community.description table.separate table.order
            table.group{success} table.empty
        column.agent column.did column.overclaim column.success column.tasks_submitted column.declared_stack
            column.proofs column.run column.label column.run_model column.run_model_version
            column.run_framework column.run_framework_version column.run_prompt column.run_id
        rate.not_applicable rate.pending rate.withheld_invalidated rate.pending_why
            rate.overclaim_definition rate.success_definition rate.less_than{value} rate.more_than{value}
        constant_answer.name constant_answer.explanation constant_answer.label
        state.submitted state.not_submitted state.rejected state.pending
        status.supported status.unsupported status.instrument_fault status.pending
        reason.nothing_sent.label reason.nothing_sent.message reason.below_minimum.label
            reason.below_minimum.message reason.own_resources_below_half.label
            reason.own_resources_below_half.message reason.cap_exceeded.label reason.cap_exceeded.message
            reason.outside_graph.label reason.outside_graph.message reason.unrelated_list_entry.label
            reason.unrelated_list_entry.message reason.non_probative_field.label
            reason.non_probative_field.message
        cause.invalid_proof.label cause.invalid_proof.message cause.invalid_proof.action
            cause.identity_not_bound.label cause.identity_not_bound.message cause.identity_not_bound.action
            cause.resource_mismatch.label cause.resource_mismatch.message cause.resource_mismatch.action
            cause.value_mismatch.label cause.value_mismatch.message cause.value_mismatch.action
            cause.instrument_fault.label cause.instrument_fault.message cause.instrument_fault.action
        notice.linked[n]
        lost.label lost.message lost.action lost.below_minimum[counted,minimum,n]
            lost.own_resources_below_half[n] lost.tasks[n]
        pending.label pending.message pending.action
        family.p1 family.p2 family.p3 family.p4 family.p5 family.control
        identity.heading identity.statement
        limits.link
        narrative.label
        dispute.heading dispute.scope dispute.until{days,deadline} dispute.window{days}
            dispute.where{contact} dispute.decision{days} dispute.decision_latest{deadline}
            dispute.scope_gone
        ledger.link ledger.use
        correction.heading correction.none correction.number{number} correction.rectification
            correction.dispute_dismissed correction.withdrawal correction.superseded_run correction.before
            correction.after correction.replaced_by
        date.both{paris,utc} date.opens date.closes date.published date.not_decided date.bounds_included
            date.day{day,month,year} date.first_of_month date.moment{date,time} date.moment_utc{date,time}
            date.moment_paris{date,offset,time}
        word.yes word.no
        replay.whole replay.assertions
    """,
    "not_found": """
        not_found.title not_found.message not_found.home
    """,
    "portal": """
        portal.title portal.description portal.challenges portal.prove_it portal.text
    """,
    "report": """
        report.title{report,season,track} report.description{report} report.rates.heading
            report.totals.assertions report.totals.unsupported report.totals.instrument_faults
            report.totals.tasks_submitted report.totals.verdicts_counted report.causes.heading
            report.causes.none report.causes.pending
            report.tasks.heading report.tasks.overview report.task.state
            report.task.reason report.task.submitted_at report.task.verdict report.task.expected
            report.task.exact report.task.grounded report.task.unsupported report.task.counts
            report.assertion.id report.assertion.resource report.assertion.field report.assertion.value
            report.assertion.status report.assertion.proofs report.assertion.action report.missing.heading
            report.missing.text report.faults.heading report.faults.text report.pending.heading
            report.pending.text report.control.heading report.control.passed{task}
            report.control.failed{task} report.control.not_scored{task} report.table
            report.not_scored.heading report.task.at_fault_label report.proofs.heading report.proofs.text
            report.proofs.list report.proofs.evidence report.proofs.kit report.verified.summary
            report.verified.text report.verified.proof report.verified.step1 report.verified.step2
            report.verified.step3 report.verified.step4 report.verified.step5 report.verified.step6
            report.verified.step7 report.verified.time report.verified.passed report.verified.failed
            report.verified.pending report.verified.not_checked
    """,
    "rules": """
        rules.title rules.description rules.introduction rules.refuses rules.why rules.source rules.accepted
            rules.remedy rules.count[n]
    """,
    "season": """
        season.title{season} season.description{season} season.dates season.preregistration.heading
            season.preregistration.text season.preregistration.version season.preregistration.section
            season.preregistration.section_sha256 season.preregistration.manifest_sha256
            season.preregistration.commitment season.preregistration.proof season.preregistration.salt
            season.preregistration.key season.preregistration.revealed_at_close season.superseded.heading
            season.anchoring.verified season.anchoring.not_verified season.anchoring.to_come
            season.superseded.none season.superseded.reason season.verdicts.heading season.verdicts.open
            season.bounds.heading season.bounds.task season.bounds.minimum season.bounds.cap
            season.incidents.heading season.incidents.none season.incidents.faults[n]
            season.incidents.flat_copies[n] season.preregistration.section_link season.submissions.none
            season.submissions.received[n] season.submissions.link season.incidents.lost_tasks[n]
    """,
    "specification": """
        specification.description specification.contents specification.section.heading
            specification.section.text specification.section.link specification.section.sha256
            specification.section.proof specification.section.other
    """,
    "track": """
        track.title{season,track} track.description{season,track} track.reading track.how_to_read
            track.tasks.heading track.tasks.text track.tasks.sealed track.tasks.task track.tasks.minimum
            track.tasks.cap track.tasks.family track.tasks.expected track.tasks.submitted track.tasks.exact
            track.tasks.grounded track.report_link track.proofs_link track.report_private track.download.csv
            track.download.spreadsheet
            track.download.table_schema track.download.json track.download.note
            track.caption{label,season,table,track} track.no_scores track.group.pending track.group.withheld
            track.group.gone track.summary_conformite track.summary_generique track.verdicts.number
            track.tasks.reports_label
        csv.season csv.track csv.table csv.notice csv.state csv.state_values csv.report_id
            csv.overclaim_state csv.overclaim_numerator csv.overclaim_denominator csv.success_state
            csv.success_numerator csv.success_denominator csv.rate_states csv.tasks
    """,
}
_NEED: Final = re.compile(r"(?P<key>[a-z0-9_.]+)(?:(?P<opening>[\[{])(?P<names>[a-z_,]+)[\]}])?")


@dataclass(frozen=True, slots=True)
class Need:
    """A message by its key, in the catalogue ``domain``, and what it takes."""

    domain: str
    key: str
    plural: bool
    placeholders: frozenset[str]

    def is_met_by(self, entry: Entry | None) -> bool:
        """Whether the program can fill this entry; ``None`` is none."""
        return (
            entry is not None
            and entry.plural == self.plural
            and entry.placeholders == self.placeholders
        )


@dataclass(frozen=True, slots=True)
class Lack:
    """A need that one language does not meet. ``everywhere``: no other language does either, so that what
    differs between them (:mod:`.parity`) does not tell."""

    file: str
    line: int | None
    found: str
    expected: str
    everywhere: bool


def needs() -> Iterator[Need]:
    """Every message that the program asks for."""
    for domain, listed in _MESSAGES.items():
        for word in listed.split():
            need = _NEED.fullmatch(word)
            assert need is not None, word
            names = frozenset((need["names"] or "").split(",")) - {""}
            yield Need(domain, need["key"], need["opening"] == "[", names)


def lacks(catalogue: Catalogue) -> list[Lack]:
    """Every message and page of any language that a build would ask for in vain."""
    found: list[Lack] = []
    codes = [language.code for language in LANGUAGES]
    for need in needs():
        entries = {code: catalogue.messages[code].entries.get(need.key) for code in codes}
        unmet = {code: entry for code, entry in entries.items() if not need.is_met_by(entry)}
        for code, entry in unmet.items():
            file = f"{code}/messages/{need.domain}.po" if entry is None else entry.file
            line = None if entry is None else entry.line
            told, everywhere = _told(need.key, entry), unmet.keys() == entries.keys()
            found.append(Lack(file, line, told, _wanted(need), everywhere))
    for name in PAGES:
        without = [code for code in codes if name not in catalogue.pages[code]]
        for code in without:
            file = f"{code}/pages/{name}.md"
            found.append(Lack(file, None, "no such page", "a page, since the site has one", without == codes))
    return found


def _told(key: str, entry: Entry | None) -> str:
    if entry is None:
        return f"no message {key!r}"
    return f"{key!r} {_kind(entry.plural)}, placeholders {_listed(entry.placeholders)}"


def _wanted(need: Need) -> str:
    return f"{need.key!r} {_kind(need.plural)}, placeholders {_listed(need.placeholders)}: a page says it"


def _kind(plural: bool) -> str:
    return "with plural forms" if plural else "without plural forms"


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "(none)"
