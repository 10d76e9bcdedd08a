"""What people can do with tables. A command locks a table, loads it, asks the model, and saves what comes of it."""
