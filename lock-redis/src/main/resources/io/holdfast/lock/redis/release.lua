-- Ends an acquisition in whatever state it is. One round trip; if somebody waits, that one has the lock when the step is over, and
-- one message is on its way to its inbox.
--   reply lost        the same request again finds nothing to do and says 0: the engine knows that it has asked before (G11)
--   client paused     a release that comes after the lease has ended finds another id, or none, and touches nothing (G2)
--   server restarted  with its data: as if nothing had happened; without: 0
-- KEYS lock, line, mark; ARGV id, ticket
-- Returns 1 if a living grant was given back.
if redis.call('HGET', KEYS[1], 'id') == ARGV[1] then
    redis.call('DEL', KEYS[1])
    hand_on(KEYS[1], KEYS[2], KEYS[3])
    return 1
end
redis.call('ZREM', KEYS[2], ARGV[1] .. ' ' .. ARGV[2])
return 0
