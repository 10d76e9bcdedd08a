"""What pictures have in common: themes, sizes, palettes, words, views. It knows no place in a picture."""
