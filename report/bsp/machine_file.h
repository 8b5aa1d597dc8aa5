#pragma once

#include "report/bsp/machines.h"

#include <string>
#include <vector>

/// A CSV file of machines with the columns of machines/published/bsp.csv: one line per machine and number of
/// ranks. It can grow by measured machines.
namespace loop::report::bsp {

/// Reads such a file. Lines that machines_csv() wrote for measured machines have their verdicts. Throws
/// FormatError with the line.
std::vector<Machine> read_machines(const std::string& csv, const std::string& origin);

/// Throws FormatError if the file has a column that machines_csv() does not write, so that writing it again
/// would lose something.
void require_known_columns(const std::string& csv, const std::string& origin);

/// The text of such a file; read_machines() returns the same machines.
std::string machines_csv(const std::vector<Machine>& machines);

/// Adds machines to a table, except for those that it already has.
void add_machines(std::vector<Machine>& table, const std::vector<Machine>& more);

/// What a table can be sorted by: "computer" (then the program and p), "p", "program", "r", "g", "l".
const std::vector<std::string>& sort_keys();
/// Sorts stably: names alphabetically, p ascending, r from the highest, g and l from the lowest time.
void sort_machines(std::vector<Machine>& machines, const std::string& key);

} // namespace loop::report::bsp
