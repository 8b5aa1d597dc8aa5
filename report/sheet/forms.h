#pragma once

#include "report/sheet/sections.h"
#include "report/viewer/columns.h"

#include <string>

/// The forms of a sheet, for people and for programs.
namespace loop::report {

std::string
csv_sheet(const Document& document); ///< one line a value: section, table, row, column, value, unit
std::string json_sheet(const Document& document); ///< schema "loop-sheet/1"
std::string xml_sheet(const Document& document);  ///< the same as elements

/// One file, for any browser, without network. `limits` are those of the interactive diagram in it.
std::string html_sheet(const SheetInput& input, const ViewLimits& limits = {});

} // namespace loop::report
