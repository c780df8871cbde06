"""One module per revision. They never change once released."""
