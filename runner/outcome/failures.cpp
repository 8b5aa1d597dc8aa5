#include "runner/outcome/failures.h"

#include "runner/outcome/ranks/trace_outcome.h"

#include <fmt/core.h>

#include <iterator>

namespace loop::runner {

namespace {

void append(std::vector<std::string>& all, std::vector<std::string> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace

std::vector<std::string> failures_of(const LaunchResult& launch, const std::string& source) {
    std::vector<std::string> sentences;
    if (launch.is_good()) {
        sentences = fault_sentences(launch);
        append(sentences, trace_failures(launch.ranks));
        return sentences;
    }
    if (!launch.end.problem.empty()) sentences.push_back(launch.end.problem);
    if (launch.never_started()) return sentences;
    if (launch.end.interrupted_by != 0)
        sentences.push_back("stopped by " + signal_text(launch.end.interrupted_by));
    if (launch.end.timed_out)
        sentences.push_back(fmt::format("not finished after {:.3g} s", launch.end.seconds));
    append(sentences, end_sentences(launch, source));
    append(sentences, launcher_sentences(launch.end));
    return sentences;
}

} // namespace loop::runner
