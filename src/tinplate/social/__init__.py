"""People and each other: follows, blocks, invitations, reports, and what moderators do. No I/O."""
