#pragma once

#include "base/formats/result_tag.h"
#include "base/formats/samples.h"

#include <string_view>

/// The record of a rank (docs/record-format.md): rank-R.json, schema "loop-rank-record/1". The runtime writes
/// it.
namespace loop::formats {

/// All calls of a phase on one rank.
struct Phase {
    std::string name;
    int line = 0;
    long long calls = 0;
    std::optional<double> total_seconds;
    double flops = 0;
    std::optional<double> max_seconds{}; ///< the longest call
    double memory_bytes = 0;             ///< declared, as are the operations
    double flops_without_bytes = 0;      ///< the part of the operations that is declared without bytes
    std::string file{};

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::name, self.name);
        fields.count(keys::line, self.line);
        fields.unless_empty(keys::file, self.file);
        fields.count(keys::calls, self.calls);
        fields.unless_null(keys::total_seconds, self.total_seconds);
        fields(keys::max_seconds, self.max_seconds);
        fields.figure(keys::flops, self.flops);
        fields.figure(keys::memory_bytes, self.memory_bytes);
        fields.figure(keys::flops_without_bytes, self.flops_without_bytes);
    };
};

/// All calls of a construct that started threads, on one rank: `\THREADS`, or a `\LOOP` with THREADS.
struct ThreadTimes {
    std::string construct;
    int line = 0;
    long long calls = 0;
    double total_seconds = 0;           ///< with the begin and end of the threads
    double slowest_seconds = 0;         ///< of the slowest thread of each call
    std::vector<double> busy_seconds{}; ///< of each thread
    int column = 0;                     ///< base/text/place.h
    std::string file{};

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::construct, self.construct);
        fields.count(keys::line, self.line);
        fields.count_unless_zero(keys::column, self.column);
        fields.unless_empty(keys::file, self.file);
        fields.count(keys::calls, self.calls);
        fields(keys::total_seconds, self.total_seconds);
        fields(keys::slowest_seconds, self.slowest_seconds);
        fields(keys::busy_seconds, self.busy_seconds);
    };
};

/// The cores of a thread, such as "0-3": where it may run, and where it ended its parts of constructs.
struct ThreadCores {
    std::string cpus;
    std::string used_cpus;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::cpus, self.cpus);
        fields(keys::used_cpus, self.used_cpus);
    };
};

/// The ranks of an \AMONG.
struct SiteGroup {
    int first_member = 0; ///< the lowest rank in it
    int ranks = 0;

    bool operator==(const SiteGroup& other) const {
        return first_member == other.first_member && ranks == other.ranks;
    }
    static constexpr auto members = [](auto& fields, auto& self) {
        fields.count(keys::first_member, self.first_member);
        fields.count(keys::group_ranks, self.ranks);
    };
};

/// The counts of one construct of the program, for one rank or for all ranks together. A rank has an entry
/// for each group in which it called the construct.
struct SiteCounts {
    std::string construct;
    int line = 0;
    long long calls = 0;
    long long messages = 0;
    long long bytes = 0;
    long long messages_received = 0;
    long long bytes_received = 0;
    bool untimed = false; ///< not measured; the construct may have an entry of timed calls too
    long long dropped_partners = 0;
    /// The calls of one rank in their order, in stretches with the same h: the bytes that it sent or
    /// received, whichever is more, in each call. Empty if not recorded.
    std::vector<double> h_bytes{}, h_calls{};
    /// Of bsp_sync, for each stretch: the requests that the rank made or was asked for, whichever are more,
    /// in each call, and the lists that they form. Empty if not recorded, or if no superstep had any.
    std::vector<double> h_puts{}, h_rows{}, h_gets{}, h_messages{}, h_lists{};
    /// Of the receivers from the senders (<loop/send_pattern.h>); only constructs with any pairs.
    std::vector<int> offsets{};
    bool more_offsets = false;
    /// In which it communicated, each once; empty: among all ranks.
    std::vector<SiteGroup> groups{};
    /// How calls inside `\WITH` were done, each once: "synchronous, 4 buffers".
    std::vector<std::string> ways{};
    int column = 0; ///< base/text/place.h
    std::string file{};
    /// What ranks gave to collective operations of MPI and got from them (<loop/collective_data.h>). These
    /// have no messages, so nothing counts twice.
    long long collective_bytes_given = 0, collective_bytes_got = 0;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::construct, self.construct);
        fields.count(keys::line, self.line);
        fields.count_unless_zero(keys::column, self.column);
        fields.unless_empty(keys::file, self.file);
        fields.count(keys::calls, self.calls);
        fields.count(keys::messages_sent, self.messages);
        fields.count(keys::bytes_sent, self.bytes);
        fields.count(keys::messages_received, self.messages_received);
        fields.count(keys::bytes_received, self.bytes_received);
        fields.count_unless_zero(keys::collective_bytes_given, self.collective_bytes_given);
        fields.count_unless_zero(keys::collective_bytes_got, self.collective_bytes_got);
        fields.count(keys::dropped_partners, self.dropped_partners);
        fields(keys::untimed, self.untimed);
        fields.unless_empty(keys::offsets, self.offsets);
        if (!self.offsets.empty()) fields(keys::more_offsets, self.more_offsets);
        fields.unless_empty(keys::groups, self.groups);
        fields.unless_empty(keys::ways, self.ways);
        fields.unless_empty(keys::h_bytes, self.h_bytes);
        fields.unless_empty(keys::h_calls, self.h_calls);
        fields.unless_empty(keys::h_puts, self.h_puts);
        fields.unless_empty(keys::h_rows, self.h_rows);
        fields.unless_empty(keys::h_gets, self.h_gets);
        fields.unless_empty(keys::h_messages, self.h_messages);
        fields.unless_empty(keys::h_lists, self.h_lists);
    };
};

