-- Reads who has the lock and how many wait. Changes nothing, but for what a clock that was set back has made too long: see left().
-- KEYS lock, line
-- Returns "<waiters>", and if somebody has the lock "<waiters> <token> <since> <ms left> <ticket>".
left(KEYS[2], SILENCE)
local waiters = redis.call('ZCARD', KEYS[2])
local owner = redis.call('HMGET', KEYS[1], 'token', 'since', 'ticket')
if not owner[1] then
    return tostring(waiters)
end
return table.concat({waiters, owner[1], owner[2], lease_left(KEYS[1]), owner[3]}, ' ')
