#pragma once

#include "report/compare/comparison.h"
#include "report/document/document.h"

/// Parts of reports that compare candidates.
namespace loop::report {

/// The head of a table: `first`, then the candidates' names.
std::vector<std::string> head_of(const Comparison& comparison, const std::string& first);

/// "12.143 (11.901 to 12.398)", "3.030", or empty.
std::string slowdown_text(const ComparedCell& cell);
/// The verdict, or INVALID if a measurement is INVALID and was not judged. Undecided is never colored.
Value verdict_value(const ComparedCell& cell);
/// Which slowdowns would have been detected; "" if that is not known.
std::string detectable_line(const Comparison& comparison);

/// What the verdicts rest on, one row per slowdown, so that the table has the same few columns for any number
/// of candidates.
Section evidence_section(const Comparison& comparison);
Section differences_section(const Comparison& comparison);
/// Why verdicts are undecided, and notes.
std::vector<std::string> remarks_of(const Comparison& comparison);

/// The members of a cell that describe its judgement; all are null or empty without one.
Json judgement_json(const std::optional<Judgement>& judgement);

} // namespace loop::report
