"""The features of the window, a package for each."""
