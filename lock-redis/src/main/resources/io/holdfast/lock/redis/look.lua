-- Many waiters of one client ask how they stand: the same as an acquire for each, in one step. It finds a grant whose message was
-- lost, says that the client lives, takes over what has expired, and stands in line again if the server has lost its data.
-- KEYS lock, line, mark of each; ARGV id, ticket, lease of each
-- Returns the answers of acquire, separated by spaces.
local answers = {}
for i = 1, #ARGV, 3 do
    local answer = acquire(KEYS[i], KEYS[i + 1], KEYS[i + 2], ARGV[i], ARGV[i + 1], ARGV[i + 2], true)
    answers[#answers + 1] = string.format('%.0f', answer)
end
return table.concat(answers, ' ')
