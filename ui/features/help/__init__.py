"""The guide, the first steps, and the help on searching."""
