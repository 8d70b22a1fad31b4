"""Shows a document: its pages, the words to highlight or find on them, its headings and citations."""
