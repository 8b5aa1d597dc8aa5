#include "app/input/source_input.h"
#include "base/text/clean.h"
#include "cli/completion.h"
#include "cli/manual.h"
#include "cli/verbs.h"
#include "compiler/compiler.h"
#include "runner/profile/profile.h"
#include "runner/system/failure.h"

#include <algorithm>
#include <iterator>

namespace loop::cli {

namespace {

/// What can stand for a word, besides the words of a fixed list.
enum class Offer {
    Nothing,
    Files,
    Programs,   ///< workloads and `.loop` files
    Sources,    ///< `.loop` files
    Runs,       ///< folders and OTF2 archives
    Machines,   ///< profiles by name, and `.toml` files
    Subjects,   ///< what `loop explain` knows
    Topics,     ///< verbs, what `loop explain` knows, and documents
    Parameters, ///< NAME= of the program on the command line
};

struct Named {
    const char* name;
    Offer offer;
};

/// Positional arguments by verb; other verbs have none, or words.
constexpr Named positional[] = {
    {"run", Offer::Programs},    {"build", Offer::Programs},  {"export", Offer::Programs},
    {"sweep", Offer::Programs},  {"count", Offer::Programs},  {"check", Offer::Sources},
    {"fmt", Offer::Sources},     {"compile", Offer::Sources}, {"report", Offer::Runs},
    {"trace", Offer::Runs},      {"compare", Offer::Runs},    {"derive", Offer::Runs},
    {"bsp", Offer::Runs},        {"artifact", Offer::Runs},   {"explain", Offer::Subjects},
    {"help", Offer::Topics},     {"apexmap", Offer::Files},   {"clue", Offer::Files},
    {"record", Offer::Files},    {"new", Offer::Files},       {"characterize", Offer::Files},
    {"machine", Offer::Machines}};

/// Values of options that mean the same in all verbs.
constexpr Named values[] = {
    {"--machine", Offer::Machines}, {"--set", Offer::Parameters},     {"--try", Offer::Parameters},
    {"--output", Offer::Files},     {"--hosts", Offer::Files},        {"--map", Offer::Files},
    {"--resume", Offer::Files},     {"--program", Offer::Runs},       {"--bsp", Offer::Runs},
    {"--table", Offer::Files},      {"--parameters", Offer::Programs}};

template <std::size_t Count>
Offer offer_of(const Named (&table)[Count], const std::string& name) {
    const auto found = std::find_if(std::begin(table), std::end(table),
                                    [&](const Named& entry) { return name == entry.name; });
    return found == std::end(table) ? Offer::Nothing : found->offer;
}

/// The completions of a word that has begun.
class Completions {
public:
    explicit Completions(std::string begun) : begun_(std::move(begun)) {}

