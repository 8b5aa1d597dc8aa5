#include "cli/help_formatter.h"

#include "cli/verbs.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace loop::cli {

namespace {

constexpr std::size_t widest = 80;
constexpr std::size_t description_column = 30;

/// The column where the last part of a line begins, such as the comment of an example; if that is too far to
/// the right, or the line has one part, the column of a continued line.
std::size_t continued_column(const std::string& line) {
    const std::size_t begin = line.find_first_not_of(' ');
    const std::size_t gap = line.find("   ", begin);
    if (begin >= description_column) return begin;
    if (gap == std::string::npos) return begin + 4;
    return std::min(line.find_first_not_of(' ', gap), description_column);
}

/// Breaks one line at its spaces. Where the last part of an example does not fit, all of it goes to the next
/// line.
std::string wrapped_line(std::string line) {
    std::string text;
    while (line.size() > widest) {
        const std::size_t column = continued_column(line);
        const std::size_t gap = line.rfind("   ", widest);
        const std::size_t part = gap == std::string::npos ? 0 : line.find_first_not_of(' ', gap);
        const bool is_far = part != std::string::npos && part > description_column;
        const std::size_t end = is_far ? line.find_last_not_of(' ', gap) + 1 : line.rfind(' ', widest);
        if (end == std::string::npos || (!is_far && end <= column)) break; // one long word
        text += line.substr(0, end) + "\n";
        line = std::string(column, ' ') + line.substr(line.find_first_not_of(' ', end));
    }
    return text + line;
}

std::string wrapped(const std::string& text) {
    std::string all;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        all += wrapped_line(text.substr(begin, end - begin)) + "\n";
        begin = end + 1;
    }
    return all;
}

class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter() {
        column_width(description_column);
        label("Positionals", "Arguments");
    }

    std::string make_help(const CLI::App* app, std::string /*name*/, CLI::AppFormatMode mode) const override {
        return wrapped(usage_line(app) + "\n" + app->get_footer() + "\n" + app->get_description() + "\n" +
                       make_positionals(app) + make_groups(app, mode) + make_subcommands(app, mode));
    }

    /// The text after an option's name; types and defaults are in the descriptions.
    std::string make_option_opts(const CLI::Option* option) const override {
        const std::string word = option->get_type_size() == 0 ? "" : option->get_type_name();
        return word.empty() || option->get_positional() ? "" : " " + word;
    }

    std::string make_option_desc(const CLI::Option* option) const override {
        std::string text = option->get_description();
        std::replace(text.begin(), text.end(), '\n', ' '); // wrapped() breaks the lines
        return text;
    }

private:
    static std::string usage_line(const CLI::App* app) {
        if (app->get_parent() == nullptr) return "usage: loop VERB [ARGUMENT...] [OPTION...]\n";
        std::string line = "usage: loop " + app->get_name();
        for (const CLI::Option* option : app->get_options())
            if (option->get_positional())
                line += option->get_required() ? " " + option->get_name() : " [" + option->get_name() + "]";
        const bool takes_program = std::any_of(verbs().begin(), verbs().end(), [&](const Verb* verb) {
            return verb->name == app->get_name() && verb->takes_program;
        });
        return line + " [OPTION...]" + (takes_program ? " -- PROGRAM [ARGUMENT...]" : "") + "\n";
    }
};

} // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() {
    return std::make_shared<HelpFormatter>();
}

} // namespace loop::cli
