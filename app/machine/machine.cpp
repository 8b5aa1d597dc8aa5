#include "app/machine/machine.h"

#include "app/input/source_input.h"
#include "base/formats/answers.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "runner/build/runtime_library.h"
#include "runner/launch/machine_kind.h"
#include "runner/profile/profile.h"
#include "runner/profile/secrets.h"
#include "runner/system/files.h"

#include <fmt/core.h>

namespace loop::app {

namespace fs = std::filesystem;
using runner::ExitCode;
using runner::Failure;

namespace {

class Sheet {
public:
    void add(const char* what, const std::string& value) {
        if (!value.empty()) text_ += fmt::format("{:<12}{}\n", what, value);
    }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

formats::MachinesAnswer all_machines(const runner::Installation& installation) {
    formats::MachinesAnswer answer;
    for (const std::string& name : runner::profile_names(installation)) {
        formats::ListedMachine machine{name, {}, runner::profile_file(installation, name).string(), false};
        try {
            const runner::MachineProfile profile = runner::find_profile(installation, name);
            machine.description = profile.description;
            machine.is_simulated = profile.simulation.has_value();
        } catch (const Failure& failure) {
            machine.description = failure.what(); // a bad profile must not hide the others
        }
        answer.machines.push_back(std::move(machine));
    }
    return answer;
}

std::string hardware_text(const runner::Hardware& hardware) {
    std::vector<std::string> parts;
    if (hardware.nodes) parts.push_back(counted(*hardware.nodes, "node"));
    if (hardware.cores) parts.push_back(counted(*hardware.cores, "core") + " each");
    if (hardware.memory_bytes)
        parts.push_back(
            fmt::format("{:.3g} MiB each", static_cast<double>(*hardware.memory_bytes) / (1 << 20)));
    if (hardware.word_bits) parts.push_back(fmt::format("words of {} bits", *hardware.word_bits));
    if (!hardware.processor.empty()) parts.push_back(hardware.processor);
    if (!hardware.network.empty()) parts.push_back(hardware.network);
    if (!hardware.topology.empty()) parts.push_back(hardware.topology);
    return parts.empty() ? "detected when a program runs" : joined(parts, ", ");
}

std::string shown(const runner::MachineProfile& profile, const fs::path& file) {
    Sheet sheet;
    sheet.add("machine", profile.name + (profile.simulation ? " (SIMULATED: a model)" : ""));
    sheet.add("", profile.description);
    sheet.add("file", file.string());
    sheet.add("hardware", hardware_text(profile.hardware));
    sheet.add("build", shell_words(profile.compiler) + " " + shell_words(profile.flags) +
                           (profile.libraries.empty() ? "" : " ... " + shell_words(profile.libraries)));
    sheet.add("MPI", profile.mpi);
    sheet.add("launch", shell_words(profile.launcher));
    sheet.add("hosts", profile.wants_hosts && profile.hosts.empty() ? "given by --hosts"
                                                                    : joined(profile.hosts, ", "));
    sheet.add("slots", profile.slots ? std::to_string(*profile.slots) : "any number of ranks");
    sheet.add("pinning", profile.pinning);
    for (const auto& [name, value] : runner::without_secrets(profile.environment))
        sheet.add("environment", name + "=" + value);
    if (profile.limits.seconds) sheet.add("limit", fmt::format("{:g} s per launch", *profile.limits.seconds));
    if (profile.limits.queue_seconds)
        sheet.add("limit", fmt::format("{:g} s in the queue", *profile.limits.queue_seconds));
    if (profile.queue) sheet.add("queue", shell_words(profile.queue->submit));
    if (profile.simulation) {
        for (const auto& [name, rate] : profile.simulation->rates)
            sheet.add("rate", fmt::format("{} = {:g}", name, rate));
        for (const auto& [name, source] : profile.simulation->sources)
            sheet.add("source", name + ": " + source);
        for (const std::string& row : profile.simulation->calibrated)
            sheet.add("calibrated", row);
    }
    return sheet.text();
}

formats::MachineCheckAnswer answer_of(const std::string& machine, const runner::MachineCheck& check) {
    formats::MachineCheckAnswer answer{machine, check.code() == ExitCode::Good, check.facts, {}};
    for (const runner::Finding& finding : check.findings)
        answer.findings.push_back({finding.is_problem() ? "problem" : "remark",
                                   static_cast<int>(finding.code), finding.text, finding.remedy});
    return answer;
}

} // namespace

int list_machines(const MachineOptions& options, const Terminal& terminal) {
    const runner::Installation installation = runner::find_installation();
    const formats::MachinesAnswer all = all_machines(installation);
    if (options.json) {
        terminal.print(formats::text_of(all));
        return 0;
    }
    std::string text;
    for (const formats::ListedMachine& machine : all.machines) {
        const bool is_own = fs::path(machine.file).parent_path() == installation.own_machines;
        text += fmt::format("{:<16}{}{}\n", machine.name, machine.description, is_own ? " (yours)" : "");
    }
    terminal.show(text);
    return 0;
}

int show_machine(const MachineOptions& options, const Terminal& terminal) {
    const runner::Installation installation = runner::find_installation();
    const runner::MachineProfile profile = runner::find_profile(installation, options.machine);
    terminal.show(options.json ? runner::machine_record(profile).dump(2) + "\n"
                               : shown(profile, runner::profile_file(installation, options.machine)));
    return 0;
}

int check_machine(const MachineOptions& options, const Terminal& terminal) {
    runner::CheckRequest request = options.check;
    request.machine = options.machine;
    const runner::MachineCheck result =
        runner::check_machine(runner::find_installation(), request, logger_to(terminal));
    if (options.json) {
        terminal.print(formats::text_of(answer_of(options.machine, result)));
        return static_cast<int>(result.code());
    }
    Sheet sheet;
    for (const auto& [what, text] : result.facts)
        sheet.add(what.c_str(), text);
    terminal.show(sheet.text());
    for (const runner::Finding& finding : result.findings) {
        if (finding.is_problem())
            terminal.error(finding.text, finding.remedy);
        else
            terminal.show("remark: " + finding.text + (finding.remedy.empty() ? "" : "; " + finding.remedy) +
                          "\n");
    }
    if (result.code() == ExitCode::Good)
        terminal.print(
            fmt::format("machine `{}` works{}\n", options.machine,
                        result.findings.empty() ? "" : "; the remarks say what may disturb measurements"));
    return static_cast<int>(result.code());
}

int detect_machine(const MachineOptions& options, const Terminal& terminal) {
    std::error_code ignored;
    if (options.output && fs::exists(*options.output, ignored))
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` exists", options.output->string()),
                      "profiles are never overwritten; choose another file");
    runner::Interrupts interrupts;
    runner::DetectRequest request = options.detect;
    if (options.output) request.name = options.output->stem().string();
    const std::string text = runner::detected_profile(request, interrupts);
    if (!options.output) {
        terminal.show(text);
        return 0;
    }
    runner::write_file_atomically(*options.output, text);
    const std::string path = options.output->string();
    const std::string named = path.find('/') == std::string::npos ? "./" + path : path;
    terminal.info("try it: " + shell_words({"loop", "machine", "check", named}));
    return 0;
}

int prepare_machine(const MachineOptions& options, const Terminal& terminal) {
    const runner::Installation installation = runner::find_installation();
    const runner::MachineProfile profile = runner::find_profile(installation, options.machine);
    const runner::RequiredTool compiler = runner::kind_of(profile)->compiler();
    if (!compiler.is_installed()) throw compiler.missing(profile);
    runner::Interrupts interrupts;
    const runner::Cache cache(runner::Cache::default_root());
    const runner::Logger logger = logger_to(terminal);
    runner::RuntimeLibrary library(installation, profile, cache, interrupts, logger);
    const auto parts = library.parts().those([&](const runner::RuntimePart& part) {
        return !options.any_processor || !library.is_of_this_processor(part);
    });
    if (options.output)
        library.deliver(parts, *options.output);
    else
        library.provide(parts);
    Sheet sheet;
    for (const runner::RuntimePart* part : parts)
        sheet.add(part->name.c_str(), options.output ? library.delivered(*part, *options.output).string()
                                                     : library.archive(*part).string());
    terminal.show(sheet.text());
    return 0;
}

} // namespace loop::app
