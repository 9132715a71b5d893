"""The networks that ship (`.tflite`), their calibration and the model card; nothing to import."""
