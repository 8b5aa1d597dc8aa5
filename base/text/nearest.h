#pragma once

#include <loop/nearest.h> // did-you-mean follows the same rule in programs
