"""What the database looks like: its tables, and how older ones come to them."""
