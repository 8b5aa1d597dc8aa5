#include "lsp/serve.h"

#include "lsp/messages.h"
#include "lsp/server.h"
#include "lsp/write_all.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace loop::lsp {

namespace {

bool is_readable(int in) {
    pollfd waiting{in, POLLIN, 0};
    return ::poll(&waiting, 1, 0) > 0;
}

/// Waits until the client says something; false if the host server does.
bool wait_for_client(int in, HostServer& host) {
    pollfd waiting[] = {{in, POLLIN, 0}, {host.answers(), POLLIN, 0}}; // a negative descriptor is ignored
    if (::poll(waiting, 2, -1) < 0) return errno != EINTR;
    if (waiting[1].revents != 0) host.read();
    return waiting[0].revents != 0;
}

} // namespace

int serve(int in, int out, const HostCommand& host) {
    std::signal(SIGPIPE, SIG_IGN); // a client that vanishes is seen when it is written to
    bool is_read = true;
    Server server([&](const Json& message) { is_read = is_read && write_all(out, framed(message.dump())); },
                  host);
    MessageReader reader;
    std::array<char, 1 << 16> bytes;
    while (is_read && !reader.is_broken()) {
        while (const std::optional<std::string> text = reader.next()) {
            const Json message = Json::parse_or_discard(*text);
            message.is_discarded() ? server.refuse_text() : server.handle(message);
            if (server.has_ended()) return server.exit_code();
        }
        if (!is_readable(in)) server.publish();
        if (!wait_for_client(in, server.host())) continue;
        const ssize_t got = ::read(in, bytes.data(), bytes.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        reader.add({bytes.data(), static_cast<std::size_t>(got)});
    }
    return server.exit_code();
}

} // namespace loop::lsp
