"""What one person keeps on this computer, beside the library: searches, opened briefs, collections."""
