"""The published JSON Schemas by name."""

from __future__ import annotations

from typing import Any

from site_builder.challenges.prove_it.inputs import json_schema

SCHEMAS = (*json_schema.NAMES, "page")


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of one of :data:`SCHEMAS`."""
    if name != "page":
        return json_schema.schema(name)
    # Loading the module makes the schema, which takes time: a build has no use for it, and does not wait.
    from site_builder.challenges.prove_it.pages import schema as page_schema

    return page_schema.schema()
