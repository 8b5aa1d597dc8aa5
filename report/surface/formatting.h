#pragma once

#include <string>

/// Number formats shared by the sentences, tables, and figures on surfaces.
namespace loop::report {

std::string factor_text(double factor);              ///< "0.42", "3.1", "128"
std::string mbs_text(double mbs);                    ///< "0.628", "43.2", "104398"
std::string place_text(double alpha, double length); ///< "alpha 0.001, L 64"

} // namespace loop::report
