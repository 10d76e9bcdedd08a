"""Processes that work for the bot, and the queue in front of them.

A job is a function with its arguments, as ``functools.partial`` makes it. It runs in a process of its own, so that it
takes no time from the bot. The room knows no job: it only writes down what games share, so that a state stays small.
"""

from workers.jobs import Job, dump, load
from workers.pool import NoWorkerError, WorkerPool
from workers.process import ProcessWorker, ThreadWorker, Worker, process_workers, thread_workers
from workers.progress import Listener, tell_progress
from workers.queue import WorkerQueue

__all__ = [
    "Job",
    "Listener",
    "NoWorkerError",
    "ProcessWorker",
    "ThreadWorker",
    "Worker",
    "WorkerPool",
    "WorkerQueue",
    "dump",
    "load",
    "process_workers",
    "tell_progress",
    "thread_workers",
]
