"""Pure functions on strings: dates, formulas, hashes, sentences, titles."""
