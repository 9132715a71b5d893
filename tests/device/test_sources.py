"""Every source of pictures behaves alike: files, folders, cameras, and the fakes beside them."""

from __future__ import annotations

import itertools
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from device.cameras import LiveSource, UsbCamera
from device.fakes import FakeCamera, FakeSource
from device.picamera import PiCamera, flicker_free_us, to_bgr
from device.sources import (
    Frame,
    FrameFolder,
    Picture,
    Source,
    SourceLost,
    VideoFile,
    decode_picture,
    open_source,
)
from device.trouble import SourceTrouble

WIDTH, HEIGHT = 64, 48
RED_BGR = (20, 30, 220)


def red_picture(step: int = 0) -> Picture:
    """A red field with a white square that moves with `step`."""
    image = np.full((HEIGHT, WIDTH, 3), RED_BGR, dtype=np.uint8)
    image[10:20, 4 * step : 4 * step + 10] = 255
    return image


PICTURES = [red_picture(step) for step in range(6)]


class FakePicamera2:
    """The part of picamera2 that the camera class uses; gives NV12 whatever is asked."""

    camera_controls: ClassVar[dict[str, object]] = {"AeEnable": (0, 1), "ColourGains": (0, 32)}
    given_format = "NV12"
    was_set: ClassVar[list[dict[str, Any]]] = []
    fails = False

    @staticmethod
    def global_camera_info() -> list[dict[str, object]]:
        return [{"Id": "Virtual0"}]

    def __init__(self, number: int) -> None:
        if self.fails:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.frames = itertools.count()

    def create_video_configuration(self, **asked: Any) -> dict[str, Any]:
        return asked

    def configure(self, wanted: dict[str, Any]) -> None:
        assert wanted["main"]["format"] == "RGB888"

    def camera_configuration(self) -> dict[str, Any]:
        return {"main": {"format": self.given_format, "size": (WIDTH, HEIGHT)}}

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.was_set.append(controls)

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass

    def capture_array(self, name: str, wait: bool) -> Any:
        image = red_picture(next(self.frames) % 6)
        yuv = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420)
        luma, u, v = yuv[:HEIGHT], yuv[HEIGHT : HEIGHT * 5 // 4], yuv[HEIGHT * 5 // 4 :]
        chroma = np.stack([u.reshape(-1), v.reshape(-1)], axis=1).reshape(-1, WIDTH)
        return types.SimpleNamespace(get_result=lambda timeout: np.vstack([luma, chroma]))

    def capture_metadata(self, wait: bool) -> Any:
        found = {"ColourGains": (1.5, 2.0), "LensPosition": 2.0}
        return types.SimpleNamespace(get_result=lambda timeout: found)


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = FakePicamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(FakePicamera2, "was_set", [])
    return FakePicamera2


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


def test_the_pi_camera_sets_only_controls_that_it_lists(picamera2: type[FakePicamera2]) -> None:
    camera = PiCamera(0)
    camera.open()
    assert camera.grab().shape == (HEIGHT, WIDTH, 3)
    camera.close()
    names = set().union(*(controls.keys() for controls in picamera2.was_set))
    assert names == {"AeEnable", "ColourGains"}


def test_a_busy_pi_camera_is_one_sentence(
    picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picamera2, "fails", True)
    with pytest.raises(SourceTrouble, match="cannot be opened"):
        PiCamera(0).open()
    with pytest.raises(SourceTrouble, match="is not found"):
        PiCamera(3).open()


def as_format(name: str, image: Picture, pad: int) -> Picture:
    """The inverse of `to_bgr`: rows padded by `pad` bytes on the right."""
    if name in ("YUV420", "YVU420", "NV12", "NV21"):
        wide = cv2.copyMakeBorder(image, 0, 0, 0, pad, cv2.BORDER_REPLICATE)
        height, width = wide.shape[:2]
        yuv = cv2.cvtColor(wide, cv2.COLOR_BGR2YUV_I420)
        u = yuv[height : height * 5 // 4].reshape(-1)
        v = yuv[height * 5 // 4 :].reshape(-1)
        first, second = (u, v) if name in ("YUV420", "NV12") else (v, u)
        if name.startswith("NV"):
            chroma = np.stack([first, second], axis=1).reshape(-1, width)
        else:
            chroma = np.concatenate([first, second]).reshape(-1, width)
        return np.vstack([yuv[:height], chroma])
    alpha = np.full((*image.shape[:2], 1), 255, np.uint8)
    made: dict[str, Picture] = {
        "RGB888": image,
        "BGR888": image[:, :, ::-1],
        "XRGB8888": np.concatenate([image, alpha], axis=2),
        "XBGR8888": np.concatenate([image[:, :, ::-1], alpha], axis=2),
    }
    return made[name]


@pytest.mark.parametrize("pad", [0, 32])
@pytest.mark.parametrize(
    "name",
    ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "YVU420", "NV12", "NV21"],
)
def test_every_format_becomes_bgr_with_red_still_red(name: str, pad: int) -> None:
    image = red_picture()
    bgr = to_bgr(np.ascontiguousarray(as_format(name, image, pad)), name, (WIDTH, HEIGHT))
    assert bgr.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(bgr.astype(int) - image.astype(int))[30:].max() < 12


def test_an_unknown_format_or_a_small_array_is_refused_with_what_was_expected() -> None:
    with pytest.raises(SourceTrouble, match="R10_CSI2P"):
        to_bgr(red_picture(), "R10_CSI2P", (WIDTH, HEIGHT))
    with pytest.raises(SourceTrouble, match="expected at least 72 rows"):
        to_bgr(red_picture()[:, :, 0].copy(), "NV12", (WIDTH, HEIGHT))


@pytest.mark.parametrize(
    ("mains_hz", "longest_us", "expected"),
    [(50, 33_000, 30_000), (50, 9_000, 10_000), (60, 33_000, 24_999), (60, 8_400, 8_333)],
)
def test_exposure_is_a_multiple_of_the_lamps_period(
    mains_hz: int, longest_us: int, expected: int
) -> None:
    assert flicker_free_us(mains_hz, longest_us) == expected
