"""The commands on authorities, provisions and drafts, each a module with JSON and text output."""

from briefbank.cli import authority, draft, good_law, provision, versions

EVERY = (authority, good_law, versions, provision, draft)
"""The command modules in the order of the help."""
