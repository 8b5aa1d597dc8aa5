#include "base/text/units.h"
#include "report/document/values.h"
#include "report/findings/wording.h"
#include "report/sheet/sections.h"

#include <algorithm>

/// The threads that constructs of the program started (\THREADS, and \LOOP with THREADS).
namespace loop::report {

DataTable threads_table(const RunRecord& run) {
    DataTable table{
        "threads",
        "Busy time of threads",
        {"construct", "line", "threads per rank", "calls", "min", "mean", "max", "with begin and end",
         "imbalance"},
        {},
        "Min, mean, and max over all threads of all ranks. Imbalance: the time of the slowest thread of "
        "each call / mean busy time - 1. With begin and end: the time of the construct on its slowest "
        "rank, in which OpenMP also starts the threads, and they wait for each other."};
    if (run.simulated)
        table.note =
            "What was charged to each thread, over all threads of all ranks. Imbalance: the time of the "
            "slowest "
            "thread of each call / mean busy time - 1. With begin and end: the time of the construct on its "
            "slowest rank.";
    if (run.summary.launches > 1) table.note += " Medians of the launches.";
    for (const formats::ThreadsSummary& threads : run.summary.threads)
        table.rows.push_back({text_value(written_name(threads.construct)),
                              placed_line(run.source.file, threads.file, threads.line, threads.column),
                              range_value(threads.threads), range_value(threads.calls),
                              seconds_value(threads.min_seconds), seconds_value(threads.mean_seconds),
                              seconds_value(threads.max_seconds), seconds_value(threads.total_seconds),
                              percent_value(100 * threads.imbalance)});
    return table;
}

DataTable thread_cores_table(const SheetInput& input) {
    constexpr std::size_t most = 256;
    DataTable table{"thread-cores",
                    "Cores of threads",
                    {"rank", "thread", "may run on", "ran on"},
                    {},
                    "Where a thread ran is read at the end of each of its parts of a construct."};
    std::size_t left_out = 0;
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(std::max(input.run().ranks, 0)); ++rank) {
        const formats::RankRecord* const record = rank_record(input, rank);
        if (record == nullptr) continue;
        for (std::size_t thread = 0; thread < record->thread_cores.size(); ++thread) {
            const formats::ThreadCores& cores = record->thread_cores[thread];
            if (table.rows.size() == most)
                ++left_out;
            else
                table.rows.push_back({rank_value(static_cast<int>(rank)), count_value(thread),
                                      text_value(cores.cpus), text_value(cores.used_cpus)});
        }
    }
    if (left_out > 0)
        table.note += " " + count_text(static_cast<long long>(left_out)) + " more threads are left out.";
    return table;
}

} // namespace loop::report
