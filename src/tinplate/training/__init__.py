"""People and puzzles: attempts, scores, ratings, and what comes next; no I/O."""
