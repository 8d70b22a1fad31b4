"""Alerts: matters that deserve a person's look."""
