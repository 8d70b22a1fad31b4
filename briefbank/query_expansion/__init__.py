"""Query expansion by a local model: rewordings, search steps, and a choice among candidates."""
