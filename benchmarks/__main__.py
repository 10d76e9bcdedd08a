"""``make bench``: every benchmark, one after the other."""

import asyncio

from benchmarks import answers, compilation, engine, pages, picture, startup, storage, thinking, throughput

if __name__ == "__main__":
    engine.main()
    compilation.main()
    picture.main()
    storage.main()
    answers.main()
    asyncio.run(pages.main())
    thinking.main()
    startup.main()
    throughput.main(throughput.PLOT)
