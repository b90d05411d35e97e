"""The pure core: imports nothing of ours, holds no clock, float or input/output."""
