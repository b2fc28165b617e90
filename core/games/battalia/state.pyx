"""The enumerations of Battalia, as Python sees them."""
