"""Where the models come from: drawing scenes, training, export, scores. Never imported at run time.

`python -m models.training --help` lists the steps; PyTorch is needed for training, LiteRT's
converter for the export, and neither is part of the program's install.
"""
