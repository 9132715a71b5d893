"""What lies on the table: `see(frame) -> Observation`. Pixels in, dice out; no rules here."""

from vision.observation import Area, Die, Observation
from vision.photo import Frame, FrameError, PhotoError, load_photo
from vision.rest import Rest, RestDetector
from vision.runtime import ModelError
from vision.see import Eyes, see, shipped_eyes

__all__ = [
    "Area",
    "Die",
    "Eyes",
    "Frame",
    "FrameError",
    "ModelError",
    "Observation",
    "PhotoError",
    "Rest",
    "RestDetector",
    "load_photo",
    "see",
    "shipped_eyes",
]
