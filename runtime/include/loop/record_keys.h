#pragma once

#include <loop/fnv.h>

#include <cstdio>
#include <string>
#include <string_view>

// The JSON keys of the files that a rank writes: its record, and the results that kernels save during the run
// (docs/record-format.md). The runtime writes them, and LOOP's readers look for them.
namespace loop::keys {

inline constexpr char rank_record_schema[] = "loop-rank-record/1";
inline constexpr char kept_results_schema[] = "loop-kept-results/1";

inline constexpr char schema[] = "schema";
inline constexpr char program[] = "program";
inline constexpr char file[] = "file";
inline constexpr char source_hash[] = "source_hash";
inline constexpr char launch[] = "launch";
inline constexpr char rank[] = "rank";
inline constexpr char ranks[] = "ranks";
inline constexpr char host[] = "host";
inline constexpr char pid[] = "pid";
inline constexpr char cpus[] = "cpus";
inline constexpr char node_ranks[] = "node_ranks";
inline constexpr char node_cores[] = "node_cores";
inline constexpr char waiting[] = "waiting";
inline constexpr char pair_calls[] = "pair_calls";

inline constexpr char mpi[] = "mpi";
inline constexpr char library[] = "library";
inline constexpr char standard[] = "standard";
inline constexpr char transport[] = "transport";

inline constexpr char clock[] = "clock";
inline constexpr char source[] = "source";
inline constexpr char resolution_seconds[] = "resolution_seconds";
inline constexpr char call_seconds[] = "call_seconds";

inline constexpr char parameters[] = "parameters";
inline constexpr char started[] = "started";
inline constexpr char ended[] = "ended";
inline constexpr char elapsed_seconds[] = "elapsed_seconds";
inline constexpr char excluded_seconds[] = "excluded_seconds";
inline constexpr char charged_seconds[] = "charged_seconds";

inline constexpr char phases[] = "phases";
inline constexpr char name[] = "name";
inline constexpr char line[] = "line";
inline constexpr char column[] = "column";
inline constexpr char calls[] = "calls";
inline constexpr char total_seconds[] = "total_seconds";
inline constexpr char min_seconds[] = "min_seconds";
inline constexpr char max_seconds[] = "max_seconds";
inline constexpr char flops[] = "flops";
inline constexpr char memory_bytes[] = "memory_bytes";
inline constexpr char flops_without_bytes[] = "flops_without_bytes";
inline constexpr char array_bytes[] = "array_bytes";

inline constexpr char threads[] = "threads";
inline constexpr char slowest_seconds[] = "slowest_seconds";
inline constexpr char busy_seconds[] = "busy_seconds";
inline constexpr char communicating_seconds[] = "communicating_seconds";
inline constexpr char thread_cores[] = "thread_cores";
inline constexpr char thread_cpus[] = "thread_cpus";
inline constexpr char used_cpus[] = "used_cpus";

inline constexpr char sites[] = "sites";
inline constexpr char construct[] = "construct";
inline constexpr char messages_sent[] = "messages_sent";
inline constexpr char bytes_sent[] = "bytes_sent";
inline constexpr char messages_received[] = "messages_received";
inline constexpr char bytes_received[] = "bytes_received";
inline constexpr char collective_bytes_given[] = "collective_bytes_given";
inline constexpr char collective_bytes_got[] = "collective_bytes_got";
inline constexpr char dropped_partners[] = "dropped_partners";
inline constexpr char untimed[] = "untimed";
inline constexpr char offsets[] = "offsets";
inline constexpr char more_offsets[] = "more_offsets";
inline constexpr char groups[] = "groups";
inline constexpr char ways[] = "ways";
inline constexpr char first_member[] = "first_member";
inline constexpr char group_ranks[] = "ranks";
inline constexpr char h_bytes[] = "h_bytes";
inline constexpr char h_calls[] = "h_calls";
inline constexpr char h_puts[] = "h_puts";
inline constexpr char h_rows[] = "h_rows";
inline constexpr char h_gets[] = "h_gets";
inline constexpr char h_messages[] = "h_messages";
inline constexpr char h_lists[] = "h_lists";

inline constexpr char results[] = "results";
inline constexpr char tag[] = "tag";
inline constexpr char call[] = "call";
inline constexpr char at[] = "at";
inline constexpr char unit[] = "unit";
inline constexpr char value[] = "value";

inline constexpr char series[] = "series";
inline constexpr char x[] = "x";
inline constexpr char x_unit[] = "x_unit";
inline constexpr char y[] = "y";
inline constexpr char y_unit[] = "y_unit";
inline constexpr char x_values[] = "x_values";
inline constexpr char y_values[] = "y_values";

inline constexpr char samples[] = "samples";
inline constexpr char key[] = "key";
inline constexpr char other_keys[] = "other_keys";
inline constexpr char zeros[] = "zeros";
inline constexpr char min[] = "min";
inline constexpr char max[] = "max";
inline constexpr char sum[] = "sum";
inline constexpr char bins[] = "bins";
inline constexpr char counts[] = "counts";
inline constexpr char outside[] = "outside";
inline constexpr char negative[] = "negative";
inline constexpr char bus_bytes[] = "bus_bytes";
inline constexpr char not_finite[] = "not_finite";

inline constexpr char verifications[] = "verifications";
inline constexpr char text[] = "text";
inline constexpr char checks[] = "checks";
inline constexpr char failures[] = "failures";

inline constexpr char payload[] = "payload";
inline constexpr char verified[] = "verified";
inline constexpr char messages[] = "messages";
inline constexpr char wrong_messages[] = "wrong_messages";
inline constexpr char wrong_bytes[] = "wrong_bytes";
inline constexpr char faults[] = "faults";
inline constexpr char sender[] = "sender";
inline constexpr char sequence[] = "sequence";

inline constexpr char trace[] = "trace";
inline constexpr char recorded[] = "recorded";
inline constexpr char events[] = "events";
inline constexpr char dropped[] = "dropped";
inline constexpr char bytes[] = "bytes";
inline constexpr char capacity[] = "capacity";
inline constexpr char problem[] = "problem";

inline constexpr char notes[] = "notes";

inline constexpr char usage[] = "usage";
inline constexpr char user_seconds[] = "user_seconds";
inline constexpr char system_seconds[] = "system_seconds";
inline constexpr char max_rss_kib[] = "max_rss_kib";
inline constexpr char voluntary_switches[] = "voluntary_switches";
inline constexpr char involuntary_switches[] = "involuntary_switches";
inline constexpr char minor_faults[] = "minor_faults";
inline constexpr char major_faults[] = "major_faults";

inline constexpr char core_wait_seconds[] = "core_wait_seconds";
inline constexpr char core_wait_of_seconds[] = "core_wait_of_seconds";
inline constexpr char off_cores_seconds[] = "off_cores_seconds";

inline constexpr char arguments[] = "arguments"; // in a line of kept.jsonl
inline constexpr char failed[] = "failed";

} // namespace loop::keys

namespace loop {

// Returns the second line of a record, without its newline: the 64-bit FNV-1a hash of the first one.
inline std::string record_checksum(std::string_view line) {
    char text[64];
    std::snprintf(text, sizeof text, "checksum fnv1a64 %016llx",
                  static_cast<unsigned long long>(fnv1a64(line)));
    return text;
}

} // namespace loop
