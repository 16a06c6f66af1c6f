"""Rally: robots with programs. docs/rules/rally.md numbers its rules (R1) and decisions (D1)."""
