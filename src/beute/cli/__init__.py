"""The command line. Each command is thin: what it does is done by a library function of the same name."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import beute
from beute.cli.arena import arena
from beute.cli.games import tell_games
from beute.cli.play import play, resume, tables, watch
from beute.cli.replay import replay
from beute.cli.report import report
from beute.cli.rules import rules
from beute.cli.screen import BAD_CALL, BAD_RECORD, err, out
from beute.cli.simulate import simulate

app = typer.Typer(
    name="beute",
    help="Three thieving games: Sneaky, Der Schattendieb and Räuber.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(play)
app.command()(resume)
app.command()(tables)
app.command()(watch)
app.command("games")(tell_games)
app.command()(simulate)
app.command()(arena)
app.command()(report)
app.command()(replay)
app.command()(rules)


def main() -> None:
    """Run a command; what a person got wrong is said in one line."""
    try:
        app()
    except beute.BeuteError as error:
        err.print(f"beute: {error}", markup=False)
        sys.exit(BAD_CALL)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(BAD_RECORD)


@app.callback(invoke_without_command=True)
def options(
    version: Annotated[bool, typer.Option("--version", help="Tell the version and stop.")] = False,
) -> None:
    if version:
        out.print(f"beute {beute.__version__}")
        raise typer.Exit
