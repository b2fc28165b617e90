"""The enumerations of Batalj, as Python sees them."""
