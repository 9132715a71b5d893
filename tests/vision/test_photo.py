"""Files that are photos, and files that are not: each gets a picture or one clear sentence."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import FrameError, PhotoError, load_photo, see
from vision.photo import KINDS, LARGEST_BYTES


def picture(height: int = 40, width: int = 60) -> np.ndarray:
    """A picture whose corners tell how it is turned: blue at the top left, red at the top right."""
    image = np.full((height, width, 3), 200, np.uint8)
    image[:20, :20] = (255, 0, 0)
    image[:20, -20:] = (0, 0, 255)
    return image


def jpeg(image: np.ndarray) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 98])[1])


def with_orientation(data: bytes, orientation: int) -> bytes:
    """Put an EXIF block with one entry, the orientation, behind the JPEG's first marker."""
    tiff = b"II*\x00\x08\x00\x00\x00" + struct.pack("<HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)
    body = b"Exif\x00\x00" + tiff
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]


@pytest.mark.parametrize("ending", [ending for kind in KINDS.values() for ending in kind])
def test_reads_blue_green_red(tmp_path: Path, ending: str) -> None:
    """Every kind of picture that is said to be read, whatever its name ends with."""
    path = tmp_path / f"photo{ending}"
    assert cv2.imwrite(str(path), picture())
    image = load_photo(path)
    assert image.shape == (40, 60, 3)
    assert image.dtype == np.uint8
    assert image[8, 8].argmax() == 0
    assert image[8, -8].argmax() == 2


@pytest.mark.parametrize(
    ("orientation", "blue"), [(1, (8, 8)), (3, (-8, -8)), (6, (8, -8)), (8, (-8, 8))]
)
def test_obeys_exif(tmp_path: Path, orientation: int, blue: tuple[int, int]) -> None:
    path = tmp_path / "turned.jpg"
    path.write_bytes(with_orientation(jpeg(picture()), orientation))
    image = load_photo(path)
    assert image.shape == ((40, 60, 3) if orientation in (1, 3) else (60, 40, 3))
    assert image[blue].argmax() == 0
    assert int(image[blue][0]) > 150
    assert int(image[blue][2]) < 100


@pytest.mark.parametrize("ending", [".jpg", ".png"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_refuses_what_is_cut_off(tmp_path: Path, ending: str, share: float) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    data = bytes(cv2.imencode(ending, noise)[1])
    path = tmp_path / f"half{ending}"
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(PhotoError, match=r"half.*cut off"):
        load_photo(path)


def test_the_end_of_a_preview_is_not_the_end_of_the_photo(tmp_path: Path) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    whole, preview = jpeg(noise), jpeg(picture())
    block = b"Exif\x00\x00" + preview
    data = whole[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + whole[2:]
    path = tmp_path / "with_preview.jpg"
    path.write_bytes(data)
    assert load_photo(path).shape == (200, 300, 3)
    path.write_bytes(data[: len(preview) * 2])
    with pytest.raises(PhotoError, match="cut off"):
        load_photo(path)


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "empty"), (b"dear diary", "not a picture"), (b"\x00" * 5000, "not a picture")],
)
def test_refuses_what_is_no_picture(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "letter.jpg"
    path.write_bytes(content)
    with pytest.raises(PhotoError, match=f"letter.jpg.*{words}"):
        load_photo(path)


def test_what_no_picture_is_told_names_the_kinds_that_are_read(tmp_path: Path) -> None:
    """`GIF` is none of them, neither here nor on a machine whose OpenCV could read it."""
    path = tmp_path / "moving.gif"
    path.write_bytes(b"GIF89a\x01\x00\x01\x00\x00\x00\x00;")
    with pytest.raises(PhotoError) as told:
        load_photo(path)
    named = str(told.value).partition("(")[2].removesuffix(" can)")
    assert named.replace(" and ", ", ").split(", ") == [*KINDS]


def test_refuses_missing_and_folder(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="no such file"):
        load_photo(tmp_path / "none.jpg")
    with pytest.raises(PhotoError, match="folder"):
        load_photo(tmp_path)


@pytest.mark.parametrize(
    "frame",
    [
        np.zeros((40, 60), np.uint8),
        np.zeros((40, 60, 4), np.uint8),
        np.zeros((40, 60, 3), np.float32),
        np.zeros((8, 60, 3), np.uint8),
        "tray.jpg",
    ],
)
def test_see_names_what_it_expected_and_what_came(frame: object) -> None:
    with pytest.raises(
        FrameError, match=r"expected a frame of shape \(height, width, 3\), uint8.*got"
    ):
        see(frame)  # type: ignore[arg-type]


def test_a_device_that_never_ends_and_a_giant_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="a device or a pipe"):
        load_photo(Path("/dev/zero"))
    giant = tmp_path / "giant.jpg"
    with giant.open("wb") as file:
        file.truncate(LARGEST_BYTES + 1)  # sparse: takes no room
    with pytest.raises(PhotoError, match="larger than"):
        load_photo(giant)
