"""What one message holds: its text, its picture, its buttons. This room sends nothing."""
