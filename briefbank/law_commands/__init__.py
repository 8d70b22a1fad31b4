"""The commands on authorities, provisions and drafts: options, work, JSON and words, a module each."""

from briefbank.law_commands import authority, draft, good_law, provision, versions

EVERY = (authority, good_law, versions, provision, draft)
"""In the order in which help names them."""
