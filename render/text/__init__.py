"""Letters: fonts, scripts, and lines of text. It knows nothing else of pictures."""
