#pragma once

#include <CLI/CLI.hpp>

namespace loop::cli {

/// Help that begins with examples: they are the app's footer, and come first.
class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter();
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
    std::string make_option_opts(const CLI::Option* option) const override;
};

} // namespace loop::cli
