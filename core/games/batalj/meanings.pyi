"""What Event cards can mean; for Cython only."""
