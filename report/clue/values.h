#pragma once

#include "report/clue/columns.h"
#include "report/document/document.h"

/// Quantities of CLUE as the values of a document.
namespace loop::report {

/// Empty without a value.
Value quantity_value(const ClueQuantity& quantity, const std::optional<double>& value);
/// A serial fraction below 0 or above 100 % is marked, for outside_note().
Value figure_value(const ClueQuantity& quantity, const ClueFigure& figure);
/// Explains the marked serial fractions of these systems; "" if there are none.
std::string outside_note(const std::vector<ClueReport>& reports);

} // namespace loop::report
