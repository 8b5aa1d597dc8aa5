#pragma once

#include <string>

/// The page's own script and style, embedded from the files in this folder when LOOP is built.
namespace loop::report {

/// One function call; everything in it is private to it.
const std::string& viewer_script();
const std::string& page_style();

/// Of exactly these texts, as a content security policy names them: "sha256-...".
std::string viewer_script_hash();
std::string page_style_hash();

/// The style of figures with the light palette written out: for standalone pictures.
std::string light_figure_style();

} // namespace loop::report