struct RankResult {
    std::string name;
    std::string unit;
    int line = 0;
    double value = std::nan("");
    ResultTag tag{};
    std::string file{};

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::name, self.name);
        fields(keys::unit, self.unit);
        fields.count(keys::line, self.line);
        fields.unless_empty(keys::file, self.file);
        ResultTag::members(fields, self.tag);
        fields.figure(keys::value, self.value);
    };
};

/// A curve that a kernel recorded: one quantity as a function of another.
struct Series {
    std::string name;
    std::string x, x_unit, y, y_unit;
    std::vector<double> x_values, y_values; ///< of equal length
    int line = 0;
    ResultTag tag{};
    std::string file{};

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::name, self.name);
        fields.count(keys::line, self.line);
        fields.unless_empty(keys::file, self.file);
        ResultTag::members(fields, self.tag);
        fields(keys::x, self.x);
        fields(keys::x_unit, self.x_unit);
        fields(keys::y, self.y);
        fields(keys::y_unit, self.y_unit);
        fields.figure(keys::x_values, self.x_values);
        fields.figure(keys::y_values, self.y_values);
    };
};

struct Verification {
    std::string text;
    int line = 0;
    long long checks = 0;
    long long failures = 0;
    std::string file{};

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::text, self.text);
        fields.count(keys::line, self.line);
        fields.unless_empty(keys::file, self.file);
        fields.count(keys::checks, self.checks);
        fields.count(keys::failures, self.failures);
    };
};

struct Payload {
    bool verified = false;
    long long messages = 0;
    long long wrong_messages = 0;
    long long wrong_bytes = 0;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::verified, self.verified);
        fields.count(keys::messages, self.messages);
        fields.count(keys::wrong_messages, self.wrong_messages);
        fields.count(keys::wrong_bytes, self.wrong_bytes);
    };
};

struct PayloadFault {
    std::string construct;
    int line = 0;
    long long sender = 0;
    std::string file{};

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::construct, self.construct);
        fields.count(keys::line, self.line);
        fields.unless_empty(keys::file, self.file);
        fields.count(keys::sender, self.sender);
    };
};

struct RankPayload : Payload {
    std::vector<PayloadFault> faults;

    static constexpr auto members = [](auto& fields, auto& self) {
        Payload::members(fields, self);
        fields(keys::faults, self.faults);
    };
};

/// The trace file of a rank, as described by the rank's record or by the header of the file.
struct TraceFile {
    std::string file;
    long long events = 0;
    long long dropped = 0;
    long long bytes = 0;
    long long capacity = 0;
    std::string problem{};              ///< why there is no file
    std::optional<std::string> ended{}; ///< how the rank ended, if it has no record

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::file, self.file);
        fields.count(keys::events, self.events);
        fields.count(keys::dropped, self.dropped);
        fields.count(keys::bytes, self.bytes);
        fields.count(keys::capacity, self.capacity);
        fields.unless_empty(keys::problem, self.problem);
        fields.unless_null("ended", self.ended);
    };
};

struct RankTraceFile : TraceFile {
    bool recorded = false;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::recorded, self.recorded);
        TraceFile::members(fields, self);
    };
};

struct RankClock {
    std::string source;
    std::optional<double> resolution_seconds, call_seconds;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::source, self.source);
        fields(keys::resolution_seconds, self.resolution_seconds);
        fields(keys::call_seconds, self.call_seconds);
    };
};

struct RankLibrary {
    std::string library;
    std::optional<Pairs> transport; ///< how it moves messages, on rank 0 (docs/record-format.md)

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::library, self.library);
        fields.named(keys::transport, self.transport);
    };
};

