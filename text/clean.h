#pragma once

#include <string>

/// Texts that anyone may have written: names in files, words of other programs. Pure.
namespace loop {

/// Valid UTF-8 without control characters and without marks that turn the direction of writing: each becomes
/// U+FFFD, so that no text steers a reader's screen. Line ends and tabs stay where `lines` says so.
std::string clean_text(const std::string& text, bool lines = false);

} // namespace loop
