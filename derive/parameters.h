#pragma once

#include "derive/numbers.h"

namespace loop::report::derive {

/// Notes for each number in the statements what it is: its construct or loop, and the phase around it.
void set_meanings(const Codes& codes, Numbers& numbers);

/// Gives the numbers in the statements names: those of parameters, which it returns, or the numbers
/// themselves. Only numbers that mean the same are one parameter.
Lines name_numbers(Codes& codes, const Numbers& numbers);

} // namespace loop::report::derive
