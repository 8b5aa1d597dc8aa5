#include "cli/verbs.h"

int main(int argc, char** argv) {
    return loop::cli::run_command(argc, argv);
}
