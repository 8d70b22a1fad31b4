"""The values that the packages of BriefBank exchange, one module for each subject. All times are in UTC."""
