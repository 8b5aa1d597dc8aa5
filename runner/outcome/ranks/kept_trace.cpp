#include "runner/outcome/ranks/kept_trace.h"

#include "base/text/json.h"
#include "runner/outcome/ranks/trace_outcome.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runtime/trace/format/encoding.h"
#include "runtime/trace/format/kept_keys.h"
#include "runtime/trace/format/record.h"

#include <loop/call_log.h>

#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

namespace loop::runner {

namespace fs = std::filesystem;
namespace trace = loop::runtime::trace;

namespace {

/// The files that a rank leaves if it does not write its trace.
struct KeptFiles {
    fs::path events, header, calls;
};

KeptFiles kept_files(const fs::path& folder, int rank) {
    const auto file = [&](const char* kind) { return folder / fmt::format("rank-{}.{}", rank, kind); };
    return {file("events"), file("header"), file("calls")};
}

struct Instant {
    double ticks = 0, ns = 0;
};

/// What `rank-R.header` says. Texts are JSON.
struct KeptHeader {
    std::map<std::string, std::string> once; ///< by key
    std::vector<std::string> sites, communicators;
    Instant last;
};

void add_line(KeptHeader& header, const std::string& line) {
    const Json json = Json::parse_or_discard(line);
    const auto& members = json.items();
    const bool is_line = members.size() == 3 && json["ticks"].is_number() && json["ns"].is_number();
    if (!is_line) return; // the rank was killed while it wrote the line
    header.last = {json["ticks"].get<double>(), json["ns"].get<double>()};
    const std::string& key = members[2].first;
    const std::string before = '"' + key + "\":";
    const auto at = line.find(before);
    if (at == std::string::npos) return;
    std::string text = line.substr(at + before.size(), line.rfind('}') - at - before.size());
    if (key == trace::kept_site)
        header.sites.push_back(std::move(text));
    else if (key == trace::kept_communicator)
        header.communicators.push_back(std::move(text));
    else
        header.once[key] = std::move(text);
}

/// Empty if the recording had not begun.
std::optional<KeptHeader> read_kept_header(const fs::path& path) {
    KeptHeader header;
    std::istringstream text(read_file(path));
    for (std::string line; std::getline(text, line);)
        add_line(header, line);
    for (const char* key : {trace::kept_rank, trace::kept_clock, trace::kept_first, trace::kept_open})
        if (header.once.count(key) == 0) return std::nullopt;
    return header;
}

/// Calls `function(record)` for each record of the file.
template <class Function>
void for_each_record(const fs::path& path, Function function) {
    std::ifstream file(path, std::ios::binary);
    std::vector<trace::Record> records(4096);
    while (file) {
        file.read(reinterpret_cast<char*>(records.data()),
                  static_cast<std::streamsize>(records.size() * sizeof(trace::Record)));
        const auto count = static_cast<std::size_t>(file.gcount()) / sizeof(trace::Record);
        for (std::size_t i = 0; i < count; ++i) {
            if (records[i].kind == trace::no_kind) return;
            function(records[i]);
        }
    }
}

struct Extent {
    std::uint64_t events = 0;
    trace::Ticks last = 0;
};

Extent extent_of(const fs::path& path, trace::Ticks open) {
    Extent extent{0, open};
    for_each_record(path, [&](const trace::Record& record) {
        ++extent.events;
        extent.last = std::max(extent.last, record.ticks);
    });
    return extent;
}

double ticks_per_second(const KeptHeader& header, const Instant& first) {
    const bool counts_ns = Json::parse_or_discard(header.once.at(trace::kept_clock))["source"] != Json("tsc");
    if (counts_ns || header.last.ns <= first.ns) return 1e9;
    return (header.last.ticks - first.ticks) / (header.last.ns - first.ns) * 1e9;
}

/// The members of a JSON object.
std::string inside(const std::string& object) {
    return object.size() < 2 ? "" : object.substr(1, object.size() - 2);
}

std::string list_of(const std::vector<std::string>& items) {
    return fmt::format("[{}]", fmt::join(items, ","));
}

std::string header_line(const KeptHeader& header, const Extent& extent, trace::Ticks open,
                        bool lacks_threads) {
    const Json first = Json::parse_or_discard(header.once.at(trace::kept_first));
    const Instant begin{first["ticks"].get<double>(), first["ns"].get<double>()};
    const double rate = ticks_per_second(header, begin);
    const auto origin = static_cast<std::int64_t>((static_cast<double>(open) - begin.ticks) / rate * 1e9);
    return fmt::format(
        R"({{{},"clock":{{{},"ticks_per_second":{:.3f},"open_ticks":{},"close_ticks":{},"origin_ns":{},)"
        R"("samples":[]}},"sites":{},"communicators":{},"capacity":{},"events":{},"dropped":0{},)"
        R"("ended":"killed"}})",
        inside(header.once.at(trace::kept_rank)), inside(header.once.at(trace::kept_clock)), rate, open,
        extent.last, first["ns"].get<std::int64_t>() + origin, list_of(header.sites),
        list_of(header.communicators), first["capacity"].get<std::int64_t>(), extent.events,
        lacks_threads ? R"(,"lacks_threads":true)" : "");
}

bool lacks_threads(const fs::path& calls) {
    std::error_code ignored;
    if (!fs::is_regular_file(calls, ignored)) return false;
    CallLogHeader header{};
    std::ifstream file(calls, std::ios::binary);
    return file.read(reinterpret_cast<char*>(&header), sizeof header) &&
           (header.misses & log_misses_threads) != 0;
}

class BlockWriter {
public:
    BlockWriter(std::ostream& out, trace::Ticks open) : out_(out) { block_.start(open); }
    void add(const trace::Record& record) {
        if (block_.is_full()) write();
        block_.add(record);
    }
    void finish() {
        if (block_.events() > 0) write();
        write(); // an empty block marks the end
    }

private:
    void write() {
        char head[trace::Block::head_bytes];
        block_.put_head(head);
        out_.write(head, sizeof head);
        out_.write(block_.bytes(), static_cast<std::streamsize>(block_.size()));
        block_.clear();
    }

