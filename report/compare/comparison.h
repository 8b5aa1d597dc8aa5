#pragma once

#include "report/compare/candidate.h"
#include "report/compare/judgement.h"

namespace loop::report {

/// A workload on one candidate, compared with the base.
struct ComparedCell {
    const Measurement* measurement = nullptr; ///< null: the candidate has not measured it
    double seconds = 0;                       ///< median over launches
    bool is_base = false;
    std::string label;       ///< what was measured: the row's, but of single runs that are unlike their own
    bool is_refused = false; ///< INVALID, and not asked for anyway: no judgement
    std::optional<Judgement> judgement; ///< none for the base, or where the base has not measured it
};

/// A workload with one setting, on all candidates.
struct ComparedRow {
    std::string label; ///< "cg 16/256/8": ranks, size, iterations; then other parameters that distinguish
                       ///< rows For unlike runs, the labels of all cells.
    std::string workload;
    std::string setting; ///< the label without the workload
    int ranks = 0;
    std::vector<ComparedCell> cells; ///< as many as candidates
};

/// A fact in which candidates differ: of their environments, or of what was run where that is unlike.
struct Difference {
    std::string what;
    std::vector<std::string> values; ///< as many as candidates
};

/// Candidates side by side. The paper's Table 1 has the seconds, its Table 2 the slowdowns.
struct Comparison {
    Comparison() = default;
    Comparison(Comparison&&) = default; // rows point into candidates, which keep their place when moved
    Comparison& operator=(Comparison&&) = default;

    std::vector<Candidate> candidates;
    std::size_t base = 0;
    std::vector<ComparedRow> rows;       ///< from communication bound to computation bound workloads
    std::vector<Difference> differences; ///< of what was run, where that is unlike, and of the environments
    std::vector<std::string> notes;
    /// The worst of all measurements that are compared, with their notes; none where all are published.
    std::optional<Trust> trust;

    /// Rows that are shown to be slower than the base by more than `fraction`: the whole interval lies above.
    std::vector<std::string> slower_than(double fraction) const;
};

/// `base` is a candidate's name, or empty for the first; `anyway`: what is INVALID is judged like all else.
/// ChoiceError when there is no such candidate; FormatError when there are fewer than two, or nothing that
/// two of them have measured.
Comparison compare(std::vector<Candidate> candidates, const std::string& base = {}, bool anyway = false);

/// Whether their launches took turns: in one sweep, switching often enough, and neither for long
/// alone.
bool are_in_turn(const Measurement& a, const Measurement& b);

/// Bytes and messages that a workload moves for each operation that it computes, a message counted as 4000
/// bytes more, what a start-up costs (Hockney's half-performance length). Infinite where it declares no
/// operations; none where it sends nothing that is known.
std::optional<double> communication_intensity(const Measurement& measurement);

} // namespace loop::report
