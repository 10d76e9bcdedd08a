"""``make bench``: every benchmark, one after the other."""

from benchmarks import answers, engine, picture, startup, thinking, throughput

if __name__ == "__main__":
    engine.main()
    picture.main()
    answers.main()
    thinking.main()
    startup.main()
    throughput.main(throughput.PLOT)
