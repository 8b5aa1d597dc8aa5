#pragma once

#include <string>
#include <vector>

/// How shells complete a command line of `loop`: `loop __complete WORD...` answers for all of them.
namespace loop::cli {

/// What the last word of a command line can become, one line each: a word, a tab, and what it means. A last
/// line
/// `:files` or `:files .loop` also offers files and folders (with that suffix). `words`: without `loop`; the
/// last one is what was typed of it, perhaps nothing. Never throws for a program with mistakes.
std::string completions(const std::vector<std::string>& words);

} // namespace loop::cli
