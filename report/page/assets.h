#pragma once

#include <string>

/// The page's own script and style, embedded from the files in this folder when LOOP is built.
namespace loop::report {

/// Scripts, each a single function call, which keeps all its names private. The frame's script is for every
/// page: links, folding, tables. The viewer's script contains it, and draws the interactive diagram.
const std::string& frame_script();
const std::string& viewer_script();
const std::string& page_style();

/// Hashes of exactly these texts, in the form used by a content security policy: "sha256-...".
std::string frame_script_hash();
std::string viewer_script_hash();
std::string page_style_hash();

/// The style of figures with the colors of the light palette filled in, for standalone pictures.
std::string light_figure_style();

} // namespace loop::report
