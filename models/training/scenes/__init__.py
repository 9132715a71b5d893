"""Path-traced pictures of thrown dice, with labels that come from the poses.

A development tool: it needs mitsuba, mujoco, manifold3d and pyoidn beside numpy and OpenCV, and is
never imported at run time. `python -m models.training.scenes --help` names its commands.
"""
