"""beute, without a command"""

from __future__ import annotations

import os
import threading
import webbrowser

MOMENT = 2.0  # seconds in which a browser has begun to open


def open_table(in_browser: bool = True) -> None:
    """Serve on this machine, and open the table in the browser; that of a server that is running already, if one is."""
    from beute.server.serve import serve
    from beute.server.settings import settings_from

    opening = list[threading.Thread]()

    def show(address: str) -> None:
        """Beside the server, as some browsers come back only when they are closed. The address is printed anyway."""
        browser = _browser() if in_browser else None
        if browser is not None:
            opening.append(threading.Thread(target=browser.open, args=(address,), daemon=True))
            opening[0].start()

    serve(settings_from(**_quiet()), show=show)
    for thread in opening:
        thread.join(MOMENT)


def _quiet() -> dict[str, str]:
    """Who only wants to play reads no log, unless something is wrong."""
    return {} if "BEUTE_LOG_LEVEL" in os.environ else {"log_level": "warning"}


def _browser() -> webbrowser.BaseBrowser | None:
    """The user's browser; none, if there is only one that would take this terminal over."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return None
    in_terminal = type(found) is webbrowser.GenericBrowser and not os.environ.get("BROWSER")
    return None if in_terminal else found