struct RankUsage {
    double core_wait_seconds = 0;               ///< time in which the rank was ready to run but had no core
    std::optional<double> core_wait_of_seconds; ///< the interval in which the others were measured
    double off_cores_seconds = 0; ///< at least so long, no thread used a core or was ready to run
    double user_seconds = 0;      ///< the processor time of the rank's process and its threads
    double system_seconds = 0;    ///< the same, in the system

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::user_seconds, self.user_seconds);
        fields(keys::system_seconds, self.system_seconds);
        fields(keys::core_wait_seconds, self.core_wait_seconds);
        fields(keys::core_wait_of_seconds, self.core_wait_of_seconds);
        fields(keys::off_cores_seconds, self.off_cores_seconds);
    };
};

/// The members of a record that LOOP reads; `whole` is the complete record.
struct RankRecord {
    std::string program, file, source_hash;
    std::string launch;
    int rank = -1;
    int ranks = -1;
    std::string host;
    std::string cpus; ///< "0-3,8"
    int node_ranks = 0;
    int node_cores = 0;
    std::string waiting;
    std::string pair_calls; ///< the MPI calls that move one message each way
    RankLibrary mpi;
    RankClock clock;
    std::optional<Pairs> parameters;
    std::string started, ended; ///< local time of `\OPEN0` and `\CLOSE0`, with its UTC offset
    std::optional<double> elapsed_seconds;
    double excluded_seconds = 0;
    std::optional<double> charged_seconds; ///< of a simulated rank
    std::vector<Phase> phases;
    std::vector<ThreadTimes> threads;
    std::vector<ThreadCores> thread_cores; ///< of thread 0, 1, ...
    int thread_cpus = 0;                   ///< on how many cores these may run, together
    std::vector<SiteCounts> sites;
    double flops = 0;
    double memory_bytes = 0;
    double flops_without_bytes = 0;
    std::optional<double> array_bytes; ///< of \MAT and \VEC, the most at any moment
    std::vector<RankResult> results;
    std::vector<Series> series;
    std::vector<Samples> samples;
    std::vector<Verification> verifications;
    std::optional<RankPayload> payload;
    RankTraceFile trace;
    std::vector<std::string> notes;
    RankUsage usage;
    Json whole; ///< as the rank wrote it

    static constexpr auto members = [](auto& fields, auto& self) {
        if (fields.all(self.whole)) return;
        fields(keys::program, self.program);
        fields(keys::file, self.file);
        fields(keys::source_hash, self.source_hash);
        fields(keys::launch, self.launch);
        fields.count(keys::rank, self.rank);
        fields.count(keys::ranks, self.ranks);
        fields(keys::host, self.host);
        fields(keys::cpus, self.cpus);
        fields.count(keys::node_ranks, self.node_ranks);
        fields.count(keys::node_cores, self.node_cores);
        fields(keys::waiting, self.waiting);
        fields(keys::pair_calls, self.pair_calls);
        fields(keys::mpi, self.mpi);
        fields(keys::clock, self.clock);
        fields.named(keys::parameters, self.parameters);
        fields(keys::started, self.started);
        fields(keys::ended, self.ended);
        fields.unless_null(keys::elapsed_seconds, self.elapsed_seconds);
        fields(keys::excluded_seconds, self.excluded_seconds);
        fields.unless_null(keys::charged_seconds, self.charged_seconds);
        fields(keys::phases, self.phases);
        fields.unless_empty(keys::threads, self.threads);
        fields.unless_empty(keys::thread_cores, self.thread_cores);
        if (!self.thread_cores.empty()) fields.count(keys::thread_cpus, self.thread_cpus);
        fields(keys::sites, self.sites);
        fields.figure(keys::flops, self.flops);
        fields.figure(keys::memory_bytes, self.memory_bytes);
        fields.figure(keys::flops_without_bytes, self.flops_without_bytes);
        fields.unless_null(keys::array_bytes, self.array_bytes);
        fields(keys::results, self.results);
        fields(keys::series, self.series);
        fields(keys::samples, self.samples);
        fields(keys::verifications, self.verifications);
        fields.unless_null(keys::payload, self.payload);
        fields(keys::trace, self.trace);
        fields(keys::notes, self.notes);
        fields(keys::usage, self.usage);
    };
};

/// The name of rank `rank`'s file in the folder of the records.
std::string rank_record_name(int rank);

/// Reads a record into `record`. Returns why the text is not a record, such as "has a record with a wrong
/// checksum", or an empty string. Accepts any text.
std::string read_rank_record(std::string_view text, RankRecord& record);

/// The phases by name: combines phases with the same name on different lines.
std::vector<Phase> named_phases(const std::vector<Phase>& phases);

} // namespace loop::formats
