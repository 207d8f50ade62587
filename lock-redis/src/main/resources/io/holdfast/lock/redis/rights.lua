-- Tries every command of the other scripts once. A user who lacks one of them would be stopped in the middle of a script, whose first
-- half stays done: a lock without end, a waiter who is told and never leaves the line. Leaves nothing behind.
-- KEYS one of our own that nobody uses; ARGV the command that sends messages, a channel of our own to which nobody listens
-- Returns the commands that are not allowed, separated by spaces.
local missing = {}
local function try(command, ...)
    local answer = redis.pcall(command, ...)
    if type(answer) == 'table' and answer.err and string.find(answer.err, "user executing the script can't", 1, true) then
        missing[#missing + 1] = command
    end
end

-- On a key that does not exist these do nothing.
local key = KEYS[1]
try('TIME')
try('DEL', key)
try('PEXPIRE', key, 1)
try('PTTL', key)
try('GET', key)
try('HGET', key, 'id')
try('HMGET', key, 'id')
try('ZCARD', key)
try('ZRANGE', key, 0, 0)
try('ZREM', key, '')
try('ZSCORE', key, '')
try(ARGV[1], ARGV[2], '')
if #missing == 0 then
    -- On a key of another type these do nothing either.
    try('SET', key, '', 'PX', 1000)
    try('HSET', key, 'id', '')
    try('ZADD', key, 0, '')
    redis.pcall('DEL', key)
end
return table.concat(missing, ' ')
