-- Starts the lease of many grants anew, each only if it is still held under its id. What was released or has expired can't come
-- back, because its id is nowhere any more. Repeating it does no harm.
-- KEYS lock of each; ARGV id, lease in milliseconds of each
-- Returns a string of 1 (renewed) and 0 (no such grant).
local answers = {}
for i = 1, #KEYS do
    if redis.call('HGET', KEYS[i], 'id') == ARGV[2 * i - 1] then
        redis.call('PEXPIRE', KEYS[i], ARGV[2 * i])
        answers[i] = '1'
    else
        answers[i] = '0'
    end
end
return table.concat(answers)
