"""Values as text: what crosses a socket or goes into a file, and back."""
