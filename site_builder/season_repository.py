"""The repository of an operator, made from the files that the program brings: ``site-builder init``."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from site_builder.configuration import read_configuration
from site_builder.kernel.findings import Finding
from site_builder.own_files import CONFIGURATION, CONTENT, STARTER, TRUST, WORKFLOW

# The starter folder holds these without their dot, so that git does not heed them here.
_DOTTED: Final = ("gitignore", "gitattributes")
# The label names the agent of whoever runs this program's own deployment.
_OWN_AGENT: Final = re.compile(r" \([^()\"]*ArkForge[^()\"]*\)")


@dataclass(frozen=True, slots=True)
class Deployment:
    """What ``site.toml`` says of an operator: the site's address, who runs it, where the repository is."""

    base_url: str
    operator: str
    repository: str


def start(folder: Path, deployment: Deployment, requirement: str) -> list[Finding]:
    """Make the repository in ``folder``, which is absent or empty: whole, or not at all.

    ``requirement``: what ``pip`` installs to have this program. The findings are those on ``site.toml``;
    raises ``OSError`` where the folder cannot be written.
    """
    made = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(made, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        _fill(made, deployment, requirement)
        _, findings = read_configuration(made / CONFIGURATION.name)
        if not findings:
            if folder.exists():
                folder.rmdir()
            made.rename(folder)
        return findings
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _fill(folder: Path, deployment: Deployment, requirement: str) -> None:
    folder.mkdir()
    for source in (CONTENT, TRUST, WORKFLOW):
        shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    data = folder / "data" / "results" / "prove-it"
    data.mkdir(parents=True)
    (data / ".gitkeep").touch()  # git keeps no empty folder; names with a dot are no data
    for source in STARTER.iterdir():
        shutil.copyfile(source, folder / (f".{source.name}" if source.name in _DOTTED else source.name))
    configuration = configured(CONFIGURATION.read_text("utf-8"), deployment)
    (folder / CONFIGURATION.name).write_text(configuration, "utf-8", newline="\n")
    (folder / "requirements.txt").write_text(f"{requirement}\n", "utf-8", newline="\n")


def configured(text: str, deployment: Deployment) -> str:
    """The program's ``site.toml`` with the facts of another deployment; comments and the rest as they are."""
    for key, value in (
        ("base_url", deployment.base_url),
        ("operator", deployment.operator),
        ("repository", deployment.repository),
    ):
        before, after = re.split(rf"^{key} = .*$", text, flags=re.MULTILINE)
        text = f"{before}{key} = {json.dumps(value, ensure_ascii=False)}{after}"  # TOML writes it so too
    return _OWN_AGENT.sub("", text)
