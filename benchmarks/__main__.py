"""``make bench``: every benchmark, one after the other."""

from benchmarks import engine, picture

if __name__ == "__main__":
    engine.main()
    picture.main()
