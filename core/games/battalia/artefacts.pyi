"""artefacts; for Cython only."""
