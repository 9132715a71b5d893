"""The device: cameras, buttons, the journal, the table, and the commands that join them."""
