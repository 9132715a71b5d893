"""Sketched scenes: dice drawn quickly by ray casting, in their thousands, for the bulk of training.

Not photographs and not path traced: rounded cubes in true perspective with painted or sunken
faces, shadows, glare and clutter on procedural surfaces, at some ten scenes a second and core.
Everything is drawn from one seed; labels come from the poses.
"""
