#include "app/locality/address_streams.h"

#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <map>
#include <thread>

namespace loop::app {

using runner::ExitCode;
using runner::Failure;

std::string stream_name_of(const std::string& file) {
    return file == "-" ? "stdin" : file;
}

locality::AddressFormat address_format(const std::string& name) {
    static const std::map<std::string, locality::AddressFormat> formats{
        {"text", locality::AddressFormat::Text},
        {"binary", locality::AddressFormat::Binary},
        {"lackey", locality::AddressFormat::Lackey}};
    return formats.at(name);
}

void refuse_memory(const std::string& name, const locality::MemoryLimit& error) {
    throw Failure(ExitCode::InputOutput, fmt::format("`{}`: {}", name, error.what()),
                  "allow more with `--memory`, or take larger words with `--word`");
}

namespace {

constexpr std::chrono::milliseconds pause_of_reader(2);

} // namespace

void read_addresses(int descriptor, const std::string& name, locality::AddressFormat format,
                    const OnAccess& visit) {
    locality::AddressParser parser(format);
    std::vector<char> piece(1 << 20);
    for (;;) {
        const ssize_t bytes = ::read(descriptor, piece.data(), piece.size());
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes < 0) runner::refuse_file("read", name, errno);
        if (bytes == 0) break;
        for (const locality::Access& access : parser.take({piece.data(), static_cast<std::size_t>(bytes)}))
            visit(access);
        // Tracers write line by line, and each line would wake this process: let the pipe fill.
        if (static_cast<std::size_t>(bytes) < piece.size() / 4) std::this_thread::sleep_for(pause_of_reader);
    }
    for (const locality::Access& access : parser.finish())
        visit(access);
}

void read_address_file(const std::string& file, const std::string& format, const OnAccess& visit) {
    const std::string name = stream_name_of(file);
    const runner::Descriptor opened =
        file == "-" ? runner::Descriptor(::dup(STDIN_FILENO)) : runner::open_named(file);
    if (!opened.is_open()) runner::refuse_file("read", name, errno);
    try {
        read_addresses(opened.get(), name, address_format(format), visit);
    } catch (const locality::AddressError& error) {
        throw Failure(ExitCode::InputOutput, fmt::format("`{}`: {}", name, error.what()),
                      fmt::format("LOOP read it as {}; `--format` chooses another format", format));
    } catch (const locality::MemoryLimit& error) {
        refuse_memory(name, error);
    }
}

} // namespace loop::app
