"""``python -m benchmarks.replay [PARTICIPANTS …]``: how long it takes to compute scores again from evidence.

The rows of the demonstration season, which is a rehearsal with real evidence, are replayed one after the
other, round and round, until PARTICIPANTS were: every proof is read, verified and scored anew each time, in
one process, as the builder does it. Columns: participants, assertions, proofs, seconds, participants and
proofs per second, the largest memory so far.
"""

from __future__ import annotations

import resource
import time
from itertools import cycle, islice
from pathlib import Path

import click

from benchmarks import DEMONSTRATION, ROOT
from site_builder.challenges.prove_it.inputs import evidence_tree, tree
from site_builder.challenges.prove_it.scoring.case import ScoreCase, TrackCase
from site_builder.challenges.prove_it.scoring.rescore import cited_proofs
from site_builder.challenges.prove_it.scoring.tally import tally
from site_builder.kernel import instants
from site_builder.pipeline import seasons
from site_builder.pipeline.replay import Replayer, trusted

_NOW = "2100-01-01T00:00:00Z"


@click.command()
@click.argument("sizes", nargs=-1, type=click.IntRange(1), metavar="[PARTICIPANTS]...")
def main(sizes: tuple[int, ...]) -> None:
    """Replay PARTICIPANTS (30, 100, 300 and 1000 unless named) and print the figures."""
    data = DEMONSTRATION.parent.parent
    found, findings = tree.read_tree(data)
    now = instants.parse(_NOW)
    work = [t for s in seasons.seasons(found, now) for t in s.tracks]
    files, problems = trusted(ROOT / "trust", [t.case for t in work])
    if findings or problems:
        raise click.ClickException("the demonstration season does not check: run `site-builder check`")
    rows = [(t.case, file) for t in work for files_ in t.scores.values() for file in files_]
    click.echo(
        "| participants | assertions | proofs | s | participants/s | proofs/s | MiB |\n|" + "---:|" * 7
    )
    for size in sizes or (30, 100, 300, 1000):
        replayer = Replayer(data, files, frozenset(case.folder for case, _ in rows))
        assertions = proofs = 0
        start = time.perf_counter()
        for case, file in islice(cycle(rows), size):
            counted = _replay(replayer, data, case, file)
            assertions, proofs = assertions + counted[0], proofs + counted[1]
        seconds = time.perf_counter() - start
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        click.echo(
            f"| {size} | {assertions} | {proofs} | {seconds:.2f} | {size / seconds:.1f} "
            f"| {proofs / seconds:.0f} | {memory:.0f} |"
        )


def _replay(replayer: Replayer, data: Path, track: TrackCase, file: str) -> tuple[int, int]:
    """The number of assertions and proofs of one row, scored again."""
    score, _ = tree.read_score(data, file)
    if score is None or track.key is None:
        raise click.ClickException(f"{file} cannot be read")
    case = ScoreCase(track, file, score, tally(score, track.key, len(track.track.tasks)))
    name = file.rpartition("/")[2].removesuffix(".json")
    sent, _ = evidence_tree.read_sent(data, track.folder, score.table, name)
    views, _ = evidence_tree.read_proofs(data, track.folder, cited_proofs(score, sent))
    again = replayer.rescored(case, sent, views)
    if again is None or again.differences:
        raise click.ClickException(f"{file} differs from its replay")
    return case.tally.assertions, len(views)


if __name__ == "__main__":
    main()