    std::ostream& out_;
    trace::Block block_;
};

void write_trace(const KeptFiles& files, const KeptHeader& header, std::ostream& out) {
    const auto open = Json::parse_or_discard(header.once.at(trace::kept_open)).get<trace::Ticks>();
    const Extent extent = extent_of(files.events, open);
    out << trace_version << '\n' << header_line(header, extent, open, lacks_threads(files.calls)) << '\n';
    BlockWriter blocks(out, open);
    for_each_record(files.events, [&](const trace::Record& record) { blocks.add(record); });
    blocks.finish();
}

void write_kept_trace(const KeptFiles& files, const fs::path& trace) {
    const std::optional<KeptHeader> header = read_kept_header(files.header);
    if (!header) return;
    const fs::path temporary = trace.string() + ".tmp";
    create_file(temporary); // in place of a link, which the stream would follow
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    try {
        write_trace(files, *header, out);
    } catch (const Json::Error&) {
        return; // the header is damaged
    }
    out.close();
    if (!out)
        throw Failure(ExitCode::InputOutput,
                      fmt::format("cannot write `{}` from what the killed rank has recorded", trace.string()),
                      "is there space on the disk? `loop report` tries again");
    fs::rename(temporary, trace);
}

} // namespace

void write_kept_traces(const fs::path& folder, int ranks) {
    for (int rank = 0; rank < ranks; ++rank) {
        const KeptFiles files = kept_files(folder, rank);
        std::error_code ignored;
        if (!fs::is_regular_file(files.events, ignored)) continue;
        const fs::path trace = trace_file(folder, rank);
        if (!fs::exists(trace, ignored) && fs::is_regular_file(files.header, ignored))
            write_kept_trace(files, trace);
        for (const fs::path& file : {files.events, files.header, fs::path(trace.string() + ".tmp")})
            fs::remove(file, ignored);
    }
}

} // namespace loop::runner
