"""Marks of tests."""

import os

import pytest

long = pytest.mark.skipif("BATTLEWISE_LONG" not in os.environ, reason="takes long: set BATTLEWISE_LONG=1")
