#include "trace/events_file.h"

#include "output/growing_file.h"
#include "output/notes.h"
#include "session/concat.h"
#include "session/lasting.h"

#include <unistd.h>

#include <cstring>

namespace loop::runtime::trace {
namespace {

constexpr std::size_t events_piece = std::size_t{1} << 22;

struct EventsFile {
    std::string path; // empty: none is wanted
    GrowingFile file;
    std::size_t first_bytes = 0;
    std::size_t further_bytes = 0; // at most
    bool ended = false;

    std::size_t most_bytes() const { return first_bytes + further_bytes; }
};
Lasting<EventsFile> the_file;

std::size_t in_whole_pages(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return (bytes + page - 1) / page * page;
}

// Rounded up: 1 MiB on disk is not none.
std::size_t in_whole_pieces(std::size_t bytes) {
    return (bytes + events_piece - 1) / events_piece * events_piece;
}

// The last two pieces stay in memory. Returns 0 or errno.
int add_events_to_file() {
    EventsFile& f = the_file();
    const int error = f.file.extend(events_piece);
    if (error == 0 && f.file.bytes() >= f.first_bytes + 3 * events_piece)
        f.file.put_aside(f.file.bytes() - 3 * events_piece, events_piece);
    return error;
}

std::string why_no_more(int error) {
    const EventsFile& f = the_file();
    if (error == 0)
        return concat("trace: its events have filled the ", f.further_bytes >> 20,
                      " MiB that they may take on disk (`loop record --disk MIB` gives more)");
    return concat("trace: cannot write more events to `", f.path, "`: ", std::strerror(error));
}

} // namespace

void keep_records_in(const std::string& path, std::uint64_t further_bytes) {
    the_file().path = path;
    the_file().further_bytes = in_whole_pieces(static_cast<std::size_t>(further_bytes));
}

void* map_events_file(std::size_t bytes) {
    EventsFile& f = the_file();
    if (f.path.empty()) return nullptr;
    f.first_bytes = in_whole_pages(bytes);
    const int error = f.file.create(f.path, f.most_bytes(), f.first_bytes);
    if (error == 0) return f.file.memory();
    add_note(concat("trace: cannot keep events in `", f.path, "`: ", std::strerror(error),
                    "; they are only in memory, and lost if the rank is killed"));
    f.path.clear();
    return nullptr;
}

std::size_t most_events_bytes() {
    return the_file().file.memory() == nullptr ? 0 : the_file().most_bytes();
}

std::size_t add_events_piece() {
    EventsFile& f = the_file();
    if (f.file.memory() == nullptr || f.ended) return 0;
    const bool is_at_limit = f.file.bytes() == f.most_bytes();
    const int error = is_at_limit ? 0 : add_events_to_file();
    if (!is_at_limit && error == 0) return f.file.bytes();
    f.ended = true;
    add_note(why_no_more(error));
    return 0;
}

void remove_events_file() noexcept {
    if (the_file().file.memory() != nullptr) unlink(the_file().path.c_str());
}

} // namespace loop::runtime::trace
