#include "runner/preload/mpi_program.h"

#include "base/text/shell.h"
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

/// Whether it is an executable file that begins like this.
bool is_executable(const fs::path& file, std::string_view magic) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored) || ::access(file.c_str(), X_OK) != 0) return false;
    std::string begin(magic.size(), '\0');
    std::ifstream(file, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
    return begin == magic;
}

bool is_executable_of_linker(const fs::path& file) {
    return is_executable(file, "\177ELF");
}

bool is_script(const fs::path& file) {
    return is_executable(file, "#!");
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

std::string shared_libraries_of(const fs::path& file, Interrupts& interrupts) {
    return ask({"ldd", file.string()}, interrupts).text;
}

/// Whether it has an MPI library in it; that of a program which loads one at run time is in another file.
bool has_static_mpi(const fs::path& file, Interrupts& interrupts) {
    if (!mentions(file, "MPI_Init")) return false;
    const bool loads_none = shared_libraries_of(file, interrupts).find("(0x") == std::string::npos;
    return loads_none || mentions(file, "MPICH Version:") || mentions(file, "Open MPI v");
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

std::optional<MpiProgram> linked_program(const fs::path& file, Interrupts& interrupts) {
    const std::string needs = mpi_library_of(file, interrupts);
    if (needs.empty()) return std::nullopt;
    refuse_program_of_loop(file);
    return MpiProgram{file, library_named(needs), needs, {}};
}

/// A program that is not linked with MPI, but may load it at run time.
MpiProgram launched_program(const fs::path& file, const std::optional<MpiTools>& launcher,
                            Interrupts& interrupts) {
    if (has_static_mpi(file, interrupts)) {
        refuse_program_of_loop(file);
        refuse_static(file);
    }
    if (!launcher)
        throw Failure(
            ExitCode::Usage, fmt::format("`{}` does not use MPI", file.string()),
            fmt::format("if it loads an MPI library at run time, as interpreters do, start it with the "
                        "launcher of that library, such as mpiexec, or name it: `{}`",
                        shell_words({"--program", file.string()})));
    return {file, launcher->library, "", launcher};
}

std::optional<MpiTools> launcher_in(const std::vector<std::string>& command, Interrupts& interrupts) {
    for (const std::string& word : command)
        if (auto launcher = tools_of_launcher(word, interrupts)) return launcher;
    return tools_of_launcher("mpiexec", interrupts);
}

} // namespace

std::string mpi_library_of(const fs::path& file, Interrupts& interrupts) {
    const std::string text = shared_libraries_of(file, interrupts);
    for (std::string_view line : lines_of(text)) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        for (const std::string_view name : {"libmpi.so.", "libmpich.so."})
            if (line.substr(0, name.size()) == name) return std::string(line.substr(0, line.find(' ')));
    }
    return {};
}

MpiProgram require_mpi_program(const fs::path& file, const std::vector<std::string>& command,
                               Interrupts& interrupts) {
    if (!is_executable_of_linker(file))
        throw Failure(ExitCode::Usage, fmt::format("`{}` is not an executable program", file.string()),
                      "give the program itself, not a script that starts it");
    if (auto linked = linked_program(file, interrupts)) return *linked;
    return launched_program(file, launcher_in(command, interrupts), interrupts);
}

MpiProgram find_mpi_program(const std::vector<std::string>& command, Interrupts& interrupts) {
    std::optional<MpiTools> launcher;
    std::optional<fs::path> other; // the first program that is not linked with an MPI library
    for (const std::string& word : command) {
        if (!launcher && (launcher = tools_of_launcher(word, interrupts))) {
            other.reset(); // it starts the launcher
            continue;
        }
        const fs::path file = file_of(word);
        const bool is_program = is_executable_of_linker(file);
        if (!is_program && !(launcher && is_script(file))) continue;
        if (auto linked = linked_program(file, interrupts)) return *linked;
        if (!other && (&word != &command.front() || command.size() == 1)) other = file;
    }
    if (other) return launched_program(*other, launcher, interrupts);
    throw Failure(ExitCode::Usage, "no word of the command is a program that uses MPI",
                  "if a script starts the program, or if it loads an MPI library at run time, name it: "
                  "`--program FILE`");
}

} // namespace loop::runner
