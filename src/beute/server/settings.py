"""What can be set, by flags of `beute serve` or in the environment: `--body-limit` is `BEUTE_BODY_LIMIT` there."""

from __future__ import annotations

import os
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from beute.play.errors import SetupError

PREFIX = "BEUTE_"
LETTERS = "^[A-Za-z0-9]*$"
PLAIN = {
    f"String should match pattern '{LETTERS}'": "it must have letters and digits only",
    "Input should be": "it must be",
    "String should have at least 1 character": "it must not be empty",
    "a valid integer": "a whole number",
    "a valid number": "a number",
    "a valid boolean": "true or false",
    "less than or equal to": "at most",
    "greater than or equal to": "at least",
}
Several = Annotated[tuple[str, ...], NoDecode]  # separated by commas
Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(ge=0, le=86400, allow_inf_nan=False)]
Days = Annotated[float, Field(gt=0, le=36500, allow_inf_nan=False)]


def data_folder() -> Path:
    """Where the system keeps a user's data; an XDG_DATA_HOME that is not absolute is to be ignored, as XDG says."""
    folder = platformdirs.user_data_path("beute")
    return (folder if folder.is_absolute() else Path.home() / ".local" / "share" / "beute") / "server"


def database_file(folder: Path) -> Path:
    """The database of a data folder."""
    return folder / "beute.db"


class Settings(BaseSettings):
    """All settings of a server; the sentences are what `beute serve --help` says."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True, hide_input_in_errors=True)

    host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="The address to listen at; 0.0.0.0 is every network of this machine.",
    )
    port: int = Field(
        default=8765, ge=0, le=65535, description="The port; if it is taken, the next free one. 0 is any."
    )
    data: Path = Field(default_factory=data_folder, description="The folder of all that the server keeps.")
    database_url: str = Field(
        default="",
        repr=False,
        description="The database; by default SQLite in the data folder. PostgreSQL: postgresql://user:password@host/name.",
    )
    redis_url: str = Field(
        default="",
        repr=False,
        description="Redis, by which several servers on one PostgreSQL hear of each other; by default there is one.",
    )
    cookie_id: str = Field(
        default="",
        pattern=LETTERS,
        description="What the names of cookies end with, the same at several servers; by default it is kept in the "
        "data folder or, with Redis, follows from the database.",
    )
    allowed_host: Several = Field(
        default=(), description="A name by which browsers may call this server, besides its own."
    )
    trusted_proxy: Several = Field(
        default=(), description="A proxy's address whose X-Forwarded-For and -Proto are believed."
    )

    body_limit: int = Field(default=1 << 20, ge=1024, description="The most bytes that a request may have.")
    rate_reading: str = Field(default="1200/minute", description="How often one client may ask for something.")
    rate_answers: str = Field(default="1200/minute", description="How often one client may answer questions of a game.")
    rate_changes: str = Field(default="240/minute", description="How often one client may change anything else.")
    rate_creating: str = Field(
        default="60/minute", description="How often one client may create tables, people or links."
    )
    streams_per_client: Count = Field(default=24, description="The most streams of updates that one client has open.")
    streams: Count = Field(default=10_000, description="The most streams of updates in all.")
    tables_per_client: Count = Field(
        default=50, description="The most unfinished tables of which one person is the host."
    )

    bot_workers: int = Field(
        default=max(1, (os.cpu_count() or 1) - 1), ge=1, description="How many bots think at once."
    )
    bot_pace: Seconds = Field(default=0.6, description="Seconds that a bot waits before it plays where people watch.")

    keep_finished_days: Days = Field(default=90, description="Days until a table with a finished game is deleted.")
    keep_unfinished_days: Days = Field(
        default=30, description="Days without a move until an unfinished table is deleted."
    )
    keep_people_days: Days = Field(default=365, description="Days until a person who did not come back is deleted.")
    away_after: Seconds = Field(
        default=60, description="Seconds after which the host may seat a bot for one who is away."
    )

    metrics_open: bool = Field(default=False, description="Whether others than this machine may read /metrics.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="What is logged: debug (every request), info, warning or error."
    )
    log_json: bool = Field(default=False, description="Whether each line of the log is JSON.")

    @field_validator("data")
    @classmethod
    def _full(cls, said: Path) -> Path:
        return said.expanduser().absolute()

    @field_validator("allowed_host", "trusted_proxy", mode="before")
    @classmethod
    def _split(cls, said: object) -> object:
        parts = said.split(",") if isinstance(said, str) else said
        return tuple(part.strip() for part in parts if part.strip()) if isinstance(parts, list | tuple) else said

    @field_validator("trusted_proxy")
    @classmethod
    def _are_addresses(cls, said: tuple[str, ...]) -> tuple[str, ...]:
        """Of a name, or one that is mistyped, nothing would be believed, and nobody would be told why."""
        for each in said:
            try:
                ip_network(each)
            except ValueError:
                raise ValueError("it must be an address or a network, as 127.0.0.1 or 10.0.0.0/8") from None
        return said

    @field_validator("rate_reading", "rate_answers", "rate_changes", "rate_creating")
    @classmethod
    def _is_rate(cls, said: str) -> str:
        from limits import parse

        try:
            parse(said)
        except ValueError:
            raise ValueError("it must be a number for a time, as 60/minute or 10/second") from None
        return said

    @model_validator(mode="after")
    def _complete(self) -> Settings:
        if not self.database_url:
            # The settings are frozen for everybody else; this default depends on another field.
            object.__setattr__(self, "database_url", f"sqlite:///{database_file(self.data)}")
        return self


def settings_from(**flags: Any) -> Settings:
    """The settings of flags, then of the environment; SetupError names what is wrong by how it was said."""
    try:
        return Settings(**flags)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_input=False)
        names = [str(each["loc"][0]) for each in wrong]
        told = [f"{_said(name, flags)}: {_reason(each['msg'])}" for name, each in zip(names, wrong, strict=True)]
        raise SetupError("; ".join(told), "wrong_setting", settings=names) from None


def flag(name: str) -> str:
    """The setting as a flag of `beute serve`."""
    return "--" + name.replace("_", "-")


def _said(name: str, flags: dict[str, Any]) -> str:
    return flag(name) if name in flags else f"{PREFIX}{name.upper()}"


def _reason(message: str) -> str:
    """Pydantic's reason without words of programmers."""
    plain = message.removeprefix("Value error, ").split(", unable")[0]
    for theirs, ours in PLAIN.items():
        plain = plain.replace(theirs, ours)
    return plain
