#include "trace/buffer.h"

#include "output/notes.h"
#include "session/concat.h"
#include "session/memory.h"
#include "session/settings.h"
#include "session/simulation.h"
#include "trace/events_file.h"
#include "trace/records.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

namespace loop::runtime::trace {

Buffer buffer;

namespace {

constexpr Ticks near_ticks = 2500;    // about a microsecond with any clock
constexpr std::int32_t fruitless = 1; // stored in `partner`, which a Leave does not use

// Returns the bytes that a rank may use without making the node swap: its share of a quarter of free memory.
std::size_t reasonable_bytes(int node_ranks) {
    return static_cast<std::size_t>(available_memory_bytes() / 4 / std::max(1, node_ranks));
}

Record* mapped(std::size_t records) {
    void* memory = map_events_file(records * sizeof(Record));
    if (memory != nullptr) return static_cast<Record*>(memory);
    memory = mmap(nullptr, records * sizeof(Record), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<Record*>(memory);
}

} // namespace

std::size_t allocate_records(long wanted, int node_ranks) {
    const auto asked = static_cast<std::size_t>(wanted);
    std::size_t records =
        is_simulated ? asked : std::min(asked, reasonable_bytes(node_ranks) / sizeof(Record));
    Record* memory = nullptr;
    while (records > 0 && (memory = mapped(records)) == nullptr)
        records /= 2;
    if (records < asked)
        add_note(concat("trace buffer: ", asked, " records were requested, memory holds ", records));
    if (memory == nullptr) return 0;
    const bool is_touched = most_events_bytes() > 0;
    if (!is_simulated &&
        !is_touched) // avoids page faults while measuring; a simulation's ranks share one memory
        std::memset(static_cast<void*>(memory), 0, records * sizeof(Record));
    buffer.begin = buffer.next = memory;
    buffer.end = memory + records;
    buffer.dropped = 0;
    return std::max(records, most_events_bytes() / sizeof(Record));
}

bool grow() {
    const std::size_t bytes = buffer.begin == nullptr ? 0 : add_events_piece();
    if (bytes == 0) {
        ++buffer.dropped;
        return false;
    }
    buffer.end = buffer.begin + bytes / sizeof(Record);
    return true;
}

void free_records() {
    if (buffer.begin == nullptr) return;
    const auto bytes =
        std::max(static_cast<std::size_t>(buffer.end - buffer.begin) * sizeof(Record), most_events_bytes());
    Record* const memory = buffer.begin;
    buffer.begin = buffer.next = buffer.end = nullptr;
    munmap(memory, bytes);
}

namespace {

bool is(const Record& record, Kind kind, std::int32_t word) {
    return static_cast<Kind>(record.kind) == kind && record.word == word;
}

// If the rank polled this site without success just before, and did nothing else since then, takes this poll
// back, and the wait of a polling loop back to where it began. Returns whether that is so.
bool reopen_polling(std::int32_t site) {
    Record* const end = buffer.next;
    const std::ptrdiff_t count = end - buffer.begin;
    if (count < 3) return false;
    const Record &enter = end[-1], &before = end[-2];
    const bool polled = is(before, Kind::Leave, site) && before.partner == fruitless;
    if (!polled || !is(enter, Kind::Enter, site) || enter.ticks - before.ticks >= near_ticks) return false;
    if (static_cast<Kind>(end[-3].kind) == Kind::Resume) {
        buffer.next = end - 3;
        return true;
    }
    if (!is(end[-3], Kind::Enter, site)) return false;
    buffer.next = end - 2;
    put(end[-3].ticks, Kind::Wait, 0, -1, 0, 0);
    return true;
}

} // namespace

Ticks leave_fruitless(SiteIndex site) {
    const auto word = static_cast<std::int32_t>(site);
    const Ticks time = now();
    const bool is_loop = reopen_polling(word);
    if (is_loop) put(time, Kind::Resume);
    put(time, Kind::Leave, word, fruitless, 0, 0);
    if (is_loop && buffer.next != buffer.end) buffer.next->kind = no_kind; // the poll that was taken back
    return time;
}

} // namespace loop::runtime::trace
