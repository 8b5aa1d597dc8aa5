#include "runner/profile.h"

#include "runner/failure.h"
#include "runner/files.h"
#include "runner/words.h"

#include <compiler.h>
#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t limit_bytes = std::size_t(1) << 20;

/// One table of the profile; every key that is read is known, every other key is a mistake.
class Section {
public:
    Section(const toml::table& table, std::string prefix, const std::string& origin)
        : table_(table), prefix_(std::move(prefix)), origin_(origin) {}

    std::string text(const char* key, bool required = false) {
        const toml::node* node = find(key, required);
        if (node == nullptr) return {};
        if (!node->is_string()) fail(*node, fmt::format("`{}{}` must be a string", prefix_, key));
        return node->as_string()->get();
    }

    std::vector<std::string> words(const char* key, bool required = false) {
        const toml::node* node = find(key, required);
        std::vector<std::string> result;
        if (node == nullptr) return result;
        const toml::array* array = node->as_array();
        if (array == nullptr || !array->is_homogeneous(toml::node_type::string) ||
            (required && array->empty()))
            fail(*node, fmt::format("`{}{}` must be a list of strings", prefix_, key));
        for (const toml::node& word : *array)
            result.push_back(word.as_string()->get());
        return result;
    }

    const toml::table* table(const char* key, bool required = false) {
        const toml::node* node = find(key, required);
        if (node != nullptr && !node->is_table())
            fail(*node, fmt::format("`{}{}` must be a table", prefix_, key));
        return node == nullptr ? nullptr : node->as_table();
    }

    void reject_unknown_keys() const {
        for (const auto& [key, node] : table_) {
            const std::string name(key.str());
            if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
            const std::string near = compiler::nearest(name, known_);
            fail(node, fmt::format("unknown key `{}{}`", prefix_, name),
                 near.empty() ? fmt::format("known here: {}", joined(known_, ", "))
                              : fmt::format("did you mean `{}`?", near));
        }
    }

    [[noreturn]] void fail(const toml::node& node, const std::string& message,
                           const std::string& hint = {}) const {
        throw Failure(ExitCode::Usage, fmt::format("{}:{}: {}", origin_, node.source().begin.line, message),
                      hint);
    }

private:
    const toml::node* find(const char* key, bool required) {
        known_.emplace_back(key);
        const toml::node* node = table_.get(key);
        if (node == nullptr && required)
            throw Failure(ExitCode::Usage, fmt::format("{}: `{}{}` is missing", origin_, prefix_, key));
        return node;
    }

    const toml::table& table_;
    std::string prefix_;
    const std::string& origin_;
    std::vector<std::string> known_;
};

void require_placeholder(const std::vector<std::string>& words, const std::string& placeholder,
                         const std::string& origin) {
    for (const std::string& word : words)
        if (word.find(placeholder) != std::string::npos) return;
    throw Failure(ExitCode::Usage, fmt::format("{}: `launch.command` has no `{}`", origin, placeholder),
                  R"(for example ["mpiexec", "-n", "{ranks}", "{program}"])");
}

std::map<std::string, std::string> read_environment(const toml::table* table, const Section& profile) {
    std::map<std::string, std::string> environment;
    if (table == nullptr) return environment;
    for (const auto& [key, node] : *table) {
        if (!node.is_string())
            profile.fail(node, fmt::format("`environment.{}` must be a string", key.str()));
        environment[std::string(key.str())] = node.as_string()->get();
    }
    return environment;
}

toml::table parse(std::string_view text, const std::string& origin) {
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw Failure(ExitCode::Usage,
                      fmt::format("{}:{}: {}", origin, error.source().begin.line, error.description()));
    }
}

} // namespace

MachineProfile parse_profile(std::string_view text, const std::string& origin) {
    const toml::table root = parse(text, origin);
    Section profile(root, "", origin);
    MachineProfile result;
    result.name = profile.text("name", true);
    result.description = profile.text("description");

    Section build(*profile.table("build", true), "build.", origin);
    result.compiler = build.words("compiler", true);
    result.flags = build.words("flags");
    result.compiler_package = build.text("package");
    build.reject_unknown_keys();

    Section launch(*profile.table("launch", true), "launch.", origin);
    result.launcher = launch.words("command", true);
    result.launcher_package = launch.text("package");
    launch.reject_unknown_keys();
    require_placeholder(result.launcher, "{ranks}", origin);
    require_placeholder(result.launcher, "{program}", origin);

    result.environment = read_environment(profile.table("environment"), profile);
    profile.reject_unknown_keys();
    return result;
}

MachineProfile find_profile(const House& house, const std::string& name) {
    const fs::path path(name);
    if (name.find('/') != std::string::npos || path.extension() == ".toml")
        return parse_profile(read_file(path, limit_bytes), name);

    const std::vector<std::string> known = names_in(house.machines, ".toml");
    if (std::find(known.begin(), known.end(), name) == known.end()) {
        const std::string near = compiler::nearest(name, known);
        throw Failure(ExitCode::Usage, fmt::format("unknown machine `{}`", name),
                      near.empty()
                          ? fmt::format("machines here: {}; or give a file `x.toml`", joined(known, ", "))
                          : fmt::format("did you mean `{}`?", near));
    }
    return parse_profile(read_file(house.machines / (name + ".toml"), limit_bytes),
                         "machines/" + name + ".toml");
}

std::vector<std::string> launch_arguments(const MachineProfile& profile, int ranks, const fs::path& program) {
    std::vector<std::string> arguments;
    for (const std::string& word : profile.launcher)
        arguments.push_back(
            replaced(replaced(word, "{ranks}", std::to_string(ranks)), "{program}", program.string()));
    return arguments;
}

} // namespace loop::runner
