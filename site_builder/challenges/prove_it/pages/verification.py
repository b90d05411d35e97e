"""How a reader checks the site: numbered steps, each a command to paste, what it proves and what it does not.

The prose is the content's; the addresses of the site and of the program, and a track to try the commands on,
are put in here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from site_builder.challenges.prove_it.pages import references as refs
from site_builder.challenges.prove_it.pages.context import PROVE_IT, BuildContext
from site_builder.challenges.prove_it.pages.home import SeasonEntry, latest_service
from site_builder.content.catalogue import MarkdownPage
from site_builder.documents import addresses
from site_builder.documents.addresses import localised
from site_builder.documents.envelope import Document, envelope

# Where the reader of step 7 finds the certificates: beside the copy, fetched from the authority; those of the
# rehearsal, whose authority nobody can ask, in the program as the page got it.
_AUTHORITY: Final = {
    "{authority_root}": "../authority-root.pem",
    "{authority_certificate}": "../authority.pem",
}
_REHEARSAL_AUTHORITY: Final = {
    "{authority_root}": "../index-program/trust/rehearsal/tsa-root.pem",
    "{authority_certificate}": "../index-program/trust/rehearsal/tsa.crt",
}


def documents(
    build: BuildContext, pages: Mapping[str, MarkdownPage], seasons: Sequence[SeasonEntry], repository: str
) -> dict[str, Document]:
    """Language → page; ``pages`` is the prose by language, ``seasons`` is in order of number.

    ``repository`` is the address that ``git clone`` takes.
    """
    rehearsed = seasons[-1][0].season.demonstration
    places = {
        **_places(build, seasons),
        **(_REHEARSAL_AUTHORITY if rehearsed else _AUTHORITY),
        "{source}": repository,
    }
    result = {}
    for code, words in build.words.items():
        t, markdown = words.messages, pages[code].markdown
        places["{authority}"] = t["check.authority_rehearsal" if rehearsed else "check.authority"]
        for name, value in places.items():
            markdown = markdown.replace(name, value)
        content = {
            "type": "verification",
            "description": t["check.description"],
            "fil": [*refs.home_trail(words), refs.link(t["nav.check"], localised(code, PROVE_IT.check))],
            "markdown": markdown,
            "limites": refs.limits(words),
        }
        result[code] = envelope(
            build.site, code, PROVE_IT.check, pages[code].title, latest_service(seasons), content, ()
        )
    return result


def _places(build: BuildContext, seasons: Sequence[SeasonEntry]) -> dict[str, str]:
    """What stands in the prose in braces, and what it is on this site: the first track of the last season."""
    track = seasons[-1][1][0]
    return {
        "{site}": build.site.base_url,
        "{track}": addresses.file(track.path).rstrip("/"),
        "{section}": f"section-{track.case.track.scoring_rules.section}.txt",
    }
