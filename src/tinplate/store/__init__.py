"""Where logs are stored."""
