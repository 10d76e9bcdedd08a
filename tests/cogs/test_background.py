"""Work that nobody waits for ends with the bot."""

from cogs.delivery.background import BackgroundTasks


async def test_what_is_begun_after_the_end_never_runs() -> None:
    """A command that still runs may start to send a turn, and by then the database may be closed."""
    done = list[str]()

    async def work() -> None:
        done.append("read")

    tasks = BackgroundTasks()
    await tasks.close()
    late = tasks.begin(work())
    await tasks.close()
    assert late.cancelled()
    assert done == []
