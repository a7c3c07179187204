"""Settings from flags and the environment; wrong ones are told in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from beute.play.errors import SetupError
from beute.server.settings import Settings, data_folder, flag, settings_from
from tests.command import run


def test_flags_before_environment_before_defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"BEUTE_{name.upper()}", raising=False)
    assert (settings_from().host, settings_from().port) == ("127.0.0.1", 8765)
    monkeypatch.setenv("BEUTE_PORT", "9000")
    monkeypatch.setenv("BEUTE_ALLOWED_HOST", "a.example, b.example")
    monkeypatch.setenv("BEUTE_LOG_JSON", "true")
    monkeypatch.setenv("BEUTE_DATA", str(tmp_path))
    found = settings_from(port="9001", streams=5)
    assert (found.port, found.streams, found.allowed_host) == (9001, 5, ("a.example", "b.example"))
    assert (found.log_json, found.data) == (True, tmp_path)
    assert found.database_url == f"sqlite:///{tmp_path}/beute.db"
    assert settings_from().port == 9000
    assert settings_from(allowed_host=["c.example", "d.example"]).allowed_host == ("c.example", "d.example")


def test_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "beute" / "server"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert data_folder() == Path.home() / ".local/share/beute/server"
    monkeypatch.setenv("HOME", str(tmp_path))
    assert settings_from(data="~/x").data == tmp_path / "x"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("port", "many", "it must be a whole number"),
        ("port", "70000", "it must be at most 65535"),
        ("host", "", "it must not be empty"),
        ("rate_answers", "often", "it must be a number for a time, as 60/minute or 10/second"),
        ("log_level", "loud", "it must be 'debug', 'info', 'warning' or 'error'"),
        ("log_json", "perhaps", "it must be true or false"),
        ("bot_pace", "nan", "it must be a finite number"),
        ("body_limit", "1", "it must be at least 1024"),
        ("cookie_id", "a;b", "it must have letters and digits only"),
        ("trusted_proxy", "my-proxy", "it must be an address or a network, as 127.0.0.1 or 10.0.0.0/8"),
        ("trusted_proxy", "127.0.0.1,*", "it must be an address or a network, as 127.0.0.1 or 10.0.0.0/8"),
    ],
)
def test_wrong_settings_are_told_in_words(name: str, value: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError) as by_flag:
        settings_from(**{name: value})
    assert str(by_flag.value) == f"{flag(name)}: {reason}"
    monkeypatch.setenv(f"BEUTE_{name.upper()}", value)
    with pytest.raises(SetupError) as by_environment:
        settings_from()
    assert str(by_environment.value) == f"BEUTE_{name.upper()}: {reason}"
    assert by_environment.value.code == "wrong_setting"


def test_a_password_of_a_database_is_not_shown() -> None:
    settings = settings_from(database_url="postgresql://beute:PASSWORD@db/beute")
    assert "PASSWORD" not in repr(settings) + str(settings)


def test_the_command_tells_every_setting_and_a_wrong_one() -> None:
    told = run("serve", "--help").stdout
    for name, field in Settings.model_fields.items():
        assert flag(name) in told
        assert field.description is not None
        assert field.description.endswith(".")
        assert field.description.split(";")[0].split(".")[0][:40] in told
    assert "BEUTE_BODY_LIMIT" in told
    wrong = run("serve", "--port", "many")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == "beute: --port: it must be a whole number\n"
    assert run("serve", BEUTE_STREAMS="0").stderr == "beute: BEUTE_STREAMS: it must be at least 1\n"
