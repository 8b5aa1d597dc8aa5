/// Measures the speed of the compiler from text to C++, by the length of the file, and for one small program.
/// Prints CPU time, throughput, and peak memory; each value is the median of several processes.

#include "compiler/compiler.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Cost {
    double seconds = 0;
    double mebibytes = 0;
};

/// A file that resembles a long real one: host code, a construct every few lines, nested loops, declarations.
std::string long_file(int lines) {
    std::string text = "int main(void) {\nint n, m, h, s;\n\\OPEN0(&n, &m, &h, &s, 0);\n";
    for (int line = 0, k = 0; line < lines; line += 20, ++k) {
        const std::string id = std::to_string(k);
        text += "\\LOOP (" + std::to_string(k % 9) + ") i" + id + " { /* step */\n  \\EXCHANGE(8 * " +
                std::to_string(k % 7 + 1) +
                ", 1, 2);\n  \\PHASE(\"p\") { a = b + c * d; }\n  \\VEC(TYPE: double, S1: n) v" + id +
                ";\n  \\SCALPROD(s, v" + id + ", v" + id + ");\n}\n";
        for (int host = 0; host < 14; ++host)
            text += "    result += compute_value(alpha, beta[i], \"text\") * 3.25; // comment\n";
    }
    return text + "\\CLOSE0();\n}\n";
}

double processor_seconds(const rusage& usage) {
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// Compiles in a child process, so that its time and memory are measured separately.
Cost compile_once(const std::string& text) {
    const pid_t child = fork();
    if (child == 0) {
        const auto compilation = loop::compiler::compile({"long.loop", text});
        _exit(compilation.ok() && !compilation.emit().empty() ? 0 : 1);
    }
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0) {
        std::fprintf(stderr, "compile_speed: the generated file does not compile\n");
        std::exit(1);
    }
    return {processor_seconds(usage), static_cast<double>(usage.ru_maxrss) / 1024};
}

Cost median(const std::string& text, int processes) {
    std::vector<double> seconds;
    double mebibytes = 0;
    for (int i = 0; i < processes; ++i) {
        const Cost cost = compile_once(text);
        seconds.push_back(cost.seconds);
        mebibytes = std::max(mebibytes, cost.mebibytes);
    }
    std::nth_element(seconds.begin(), seconds.begin() + processes / 2, seconds.end());
    return {seconds[static_cast<std::size_t>(processes / 2)], mebibytes};
}

} // namespace

int main(int argc, char** argv) {
    if (argc > 1) {
        std::ifstream file(argv[1]);
        std::stringstream text;
        text << file.rdbuf();
        std::printf("%s: %.1f ms of CPU time (median of 21; start-up of a process not included)\n\n", argv[1],
                    1e3 * median(text.str(), 21).seconds);
    }
    std::printf("%9s %8s %9s %9s %10s %12s\n", "lines", "MB", "seconds", "MB/s", "MiB peak", "us per line");
    for (int lines : {25000, 50000, 100000, 200000, 400000}) {
        const std::string text = long_file(lines);
        const Cost cost = median(text, 5);
        const double megabytes = static_cast<double>(text.size()) / 1e6;
        std::printf("%9d %8.2f %9.3f %9.2f %10.0f %12.3f\n", lines, megabytes, cost.seconds,
                    megabytes / cost.seconds, cost.mebibytes, 1e6 * cost.seconds / lines);
    }
}
