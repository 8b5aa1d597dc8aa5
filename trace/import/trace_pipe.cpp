#include "trace/import/trace_pipe.h"

#include <unistd.h>

#include <cerrno>
#include <type_traits>

namespace loop::report {

namespace {

bool send_bytes(int fd, const void* data, std::size_t size) {
    const char* from = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t sent = ::write(fd, from, size);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        from += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}

bool receive_bytes(int fd, void* data, std::size_t size) {
    char* into = static_cast<char*>(data);
    while (size > 0) {
        const ssize_t received = ::read(fd, into, size);
        if (received < 0 && errno == EINTR) continue;
        if (received <= 0) return false;
        into += received;
        size -= static_cast<std::size_t>(received);
    }
    return true;
}

/// The functions below serve both directions: each overload sends or receives a value through `Wire`.
struct Sender {
    int fd;
    template <class T>
    bool plain(T& value) {
        return send_bytes(fd, &value, sizeof value);
    }
    template <class T>
    bool size(std::vector<T>& values) {
        std::uint64_t count = values.size();
        return plain(count);
    }
    template <class T>
    bool block(std::vector<T>& values) {
        return size(values) && send_bytes(fd, values.data(), values.size() * sizeof(T));
    }
    bool text(std::string& value) { return send_text(fd, value); }
};

struct Receiver {
    int fd;
    template <class T>
    bool plain(T& value) {
        return receive_bytes(fd, &value, sizeof value);
    }
    template <class T>
    bool size(std::vector<T>& values) {
        std::uint64_t count = 0;
        if (!plain(count)) return false;
        values.resize(count);
        return true;
    }
    template <class T>
    bool block(std::vector<T>& values) {
        return size(values) && receive_bytes(fd, values.data(), values.size() * sizeof(T));
    }
    bool text(std::string& value) { return receive_text(fd, value); }
};

template <class Wire, class T>
bool each(Wire& wire, std::vector<T>& values, bool (*move)(Wire&, T&)) {
    if (!wire.size(values)) return false;
    for (T& value : values)
        if (!move(wire, value)) return false;
    return true;
}

template <class Wire>
bool move_site(Wire& wire, TraceSite& site) {
    return wire.plain(site.kind) && wire.text(site.construct) && wire.text(site.name) &&
           wire.text(site.file) && wire.plain(site.line) && wire.plain(site.column);
}

template <class Wire>
bool move_communicator(Wire& wire, Communicator& communicator) {
    return wire.text(communicator.name) && wire.block(communicator.ranks);
}

template <class Wire>
bool move_text(Wire& wire, std::string& text) {
    return wire.text(text);
}

template <class Wire>
bool move_rank(Wire& wire, RankTrace& rank) {
    return wire.plain(rank.rank) && wire.text(rank.host) && wire.plain(rank.present) &&
           wire.plain(rank.complete) && wire.text(rank.problem) && wire.plain(rank.dropped) &&
           wire.plain(rank.begin_ns) && wire.plain(rank.end_ns) && wire.block(rank.clock) &&
           wire.block(rank.gaps) && wire.block(rank.events);
}

template <class Wire>
bool move_trace(Wire wire, Trace& trace) {
    return each(wire, trace.sites, move_site<Wire>) &&
           each(wire, trace.communicators, move_communicator<Wire>) &&
           each(wire, trace.ranks, move_rank<Wire>) && wire.text(trace.clock_source) &&
           wire.plain(trace.resolution_ns) && wire.plain(trace.began_unix_ns) &&
           each(wire, trace.problems, move_text<Wire>);
}

static_assert(std::is_trivially_copyable_v<Event> && std::is_trivially_copyable_v<ClockSample> &&
              std::is_trivially_copyable_v<Gap>);

} // namespace

bool send_trace(int fd, const Trace& trace) {
    return move_trace(Sender{fd}, const_cast<Trace&>(trace)); // sending changes nothing
}

bool receive_trace(int fd, Trace& trace) {
    return move_trace(Receiver{fd}, trace);
}

bool send_text(int fd, const std::string& text) {
    const std::uint64_t size = text.size();
    return send_bytes(fd, &size, sizeof size) && send_bytes(fd, text.data(), text.size());
}

bool receive_text(int fd, std::string& text) {
    std::uint64_t size = 0;
    if (!receive_bytes(fd, &size, sizeof size)) return false;
    text.resize(size);
    return receive_bytes(fd, text.data(), text.size());
}

} // namespace loop::report
