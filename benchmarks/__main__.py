"""``make bench``: every benchmark, one after the other."""

from benchmarks import answers, compilation, engine, picture, startup, storage, thinking, throughput

if __name__ == "__main__":
    engine.main()
    compilation.main()
    picture.main()
    storage.main()
    answers.main()
    thinking.main()
    startup.main()
    throughput.main(throughput.PLOT)
