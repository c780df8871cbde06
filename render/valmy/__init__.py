"""Pictures of *The Valmy Campaign*."""
