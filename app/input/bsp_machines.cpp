#include "app/input/bsp_machines.h"

#include "base/text/strings.h"
#include "report/bsp/machine_file.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/system/installation.h"

#include <fmt/core.h>

#include <filesystem>
#include <iterator>

namespace loop::app {

namespace fs = std::filesystem;
using runner::ExitCode;
using runner::Failure;

namespace {

bool is_table(const fs::path& path) {
    std::error_code error;
    return path.extension() == ".csv" && fs::is_regular_file(path, error);
}

std::vector<bsp::Machine> machines_of_run(const std::string& input) {
    std::vector<bsp::Machine> own = bsp::machines_of(load_run(input)->directory.run);
    if (own.empty())
        throw Failure(
            ExitCode::InputOutput, fmt::format("`{}` has no results r, g and l", input),
            "use runs of `bspbench`, `bspprobe` or programs with these constructs, or a table in CSV");
    return own;
}

std::vector<bsp::Machine> machines_of_table(const std::string& input) {
    try {
        return bsp::read_machines(runner::read_named_file(input), input);
    } catch (const report::FormatError& error) {
        throw failure_of(error);
    }
}

} // namespace

std::vector<bsp::Machine> machines_in(const std::string& input, bool anyway) {
    std::vector<bsp::Machine> own = is_table(input) ? machines_of_table(input) : machines_of_run(input);
    const report::Trust trust = bsp::trust_of(own);
    require_trust(trust.is_invalid(), fmt::format("`{}` is INVALID: {}", input, trust.why()), anyway,
                  "shows");
    return own;
}

std::vector<bsp::Machine> machines_in(const std::vector<std::string>& inputs, bool anyway) {
    std::vector<bsp::Machine> all;
    for (const std::string& input : inputs) {
        std::vector<bsp::Machine> own = machines_in(input, anyway);
        all.insert(all.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
    }
    return all;
}

std::vector<bsp::Machine> published_machines() {
    const fs::path file = runner::find_installation().machines / "published" / "bsp.csv";
    return machines_of_table(file.string());
}

Predict prediction_for_sheet(const BspInputs& inputs) {
    if (inputs.inputs.empty()) return {};
    const std::vector<bsp::Machine> machines = machines_in(inputs.inputs, false);
    const bsp::RateChoice rate = inputs.choice();
    const auto checked = [](const auto& predict) {
        try {
            return predict();
        } catch (const report::FormatError& error) {
            throw failure_of(error, "choose one of these with --rate");
        }
    };
    checked([&] { return bsp::prediction_table(machines, {}, rate, {}); });
    return [=](const report::RunRecord& run) {
        return checked([&] { return bsp::predict_run(run, run.source.name, machines, rate); });
    };
}

} // namespace loop::app
