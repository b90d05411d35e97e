"""Shared test machinery: small worlds, the command line, a browser, the HTML checker."""
