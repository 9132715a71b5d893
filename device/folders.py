"""Where the program keeps its things: the record, the stills, the profiles and the settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from device.trouble import Trouble, cannot_be_written

APP = "dice-table"


@dataclass(frozen=True, slots=True)
class Folders:
    """The data folder and the settings file. Nothing is created by merely naming them."""

    data: Path
    settings: Path

    @property
    def journal(self) -> Path:
        """The SQLite file with every match."""
        return self.data / "journal.sqlite3"

    @property
    def stills(self) -> Path:
        """The pictures of the rolls, a folder a match."""
        return self.data / "stills"

    @property
    def profiles(self) -> Path:
        """The learned faces of people's own dice."""
        return self.data / "profiles"

    def ready(self) -> Folders:
        """Create the data folder and prove that it can be written; raises `Trouble`."""
        probe = self.data / ".writable"
        try:
            self.data.mkdir(parents=True, exist_ok=True)
            probe.write_bytes(b"")
            probe.unlink()
        except (FileExistsError, NotADirectoryError) as error:
            raise Trouble(
                f"the data folder {self.data} cannot be written: a file is in its place",
                "name a folder: --data DIR; it is made where there is none",
            ) from error
        except OSError as error:
            remedy = "give it to your user or choose another one with --data DIR"
            raise cannot_be_written(f"the data folder {self.data}", error, remedy) from error
        return self


def usual_folders(data: Path | None = None, settings: Path | None = None) -> Folders:
    """Return the folders of this user; what is given goes before what is usual."""
    from platformdirs import user_config_path, user_data_path

    return Folders(
        data=(data or user_data_path(APP, appauthor=False)).expanduser(),
        settings=(
            settings or user_config_path(APP, appauthor=False) / "settings.toml"
        ).expanduser(),
    )
