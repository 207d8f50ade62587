-- Many waiters of one client ask how they stand: the same as an acquire for each, in one step. It finds a grant whose message was
-- lost, says that the client lives, takes over what has expired, and stands in line again if the server has lost its data.
-- KEYS lock, line, mark of each; ARGV id, ticket of each
-- Returns the answers of acquire, separated by spaces.
local answers = {}
for i = 1, #ARGV / 2 do
    local answer = acquire(KEYS[3 * i - 2], KEYS[3 * i - 1], KEYS[3 * i], ARGV[2 * i - 1], ARGV[2 * i], true)
    answers[i] = string.format('%.0f', answer)
end
return table.concat(answers, ' ')
