#include "trace/buffer.h"

#include "output/notes.h"
#include "session/settings.h"
#include "session/simulation.h"
#include "trace/records.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>

namespace loop::runtime::trace {

Buffer buffer;

namespace {

constexpr Ticks near_ticks = 2500;    // about a microsecond, whatever the clock
constexpr std::int32_t fruitless = 1; // in `partner`, which a Leave does not have

// Bytes that one rank may take without pushing the node into swapping: a quarter of what is free, shared.
std::size_t reasonable_bytes(int node_ranks) {
    std::ifstream file("/proc/meminfo");
    std::size_t free_kib = 0;
    for (std::string name; file >> name;) {
        if (name == "MemAvailable:") file >> free_kib;
    }
    if (free_kib == 0) return static_cast<std::size_t>(-1) / 2;
    std::size_t free_bytes = free_kib * 1024;
    std::size_t limit = 0;
    if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit) free_bytes = std::min(free_bytes, limit);
    return free_bytes / 4 / static_cast<std::size_t>(std::max(1, node_ranks));
}

Record* mapped(std::size_t records) {
    void* const memory = mmap(nullptr, records * sizeof(Record), PROT_READ | PROT_WRITE,
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
    if (records < asked) {
        add_note("trace buffer: " + std::to_string(asked) + " records were asked for, there is memory for " +
                 std::to_string(records));
    }
    if (memory == nullptr) return 0;
    if (!is_simulated) // no page is touched first while measuring; the ranks of a simulation share one memory
        std::memset(static_cast<void*>(memory), 0, records * sizeof(Record));
    buffer.begin = buffer.next = memory;
    buffer.end = memory + records;
    buffer.dropped = 0;
    return records;
}

void free_records() {
    if (buffer.begin == nullptr) return;
    const auto bytes = static_cast<std::size_t>(buffer.end - buffer.begin) * sizeof(Record);
    Record* const memory = buffer.begin;
    buffer.begin = buffer.next = buffer.end = nullptr;
    munmap(memory, bytes);
}

void leave_fruitless(SiteIndex site) {
    const auto word = static_cast<std::int32_t>(site);
    const Ticks time = now();
    Record* const last = buffer.next;
    if (last - buffer.begin >= 2) {
        const Record& enter = last[-1];
        Record& before = last[-2];
        const bool polled = static_cast<Kind>(before.kind) == Kind::Leave && before.partner == fruitless;
        if (polled && static_cast<Kind>(enter.kind) == Kind::Enter && enter.word == word &&
            before.word == word && enter.ticks - before.ticks < near_ticks) {
            buffer.next = last - 1;
            before.ticks = time;
            return;
        }
    }
    put(time, Kind::Leave, word, fruitless, 0, 0);
}

} // namespace loop::runtime::trace
