"""Tests of follows, blocks, invitations and reports as rules."""
