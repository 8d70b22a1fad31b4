"""What a local language model adds to a search: other wordings, steps, a choice among candidates.

Each help is off until switched on in Settings, asks short questions with a grammar, and leaves the plain
search as it was where it fails; what that search shows stays among the relevant. Numbers, citations and case
names that the question does not have are taken out of what the model wrote. Each step is shown with what it
asked and found.
"""
