#pragma once

// What `loop record` tells the library that it preloads into the ranks of a program.

namespace loop {

constexpr const char* record_folder_variable = "LOOP_RECORD_FOLDER";   // where the ranks write
constexpr const char* recorded_events_variable = "LOOP_RECORD_EVENTS"; // of each rank's trace in memory
constexpr const char* recorded_disk_variable = "LOOP_RECORD_DISK";     // MiB of each rank's further events

constexpr long default_recorded_events = 1000000;
constexpr long default_recorded_disk = 1024;

} // namespace loop
