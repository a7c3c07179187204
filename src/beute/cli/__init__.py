"""The command line. Each command is thin: a library function of the same name does the work."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import beute
from beute.cli.arena import arena
from beute.cli.backup import backup
from beute.cli.browser import open_table
from beute.cli.games import tell_games
from beute.cli.help_page import Command, Group
from beute.cli.play import play, resume, tables, watch
from beute.cli.replay import replay
from beute.cli.report import report
from beute.cli.rules import rules
from beute.cli.screen import BAD_CALL, BAD_RECORD, err, out
from beute.cli.serve import Serve, serve
from beute.cli.simulate import simulate

app = typer.Typer(
    name="beute",
    cls=Group,
    help="Three thieving games: Sneaky, Der Schattendieb and Räuber. Without a command: the table in your browser.",
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in play, resume, tables, watch, tell_games, simulate, arena, report, replay, rules, backup:
    app.command(command.__name__.removeprefix("tell_"), cls=Command)(command)
app.command(cls=Serve)(serve)


def main() -> None:
    """Run a command; a wrong call gets an error message of one line."""
    try:
        app()
    except beute.BeuteError as error:
        err.print(f"beute: {error}", soft_wrap=True)
        sys.exit(BAD_CALL)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(BAD_RECORD)


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Without a command: open no browser, only print the address.")
    ] = False,
) -> None:
    if version:
        out.print(f"beute {beute.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        open_table(not no_browser)
