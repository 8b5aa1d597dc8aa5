#include "lsp/serve.h"

#include "lsp/messages.h"
#include "lsp/server.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace loop::lsp {

namespace {

/// Writes all bytes; false if nobody reads them.
bool write_all(int out, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(out, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool is_readable(int in) {
    pollfd waiting{in, POLLIN, 0};
    return ::poll(&waiting, 1, 0) > 0;
}

} // namespace

int serve(int in, int out) {
    std::signal(SIGPIPE, SIG_IGN); // a client that vanishes is seen when it is written to
    bool is_read = true;
    Server server([&](const Json& message) { is_read = is_read && write_all(out, framed(message.dump())); });
    MessageReader reader;
    std::array<char, 1 << 16> bytes;
    while (is_read && !reader.is_broken()) {
        while (const std::optional<std::string> text = reader.next()) {
            const Json message = Json::parse_or_discard(*text);
            message.is_discarded() ? server.refuse_text() : server.handle(message);
            if (server.has_ended()) return server.exit_code();
        }
        if (!is_readable(in)) server.publish();
        const ssize_t got = ::read(in, bytes.data(), bytes.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        reader.add({bytes.data(), static_cast<std::size_t>(got)});
    }
    return server.exit_code();
}

} // namespace loop::lsp
