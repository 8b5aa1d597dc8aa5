#include "runner/tracer/lackey.h"

#include "base/text/shell.h"
#include "runner/tracer/programs.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace loop::runner {

namespace {

constexpr int pipe_bytes = 1 << 20;

struct Pipe {
    Descriptor read_end;
    Descriptor write_end; ///< inherited by children
};

Pipe pipe_for_child() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) refuse_file("open", "a pipe", errno);
    Pipe pipe{Descriptor(ends[0]), Descriptor(-1)};
    const Descriptor closed_by_exec(ends[1]);
    pipe.write_end = Descriptor(::fcntl(closed_by_exec.get(), F_DUPFD, 10));
    if (!pipe.write_end.is_open()) refuse_file("open", "a pipe", errno);
    ::fcntl(pipe.write_end.get(), F_SETPIPE_SZ, pipe_bytes); // if refused, the pipe stays smaller
    return pipe;
}

} // namespace

void trace_accesses(const Command& program, int output, int errors, const std::function<void(int)>& read) {
    require_program(program.arguments.at(0));
    Pipe pipe = pipe_for_child();
    Command traced = program;
    traced.arguments = {"valgrind", "--tool=lackey", "--trace-mem=yes",
                        fmt::format("--log-fd={}", pipe.write_end.get())};
    traced.arguments.insert(traced.arguments.end(), program.arguments.begin(), program.arguments.end());
    Process process(traced, output, errors, "valgrind");
    pipe.write_end.close();
    read(pipe.read_end.get());
    require_success(process.wait(), program, " under valgrind");
}

} // namespace loop::runner
