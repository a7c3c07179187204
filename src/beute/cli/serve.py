"""beute serve"""

from __future__ import annotations

from functools import cache
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import typer

from beute.cli.help_page import Command


def serve() -> None:
    """Serve tables to browsers: on this machine, or with `--host 0.0.0.0` in the home network too.

    If a server is running on the same data folder already, its address is printed instead. Every option can also be set
    in the environment: `--body-limit` is `BEUTE_BODY_LIMIT`.

    Examples:

    `beute serve`

    `beute serve --host 0.0.0.0 --allowed-host beute.example.org`
    """


class Serve(Command):
    """`serve` with an option for each setting, which are read when it is called: Pydantic takes a while to load."""

    def get_params(self, ctx: Any) -> list[Any]:
        parameters: list[Any] = _with_options().get_params(ctx)
        return parameters

    def invoke(self, ctx: Any) -> Any:
        return _with_options().invoke(ctx)


@cache
def _with_options() -> Any:
    """The command as Typer makes it of a function with a parameter for each setting."""
    from beute.server.settings import Settings, flag, settings_from

    def run(**flags: Any) -> None:
        from beute.server.serve import serve

        serve(settings_from(**{name: value for name, value in flags.items() if value not in (None, [], ())}))

    parameters = []
    for name, field in Settings.model_fields.items():
        default = field.get_default(call_default_factory=True)
        option = typer.Option(flag(name), metavar="VALUE", help=f"{field.description}{_told(default)}")
        kind: Any = bool if isinstance(default, bool) else list[str] if isinstance(default, tuple) else str
        annotation = Annotated[kind | None, option]
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=annotation))
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    app = typer.Typer(add_completion=False)
    app.command(cls=Command)(run)
    return typer.main.get_command(app)


def _told(default: object) -> str:
    if default in ("", (), False):
        return ""
    if isinstance(default, Path) and default.is_relative_to(Path.home()):
        default = f"~/{default.relative_to(Path.home())}"
    return f" Default: {default}."
