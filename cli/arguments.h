#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
class Validator;
} // namespace CLI

/// Lets verbs declare their arguments. Hides the library that parses them, whose headers add about ten
/// seconds of compile time per file.
namespace loop::cli {

/// A constraint on a value, in addition to its type.
struct Check {
    std::shared_ptr<const CLI::Validator> validator; ///< null: any value
    bool converts = false;                           ///< turns the word into one that the type accepts
    std::vector<std::string> words = {};             ///< what completion offers
};

Check in_range(int least, int most);
Check in_range(long long least, long long most);
Check in_range(double least, double most);
/// A time in seconds, or with a unit: 90, 90s, 1.5m, 2h; at most 1e8 s, about three years.
Check above_zero_seconds();
Check at_least_zero_seconds();
Check one_of(const std::vector<std::string>& words);
/// Any word: completion offers these.
Check usually(const std::vector<std::string>& words);
/// `problem` returns what is wrong with a text, or an empty string.
Check must(const std::function<std::string(const std::string&)>& problem);

/// A reference to one option or positional argument. The functions that change it return the option itself.
class Option {
public:
    explicit Option(CLI::Option* option, std::vector<std::string> words = {})
        : option_(option), words_(std::move(words)) {}

    Option& required();
    Option& excludes(const Option& other);
    Option& needs(const Option& other);
    /// Whether more than one word may follow the option.
    Option& allow_extra_args(bool allowed);

    bool is_given() const;
    /// "--long", or the name of a positional argument.
    std::string name() const;

    // What completion scripts need:
    std::vector<std::string> spellings() const; ///< "--ranks", "-n"; none for positional arguments
    std::string help() const;
    bool is_flag() const;
    const std::vector<std::string>& words() const { return words_; } ///< values to offer

private:
    CLI::Option* option_;
    std::vector<std::string> words_;
};

/// A reference to the arguments of one verb.
class Arguments {
public:
    explicit Arguments(CLI::App& app) : app_(&app) {}

    /// `names`: "-n,--ranks RANKS" for an option, with RANKS as the placeholder in help; "FILE" for a
    /// positional argument. The parser stores the value in `value`, which must live as long as the arguments.
    /// A list accepts several words. Whole numbers may have a unit: 64k is 65536. Instantiated for the types
    /// that verbs use.
    template <typename Value>
    Option option(const std::string& names, Value& value, const std::string& help, const Check& check = {});
    Option flag(const std::string& names, bool& value, const std::string& help);
    /// A flag that may have a value: `--strict` stores 1, `--strict=7` stores 7. If it is not given, `value`
    /// does not change.
    Option flag(const std::string& names, std::uint64_t& value, const std::string& help);
    /// A flag that stores nothing, because it selects the default behavior.
    Option flag(const std::string& names, const std::string& help);

    /// Those declared so far, in order.
    const std::vector<Option>& options() const { return options_; }

private:
    Option add(Option option);

    CLI::App* app_;
    std::vector<Option> options_;
};

/// Parses words as a command line with the arguments that `define` declares. Returns what is wrong, or an
/// empty string.
std::string read_words(const std::vector<std::string>& words, const std::function<void(Arguments&)>& define);

/// Converts an error message of the parsing library to LOOP's style: begins in lower case, without a period;
/// names of arguments stay unchanged.
std::string plain_message(std::string text);

} // namespace loop::cli
