-- Takes the lock away from whoever has it, tells that one, and hands the lock on.
-- KEYS lock, line, mark
-- Returns 1 if somebody had it.
local owner = redis.call('HMGET', KEYS[1], 'id', 'ticket')
if not owner[1] then
    return 0
end
redis.call('DEL', KEYS[1])
local publish, inbox = string.match(owner[2], '^%d+ (%u+) (%S+) ')
redis.call(publish, inbox, 'lost ' .. owner[1])
hand_on(KEYS[1], KEYS[2], KEYS[3])
return 1
