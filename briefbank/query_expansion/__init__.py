"""What a local language model adds to a search: other wordings, steps, a choice among candidates."""
