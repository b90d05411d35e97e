"""The data flow of a build: read, count again, judge, make documents, render, judge, exchange."""

from __future__ import annotations

from site_builder.pipeline.build import run
from site_builder.pipeline.request import Advance, Outcome, Request, Source
from site_builder.pipeline.schemas import SCHEMAS, schema

__all__ = ["SCHEMAS", "Advance", "Outcome", "Request", "Source", "run", "schema"]
