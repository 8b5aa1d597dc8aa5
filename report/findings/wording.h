#pragma once

#include "report/document/values.h"
#include "report/read/run_directory.h"

#include <string>

/// The words that the sentences of conclusions share.
namespace loop::report {

std::string upper_first(std::string text); ///< with an upper-case first letter
std::string share_text(double percent);    ///< "46 %", "4.6 %"
/// The end of a range, rounded outwards. A replay may be off, so a lower end is 1.5 points lower, and an
/// upper end as much higher; less for small percents. "46 %", "49 %"
std::string least_text(double percent), most_text(double percent);
std::string at_least_text(double percent); ///< "at least 46 %"
std::string up_to_text(double percent);    ///< "up to 47 %"
std::string multiple_text(double factor);  ///< "2.1 times", "1.05 times"
/// `phase "relax" (line 46)`, `phase "relax" (solve.h:46)`; without a place if that is empty.
std::string quoted_phase(const std::string& name, const std::string& place);
std::string quoted_phase(const RunRecord& run, const PhaseTiming& phase);
/// "\EXCHANGE (line 41)", `phase "relax" (line 46)`, "host code".
std::string site_place(const Trace& trace, std::uint32_t site);
/// A place where a rank computes; for host code: "host code after \EXCHANGE (line 41)".
std::string computing_place(const Trace& trace, std::uint32_t site, std::uint32_t after);
/// The line of the site in the run's source; 0 if it is unknown or in another file.
int source_line(const RunDirectory& directory, std::uint32_t site);
/// Of a record of the run with a line and a file: "12", "12:45", or, if it is not in the program,
/// "halo.h:12".
template <class Record>
Value placed_line(const RunRecord& run, const Record& record) {
    return placed_line(run.source.file, record.file, record.line);
}
/// The line for a conclusion, to which pages link; 0 if it is unknown or in another file.
int line_in_program(const RunRecord& run, const std::string& file, int line);

/// A conclusion whose main number is a percentage.
Conclusion share_conclusion(std::string id, std::string text, double percent, std::string section,
                            int line = 0);

} // namespace loop::report
