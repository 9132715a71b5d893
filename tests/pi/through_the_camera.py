"""Goes through device.picamera.PiCamera with the real picamera2 on libcamera's virtual cameras.

Run by virtual_camera.sh inside its Debian: through_the_camera.py FOLDER, where FOLDER is that of
the second camera's pictures. Prints a line for each thing that held, and ends with the first that
did not.

Two things of libcamera's virtual pipeline differ from a Pi's and are put right here, not in our
class: it wants a buffer of NV12 as two planes, and it has no raw modes.
"""

from __future__ import annotations

import faulthandler
import mmap
import os
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

WAIT_S = 180


def draw_colours(folder: Path) -> None:
    """Write the second camera's picture: the left half red, the right half blue."""
    picture = np.zeros((480, 640, 3), np.uint8)
    picture[:, :320] = (20, 20, 200)  # blue, green, red
    picture[:, 320:] = (200, 20, 20)
    if not cv2.imwrite(str(folder / "0.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 98]):
        sys.exit(f"{folder} cannot be written")


def suit_the_virtual_pipeline() -> None:
    """Let picamera2 work with the virtual pipeline (see above)."""
    import libcamera
    from picamera2 import Picamera2, picamera2
    from picamera2.allocators import DmaAllocator

    class TwoPlanes(DmaAllocator):
        def allocate(self, libcamera_config: Any, _: Any) -> None:
            self.libcamera_fds: list[int] = []
            self.cleanup()
            for handle in self.open_fds:
                os.close(handle)
            self.open_fds: list[int] = []
            self.frame_buffers: dict[Any, Any] = {}
            for stream in libcamera_config:
                luma = stream.stride * stream.size.height
                buffers = []
                for number in range(stream.buffer_count):
                    heap = self.dmaHeap.alloc(f"frame-{number}", stream.frame_size)
                    handle = heap.get()
                    self.open_fds.append(handle)
                    planes = [libcamera.FrameBuffer.Plane(), libcamera.FrameBuffer.Plane()]
                    sizes = ((0, luma), (luma, stream.frame_size - luma))
                    for plane, (offset, length) in zip(planes, sizes, strict=True):
                        plane.fd, plane.offset, plane.length = handle, offset, length
                    self.libcamera_fds.append(planes[0].fd)
                    self.mapped_buffers_used[planes[0].fd] = False
                    buffer = libcamera.FrameBuffer(planes)
                    self.mapped_buffers[buffer] = mmap.mmap(handle, stream.frame_size)
                    buffers.append(buffer)
                self.frame_buffers[stream.stream] = buffers

    def raw_modes(self: Any) -> list[dict[str, Any]]:
        still = self.camera.generate_configuration([libcamera.StreamRole.StillCapture]).at(0)
        formats = still.formats
        return [
            {"format": str(each), "size": (size.width, size.height)}
            for each in formats.pixel_formats
            for size in formats.sizes(each)
        ]

    picamera2.DmaAllocator = TwoPlanes
    Picamera2._get_raw_modes = raw_modes


def number_of(model: str) -> int:
    """Return the number under which a virtual camera is listed."""
    from picamera2 import Picamera2

    cameras = Picamera2.global_camera_info()
    return next(i for i, each in enumerate(cameras) if each["Model"] == model)


def held(what: str) -> None:
    print(f"ok  {what}", flush=True)


def main(colours: Path) -> None:
    faulthandler.dump_traceback_later(WAIT_S, exit=True)
    draw_colours(colours)
    suit_the_virtual_pipeline()

    from device.cameras import LiveSource
    from device.picamera import PiCamera
    from device.sources import SourceLost

    camera = PiCamera(number_of("Virtual colours"))
    camera.open()
    given = camera._camera.camera_configuration()["main"]
    picture = camera.grab()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3, picture.shape
    assert (picture.shape[1], picture.shape[0]) == tuple(given["size"])
    assert picture.flags.owndata
    held(f"asked for RGB888, got {given['format']} {given['size']}, converted to {picture.shape}")
    if camera.small is None:
        held("one stream only: the full one is watched too")
    else:
        assert max(camera.small.shape) <= 640
        red, blue = camera.small[:, : camera.small.shape[1] // 3], camera.small[:, -20:]
        assert red.mean(axis=(0, 1)).argmax() == 2
        assert blue.mean(axis=(0, 1)).argmax() == 0
        held(f"a small stream of {camera.small.shape} to watch, red and blue in it as well")
    height, width = picture.shape[:2]
    left, right = picture[height // 2, width // 4], picture[height // 2, 3 * width // 4]
    assert left[2] > 150, left
    assert left[0] < 90, left
    assert right[0] > 150, right
    assert right[2] < 90, right
    held(f"red is red {left.tolist()} and blue is blue {right.tolist()} (blue, green, red)")
    camera.close()
    camera.close()
    camera.open()
    assert camera.grab().shape == picture.shape
    camera.close()
    held("closed twice, opened again, and it gives pictures")

    number = number_of("Virtual dice")
    with LiveSource(PiCamera(number)) as source:
        frames = [source.read(timeout_s=30.0) for _ in range(5)]
        numbers = [frame.number for frame in frames if frame is not None]
        assert numbers == sorted(set(numbers)), numbers
        assert len(numbers) == 5
        held(f"live source: frames {numbers}, {frames[-1].image.shape}")  # type: ignore[union-attr]

        # All of the camera's buffers are held: from then on it really gives no more frames.
        inner = source._camera._camera  # type: ignore[attr-defined]
        taken = [inner.capture_request() for _ in range(4)]
        begun = time.monotonic()
        said = None
        while said is None:
            assert time.monotonic() - begun < 30, "the camera gave frames without a buffer"
            try:
                source.read(timeout_s=1.0)
            except SourceLost as lost:
                said = lost
        held(f"no more frames is said: {said.what}")
        while True:
            assert time.monotonic() - begun < 60, "the camera did not come back"
            try:
                after = source.read(timeout_s=1.0)
                break
            except SourceLost:
                continue
        assert after is not None
        held(f"opened again by itself {time.monotonic() - begun:.0f} s after the last frame")
        del taken
    with LiveSource(PiCamera(number)) as source:
        assert source.read(timeout_s=30.0) is not None
    held("left and entered again")
    read_the_dice([frame.image for frame in frames if frame is not None])
    faulthandler.cancel_dump_traceback_later()


def read_the_dice(images: list[np.ndarray]) -> None:
    """Read the dice that lie in the first camera's pictures: 4 and 1."""
    from vision.see import see

    for image in images:
        faces = sorted(str(die.face) for die in see(image).dice)
        assert faces == ["1", "4"], faces
    held(f"dice read in {len(images)} frames: 1 and 4")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
