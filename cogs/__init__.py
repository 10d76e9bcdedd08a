"""Discord. One feature is one extension, and never imports another; what they need together is in the rooms below."""
