"""From a dropped file to a document of the library, in steps that any stop may interrupt."""
