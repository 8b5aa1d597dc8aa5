/// Compiles a file once and prints the CPU seconds. bench/compiler.py also builds this file in other versions
/// of LOOP.

#include "compiler/compiler.h"

#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: compile_once FILE\n");
        return 2;
    }
    std::ifstream file(argv[1]);
    std::stringstream text;
    text << file.rdbuf();
    std::string source = text.str();
    const std::clock_t begin = std::clock();
    const auto compilation = loop::compiler::compile({"long.loop", std::move(source)});
    const bool good = compilation.ok() && !compilation.emit().empty();
    std::printf("%.6f\n", static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    return good ? 0 : 1;
}
