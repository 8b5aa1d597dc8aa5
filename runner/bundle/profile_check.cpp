#include "runner/bundle/profile_check.h"

#include "base/text/strings.h"
#include "runner/profile/secrets.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

namespace {

class Check {
public:
    /// `subject` and `remedy` are parts of the messages.
    Check(std::string subject, std::string remedy)
        : subject_(std::move(subject)), remedy_(std::move(remedy)) {}

    /// Refuses control characters: a line break would begin a new line in the files of the bundle.
    void text(const std::string& key, const std::string& value) const {
        const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
        if (std::any_of(value.begin(), value.end(), is_control))
            fail(key, value, "has a line break or another control character");
    }

    void words(const std::string& key, const std::vector<std::string>& words) const {
        for (const std::string& word : words)
            text(key, word);
    }

    /// Checks words that make and CMake read, which cannot quote these sequences.
    void build_words(const std::string& key, const std::vector<std::string>& words) const {
        this->words(key, words);
        for (const std::string& word : words) {
            if (word.find("\\#") != std::string::npos) fail(key, word, "has a backslash before a `#`");
            for (const char* special : {";", "$<"})
                if (word.find(special) != std::string::npos)
                    fail(key, word, fmt::format("has `{}`, which CMake does not pass on", special));
            if ((word + "]==]").find("]==]") < word.size())
                fail(key, word, "has `]==`, which ends CMake's brackets");
        }
    }

    /// Checks lines that the job script contains unquoted.
    void directives(const std::string& key, const std::vector<std::string>& lines) const {
        words(key, lines);
        for (const std::string& line : lines)
            if (line.empty() || line[0] != '#')
                fail(key, line, "does not start with `#`: a shell would execute it");
    }

    void variable(const std::string& name, const std::string& value) const {
        const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
        const auto is_part = [&](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
        };
        if (name.empty() || is_digit(name[0]) || !std::all_of(name.begin(), name.end(), is_part))
            fail("environment", name, "is not a valid variable name");
        if (names_secret(name))
            fail("environment", name, "looks like a secret, which every reader of the bundle would see");
        text("environment." + name, value);
    }

private:
    [[noreturn]] void fail(const std::string& key, const std::string& value, const std::string& what) const {
        throw Failure(ExitCode::Usage,
                      fmt::format("{}: `{}`, in `{}`, {}", subject_, replaced(value, "\n", "\\n"), key, what),
                      "a bundle cannot contain this; " + remedy_);
    }

    std::string subject_;
    std::string remedy_;
};

} // namespace

void check_profile_travels(const MachineProfile& profile) {
    const Check check(fmt::format("machine `{}`", profile.name), "change the profile");
    check.build_words("build.compiler", profile.compiler);
    check.build_words("build.flags", profile.flags);
    check.build_words("build.libraries", profile.libraries);
    check.words("launch.command", profile.launcher);
    check.words("launch.hosts", profile.hosts);
    for (const auto& [name, value] : profile.environment)
        check.variable(name, value);
    if (profile.queue) {
        check.words("queue.submit", profile.queue->submit);
        check.directives("queue.directives", profile.queue->directives);
    }
    if (profile.simulation) {
        check.text("simulation.platform", profile.simulation->platform.string());
        check.text("simulation.host_name", profile.simulation->host_name);
        for (const auto& rate : profile.simulation->rates)
            check.text("simulation.rates", rate.first);
    }
}

void check_program_travels(const compiler::ProgramSummary& program) {
    const Check check(fmt::format("program `{}`", program.name), "change the program's `\\BUILD`");
    check.build_words("FLAGS", program.build.flags);
    check.build_words("LIBRARIES", program.build.libraries);
}

} // namespace loop::runner
