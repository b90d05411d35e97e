from __future__ import annotations

from collections.abc import Callable

from tests.rules.running import Content, reword

HOME, CHECK = "fr/pages/home.md", "en/pages/check.md"
LINKS = "no image; a link to https:, to a path of the site, or to #anchor"


def beginning(file: str, *lines: str) -> Callable[[dict[str, bytes]], None]:
    """The lines in place of a page, its front matter kept."""

    def change(files: dict[str, bytes]) -> None:
        text = files[file].decode()
        head = text[: text.index("# ")] if text.startswith("---\n") else ""
        files[file] = (head + "\n".join((*lines, ""))).encode()

    return change


ACCEPTED = [
    Content("the content", lambda files: None),
    Content(
        "links to another site, to a page, to a place",
        beginning(HOME, "# A", "", "[a](https://a.example/) [b](rules/) [c](/rules/) [d](#a)"),
    ),
    Content("what looks like a link, and is code", beginning(HOME, "# A", "", "`[a](http://a.example/)`")),
]
REFUSED = [
    Content(
        "an image",
        beginning(HOME, "# A", "", "![drawing](x.png)"),
        ((f"content/{HOME}", 3, "image 'x.png'", LINKS),),
    ),
    Content(
        "an address that is not encrypted, after a front matter, in a list",
        beginning(CHECK, "# A", "", "- one", "- [b](http://plain.example/)"),
        ((f"content/{CHECK}", 8, "link 'http://plain.example/'", LINKS),),
    ),
    Content(
        "a script, in a title, whose target stands further down",
        beginning(HOME, "# A [b]", "", "[b]: javascript:alert(1)"),
        ((f"content/{HOME}", 1, "link 'javascript:alert(1)'", LINKS),),
    ),
    Content(
        "links of both kinds, and an image whose address a link may have",
        beginning(HOME, "# A", "", "[b](#a) [c](//host.example/)", "", "![d](https://a.example/)"),
        (
            (f"content/{HOME}", 3, "link '//host.example/'", LINKS),
            (f"content/{HOME}", 5, "image 'https://a.example/'", LINKS),
        ),
    ),
]
NOT_APPLICABLE = [
    Content("a message, which is no markdown", reword("fr/messages/season.po", "Dates", "![a](x.png)")),
]
