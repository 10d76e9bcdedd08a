"""Work that nobody waits for ends with the bot."""

from cogs.delivery.background import BackgroundTasks


async def test_what_is_begun_after_the_end_never_runs() -> None:
    """A command that is still under way at the end sends a turn; the database may be closed by then."""
    done = list[str]()

    async def work() -> None:
        done.append("read")

    tasks = BackgroundTasks()
    await tasks.close()
    late = tasks.begin(work())
    await tasks.close()
    assert late.cancelled()
    assert done == []
