"""The values that the packages of BriefBank exchange, one module for each subject."""
