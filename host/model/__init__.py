"""Tables, clocks, results and ratings as values, and pure functions of them. Nothing here reads or writes."""
