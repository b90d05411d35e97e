from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.acceptance.builds import invoked
from tests.harness.command import REPOSITORY
from tests.operation.challenge import AFTER, BEFORE, CLOSES, OPENS, TRACK, VERSION, Challenge

Season = Callable[..., Result]
"""``season("status", …)`` in the operator's folder; the exit code is the caller's to judge."""
TARGET = "https://proveit.rehearsal.example/v1/season/0/freeze"


class Operator:
    """A folder with ``data/`` and ``site.toml``, and the commands given in it."""

    def __init__(self, folder: Path, challenge: Challenge) -> None:
        self.folder, self.challenge = folder, challenge
        self.data, self.config = folder / "data", folder / "site.toml"

    @property
    def season(self) -> Path:
        return self.data / "prove-it" / "season-0"

    @property
    def track(self) -> Path:
        return self.season / TRACK

    def give(self, command: str, *arguments: str | Path) -> Result:
        """``site-builder season <command>``."""
        options: list[str | Path] = ["--data", self.data]
        if command in ("new", "freeze", "status", "fetch-list"):
            options += ["--config", self.config]
        return invoked("season", command, *arguments, *options)

    def done(self, command: str, *arguments: str | Path, code: int = 0) -> Any:
        """The same, which must end with this code; its document, or its text."""
        result = self.give(command, *arguments)
        assert result.exit_code == code, result.output
        return json.loads(result.stdout) if "json" in arguments else result.output

    def document(self, name: str) -> Any:
        return json.loads((self.season / name).read_bytes())


def new_operator(folder: Path) -> Operator:
    """From an empty folder to a tree with everything that follows from dates, addresses and the section."""
    folder.mkdir(exist_ok=True)
    challenge = Challenge(folder / "given")
    challenge.folder.mkdir()
    challenge.write_corpus()
    challenge.write_trust()
    operator = Operator(folder, challenge)
    text = (REPOSITORY / "site.toml").read_text("utf-8")
    operator.config.write_text(text.replace('anchors = "trust"', 'anchors = "given/trust"'), "utf-8")
    operator.done(
        "new", "0", "--demonstration", "--track", TRACK,
        "--opens-at", f"{OPENS:%Y-%m-%dT%H:%M:%SZ}", "--closes-at", f"{CLOSES:%Y-%m-%dT%H:%M:%SZ}",
        "--season-service", "https://proveit.rehearsal.example/v1/season/0",
        "--proof-url", "https://trust.rehearsal.example/v1/proof/{proof_id}",
        "--contact", "disputes@proveit.rehearsal.example",
    )  # fmt: skip
    shutil.copy(challenge.folder / "section-5.txt", operator.track)
    return operator


def freeze(operator: Operator) -> None:
    """Manifest, commitment and an anchored freeze."""
    given = operator.challenge.folder
    operator.done("manifest", TRACK, "--bodies", given / "bodies", "--description", given / "corpus.json")
    operator.done("commit", TRACK, "--key", given / "key.json", "--secrets", operator.folder / "secrets")
    call = operator.done("freeze", TRACK, "--version", f"{VERSION}-1", "--format", "json")
    operator.challenge.anchor(call["target"], call["method"], call["payload"])
    operator.done("freeze", TRACK, "--proof", given / "proof.json", "--full", given / "full.json")


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    """Before anything was frozen."""
    return new_operator(tmp_path / "work")


@pytest.fixture(scope="session")
def frozen_once(tmp_path_factory: pytest.TempPathFactory) -> Operator:
    """After the freeze; nobody changes it."""
    made = new_operator(tmp_path_factory.mktemp("frozen") / "work")
    freeze(made)
    return made


@pytest.fixture
def frozen(frozen_once: Operator, tmp_path: Path) -> Operator:
    """The same, to be changed."""
    shutil.copytree(frozen_once.folder, tmp_path / "work")
    return Operator(tmp_path / "work", frozen_once.challenge)


@pytest.fixture(scope="session")
def closed_once(frozen_once: Operator, tmp_path_factory: pytest.TempPathFactory) -> Operator:
    """After the close, with what the scorer delivered; no view was fetched yet."""
    folder = tmp_path_factory.mktemp("closed") / "work"
    shutil.copytree(frozen_once.folder, folder)
    challenge = frozen_once.challenge
    challenge.take_part(("brouillon", "attente"))
    made = Operator(folder, challenge)
    delivery = challenge.score(made.data)
    for salt in (folder / "secrets").iterdir():
        shutil.copy(salt, delivery / TRACK)
    shutil.copytree(delivery, folder / "delivery")
    made.done("import", folder / "delivery", "--now", AFTER)
    return made


@pytest.fixture
def closed(closed_once: Operator, tmp_path: Path) -> Operator:
    """The same, to be changed."""
    shutil.copytree(closed_once.folder, tmp_path / "work")
    return Operator(tmp_path / "work", closed_once.challenge)


__all__ = ["AFTER", "BEFORE"]
