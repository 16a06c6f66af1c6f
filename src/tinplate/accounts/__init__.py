"""Accounts without passwords: passkeys, recovery codes, sessions and names. No I/O."""
