"""What the Rally bots share: a view in numbers, and a program in commands."""
