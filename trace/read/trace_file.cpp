#include "trace/read/trace_file.h"

#include <loop/fnv.h>

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace loop::report {

namespace {

struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

struct BlockHead {
    std::uint32_t payload_bytes;
    std::uint32_t events;
    std::uint64_t checksum;

    /// The empty block that ends every complete file.
    bool last() const { return payload_bytes == 0 && events == 0 && checksum == fnv_of_nothing; }
    /// An event takes at least two bytes.
    bool possible() const {
        return payload_bytes > 0 && payload_bytes <= largest_block && events <= payload_bytes / 2;
    }
};

std::uint64_t little_endian(const unsigned char* bytes, int count) {
    std::uint64_t value = 0;
    for (int i = count - 1; i >= 0; --i)
        value = value << 8 | bytes[i];
    return value;
}

/// Reads up to the line break, which is consumed but not returned. Returns nothing if the line is longer than
/// `longest` or the file ends before a line break.
std::optional<std::string> read_line(std::FILE* file, std::size_t longest) {
    std::string line;
    char piece[4096];
    while (line.size() <= longest && std::fgets(piece, sizeof piece, file)) {
        // A piece with a zero byte ends early and without a line break, so it is not text.
        line += piece;
        if (!line.empty() && line.back() == '\n') {
            line.pop_back();
            return line;
        }
        if (std::strlen(piece) + 1 < sizeof piece) break;
    }
    return std::nullopt;
}

/// Reads blocks one after the other and records their problems.
class Blocks {
public:
    Blocks(std::FILE* file, EventNumbers numbers) : file_(file), decoder_(std::move(numbers)) {}

    void read_all(TraceFileEvents& result) {
        BlockHead head{};
        while (read_head(head, result)) {
            if (head.last()) {
                if (std::fgetc(file_) != EOF) result.problems.push_back("there is data after its end");
                return;
            }
            if (!head.possible()) {
                result.problems.push_back("what follows is no block of events");
                result.cut = true;
                return;
            }
            if (!read_block(head, result)) return;
        }
    }

private:
    bool read_head(BlockHead& head, TraceFileEvents& result) {
        unsigned char bytes[16];
        const std::size_t got = std::fread(bytes, 1, sizeof bytes, file_);
        if (got < sizeof bytes) {
            cut(result, got == 0 ? "its end is missing: the file was cut between two blocks"
                                 : "its end is missing: the file was cut inside a block");
            return false;
        }
        head = {static_cast<std::uint32_t>(little_endian(bytes, 4)),
                static_cast<std::uint32_t>(little_endian(bytes + 4, 4)), little_endian(bytes + 8, 8)};
        return true;
    }

    bool read_block(const BlockHead& head, TraceFileEvents& result) {
        const std::size_t got = std::fread(payload_.data(), 1, head.payload_bytes, file_);
        if (got < head.payload_bytes) {
            cut(result, "its end is missing: the file was cut inside a block");
            return false;
        }
        std::memset(payload_.data() + head.payload_bytes, 0, block_padding);
        const std::size_t before = result.events.size();
        const bool good = fnv1a64(payload_.data(), head.payload_bytes) == head.checksum &&
                          decoder_.decode(payload_.data(), head.payload_bytes, head.events, result);
        if (lost_ && result.events.size() > before) close_gap(result, before);
        if (!good) open_gap(result);
        return true;
    }

    void cut(TraceFileEvents& result, const char* how) {
        result.cut = true;
        if (std::ferror(file_))
            result.problems.push_back(fmt::format("cannot read on: {}", std::strerror(errno)));
        else
            result.problems.push_back(how);
    }

    void open_gap(TraceFileEvents& result) {
        decoder_.forget_open_sites();
        if (lost_) return;
        lost_ = true;
        const std::int64_t from = result.events.empty() ? gap_from_begin : result.events.back().time_ns;
        result.gaps.push_back({from, from});
        if (result.gaps.size() == 1)
            result.problems.push_back("a block of it is damaged: its events are lost");
    }

    void close_gap(TraceFileEvents& result, std::size_t first_event) {
        lost_ = false;
        result.gaps.back().end_ns = result.events[first_event].time_ns;
    }

    static constexpr std::int64_t gap_from_begin = -longest_ns;

    std::FILE* file_;
    EventDecoder decoder_;
    std::vector<unsigned char> payload_ = std::vector<unsigned char>(largest_block + block_padding);
    bool lost_ = false; ///< the last gap has not ended yet
};

} // namespace

OpenedTraceFile open_trace_file(const std::filesystem::path& path) {
    OpenedTraceFile result;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {
        result.problem = std::filesystem::exists(path, error) ? "it is not a file" : "it left no trace";
        return result;
    }
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) {
        result.problem = fmt::format("cannot be opened: {}", std::strerror(errno));
        return result;
    }
    result.size = std::filesystem::file_size(path, error);
    if (error) result.size = 0;
    const auto magic = read_line(file.get(), 64);
    result.problem = magic ? magic_problem(*magic) : magic_problem("");
    if (!result.problem.empty()) return result;
    const auto line = read_line(file.get(), longest_header);
    if (!line) {
        result.problem = "its header is cut, or longer than 16 MiB";
        return result;
    }
    HeaderOutcome outcome = parse_trace_header(*line);
    result.problem = outcome.problem;
    if (result.problem.empty()) result.header = std::move(outcome.header);
    result.blocks_at = magic->size() + line->size() + 2;
    return result;
}

TraceFileEvents read_trace_events(const std::filesystem::path& path, const OpenedTraceFile& opened,
                                  EventNumbers numbers) {
    TraceFileEvents result;
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file || std::fseek(file.get(), static_cast<long>(opened.blocks_at), SEEK_SET) != 0) {
        result.problems.push_back(fmt::format("cannot be opened again: {}", std::strerror(errno)));
        result.cut = true;
        return result;
    }
    result.events.reserve(std::min<std::uint64_t>(opened.header->events, opened.size / 2));
    Blocks(file.get(), std::move(numbers)).read_all(result);
    return result;
}

} // namespace loop::report
