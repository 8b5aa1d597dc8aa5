#pragma once

#include <catch2/catch.hpp>

// A tag or a name on the command line that selects no test is a failure, so that no misspelt topic passes.
inline Catch::ConfigData strict_config() {
    Catch::ConfigData config;
    config.warnings = Catch::WarnAbout::NoTests;
    return config;
}
