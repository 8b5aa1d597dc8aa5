#pragma once

#include "report/compare/candidate.h"
#include "report/compare/judgement.h"

namespace loop::report {

/// A phase of a workload, compared with the same phase of the base.
struct JudgedPhase {
    std::string name;
    double seconds = 0, base_seconds = 0; ///< medians over launches
    Judgement judgement;
};

/// A workload on one candidate, compared with the base.
struct ComparedCell {
    const Measurement* measurement = nullptr; ///< null: the candidate has not measured it
    const Measurement* lost = nullptr;        ///< instead: what was to be measured, and has no time
    double seconds = 0;                       ///< median over launches
    bool is_base = false;
    /// What was measured: the row's label, or its own for single runs with different settings.
    std::string label;
    bool is_refused = false;            ///< it or the base is INVALID, and `anyway` is off: not judged
    std::optional<Judgement> judgement; ///< none for the base, or if the base has not measured it
    std::vector<JudgedPhase> phases;    ///< those that both have, if there is a judgement

    /// What was to be measured here, with a time or without; null: nothing.
    const Measurement* planned() const { return measurement != nullptr ? measurement : lost; }
};

/// A workload with one setting, on all candidates.
struct ComparedRow {
    /// "cg 16/256/8": ranks, size, iterations; then other parameters that distinguish rows. For single runs
    /// with different settings, the labels of all cells.
    std::string label;
    std::string workload;
    std::string setting; ///< the label without the workload
    int ranks = 0;
    std::vector<ComparedCell> cells; ///< one per candidate
};

/// A fact in which candidates differ, about their environments or about the settings of single runs.
struct Difference {
    std::string what;
    std::vector<std::string> values; ///< one per candidate
};

/// Candidates side by side: Table 1 of the paper shows the seconds, Table 2 the slowdowns.
struct Comparison {
    Comparison() = default;
    Comparison(Comparison&&) = default; // rows point into candidates, whose elements keep their addresses
    Comparison& operator=(Comparison&&) = default;

    std::vector<Candidate> candidates;
    std::size_t base = 0;
    std::vector<ComparedRow> rows; ///< from communication-bound to computation-bound workloads
    /// Differences between environments and, for single runs, between settings.
    std::vector<Difference> differences;
    std::vector<std::string> notes;
    /// The worst verdict of all compared measurements, with their notes; none if all are published.
    std::optional<Trust> trust;

    /// What the times are of; empty: of whole programs.
    const std::string& part() const { return candidates.at(base).part; }
    /// Returns the rows that are slower than the base by more than `fraction`, even at the lower end of the
    /// interval.
    std::vector<std::string> slower_than(double fraction) const;
    /// A sentence for each INVALID measurement because of which something was not judged.
    std::vector<std::string> refused() const;
};

/// `base` is a candidate's name, or empty for the first one; `anyway`: also judge INVALID measurements.
/// Throws ChoiceError if there is no such candidate, and FormatError if there are fewer than two, or if no
/// two of them have measured the same.
Comparison compare(std::vector<Candidate> candidates, const std::string& base = {}, bool anyway = false);

/// The candidate with this name or origin; the first one if `base` is empty. Throws ChoiceError if there is
/// none.
std::size_t index_of_candidate(const std::vector<Candidate>& candidates, const std::string& base);

/// Whether the launches of both were interleaved: they belong to one sweep and alternate often enough,
/// without many consecutive launches of one side.
bool are_in_turn(const Measurement& a, const Measurement& b);

/// Bytes sent per floating-point operation. Each message counts as 4000 additional bytes, its start-up cost
/// (Hockney's half-performance length). Infinite if the workload declares no operations; nothing if it is not
/// known to send anything.
std::optional<double> communication_intensity(const Measurement& measurement);

} // namespace loop::report
