"""docs/running-a-season.md is what an operator does: its commands, in its order, from an empty folder.

What others do in between (``<!-- others: … -->``) is done here, by the rehearsal's Trust Layer, log,
participants and scorer, a time-stamping authority and a host of this machine. ``<!-- at: … -->`` is the
instant of what follows: it is the commits' date, and given to the commands that take one.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from site_builder.kernel.identifiers import report_id
from site_builder.operation.corpus import Description
from tests.harness import browser
from tests.harness.command import REPOSITORY, program
from tests.harness.openssl_tsa import OpensslAuthority
from tests.operation.challenge import TRACK, Challenge
from tests.operation.service import Service, served

PAGE = (REPOSITORY / "docs" / "running-a-season.md").read_text("utf-8")
STEP = re.compile(r"^<!-- (at|others): ([^ ]+) -->$|^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXIT = re.compile(r"  # exit ([0-9]+)$")
# The commands that are told the time; all others have no use for it.
TIMED = ("build", "check", "freeze check", "season status", "season import", "season freeze")


class Season:
    """The operator at work in ``folder / index``, and everybody around."""

    def __init__(
        self, folder: Path, service: Service, authority: OpensslAuthority, tsa: str, site: str
    ) -> None:
        self.folder, self.service, self.authority = folder, service, authority
        self.places = {"https://freetsa.org/tsr": tsa, "https://proveit.rehearsal.example/ ": f"{site} "}
        self.challenge = Challenge(folder / "private", number=1)
        self.working, self.at = folder, "2026-04-01T00:00:00Z"
        path = f"{program().parent}{os.pathsep}{os.environ['PATH']}"
        identity = [f"GIT_{who}_{what}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")]
        self.environment = {**os.environ, "PATH": path, **dict.fromkeys(identity, "operator@x.example")}

    @property
    def index(self) -> Path:
        return self.folder / "index"

    # -- what the page says --------------------------------------------------------------------------

    def block(self, text: str) -> None:
        """The commands of a block; a line that is none must stand in the output of the one before it."""
        output = ""
        for line in text.splitlines():
            if line.startswith("$ "):
                output = self.command(line.removeprefix("$ "))
            else:
                assert line in output.splitlines() or line in output, f"{line}\nis not in\n{output}"

    def command(self, line: str) -> str:
        code = int(found[1]) if (found := EXIT.search(line)) else 0
        line = self.placed(EXIT.sub("", line))
        if line.startswith("cd "):
            self.working /= line.removeprefix("cd ")
            return ""
        name = line.removeprefix("site-builder ")
        if line.startswith("site-builder ") and name.startswith(TIMED):
            line += f" --now {self.at}"
        done = subprocess.run(
            ["bash", "-euc", line], cwd=self.working, capture_output=True, encoding="utf-8", check=False,
            env=self.environment | {"GIT_AUTHOR_DATE": self.at, "GIT_COMMITTER_DATE": self.at},
        )  # fmt: skip
        assert done.returncode == code, f"{line}\nexit {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def placed(self, line: str) -> str:
        for real, here in self.places.items():
            if line.startswith(("site-builder seal", "site-builder verify")):
                line = line.replace(real, here)
        return line

    # -- what others do ------------------------------------------------------------------------------

    def addresses(self) -> None:
        text = (self.index / "site.toml").read_text("utf-8")
        (self.index / "site.toml").write_text(self.service.configuration(text), "utf-8")
        self.authority.trust(self.index / "trust" / "authority", rehearsal=True)

    def anchor(self) -> None:
        record = self.index / f"data/results/prove-it/season-1/{TRACK}/preregistration.json"
        call = json.loads(record.read_bytes())["freezes"][0]
        self.challenge.anchor(call["target"], call["method"], call["payload"])
        self.service.answers = self.challenge.answers()

    def score(self) -> None:
        """One view is served without its token: whoever cites it has an invalid proof, for now."""
        self.challenge.take_part(("boussole", "ref-repetition-a"))
        boussole = next(one for one in self.challenge.sessions if one.participant.name == "boussole")
        proof_id = boussole.submissions["conf-03"]["assertions"][0]["proof_ids"][0]
        view = self.challenge.views[proof_id]
        self.environment["PROOF"] = proof_id
        self.token = view["timestamp_authority"]
        view["timestamp_authority"] = {"status": "pending"}
        self.delivered()

    def mend(self) -> None:
        """The service mends the view; the scorer runs again, and says what it corrected."""
        self.challenge.views[self.environment["PROOF"]]["timestamp_authority"] = self.token
        before, after = self.row(), self.row(again=True)
        lines = list(corrections(before, after))
        assert lines
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (self.challenge.folder / "delivery" / "corrections.jsonl").write_text(text, "utf-8")

    def row(self, *, again: bool = False) -> Any:
        if again:
            self.delivered()
        return json.loads((self.challenge.folder / f"delivery/{TRACK}/community/boussole.json").read_bytes())

    def delivered(self) -> None:
        self.challenge.score(self.index / "data" / "results")
        self.service.answers = self.challenge.answers()

    def deploy(self) -> None:
        shutil.rmtree(self.folder / "host" / "site", ignore_errors=True)
        shutil.copytree(self.index / "public", self.folder / "host" / "site")


def corrections(before: Any, after: Any) -> Iterator[dict[str, Any]]:
    """A line of kind rectification for each assertion that is assessed otherwise."""
    n = 0
    for old, new in zip(before["tasks"], after["tasks"], strict=True):
        for one, other in zip(old.get("assertions", ()), new.get("assertions", ()), strict=True):
            sides = [{"status": side["status"], "cause": side["cause"]} for side in (one, other)]
            if sides[0] == sides[1]:
                continue
            n += 1
            yield {
                "schema": "proveit-correction-v1", "n": n, "at": "2026-06-03T10:00:00Z",
                "kind": "rectification",
                "concerns": {
                    "track": TRACK, "table": "community", "report_id": report_id(after["agent"]["did"]),
                    "task_id": new["task_id"], "assertion_id": other["id"],
                },
                "reason": {
                    "fr": "La vue servie à la clôture n’avait pas son jeton d’horodatage.",
                    "en": "The view served at the close lacked its time-stamp token.",
                },
                "before": sides[0], "after": sides[1],
            }  # fmt: skip


@contextmanager
def season(folder: Path) -> Iterator[Season]:
    with ExitStack() as stack:
        (folder / "private").mkdir()
        (folder / "host" / "site").mkdir(parents=True)
        authority = OpensslAuthority(folder / "authority")
        made = Season(
            folder, stack.enter_context(served({})), authority, stack.enter_context(authority.served()),
            f"{stack.enter_context(browser.served(folder / 'host'))}site/",
        )  # fmt: skip
        made.challenge.write_corpus()
        yield made


def test_the_page_from_an_empty_folder_to_a_season_that_is_over(tmp_path: Path) -> None:
    with season(tmp_path) as made:
        others: dict[str, Callable[[], None]] = {
            name: getattr(made, name) for name in ("addresses", "anchor", "score", "mend", "deploy")
        }
        for step in STEP.finditer(PAGE):
            if step[1] == "at":
                made.at = step[2]
            elif step[1] == "others":
                others[step[2]]()
            else:
                made.block(step[3])
        host = tmp_path / "host" / "site"
        ledger = [json.loads(line) for line in (host / "ledger.jsonl").read_text().splitlines()]
        assert len(ledger) >= 3
        row = next(host.glob(f"challenges/prove-it/season-1/{TRACK}/{report_id(made.row()['agent']['did'])}"))
        assert "time-stamp token" in (row / "index.html").read_text("utf-8")


def test_every_command_of_the_page_exists() -> None:
    names = {
        tuple(shlex.split(line)[1:3]) for line in re.findall(r"^\$ (site-builder season .*)$", PAGE, re.M)
    }
    assert {name[1] for name in names} == {
        "new",
        "manifest",
        "commit",
        "freeze",
        "fetch-list",
        "import",
        "status",
    }


def test_the_description_of_a_corpus_is_read_as_the_page_says() -> None:
    found = re.search(
        r"^```json description\n(.*?)^```\n\n\| key .*\n\|---\|---\|\n((?:\|.*\n)+)", PAGE, re.M | re.S
    )
    assert found is not None
    assert Description.model_validate_json(found[1]).resources["/recherche"].method == "POST"
    named = set(re.findall(r"`([a-z.*_]+)`", " ".join(row.split("|")[1] for row in found[2].splitlines())))
    inner = Description.model_json_schema(by_alias=True)["$defs"]["CalledOtherwise"]["properties"]
    outer = Description.model_json_schema(by_alias=True)["properties"]
    assert named == {*outer, *(f"resources.*.{name}" for name in inner)}
