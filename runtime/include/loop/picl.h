#pragma once
#include <loop/site.h>
