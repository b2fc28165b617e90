"""Marks of tests."""

import os

import pytest

LONG = "BATTLEWISE_LONG" in os.environ
long = pytest.mark.skipif(not LONG, reason="takes long: set BATTLEWISE_LONG=1")