    void add(const std::string& word, const std::string& meaning = "") {
        if (word.compare(0, begun_.size(), begun_) == 0)
            text_ += word +
                     (meaning.empty() ? "" : "\t" + clean_text(meaning.substr(0, meaning.find('\n')))) + "\n";
    }
    void add(const std::vector<std::string>& words) {
        for (const std::string& word : words)
            add(word);
    }
    void add_files(const std::string& suffix = "") { files_ = ":files" + suffix + "\n"; }
    std::string text() const { return text_ + files_; }

private:
    std::string begun_, text_, files_;
};

/// An option of a verb.
struct Spelled {
    std::vector<std::string> spellings; ///< "--ranks", "-n"
    std::string help;
    bool is_flag = false;
    std::vector<std::string> words; ///< its values, if these are a fixed list
};

Spelled spelled(const Option& option) {
    return {option.spellings(), option.help(), option.is_flag(), option.words()};
}

std::vector<Spelled> common_options() {
    std::vector<Spelled> all;
    visit_common_options([&](const Option& option) { all.push_back(spelled(option)); });
    return all;
}

struct VerbArguments {
    std::string name;
    std::vector<Spelled> options;
    std::vector<std::string> words; ///< of its first positional argument
};

VerbArguments arguments_of(const Verb& verb) {
    VerbArguments all{verb.name, common_options(), {}};
    visit_options(verb, [&](const Option& option) {
        if (!option.spellings().empty())
            all.options.push_back(spelled(option));
        else if (!option.words().empty())
            all.words = option.words();
    });
    return all;
}

const Spelled* option_named(const std::vector<Spelled>& options, const std::string& word) {
    const auto found = std::find_if(options.begin(), options.end(), [&](const Spelled& option) {
        return std::find(option.spellings.begin(), option.spellings.end(), word) != option.spellings.end();
    });
    return found == options.end() ? nullptr : &*found;
}

/// The words that are neither an option nor its value.
std::vector<std::string> positional_words(const std::vector<Spelled>& options,
                                          const std::vector<std::string>& words) {
    std::vector<std::string> found;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Spelled* const option = option_named(options, words[i]);
        if (option != nullptr && !option->is_flag)
            ++i;
        else if (words[i].empty() || words[i][0] != '-')
            found.push_back(words[i]);
    }
    return found;
}

void add_options(Completions& all, const std::vector<Spelled>& options) {
    for (const Spelled& option : options)
        for (const std::string& spelling : option.spellings)
            all.add(spelling, option.help);
}

void add_verbs(Completions& all) {
    for (const Verb* verb : verbs())
        all.add(verb->name, verb->summary);
}

/// Constructs without the backslash, which shells would take for their own.
void add_subjects(Completions& all) {
    for (const std::string& subject : compiler::explain_subjects())
        all.add(subject[0] == '\\' ? subject.substr(1) : subject);
}

/// NAME= of a program; nothing if it cannot be read.
void add_parameters(Completions& all, const std::string& program) {
    try {
        const auto compilation = compiler::compile(app::read_workload(program, runner::find_installation()));
        for (const auto& parameter : compilation.summary().parameters)
            all.add(parameter.name + "=", parameter.help);
    } catch (const runner::Failure&) { // a word that is still being typed
    }
}

void add_offer(Completions& all, Offer offer, const std::vector<std::string>& positional_words) {
    switch (offer) {
    case Offer::Nothing:
        return;
    case Offer::Files:
        return all.add_files();
    case Offer::Programs:
        all.add(runner::names_in(runner::find_installation().workloads, ".loop"));
        return all.add_files(" .loop");
    case Offer::Sources:
        return all.add_files(" .loop");
    case Offer::Runs:
        return all.add_files(" .otf2");
    case Offer::Machines:
        all.add(runner::profile_names(runner::find_installation()));
        return all.add_files(" .toml");
    case Offer::Subjects:
        return add_subjects(all);
    case Offer::Topics:
        add_verbs(all);
        add_subjects(all);
        return all.add(document_names());
    case Offer::Parameters:
        if (!positional_words.empty()) add_parameters(all, positional_words[0]);
        return;
    }
}

/// Offers values, if the last word before is an option that has one. Returns whether it is.
bool add_values(Completions& all, const std::vector<Spelled>& options, const std::vector<std::string>& before,
                const std::vector<std::string>& given) {
    const Spelled* const option = before.empty() ? nullptr : option_named(options, before.back());
    if (option == nullptr || option->is_flag) return false;
    all.add(option->words);
    if (option->words.empty()) add_offer(all, offer_of(values, option->spellings[0]), given);
    return true;
}

void add_of_verb(Completions& all, const Verb& verb, const std::vector<std::string>& before,
                 const std::string& begun) {
    const VerbArguments known = arguments_of(verb);
    const std::vector<std::string> given = positional_words(known.options, before);
    if (add_values(all, known.options, before, given)) return;
    if (begun[0] == '-')
        add_options(all, known.options);
    else if (given.empty() && !known.words.empty())
        all.add(known.words);
    else
        add_offer(all, offer_of(positional, known.name), given);
}

/// Without a verb.
void add_of_loop(Completions& all, const std::vector<std::string>& before, const std::string& begun) {
    const std::vector<Spelled> options = common_options();
    if (add_values(all, options, before, {})) return;
    if (begun[0] == '-')
        add_options(all, options);
    else
        add_verbs(all);
}

/// bash takes `bytes=8` for three words.
std::vector<std::string> with_joined_values(const std::vector<std::string>& words) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == "=" && !all.empty())
            all.back() += "=" + (i + 1 < words.size() ? words[++i] : "");
        else
            all.push_back(words[i]);
    return all;
}

} // namespace

std::string completions(const std::vector<std::string>& words) {
    std::vector<std::string> before = with_joined_values(words);
    if (before.empty()) before.emplace_back();
    const std::string begun = before.back();
    before.pop_back();
    Completions all(begun);
    const std::vector<std::string> given = positional_words(common_options(), before);
    if (given.empty()) {
        add_of_loop(all, before, begun);
        return all.text();
    }
    for (const Verb* verb : verbs())
        if (verb->name == given[0])
            add_of_verb(all, *verb, {std::find(before.begin(), before.end(), given[0]) + 1, before.end()},
                        begun);
    return all.text();
}

} // namespace loop::cli
