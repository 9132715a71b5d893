"""Every source of pictures behaves alike: files, folders, cameras, and the fakes beside them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.bootstrap import choose_source
from device.cameras import LiveSource, UsbCamera
from device.picamera import PiCamera
from device.settings import Settings
from device.sources import (
    CameraKind,
    Frame,
    FrameFolder,
    Picture,
    Source,
    SourceLost,
    VideoFile,
    camera_named,
    decode_picture,
    left_out,
    open_source,
)
from device.trouble import SourceTrouble
from tests.device.fake_picamera2 import HEIGHT, PICTURES, WIDTH, red_picture
from tests.device.fakes import FakeCamera, FakeSource


def write_video(path: Path, pictures: list[Picture] = PICTURES) -> Path:
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (WIDTH, HEIGHT))
    for picture in pictures:
        video.write(picture)
    video.release()
    return path


def write_folder(path: Path, pictures: list[Picture] = PICTURES) -> Path:
    path.mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(path / f"frame{number * 3 + 8}.jpg"), picture)
    return path


Maker = Callable[[Path], Source]
MAKERS: dict[str, Maker] = {
    "video": lambda where: VideoFile(write_video(where / "v.avi")),
    "folder": lambda where: FrameFolder(write_folder(where / "frames")),
    "fake": lambda where: FakeSource(PICTURES),
    "fake camera": lambda where: LiveSource(FakeCamera(PICTURES), fps=200.0),
    "usb": lambda where: LiveSource(
        UsbCamera(str(write_video(where / "v.avi", PICTURES * 40))), fps=200.0
    ),
    "pi": lambda where: LiveSource(PiCamera(0), fps=200.0),
}


@pytest.fixture(params=MAKERS)
def source(request: pytest.FixtureRequest, tmp_path: Path, picamera2: object) -> Source:
    made: Source = MAKERS[request.param](tmp_path)
    return made


def frame_of(source: Source) -> Frame:
    frame = source.read(timeout_s=5.0)
    assert frame is not None
    return frame


def test_frames_are_bgr_copies_in_order_with_rising_times(source: Source) -> None:
    with source:
        frames = [frame_of(source) for _ in range(3)]
    for frame in frames:
        assert frame.image.shape == (HEIGHT, WIDTH, 3)
        assert frame.image.dtype == np.uint8
        blue, green, red = (int(c) for c in frame.image[40, 32])
        assert red > 150, "the red field must stay red: channels swapped?"
        assert blue < 90
        assert green < 90
    assert [f.number for f in frames] == sorted({f.number for f in frames})
    assert [f.at_s for f in frames] == sorted(f.at_s for f in frames)
    before = frames[1].image.copy()
    frames[0].image[:] = 0
    assert np.array_equal(frames[1].image, before)


def test_it_can_be_closed_and_entered_again(source: Source) -> None:
    with source:
        frame_of(source)
    with source:
        assert frame_of(source).image.shape == (HEIGHT, WIDTH, 3)


def test_it_names_itself_and_says_whether_it_waits(source: Source) -> None:
    assert source.name
    assert source.kind in ("pi", "usb", "video", "folder", "recording")
    assert source.waits == (not isinstance(source, LiveSource))


@pytest.mark.parametrize("name", ["video", "folder", "fake"])
def test_a_file_gives_every_frame_however_late_it_is_read_and_then_ends(
    name: str, tmp_path: Path
) -> None:
    with MAKERS[name](tmp_path) as source:
        frames = []
        while (frame := source.read()) is not None:
            frames.append(frame)
        assert source.read() is None
    assert [f.number for f in frames] == list(range(6))
    step = frames[1].at_s
    assert step == pytest.approx(1 / (25.0 if name == "video" else 30.0))
    assert frames[5].at_s == pytest.approx(5 * step)


def test_frames_of_a_folder_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    with FrameFolder(write_folder(tmp_path / "f")) as source:
        columns = [int(frame_of(source).image[15, :, 0].argmax()) for _ in range(6)]
    assert columns == sorted(columns)


def test_unreadable_pictures_in_a_folder_are_passed_over_and_counted(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "f")
    whole = (folder / "frame11.jpg").read_bytes()
    (folder / "frame11.jpg").write_bytes(whole[: len(whole) // 2])
    (folder / "frame14.jpg").write_bytes(b"")
    (folder / "frame17.jpg").write_bytes(b"no picture at all")
    source = FrameFolder(folder)
    with source:
        frames = []
        while (frame := source.read()) is not None:
            frames.append(frame.number)
        assert frames == [0, 4, 5]
        assert source.skipped == 3
        assert left_out(source) == "3 pictures were left out, unreadable: f"


def test_the_first_picture_of_a_folder_is_counted_too(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "f")
    assert left_out(FrameFolder(folder)) == ""
    (folder / "frame8.jpg").write_bytes(b"no picture at all")
    with FrameFolder(folder) as source:
        assert frame_of(source).number == 0
        assert left_out(source) == "one picture was left out, unreadable: f"


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.9, 0.999])
def test_a_jpeg_cut_off_anywhere_is_no_picture(cut: float) -> None:
    good, data = cv2.imencode(".jpg", red_picture())
    assert good
    whole = data.tobytes()
    assert decode_picture(whole) is not None
    assert decode_picture(whole[: int(len(whole) * cut)]) is None


@pytest.mark.parametrize(
    "what", ["missing.mp4", "empty-folder", "empty.mp4", "text.mp4", "one.jpg"]
)
def test_what_can_never_work_is_one_sentence_with_a_remedy(what: str, tmp_path: Path) -> None:
    path = tmp_path / what
    if what == "empty-folder":
        path.mkdir()
    elif what == "empty.mp4":
        path.write_bytes(b"")
    elif what == "text.mp4":
        path.write_text("this is no video\n" * 100, encoding="utf-8")
    elif what == "one.jpg":
        cv2.imwrite(str(path), red_picture())

    def enter() -> None:
        with open_source(str(path)):
            pass

    with pytest.raises(SourceTrouble) as caught:
        enter()
    assert what in caught.value.what
    assert caught.value.remedy
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "camera"),
    [
        ("pi", ("pi", 0)),
        ("pi:1", ("pi", 1)),
        ("usb", ("usb", 0)),
        ("usb:2", ("usb", 2)),
        ("/dev/video12", ("usb", 12)),
        ("usb:0.mp4", None),
        ("pi/1", None),
        ("/dev/video", None),
        ("", None),
    ],
)
def test_one_name_is_one_camera_wherever_it_is_typed(
    name: str, camera: tuple[CameraKind, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For `watch` as it is by default, for `play` and `doctor` as the settings say."""
    assert camera_named(name) == camera
    if camera is None:
        return
    monkeypatch.setattr("device.cameras.UsbCamera", lambda number, *_: ("usb", number))
    monkeypatch.setattr("device.picamera.PiCamera", lambda number, *_: ("pi", number))
    for source in (open_source(name), choose_source(name, Settings())):
        assert isinstance(source, LiveSource)
        assert source._camera == camera


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("usb:x", "`usb:0`"),
        ("usb1", "`usb:1`"),
        ("USB:2", "`usb:2`"),
        ("usb:", "`usb:0`"),
        ("pi1", "`pi:1`"),
        ("pi:a", "`pi:0`"),
        ("recoding", "`recording`"),
        ("nome", "`none`"),
    ],
)
def test_a_mistyped_source_is_answered_with_the_nearest_right_one(typed: str, right: str) -> None:
    with pytest.raises(SourceTrouble) as caught:
        open_source(typed)
    assert typed in caught.value.what
    assert right in caught.value.remedy


def test_a_lost_camera_is_opened_again_and_goes_on() -> None:
    camera = FakeCamera(
        [PICTURES[0], "the cable is loose", PICTURES[1]], opens=["", "still nothing", ""]
    )
    said: list[str] = []
    numbers: list[int] = []
    with LiveSource(camera, fps=500.0, back_off_s=(0.05, 0.05)) as source:
        until = time.monotonic() + 10.0
        while len(numbers) < 3 and time.monotonic() < until:
            try:
                frame = source.read(timeout_s=0.01)
                assert frame is not None
                numbers.append(frame.number)
            except SourceLost as lost:
                said.append(lost.what)
                time.sleep(0.005)
    assert len(numbers) >= 3
    assert numbers == sorted(set(numbers))
    assert {"the cable is loose", "still nothing"} & set(said)
    assert camera.times_opened == 2
    assert not camera.is_open


def test_a_camera_that_is_slow_says_so_and_is_no_end() -> None:
    with (
        LiveSource(FakeCamera(["no light"]), back_off_s=(60.0,)) as source,
        pytest.raises(SourceLost, match=r"starting|no light"),
    ):
        source.read(timeout_s=0.2)
