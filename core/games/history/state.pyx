"""The enumerations of A Battle Through History, as Python sees them."""
