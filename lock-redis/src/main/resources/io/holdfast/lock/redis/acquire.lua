-- One acquire. One round trip whether the lock is free or not: the step that finds it taken also stands in line, so no release
-- can come between (G8).
--   reply lost        the same request again finds the grant under its id, or its place in line (G11)
--   client paused     the lease ends by itself; the token tells late writes from those of the next owner (G7)
--   server restarted  without its data: the lock is free, and the next token is larger, as long as the clock was not set back
-- KEYS lock, line, mark; ARGV id, ticket, lease in milliseconds (it is in the ticket too, but would have to be found there), '1' to
-- wait
return acquire(KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2], ARGV[3], ARGV[4] == '1')
