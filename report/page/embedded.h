#pragma once

/// Written by embed.cmake.
namespace loop::report::embedded {

extern const char* const frame;
extern const char* const frame_sha256;
extern const char* const script;
extern const char* const script_sha256;
extern const char* const style;
extern const char* const style_sha256;
extern const char* const palette_css;
extern const char* const figure_css;
extern const char* const sheet_xsl;

} // namespace loop::report::embedded
