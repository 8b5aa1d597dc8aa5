#include "runner/preload/mpi_program.h"

#include "base/text/strings.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/system/process.h"

#include <fmt/core.h>
#include <unistd.h>

#include <fstream>
#include <optional>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

bool is_executable_of_linker(const fs::path& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored) || ::access(file.c_str(), X_OK) != 0) return false;
    char magic[4] = {};
    std::ifstream(file, std::ios::binary).read(magic, sizeof magic);
    return std::string_view(magic, sizeof magic) == "\177ELF";
}

/// What the words of a command name: as a path, or through PATH.
fs::path file_of(const std::string& word) {
    return word.find('/') == std::string::npos ? find_in_path(word) : fs::path(word);
}

bool mentions(const fs::path& file, std::string_view text) {
    return read_file(file).find(text) != std::string::npos;
}

[[noreturn]] void refuse_static(const fs::path& file) {
    throw Failure(
        ExitCode::Usage,
        fmt::format("`{}` is linked statically, so that no library can be loaded before it", file.string()),
        "link it with the shared MPI library: leave out -static and libmpi.a");
}

/// Constructs call PMPI_X, which a preloaded library does not see.
void refuse_program_of_loop(const fs::path& file) {
    if (mentions(file, "LOOP_PARAMETERS"))
        throw Failure(ExitCode::Usage, fmt::format("`{}` is a program of LOOP", file.string()),
                      "`loop run` records it; or start it by hand with `--records DIR`");
}

/// Open MPI's library is libmpi.so.40; MPICH's has the same name with another number, or libmpich.so.
std::string library_named(const std::string& needs) {
    return needs.rfind("libmpi.so.", 0) == 0 && needs != "libmpi.so.12" ? "Open MPI" : "MPICH";
}

} // namespace

std::string mpi_library_of(const fs::path& file, Interrupts& interrupts) {
    const std::string text = ask({"ldd", file.string()}, interrupts).text;
    for (std::string_view line : lines_of(text)) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        for (const std::string_view name : {"libmpi.so.", "libmpich.so."})
            if (line.substr(0, name.size()) == name) return std::string(line.substr(0, line.find(' ')));
    }
    return {};
}

MpiProgram require_mpi_program(const fs::path& file, Interrupts& interrupts) {
    if (!is_executable_of_linker(file))
        throw Failure(ExitCode::Usage, fmt::format("`{}` is not an executable program", file.string()),
                      "give the program itself, not a script that starts it");
    const std::string needs = mpi_library_of(file, interrupts);
    if (needs.empty() && mentions(file, "MPI_Init")) {
        refuse_program_of_loop(file);
        refuse_static(file);
    }
    if (needs.empty())
        throw Failure(ExitCode::Usage, fmt::format("`{}` does not use MPI", file.string()),
                      "`loop record` records what a program asks of MPI");
    refuse_program_of_loop(file);
    return {file, library_named(needs), needs};
}

MpiProgram find_mpi_program(const std::vector<std::string>& command, Interrupts& interrupts) {
    std::optional<fs::path> other; // an executable that does not load an MPI library
    for (const std::string& word : command) {
        const fs::path file = file_of(word);
        if (file.empty() || !is_executable_of_linker(file)) continue;
        if (!mpi_library_of(file, interrupts).empty()) return require_mpi_program(file, interrupts);
        if (&word != &command.front() || command.size() == 1) other = file;
    }
    if (other) return require_mpi_program(*other, interrupts);
    throw Failure(ExitCode::Usage, "no word of the command is a program that uses MPI",
                  "if a script starts the program, name it: `--program FILE`");
}

} // namespace loop::runner
