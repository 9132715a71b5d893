"""One module a subcommand; each exposes a click command (or group) called `command`."""
