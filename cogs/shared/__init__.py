"""What the cogs share."""
