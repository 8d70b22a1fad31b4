"""Parts of the main window as a whole, and the connections between its features."""
