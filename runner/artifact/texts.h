#pragma once

#include "runner/artifact/artifact.h"

#include <cstdint>
#include <string>
#include <vector>

/// The texts of an artifact, from templates in the installation folder `artifact` and from the records. No
/// side effects.
namespace loop::runner {

struct ArtifactFacts {
    const ArtifactRequest& request;
    const std::vector<std::string>& bundles; ///< the names of the programs' bundles
    std::uintmax_t bytes = 0;                ///< the size of bundles and records
};

/// The folders of the programs' bundles: the program's name, with the machine's if several have this name.
std::vector<std::string> bundle_names(const ArtifactRequest& request);

std::string reproduce_script(const std::string& form, const ArtifactFacts& facts);
std::string artifact_readme(const std::string& form, const ArtifactFacts& facts);
std::string appendix_text(const std::string& form, const ArtifactFacts& facts);
/// What the records say about the machines: one block for each that differs.
std::string environment_text(const ArtifactFacts& facts);

/// How many places of an appendix its author must fill in: those marked [AUTHOR: ...].
int places_for_author(const std::string& appendix);

} // namespace loop::runner
