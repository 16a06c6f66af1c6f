"""What is remembered of each person's matches: results, opponents, statistics. No I/O."""
