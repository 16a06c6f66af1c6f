"""The source of every number we publish: `make bench`."""
