// Threads for tests, which wait for other programs: see threads.c.
