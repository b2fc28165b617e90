"""The matches that the service keeps."""
