-- A session of Neovim with the language server. Arguments: LOOP FILE
local loop, file = vim.fn.argv(0), vim.fn.argv(1)
local function quit(code, text)
    io.stderr:write(text .. "\n")
    vim.cmd("cquit " .. code)
end
local function check(condition, text)
    if not condition then quit(1, "FAILED: " .. text) end
end

local client = vim.lsp.start_client({ name = "loop", cmd = { loop, "lsp" }, root_dir = vim.fn.fnamemodify(file, ":h") })
check(client, "the server was not started")
vim.cmd("edit " .. file)
vim.lsp.buf_attach_client(0, client)
check(vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end), "no problem was told")
local problem = vim.diagnostic.get(0)[1]
check(problem.lnum == 3 and problem.col == 4 and problem.message:find("did you mean `\\EXCHANGE`?", 1, true), vim.inspect(problem))

local function ask(method, more)
    local parameters = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
    local answer = vim.lsp.buf_request_sync(0, method, parameters, 20000)
    check(answer and answer[client] and not answer[client].error, method .. ": " .. vim.inspect(answer))
    return answer[client].result
end

-- Mend the mistake: the problem goes.
vim.api.nvim_buf_set_text(0, 3, 4, 3, 12, { "\\EXCHANGE" })
check(vim.wait(20000, function() return #vim.diagnostic.get(0) == 0 end), "the problem does not go")

vim.api.nvim_win_set_cursor(0, { 4, 6 })
check(ask("textDocument/hover").contents.value:find("exchanges messages"), "hover")
local completed = ask("textDocument/completion")
local has_exchange = false
for _, item in ipairs(completed.items) do has_exchange = has_exchange or item.label == "\\EXCHANGE" end
check(has_exchange, "completion")

vim.api.nvim_win_set_cursor(0, { 5, 15 })
local edit = ask("textDocument/rename", { newName = "step" })
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
check(vim.fn.getline(5) == "    \\LOOP( 3 ) step { use( step ); }", "rename: " .. vim.fn.getline(5))

vim.lsp.buf.formatting_sync(nil, 20000)
check(vim.fn.getline(5) == "    \\LOOP (3) step { use( step ); }", "formatting: " .. vim.fn.getline(5))
check(vim.fn.getline(4) == "    \\EXCHANGE(8, 1, 2);", "formatting: " .. vim.fn.getline(4))
quit(0, "all holds")
