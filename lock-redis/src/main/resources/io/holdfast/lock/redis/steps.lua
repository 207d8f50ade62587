-- What the scripts share; put in front of each. A script is one atomic step: Redis runs nothing else meanwhile.
--
-- Keys of a lock, all in the hash slot of its bucket:
--   lock    hash {id, token, since, ticket} while somebody has the lock; its time to live is what is left of the lease
--   line    sorted set of "<id> <ticket>" in order of arrival, while somebody waits
--   mark    the last token of the bucket
--   alive   one per waiting client and bucket, with a time to live: who does not ask again in time is dead
--
-- A ticket is "<lease ms> <PUBLISH or SPUBLISH> <inbox> <alive key> <holder>": all that is needed to grant the lock to somebody
-- who is not there, and the same in every request of an acquisition.

-- A grant that is pushed lasts this long (or its lease, if that is shorter) until its owner renews it.
local PROBATION = 5000
-- A waiter asks every two seconds or more often.
local SILENCE = 7000
-- The mark need not outlive the day: what it guards against is a clock that was set back by less.
local DAY = 86400000

-- Larger than every token before: the server's microseconds, or one more than the last token where the clock was set back. The
-- microseconds alone would do over a loss of all data; the mark alone would do over a bad clock. The mark stays until the clock
-- has been past it for a day.
-- Returns the token and the time as "<seconds>.<microseconds>", both as text: a number of that size costs a script a microsecond
-- each time it is written down.
local function next_token(mark)
    local time = redis.call('TIME')
    local token = time[1] * 1000000 + time[2]
    local last = tonumber(redis.call('GET', mark) or 0)
    local ahead = last >= token
    if ahead then
        token = last + 1
    end
    local text = string.format('%.0f', token)
    redis.call('SET', mark, text, ahead and 'PXAT' or 'PX', ahead and string.format('%.0f', math.floor(token / 1000) + DAY) or DAY)
    return text, time[1] .. '.' .. time[2]
end

-- What is left of the time to live of a key that is never given more than `longest`. If it is more, the server's clock was set back:
-- Redis ends keys by its wall clock, and what belongs to the dead would stay until that has caught up. It starts anew then, so that
-- it ends a full time after somebody has noticed. That takes nothing from the living, who set it again before.
-- Returns less than zero if there is no such key.
local function left(key, longest)
    local millis = redis.call('PTTL', key)
    if millis > longest then
        redis.call('PEXPIRE', key, longest)
        return longest
    end
    return millis
end

-- What is left of the owner's lease. Of a probation a clock that was set back makes a lease: a hash does not tell the two apart.
local function lease_left(lock)
    local ticket = redis.call('HGET', lock, 'ticket')
    return left(lock, tonumber(string.match(ticket, '^%d+')))
end

local function grant(lock, id, ticket, token, now, lease)
    redis.call('HSET', lock, 'id', id, 'token', token, 'since', now, 'ticket', ticket)
    redis.call('PEXPIRE', lock, lease)
end

-- The lock is free: gives it to the first in line that lives and can be told, unless that is `me`. PUBLISH says how many heard
-- it, so a client whose connection has ended costs nothing; one that has not asked for long is taken out of the line. Who lives
-- but can't hear at the moment is passed over and keeps its place.
-- Returns whether somebody has got the lock, and whether anybody is in line.
local function hand_on(lock, line, mark, me)
    local at, deaf, token, now = 0, {}, nil, nil
    while true do
        local entry = redis.call('ZRANGE', line, at, at)[1]
        if not entry or entry == me then
            return false, entry ~= nil or at > 0
        end
        local id, ticket = string.match(entry, '^(%x+) (.*)$')
        local lease, publish, inbox, alive = string.match(ticket, '^(%d+) (%u+) (%S+) (%S+) ')
        if left(alive, SILENCE) < 0 then
            redis.call('ZREM', line, entry)
        elseif deaf[inbox] then
            at = at + 1
        else
            if not token then
                token, now = next_token(mark)
            end
            local probation = math.min(tonumber(lease), PROBATION)
            if redis.call(publish, inbox, 'granted ' .. id .. ' ' .. token .. ' ' .. probation .. ' ' .. lock) > 0 then
                grant(lock, id, ticket, token, now, probation)
                redis.call('ZREM', line, entry)
                return true, true
            end
            deaf[inbox] = true
            at = at + 1
        end
    end
end

-- Takes the lock if it is free, or is held under this very id; else stands in line, or keeps the place in it.
-- Returns the token, or what is left of the owner's lease in milliseconds, as a negative number.
local function acquire(lock, line, mark, id, ticket, lease, waits)
    local owner = redis.call('HGET', lock, 'id')
    if owner == id then
        redis.call('PEXPIRE', lock, lease)
        return tonumber(redis.call('HGET', lock, 'token'))
    end
    local entry = id .. ' ' .. ticket
    if not owner then
        local handed_on, anybody = hand_on(lock, line, mark, entry)
        if not handed_on then
            if anybody then
                redis.call('ZREM', line, entry)
            end
            local token, now = next_token(mark)
            grant(lock, id, ticket, token, now, lease)
            return tonumber(token)
        end
    end
    if waits then
        if not redis.call('ZSCORE', line, entry) then
            local last = redis.call('ZRANGE', line, -1, -1, 'WITHSCORES')[2] or 0
            redis.call('ZADD', line, last + 1, entry)
        end
        redis.call('PEXPIRE', line, SILENCE)
        redis.call('SET', string.match(ticket, '^%d+ %u+ %S+ (%S+) '), '', 'PX', SILENCE)
    end
    return -math.max(0, lease_left(lock))
end
