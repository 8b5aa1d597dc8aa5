// fuzz_TARGET CORPUS [RUNS [FIRST]]: runs the target in an ordinary build, without libFuzzer, on every input
// of the corpus and then on RUNS mutated ones. Run K is the same everywhere. If a run ends the process, its
// number is printed; FIRST starts with that run.
#include "target.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

namespace {

namespace fs = std::filesystem;

char doing[64]; // for the signal handler

void say_and_die(int signal) {
    const ssize_t ignored = ::write(STDERR_FILENO, doing, sizeof doing);
    static_cast<void>(ignored);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void run(const std::string& input, const char* what, unsigned number) {
    std::snprintf(doing, sizeof doing, "\nended in %s %u\n", what, number);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::vector<std::string> corpus(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<std::string> inputs;
    for (const fs::path& path : files) {
        std::ifstream file(path, std::ios::binary);
        inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return inputs;
}

/// Mutates an input: bytes, pieces removed or repeated, pieces of another input, extreme numbers.
std::string changed(unsigned number, const std::vector<std::string>& inputs) {
    static const char* const extreme[] = {"-1",
                                          "0",
                                          "1e308",
                                          "18446744073709551615",
                                          "9223372036854775808",
                                          "null",
                                          "[]",
                                          "{}",
                                          "\"\"",
                                          "\\u0000",
                                          "\x1b[31m",
                                          "../",
                                          "\n"};
    std::mt19937 random(number);
    const auto below = [&](std::size_t size) { return size == 0 ? 0 : random() % size; };
    std::string text = inputs[below(inputs.size())];
    for (std::size_t edits = 1 + random() % 5; edits > 0; --edits) {
        const std::size_t at = below(text.size() + 1);
        const std::string& other = inputs[below(inputs.size())];
        switch (random() % 6) {
        case 0:
            text.erase(at, 1 + random() % 30);
            break;
        case 1:
            text.insert(at, text.substr(below(text.size() + 1), random() % 60));
            break;
        case 2:
            text.insert(at, other.substr(below(other.size() + 1), random() % 60));
            break;
        case 3:
            text.replace(at, std::min<std::size_t>(random() % 8, text.size() - at),
                         extreme[below(std::size(extreme))]);
            break;
        case 4:
            text.resize(at);
            break;
        default:
            if (at < text.size()) text[at] = static_cast<char>(random());
        }
    }
    return text;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const auto number = [&](int i, unsigned otherwise) {
        return argc > i ? static_cast<unsigned>(std::strtoul(argv[i], nullptr, 10)) : otherwise;
    };
    const unsigned runs = number(2, 2000), first = number(3, 1);
    for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL})
        std::signal(signal, say_and_die);
    const std::vector<std::string> inputs = corpus(argv[1]);
    if (inputs.empty()) {
        std::fprintf(stderr, "%s is empty\n", argv[1]);
        return 2;
    }
    for (std::size_t i = 0; i < inputs.size(); ++i)
        run(inputs[i], "input", static_cast<unsigned>(i));
    for (unsigned k = first; k < first + runs; ++k)
        run(changed(k, inputs), "run", k);
    std::printf("%zu inputs, %u changed ones\n", inputs.size(), runs);
    return 0;
}
