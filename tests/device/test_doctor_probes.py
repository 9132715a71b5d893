"""What the doctor reads from the system, from made-up machines and from this one."""

from __future__ import annotations

import hashlib
import json
import socket
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.bootstrap import shipped_recording
from device.cameras import LiveSource
from device.doctor_sight import examine_sight
from device.machine import (
    Process,
    disk_free_mb,
    holders_of,
    memory_free_mb,
    model_of,
    models_at,
    pins_of,
    port_state,
    probe,
    temperature_c,
    throttled,
)
from device.program import main
from device.sight import look_at, usual_source
from device.trouble import SourceTrouble
from tests.device.other_program import HOLD_A_PORT, other_program
from vision.observation import Observation


def lay(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def nothing_there(picture: np.ndarray) -> Observation:
    return Observation((), picture.shape[1], picture.shape[0])


def test_a_pi_is_read_from_its_files(tmp_path):
    lay(
        tmp_path,
        {
            "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
            "proc/meminfo": "MemTotal: 3884000 kB\nMemAvailable: 2048000 kB\n",
            "sys/class/thermal/thermal_zone0/temp": "48312\n",
            "sys/class/thermal/thermal_zone1/temp": "51000\n",
            "sys/devices/platform/soc/soc:firmware/get_throttled": "50005\n",
        },
    )
    assert model_of(tmp_path) == "Raspberry Pi 4 Model B Rev 1.4"
    assert memory_free_mb(tmp_path) == 2000.0
    assert temperature_c(tmp_path) == 51.0
    assert throttled(tmp_path) == 0x50005


def test_a_machine_that_tells_nothing_gives_none(tmp_path):
    assert model_of(tmp_path) == ""
    assert memory_free_mb(tmp_path) is None
    assert temperature_c(tmp_path) is None
    assert throttled(tmp_path) is None
    assert usual_source(tmp_path) in (None, "pi")
    assert models_at(tmp_path) == {}


def test_the_lowest_video_device_is_the_usual_camera(tmp_path, monkeypatch):
    monkeypatch.setattr("device.sight.find_spec", lambda name: None)
    lay(tmp_path, {"dev/video10": "", "dev/video2": ""})
    assert usual_source(tmp_path) == "usb:2"


def test_a_pi_s_codecs_are_no_cameras(tmp_path, monkeypatch):
    monkeypatch.setattr("device.sight.find_spec", lambda name: None)
    of_a_pi = {0: "rp1-cfe-csi2_ch0", 10: "bcm2835-codec-decode", 13: "bcm2835-isp-output0",
               20: "pispbe-input", 31: "bcm2835-codec-image_fx", 19: "rpi-hevc-dec"}  # fmt: skip
    for number, name in of_a_pi.items():
        lay(tmp_path, {f"dev/video{number}": "", f"sys/class/video4linux/video{number}/name": name})
    assert usual_source(tmp_path) is None
    lay(tmp_path, {"dev/video8": "", "sys/class/video4linux/video8/name": "HD Pro Webcam C920\n"})
    assert usual_source(tmp_path) == "usb:8"


def test_who_holds_a_device_is_named(tmp_path):
    for number, words, handle in (
        (41, b"rpicam-vid\0-t\0000", "/dev/video0"),
        (42, b"/opt/dice-table/.venv/bin/python\0-P\0-s\0-m\0device\0play", "/dev/video4"),
        (43, b"bash", "/dev/tty1"),
    ):
        place = tmp_path / "proc" / str(number)
        (place / "fd").mkdir(parents=True)
        (place / "fd" / "7").symlink_to(handle)
        (place / "comm").write_text(words.split(b"\0")[0].decode().rpartition("/")[2] + "\n")
        (place / "cmdline").write_bytes(words)
    assert holders_of(["/dev/video"], tmp_path) == [
        Process(41, "rpicam-vid"),
        Process(42, "dice-table", ours=True),
    ]


def test_a_file_held_by_another_process_here_is_found(tmp_path):
    """On this machine's own /proc."""
    held = tmp_path / "held"
    held.write_text("x")
    script = f"f = open({str(held)!r}); print('open', flush=True)"
    with other_program(script) as (number, _):
        (found,) = holders_of([str(held)])
        assert found.number == number
        assert not found.ours


def test_a_port_in_use_names_its_process():
    with other_program(HOLD_A_PORT.format("127.0.0.1")) as (number, line):
        port = int(line)
        holder, trouble = port_state(port)
        assert trouble
        assert holder is not None
        assert holder.number == number
    for _ in range(50):
        if port_state(port) == (None, ""):
            break
        time.sleep(0.1)
    assert port_state(port) == (None, "")


def test_the_port_of_this_very_process_is_ours():
    """A table that is running examines itself."""
    with socket.create_server(("127.0.0.1", 0)) as served:
        holder, trouble = port_state(served.getsockname()[1])
        assert trouble
        assert holder is not None
        assert holder.ours


def test_model_files_are_checked_against_their_sums(tmp_path):
    (tmp_path / "good.tflite").write_bytes(b"good")
    (tmp_path / "bad.tflite").write_bytes(b"bad")
    (tmp_path / "extra.tflite").write_bytes(b"extra")
    written = {"good.tflite": b"good", "bad.tflite": b"was good", "gone.tflite": b""}
    sums = [f"{hashlib.sha256(data).hexdigest()}  {name}" for name, data in written.items()]
    (tmp_path / "SHA256SUMS").write_text("\n".join(sums) + "\n")
    assert models_at(tmp_path) == {
        "bad.tflite": "changed",
        "extra.tflite": "unlisted",
        "gone.tflite": "missing",
        "good.tflite": "whole",
    }


def test_a_disk_is_measured_before_the_folder_exists(tmp_path):
    assert disk_free_mb(tmp_path / "not" / "yet") == pytest.approx(disk_free_mb(tmp_path), rel=0.05)


def test_pins_under_the_mock_factory_are_called_mock(monkeypatch, tmp_path):
    from gpiozero import Device

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert pins_of(tmp_path).library == "mock"
    assert Device.pin_factory is None
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such")
    found = pins_of(tmp_path)
    assert found.library == ""
    assert "no-such" in found.trouble


def test_this_machine_can_be_examined(tmp_path):
    machine = probe(tmp_path, tmp_path, 0)
    assert machine.python == sys.version_info[:3]
    assert machine.libraries["numpy"] == np.__version__
    assert machine.newest_file < datetime.now(UTC)
    assert machine.disk_free_mb > 0


# ---- sources -------------------------------------------------------------------------------------


def test_a_folder_a_video_and_a_photo_are_looked_at(tmp_path):
    picture = np.full((240, 320, 3), 120, np.uint8)
    cv2.circle(picture, (160, 120), 50, (20, 20, 20), -1)
    for number in range(15):
        cv2.imwrite(str(tmp_path / f"{number:02d}.png"), picture)
    folder = look_at(str(tmp_path), nothing_there)
    assert (folder.pictures, folder.size_px, folder.is_camera) == (12, (320, 240), False)
    assert folder.figures is not None
    assert folder.figures.flicker == pytest.approx(0.0, abs=0.001)
    photo = look_at(str(tmp_path / "00.png"), nothing_there)
    assert photo.pictures == 1
    assert photo.figures.flicker is None
    assert photo.dice == ()


def test_sources_that_are_no_sources_say_so(tmp_path):
    (tmp_path / "x.jpg").write_bytes(b"\xff\xd8 no picture")
    for source in (str(tmp_path / "x.jpg"), str(tmp_path / "nowhere.mp4"), str(tmp_path)):
        sight = look_at(source, nothing_there)
        assert sight.figures is None
        (found,) = examine_sight(sight, is_pi=False)
        assert found.state == "mend"
        assert found.remedy


class Silent:
    """A camera that opens and never gives a picture."""

    kind = "usb"
    name = "USB camera 0"
    small = None

    def open(self) -> None:
        raise SourceTrouble("USB camera 0 is not there", "plug it in")

    def grab(self) -> np.ndarray:
        raise SourceTrouble("USB camera 0 gives no pictures", "check its cable")

    def close(self) -> None:
        pass


def test_a_camera_that_never_comes_is_given_up():
    sight = look_at("usb:0", nothing_there, lambda _: LiveSource(Silent()), patience_s=0.5)
    assert sight.is_camera
    assert (sight.trouble, sight.remedy) == ("USB camera 0 is not there", "plug it in")


def test_dice_that_cannot_be_read_hide_nothing_else(tmp_path):
    def broken(picture: np.ndarray) -> Observation:
        raise RuntimeError("the model\nis torn")

    cv2.imwrite(str(tmp_path / "a.png"), np.full((240, 320, 3), 120, np.uint8))
    sight = look_at(str(tmp_path / "a.png"), broken)
    assert sight.dice is None
    assert sight.see_trouble == "the model is torn"
    assert len(examine_sight(sight, is_pi=False)) == 7


# ---- the command ---------------------------------------------------------------------------------


def run(capsys, *words: str) -> tuple[int, list[str]]:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return int(ended.value.code or 0), capsys.readouterr().out.splitlines()


def test_the_command_prints_a_line_a_check_and_ends_with_1_when_one_is_bad(tmp_path, capsys):
    (tmp_path / "data").mkdir()
    status, lines = run(capsys, "doctor", "--data", str(tmp_path / "data"), "--json", "nowhere.mp4")
    told = [json.loads(line) for line in lines]
    assert [line["check"] for line in told][:3] == ["versions", "models", "settings"]
    assert told[-1]["check"] == "camera"
    assert told[-1]["ok"] is False
    assert status == 1
    status, plain = run(capsys, "doctor", "--data", str(tmp_path / "data"), "nowhere.mp4")
    assert len(plain) == len(told)
    assert plain[-1].startswith("MEND  camera")


def test_the_exit_status_is_0_only_when_nothing_is_to_be_mended(tmp_path, capsys):
    status, lines = run(capsys, "doctor", "--data", str(tmp_path), "--json")
    told = [json.loads(line) for line in lines]
    assert status == (0 if all(line["ok"] for line in told) else 1)


def test_a_data_folder_that_cannot_be_written_is_a_line(tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    status, lines = run(capsys, "doctor", "--data", str(tmp_path / "file" / "data"), "--json")
    assert status == 1
    (line,) = (json.loads(line) for line in lines if '"data folder"' in line)
    assert line["ok"] is False
    assert "--data" in line["do"]


def test_a_record_that_is_damaged_is_a_line_with_its_way_out(tmp_path, capsys):
    (tmp_path / "journal.sqlite3").write_text("no database at all")
    status, lines = run(capsys, "doctor", "--data", str(tmp_path), "--json")
    assert status == 1
    (line,) = (json.loads(line) for line in lines if '"data folder"' in line)
    assert line["ok"] is False
    assert "damaged" in line["says"]
    assert "log rescue" in line["do"]


def test_the_recording_of_the_settings_is_looked_at(tmp_path, capsys):
    settings = tmp_path / "settings.toml"
    settings.write_text('[camera]\nsource = "recording"\n')
    words = ("doctor", "--data", str(tmp_path), "--config", str(settings), "--json")
    told = {line["check"]: line for line in map(json.loads, run(capsys, *words)[1])}
    if shipped_recording() is None:
        assert "no recording" in told["camera"]["says"]
    else:
        assert told["camera"]["ok"]
        assert "dice" in told


def test_the_settings_are_obeyed_and_checked(tmp_path, capsys):
    settings = tmp_path / "settings.toml"
    words = ("doctor", "--data", str(tmp_path), "--config", str(settings), "--json")
    settings.write_text('[camera]\nsource = "none"\n[buttons]\nnext = 5\nundo = 5\n')
    told = {line["check"]: line for line in map(json.loads, run(capsys, *words)[1])}
    assert told["camera"]["says"] == "the settings want none; dice are typed in"
    assert "pin 5 to next and undo" in told["pins"]["says"]
    settings.write_text("[buttons]\nnext = 5\nundo = 5\n[lamp]\nred = 6\ngreen = 6\n")
    told = {line["check"]: line for line in map(json.loads, run(capsys, *words, "none")[1])}
    assert told["camera"]["says"] == "none is asked for; dice are typed in"
    assert "pin 5 to next and undo; the settings give pin 6 to red and" in told["pins"]["says"]
    settings.write_text("[camra]\n")
    told = {line["check"]: line for line in map(json.loads, run(capsys, *words)[1])}
    assert told["settings"]["ok"] is False
    assert "camera" in told["settings"]["do"]
