"""The command `tinplate`. Modules that are slow to import are imported where they are used."""
