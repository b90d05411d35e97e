from __future__ import annotations

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import BEFORE_THE_CLOSE, REFERENCE, SEASON, Change, both, put

ANSWERS, READ = "an address that answers", "an address that a person reads"


def real(pointer: str, value: str, file: str = SEASON) -> Change:
    return both(worlds.real, put(file, pointer, value))


def refused(name: str, pointer: str, value: str, expected: str = ANSWERS, file: str = SEASON) -> World:
    return World(name, real(pointer, value, file), ((file, pointer, value, expected),))


ACCEPTED = [
    World("a demonstration invents its addresses", lambda world: None),
    World("a real season with real addresses", worlds.real),
    World("a host that ends in a like word", real("/season_service", "https://my-example.com/v1/season/1")),
    World("a host that starts so", real("/disputes/contact", "example@example.arkforge.tech")),
    World("a path that says so", real("/proof_url", "https://trust.arkforge.tech/example.com/{proof_id}")),
]
REFUSED = [
    refused("a service at .example", "/season_service", "https://proveit.example/v1/season/1"),
    refused("a proof at example.com", "/proof_url", "https://example.com/v1/proof/{proof_id}"),
    refused("in capitals, with a port", "/season_service", "https://WWW.Example.ORG:8443/season/1"),
    refused("a subdomain of .test", "/proof_url", "https://trust.index.test/{proof_id}"),
    refused("a subdomain of localhost", "/season_service", "https://season.localhost/"),
    refused("a contact nobody reads", "/disputes/contact", "disputes@proveit.example", READ),
    refused("a contact at .invalid", "/disputes/contact", "disputes@mail.invalid", READ),
    refused("a prompt at example.net", "/run/prompt_url", "https://example.net/p.txt", file=REFERENCE),
    World(
        "known before the close",
        both(worlds.unclosed, real("/season_service", "https://proveit.example/")),
        ((SEASON, "/season_service", "https://proveit.example/", ANSWERS),),
        now=BEFORE_THE_CLOSE,
    ),
]
NOT_APPLICABLE = [World("a community score has no prompt", lambda world: None)]
