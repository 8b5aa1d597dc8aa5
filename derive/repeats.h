#pragma once

#include "derive/numbers.h"

/// Says statements that repeat with other numbers once.
namespace loop::report::derive {

/// Loops over the same statements, with few others in between, become one loop that executes those in one of
/// its passes.
void join_loops(Codes& codes, Numbers& numbers);

/// Statements that repeat one after the other become a loop; what differs between passes is in a table.
void loop_over_numbers(Codes& codes, Numbers& numbers);

/// Statements that repeat elsewhere become functions, which are returned.
Codes take_functions(Codes& codes, Numbers& numbers);

} // namespace loop::report::derive
