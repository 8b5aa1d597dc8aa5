#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
} // namespace CLI

namespace loop::cli {

/// Formats help: a line with the usage, the examples (which CLI11 has as the footer), and the options; no
/// line has more than 80 columns.
std::shared_ptr<CLI::FormatterBase> help_formatter();

} // namespace loop::cli
