// picl_check FILE: prints the errors in a PICL 2 trace file, then its counts. Exit code 1 if there are
// errors.
#include "picl_grammar.h"

#include <fstream>
#include <iostream>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: picl_check FILE\n";
        return 2;
    }
    std::ifstream file(argv[1]);
    const picl_grammar::Verdict verdict = picl_grammar::check(file);
    for (const std::string& error : verdict.errors)
        std::cout << error << "\n";
    const picl_grammar::Totals& totals = verdict.totals;
    std::cout << totals.lines << " lines, " << totals.messages << " messages, " << totals.bytes << " bytes, "
              << totals.unreceived << " unreceived\n";
    return verdict.errors.empty() ? 0 : 1;
}
