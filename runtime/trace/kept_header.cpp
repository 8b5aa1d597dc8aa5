#include "trace/kept_header.h"

#include "session/concat.h"
#include "session/lasting.h"
#include "trace/clock.h"

#include <fcntl.h>
#include <unistd.h>

namespace loop::runtime::trace {
namespace {

struct KeptHeader {
    std::string path;
    int file = -1;
};
Lasting<KeptHeader> kept_header;

} // namespace

void open_kept_header(const std::string& path) {
    kept_header().file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
    kept_header().path = path;
}

void keep_line(const char* key, const std::string& json) {
    if (kept_header().file < 0) return;
    const Instant now = read_instant();
    const std::string line =
        concat("{\"ticks\":", now.ticks, ",\"ns\":", now.host_ns, ",\"", key, "\":", json, "}\n");
    if (::write(kept_header().file, line.data(), line.size()) < 0) return; // then the trace lacks a name
}

void remove_kept_header() noexcept {
    if (kept_header().file >= 0) unlink(kept_header().path.c_str());
}

} // namespace loop::runtime::trace
