"""The automatic player of *La Grande Armée*."""
