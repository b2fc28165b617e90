"""Pauses of a thread and of a task."""

import asyncio
import time


def pause(seconds: float) -> None:
    """Pause the thread."""
    time.sleep(seconds)


async def async_pause(seconds: float) -> None:
    """Pause the task."""
    await asyncio.sleep(seconds)
