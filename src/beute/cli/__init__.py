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
from beute.cli.move_tables import move_tables
from beute.cli.own_game import check_game, new_game
from beute.cli.play import discard, export, play, resume, tables, watch
from beute.cli.replay import replay
from beute.cli.report import report
from beute.cli.rules import rules
from beute.cli.screen import BAD_CALL, BAD_RECORD, err, forget_output, make_streams_usable, out
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
COMMANDS = (
    *(play, resume, tables, export, discard, watch, tell_games),
    *(simulate, arena, report, replay, rules, new_game, check_game, backup, move_tables),
)
for command in COMMANDS:
    app.command(command.__name__.removeprefix("tell_").replace("_", "-"), cls=Command)(command)
app.command(cls=Serve)(serve)


def main() -> None:
    """Run a command; a wrong call, or a system that refuses something, gets an error message of one line."""
    make_streams_usable()
    try:
        app()
    except beute.BeuteError as error:
        err.print(f"beute: {error}", soft_wrap=True)
        sys.exit(BAD_CALL)
    except BrokenPipeError:
        forget_output()
        sys.exit(BAD_RECORD)
    except OSError as error:
        where = "" if error.filename is None else f" ({error.filename})"
        err.print(f"beute: the system refused: {error.strerror or error}{where}", soft_wrap=True)
        forget_output()
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
