#pragma once

#include "compiler/source/source.h"

#include <string>
#include <vector>

namespace loop::compiler {

/// A `\PARAM` of the program.
struct ParameterSummary {
    std::string name;
    std::string type;
    std::string default_text; ///< as written, string quotes removed
    std::string help;
    Range range;
};

/// What the `\BUILD`s of a program need.
struct BuildNeeds {
    std::vector<std::string> flags;     ///< options of the compiler
    std::vector<std::string> libraries; ///< names, as after `-l`

    bool empty() const { return flags.empty() && libraries.empty(); }
    void add(const BuildNeeds& more) {
        flags.insert(flags.end(), more.flags.begin(), more.flags.end());
        libraries.insert(libraries.end(), more.libraries.begin(), more.libraries.end());
    }
    /// The libraries as options of the linker.
    std::vector<std::string> linked() const {
        std::vector<std::string> options;
        for (const std::string& library : libraries)
            options.push_back("-l" + library);
        return options;
    }
};

/// What the runner and the commands need to know about a checked program.
struct ProgramSummary {
    std::string name;        ///< file name without folder and `.loop`
    std::string description; ///< first sentence of the comment at the top of the file, may be empty
    std::string source_hash;
    std::vector<ParameterSummary> parameters;
    BuildNeeds build;
    std::vector<std::string> run_time_parameters; ///< those of `size` and `iterations` that it may use
    bool uses_cblas = false;                      ///< a construct has `LIBRARY: cblas`
    /// For each construct that starts threads with OpenMP, how many: a number or the name of a parameter, or
    /// empty if the file shows neither.
    std::vector<std::string> threads;
    bool threads_communicate = false;
    bool has_charged_work =
        false; ///< statements of `\FLOPS`, or products: a simulation does not execute them
    /// Of `\FLOPS` whose statement a simulation executes, too: ranks communicate in it, or a jump leaves it.
    std::vector<int> executed_charged_lines;
    std::vector<int> charged_result_lines; ///< of each `\RESULT` that depends on what such work computes
    std::vector<int> uncharged_lines;      ///< of host code for which a simulated machine charges nothing
    bool receives_data = false;            ///< ranks may receive data that host code can read
    int launches = 1;                      ///< default number of launches of a run: the most of any construct
    bool main_has_parameters = false; ///< `main` has parameters, so the program reads its own command line
    bool has_main = false;
    bool has_constructs = false;
};

} // namespace loop::compiler
