"""Rally: robots with programs. The rules are R1 to R47, decisions D1 to D46 (docs/rules)."""
