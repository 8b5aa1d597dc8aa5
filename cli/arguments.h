#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
class Validator;
} // namespace CLI

/// Declarations of arguments by verbs. Hides the library that parses them, whose headers cost about ten
/// seconds per file.
namespace loop::cli {

/// A constraint on a value besides its type.
struct Check {
    std::shared_ptr<const CLI::Validator> validator; ///< none: anything
};

Check in_range(int least, int most);
Check in_range(long long least, long long most);
Check in_range(double least, double most);
Check one_of(const std::vector<std::string>& words);
/// `problem` says what is wrong with a text; empty if it is good.
Check must(const std::function<std::string(const std::string&)>& problem);

/// One option or positional argument, by reference. Each call returns the option itself.
class Option {
public:
    explicit Option(CLI::Option* option) : option_(option) {}

    Option& required();
    Option& excludes(Option other);
    Option& needs(Option other);
    /// Whether more words than one may follow.
    Option& allow_extra_args(bool allowed);

    bool is_given() const;
    /// "--long", or the name of a positional argument.
    std::string name() const;

private:
    CLI::Option* option_;
};

/// The arguments of one verb, by reference.
class Arguments {
public:
    explicit Arguments(CLI::App& app) : app_(&app) {}

    /// `names`: "-n,--ranks RANKS", then a blank and the placeholder of the value in help, or "FILE" for a
    /// positional argument. `value` gets what is given, and must live as long as the arguments. A list takes
    /// several words. Defined for the types of values that verbs have.
    template <typename Value>
    Option option(const std::string& names, Value& value, const std::string& help, const Check& check = {});
    Option flag(const std::string& names, bool& value, const std::string& help);
    /// A flag for the default behavior.
    Option flag(const std::string& names, const std::string& help);

    std::vector<Option> options() const;

private:
    CLI::App* app_;
};

/// Reads words as the command line of what `define` declares. Returns what is wrong, or an empty text.
std::string read_words(const std::vector<std::string>& words, const std::function<void(Arguments&)>& define);

/// The parser's words for a problem, in our form: a sentence in lower case, the name of an argument as it is.
std::string plain_message(std::string text);

} // namespace loop::cli
