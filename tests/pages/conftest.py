"""A service and pages in a real browser."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import pytest
import structlog
from playwright.sync_api import Browser, Page, expect, sync_playwright
from werkzeug.serving import make_server

from battlewise.api.app import create_app
from battlewise.api.settings import Settings

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-background-networking "
    "--disable-component-update --disable-sync --no-first-run"
)
WIDE, PHONE = (1280, 800), (390, 844)
TIMEOUT_MS = 20_000


@contextmanager
def service(settings: Settings | None = None) -> Iterator[str]:
    """The address of a service."""
    app = create_app(settings).start()
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    app.close()


@contextmanager
def quick_service() -> Iterator[str]:
    """The address of a service whose bots answer at once, and which logs no requests."""
    with service(Settings(cost_a_minute=100_000_000, bot_tick_ms=0)) as address:
        logging.getLogger("werkzeug").setLevel(logging.WARNING)
        structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
        yield address


@pytest.fixture(scope="module", name="address")
def _address() -> Iterator[str]:
    with service() as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not os.path.exists(CHROMIUM):
        pytest.skip(f"there is no {CHROMIUM}")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS.split())
        yield launched
        launched.close()


def opened(
    browser: Browser, address: str, size: tuple[int, int], touch: bool, refusals: str | None = None
) -> Iterator[Page]:
    """A page of an empty browser; no error, and no request to anywhere else, may happen on it.

    :param refusals: the statuses with which the service may refuse what the page sends: how they begin.
    """
    troubles: list[str] = []
    asked: list[str] = []
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=viewport, has_touch=touch, is_mobile=touch)  # type: ignore[arg-type]
    context.add_init_script("localStorage.setItem('battlewise.speed', '0')")
    one = context.new_page()
    one.on("pageerror", lambda error: troubles.append(str(error)))
    one.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    one.on("request", lambda request: asked.append(request.url))
    one.set_default_timeout(TIMEOUT_MS)
    expect.set_options(timeout=TIMEOUT_MS)
    try:
        yield one
    finally:
        context.close()
    expected = f"status of {refusals}"  # the browser notes each as an error
    assert [one for one in troubles if refusals is None or expected not in one] == []
    assert all(url.startswith((address, "data:", "blob:")) for url in asked)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    yield from opened(browser, address, WIDE, touch=False)


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    yield from opened(browser, address, PHONE, touch=True)
