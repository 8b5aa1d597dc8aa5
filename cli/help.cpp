#include "cli/help.h"

namespace loop::cli {

HelpFormatter::HelpFormatter() {
    column_width(30);
    label("Subcommands", "Verbs");
    label("Positionals", "Arguments");
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string /*name*/,
                                     CLI::AppFormatMode mode) const {
    std::string text = app->get_footer() + "\n" + app->get_description() + "\n";
    text += make_positionals(app);
    text += make_groups(app, mode);
    text += make_subcommands(app, mode);
    return text;
}

/// The words behind an option's name; types and defaults stand in the descriptions where they help.
std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
    const std::string word = option->get_type_size() == 0 ? "" : option->get_type_name();
    return word.empty() || option->get_positional() ? "" : " " + word;
}

} // namespace loop::cli
