"""Values as JSON: what crosses a socket or goes into a log, and back."""
