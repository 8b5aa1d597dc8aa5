#include "runner/run/host_threads.h"

#include "base/text/strings.h"

#include <algorithm>
#include <array>

namespace loop::runner {

namespace {

template <std::size_t Count>
bool mentions(std::string_view text, const std::array<std::string_view, Count>& words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// Threads whose number no variable says. A header in quotes may have such threads.
constexpr std::array<std::string_view, 6> of_host_code{"<thread>",    "<future>",    "<execution>",
                                                       "<pthread.h>", "<threads.h>", "#include \""};
constexpr std::array<std::string_view, 3> of_openmp{"<omp.h>", "pragma omp", "_Pragma"};

bool is_blas(const std::string& library) {
    return library == "openblas" || library == "cblas" || library == "blas";
}

bool is_without_threads(const std::string& library) {
    return library == "m" || library == "rt" || library == "dl";
}

std::optional<int> number_in_variable(const Variable& variable, const char* name) {
    const auto number = number_in<int>(variable(name));
    return number && *number > 0 ? number : std::nullopt;
}

bool has_openmp(std::string_view text, const compiler::ProgramSummary& program) {
    const std::vector<std::string>& flags = program.build.flags;
    // The compiler adds this flag itself for constructs that start threads.
    return mentions(text, of_openmp) ||
           (program.threads.empty() && std::find(flags.begin(), flags.end(), "-fopenmp") != flags.end());
}

} // namespace

std::optional<int> host_threads(std::string_view text, const compiler::ProgramSummary& program,
                                const Variable& variable) {
    if (mentions(text, of_host_code)) return std::nullopt;
    std::optional<int> most = 1;
    const auto add = [&](std::optional<int> number) {
        most = most && number ? std::optional(std::max(*most, *number)) : std::nullopt;
    };
    if (has_openmp(text, program)) add(number_in_variable(variable, "OMP_NUM_THREADS"));
    if (program.uses_cblas) add(number_in_variable(variable, "OPENBLAS_NUM_THREADS"));
    for (const std::string& library : program.build.libraries)
        if (is_blas(library))
            add(number_in_variable(variable, "OPENBLAS_NUM_THREADS"));
        else if (!is_without_threads(library))
            return std::nullopt;
    return most;
}

} // namespace loop::runner
