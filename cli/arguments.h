#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
class Validator;
} // namespace CLI

/// What a verb says of its arguments. In front of the library that parses them, whose headers take some ten seconds a
/// file: only the files that parse, complete and help see it.
namespace loop::cli {

/// What a value must be, beside its type.
struct Check {
    std::shared_ptr<const CLI::Validator> validator;
};

Check in_range(int least, int most);
Check in_range(long long least, long long most);
Check in_range(double least, double most);
Check one_of(const std::vector<std::string>& words);
/// `problem` says what is wrong with a text; nothing where it is good.
Check must(const std::function<std::string(const std::string&)>& problem);

/// One option or positional argument, by reference. Each call returns the option itself.
class Option {
public:
    explicit Option(CLI::Option* option) : option_(option) {}
    Option* operator->() { return this; }
    const Option* operator->() const { return this; }

    /// The word that stands for its value in help.
    Option& type_name(const std::string& word);
    Option& check(const Check& check);
    Option& required();
    Option& excludes(Option other);
    Option& needs(Option other);
    /// Whether more words than one may follow.
    Option& allow_extra_args(bool allowed);

    bool is_given() const;
    /// "--long", or the name of a positional argument.
    std::string name() const;
    friend bool operator==(const Option& a, const Option& b) { return a.option_ == b.option_; }

private:
    CLI::Option* option_;
};

/// The arguments of one verb, by reference.
class Arguments {
public:
    explicit Arguments(CLI::App& app) : app_(&app) {}

    /// `names`: "-n,--ranks", or "FILE" for a positional argument. `value` gets what is given, and must live as long as
    /// the arguments. A list takes several words.
    Option add_option(const std::string& names, std::string& value, const std::string& help);
    Option add_option(const std::string& names, std::filesystem::path& value, const std::string& help);
    Option add_option(const std::string& names, int& value, const std::string& help);
    Option add_option(const std::string& names, double& value, const std::string& help);
    Option add_option(const std::string& names, std::optional<std::uint64_t>& value, const std::string& help);
    Option add_option(const std::string& names, std::uint64_t& value, const std::string& help);
    Option add_option(const std::string& names, std::optional<std::filesystem::path>& value, const std::string& help);
    Option add_option(const std::string& names, std::optional<int>& value, const std::string& help);
    Option add_option(const std::string& names, std::optional<long long>& value, const std::string& help);
    Option add_option(const std::string& names, std::optional<double>& value, const std::string& help);
    Option add_option(const std::string& names, std::vector<std::string>& value, const std::string& help);
    Option add_flag(const std::string& names, bool& value, const std::string& help);
    /// One that says what happens anyway.
    Option add_flag(const std::string& names, const std::string& help);

    std::vector<Option> options() const;

private:
    CLI::App* app_;
};

} // namespace loop::cli
