// Catch's main(), for all test programs without MPI.
#define CATCH_CONFIG_RUNNER
#include "catch_session.h"

int main(int argc, char** argv) {
    Catch::Session session;
    session.configData() = strict_config();
    const int failure = session.applyCommandLine(argc, argv);
    return failure != 0 ? failure : session.run();
}
