#pragma once

#include "base/text/clean.h"

#include <string>

/// Text from a run is untrusted: it never becomes markup and never controls the terminal.
namespace loop {

/// Cleans and escapes text for elements and quoted attributes of HTML, XML, and SVG.
std::string escaped(const std::string& text, bool lines = false);

/// A CSV cell; text that a spreadsheet would interpret as a formula gets a leading apostrophe.
std::string csv_cell(const std::string& text);

} // namespace loop
