#include "cli/manual.h"

#include "cli/verbs.h"
#include "runner/system/files.h"
#include "runner/system/installation.h"
#include "runner/system/process.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <utility>

namespace loop::cli {

namespace {

struct ManualPage {
    const char* document; ///< in docs/
    const char* name;
    int section;
    const char* summary;
};

constexpr ManualPage manual_pages[] = {
    {"language", "loop", 7, "the LOOP language: every construct, and every message of the compiler"},
    {"machine-profile", "loop-machine", 5, "machine profiles of LOOP: how programs are built and started"},
    {"sweeps", "loop-campaign", 5, "campaign files of LOOP, and the files of a sweep"},
    {"run-format", "loop-run", 5, "the files of a run of LOOP"}};

/// Former names of documents, which still answer.
constexpr std::pair<const char*, const char*> former_names[] = {
    {"compare-format", "comparing"}, {"campaign-format", "sweeps"}, {"fattree", "1994"},
    {"artifact", "bundles"},         {"derive", "record"},          {"count", "record"}};

std::string present_name(const std::string& name) {
    for (const auto& [former, present] : former_names)
        if (name == former) return present;
    return name;
}

/// The path of the page about a topic below a folder of manual pages; empty if there is no such page.
std::filesystem::path page_path(const std::string& topic) {
    for (const ManualPage& page : manual_pages)
        if (present_name(topic) == page.document)
            return fmt::format("man{0}/{1}.{0}.gz", page.section, page.name);
    const bool is_verb =
        std::any_of(verbs().begin(), verbs().end(), [&](const Verb* verb) { return topic == verb->name; });
    if (is_verb) return fmt::format("man1/loop-{}.1.gz", topic);
    return topic.empty() ? "man1/loop.1.gz" : std::filesystem::path();
}

/// `man` must handle signals itself.
void restore_signals() {
    for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP})
        std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

} // namespace

std::vector<std::string> document_names() {
    return runner::names_in(runner::find_installation().documents, ".md");
}

std::string document(const std::string& wanted) {
    // Messages say `docs/record.md`.
    const std::string name = present_name(std::filesystem::path(wanted).stem().string());
    const std::vector<std::string> names = document_names();
    if (std::find(names.begin(), names.end(), name) == names.end()) return {};
    return runner::read_file(runner::find_installation().documents / (name + ".md"));
}

std::string manual_page_list() {
    std::string text;
    for (const ManualPage& page : manual_pages)
        text += fmt::format("{:<16}{:<14} {}  {}\n", page.document, page.name, page.section, page.summary);
    return text;
}

void show_in_man(const std::string& topic) {
    const std::filesystem::path page = page_path(topic);
    const runner::Installation installation = runner::find_installation();
    if (::isatty(STDOUT_FILENO) == 0 || page.empty() || installation.manual.empty()) return;
    const std::string file = (installation.manual / page).string();
    const std::string man = runner::find_in_path("man").string();
    std::error_code error;
    if (man.empty() || !std::filesystem::exists(file, error)) return;
    restore_signals();
    ::execl(man.c_str(), "man", "-l", file.c_str(), nullptr);
}

} // namespace loop::cli
