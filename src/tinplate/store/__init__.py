"""Where logs are kept."""
