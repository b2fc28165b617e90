"""The client for threads, made from `_async`."""
