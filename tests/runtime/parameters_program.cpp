// Prints its parameters. Does not initialize MPI.
#include <loop/loop.h>

#include <cstdio>

namespace {
const loop::Program loop_program("params", "params.loop", "0", loop::CommandLine::runtime,
                                 {"size", "iterations"},
                                 {{"size", "int", "250", "length of the vectors"},
                                  {"block", "int", "64", "rows of a block"},
                                  {"ratio", "double", "0.5", ""},
                                  {"matrix", "std::string", "dense", "dense or sparse"},
                                  {"big", "size_t", "1", ""},
                                  {"flag", "bool", "false", ""}});
const int block = loop::param<int>("block", 64, "rows of a block");
} // namespace

int main() {
    std::printf("size %d iterations %d param %d block %d ratio %g matrix [%s] big %zu flag %d\n",
                loop::problem_size(), loop::iterations(), loop::param<int>("size", 250, ""), block,
                loop::param<double>("ratio", 0.5, ""),
                loop::param<std::string>("matrix", "dense", "").c_str(),
                loop::param<std::size_t>("big", 1, ""), loop::param<bool>("flag", false, "") ? 1 : 0);
}
