"""The reader: a document's pages with the passage and its words marked."""
