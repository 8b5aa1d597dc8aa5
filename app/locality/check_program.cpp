#include "app/locality/check_program.h"

#include "app/input/source_input.h"
#include "app/locality/address_streams.h"
#include "base/locality/marked.h"
#include "base/locality/program.h"
#include "base/statistics/order_statistics.h"
#include "runner/system/failure.h"
#include "runner/tracer/lackey.h"
#include "runner/tracer/programs.h"

#include <fcntl.h>
#include <fmt/core.h>

namespace loop::app {

using runner::ExitCode;
using runner::Failure;

namespace {

constexpr int timed_runs = 5;
constexpr const char* program_name = "alike.loop";

runner::SingleRank built(const std::string& text, bool portable, const Terminal& terminal) {
    return {compile_or_fail({program_name, text}, terminal), runner::find_installation(), portable,
            logger_to(terminal)};
}

std::vector<locality::Observation> reads_of_program(const CheckedLocality& checked,
                                                    const Terminal& terminal) {
    const runner::SingleRank program = built(
        locality::traced_program_of(checked.found, checked.origin, checked.rank_count()), true, terminal);
    const runner::TemporaryDirectory folder({}, "loop-characterize");
    const runner::Descriptor nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    locality::MarkedObserver observer(checked.found.grain, checked.limit_bytes);
    runner::trace_accesses(program.command(folder.path()), nowhere.get(), nowhere.get(), [&](int trace) {
        read_addresses(trace, program_name, locality::AddressFormat::MarkedLackey,
                       [&](const locality::Access& access) { observer.access(access); });
    });
    std::vector<locality::Observation> seen = observer.finish();
    if (seen.size() != checked.found.streams.size())
        throw Failure(ExitCode::RunFailed,
                      fmt::format("the trace of {} has the reads of {} streams instead of {}", program_name,
                                  seen.size(), checked.found.streams.size()));
    return seen;
}

/// The mean time per word of the original's size, over the streams of the program.
double ns_per_word(const runner::SingleRank& program, const locality::ProgramCheck& check,
                   const CheckedLocality& checked) {
    const runner::TemporaryDirectory folder({}, "loop-characterize");
    const std::vector<double> times = runner::word_times_ns(program, folder.path());
    double ns = 0;
    double words = 0;
    for (std::size_t k = 0; k < check.streams.size(); ++k) {
        words += check.streams[k].program_words;
        ns += check.streams[k].program_words * times.at(k);
    }
    return ns / words * static_cast<double>(checked.found.grain.word_bytes) / 8;
}

locality::WordTimes times_of(const CheckedLocality& checked, const locality::ProgramCheck& check,
                             const Terminal& terminal) {
    const runner::SingleRank program =
        built(locality::program_of(checked.found, checked.origin), false, terminal);
    std::vector<double> original;
    std::vector<double> alike;
    for (int k = 0; k < timed_runs; ++k) {
        original.push_back(runner::run_time_ns(*checked.original) / static_cast<double>(checked.found.words));
        alike.push_back(ns_per_word(program, check, checked));
    }
    return {statistics::median(original), statistics::median(alike), timed_runs};
}

} // namespace

locality::ProgramCheck check_program(const CheckedLocality& checked, const Terminal& terminal) {
    terminal.info("running the program with this locality under valgrind");
    const std::vector<locality::Observation> reads = reads_of_program(checked, terminal);
    locality::ProgramCheck check = checked.ranks == nullptr ? locality::check_program(checked.found, reads)
                                                            : locality::check_program(*checked.ranks, reads);
    if (checked.original) check.times = times_of(checked, check, terminal);
    return check;
}

} // namespace loop::app
