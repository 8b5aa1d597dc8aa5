# Sourced by ./loop and ./check (POSIX sh): finds the checkout, installs what is missing, builds.
# The callers set `root` (the checkout) before they source this.

quiet= # if not empty, only problems are printed
say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
tell() { [ -n "$quiet" ] || say "$@"; }

# Prints names and reasons from packages.txt. $1: "tool" for the lines before all sections, "style" for that section,
# "tests" for everything.
wanted_packages() {
    awk -v wanted="$1" 'BEGIN { section = "tool" }
        /^#/ || NF == 0 { next }
        /^\[/ { section = substr($0, 2, length($0) - 2); next }
        wanted == "tests" || wanted == section { print }' "$root/cmake/packages.txt"
}

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

missing_packages() {
    wanted_packages "$1" | while read -r name why; do
        is_installed "$name" || printf '%s\t%s\n' "$name" "$why"
    done
}

# Whether to use Debian packages: not without apt, and not if the caller has other dependencies.
uses_packages() {
    [ -z "${LOOP_NO_PACKAGES:-}" ] && [ -z "${CMAKE_PREFIX_PATH:-}" ] &&
        command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1
}

# Installs the missing packages, and prints their names and reasons. Without root, prints the command and stops.
# With the stamp file $2, later calls need not check again.
ensure_packages() {
    stamp=$2
    if [ -f "$stamp" ] && cmp -s "$stamp" "$root/cmake/packages.txt"; then return; fi
    if uses_packages; then
        missing=$(missing_packages "$1")
        if [ -n "$missing" ]; then
            say "these Debian packages are missing:"
            printf '%s\n' "$missing" | awk -F '\t' '{ printf "  %-24s %s\n", $1, $2 }' >&2
            install_packages $(printf '%s\n' "$missing" | cut -f 1)
        fi
    else
        ensure_dependencies "${stamp%/*}"
    fi
    mkdir -p "${stamp%/*}" && cp "$root/cmake/packages.txt" "$stamp"
}

# Prints the packages for the dependencies with these keys (without a key: for all), from cmake/dependencies.txt.
providers() {
    awk -F ' *[|] *' -v keys=" $* " '/^#/ || NF < 7 { next }
        keys == "  " || index(keys, " " $1 " ") {
            printf "  %s\n      Debian: %s; Fedora: %s; Spack: %s; else %s\n", $3, $4, $5, $6, $7 }' \
        "$root/cmake/dependencies.txt"
}

# Without apt: lists all missing dependencies with their packages, and stops if LOOP cannot be built. CMake looks for
# them (cmake/dependencies.cmake) in a temporary folder below $1.
ensure_dependencies() {
    absent=
    command -v cmake >/dev/null 2>&1 || absent=cmake
    generator=
    if command -v ninja >/dev/null 2>&1; then generator="-G Ninja"
    elif ! command -v make >/dev/null 2>&1; then absent="$absent make"; fi
    if [ -n "$absent" ]; then
        { say "missing, and without it nothing else can be looked for:"
          providers $absent >&2
          say "all that LOOP is built and run with:"
          providers >&2; }
        exit 4
    fi
    tell "looking for what LOOP is built with"
    looked=$1/.dependencies
    rm -rf "$looked"
    mkdir -p "$looked" || exit 7
    if cmake -S "$root" -B "$looked" $generator -DLOOP_TESTS=OFF >"$looked/log" 2>&1 </dev/null; then
        [ -n "$quiet" ] || [ ! -f "$looked/missing.txt" ] || cat "$looked/missing.txt" >&2
        rm -rf "$looked"
    elif [ -f "$looked/missing.txt" ]; then
        cat "$looked/missing.txt" >&2
        say "install it and run this again; under a prefix: CMAKE_PREFIX_PATH=PREFIX $0 (docs/installing.md)"
        exit 4
    else
        cat "$looked/log" >&2
        exit 4
    fi
}

install_packages() {
    command="apt-get install -y --no-install-recommends $*"
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        as_root="sudo -n"
    else
        say "installing them needs root; run this, and then ${0##*/} again:"
        printf '  sudo %s\n' "$command" >&2
        say "without root, with dependencies under a prefix of yours: docs/installing.md"
        exit 4
    fi
    log=$(mktemp) || exit 7
    # Fetch the package lists only if installing fails: they may be missing (a bare container) or too old.
    if ! run_apt "installing packages" install -y --no-install-recommends "$@"; then
        : >"$log"
        if ! { run_apt "fetching the lists of packages" update &&
               run_apt "installing packages" install -y --no-install-recommends "$@"; }; then
            grep -v '^[dp][lm]status:' "$log" | tail -n 20 >&2
            rm -f "$log"
            say "apt-get failed; the command was: $command"
            exit 4
        fi
    fi
    rm -f "$log"
}

# run_apt WHAT ARGUMENT...: runs apt-get and shows its progress, which apt-get writes to stdout, because sudo would
# close another descriptor.
run_apt() {
    doing=$1
    shift
    { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o APT::Status-Fd=1 "$@" 2>&1 </dev/null; echo "[exit $?]"; } |
        show_progress "$doing" "$log"
}

# Only one command builds at a time; others wait, and then find the build done.
lock_build() {
    mkdir -p "$1" || exit 7
    exec 9>>"$1/.lock" # whoever holds it writes its number into it
    command -v flock >/dev/null 2>&1 || return 0
    if ! flock -n 9; then
        holder=$(cat "$1/.lock")
        what=
        [ -z "$holder" ] || what=$({ tr '\0' ' ' <"/proc/$holder/cmdline"; } 2>/dev/null)
        if [ -n "$what" ]; then what="process $holder (${what% })"; else what="another command"; fi
        tell "waiting for $what, which builds in $1"
        flock 9
    fi
    echo $$ >"$1/.lock"
}
unlock_build() { exec 9>&-; }

# configure_in FOLDER [CMAKE-ARGUMENT...]: configures the folder if it is new, or if arguments are given.
configure_in() {
    folder=$1
    shift
    mkdir -p "$folder"
    log=$folder/build.log
    : >"$log"
    if [ -f "$folder/CMakeCache.txt" ] && { [ -f "$folder/build.ninja" ] || [ -f "$folder/Makefile" ]; }; then
        [ $# -gt 0 ] || return 0
    else
        [ $# -gt 0 ] || set -- -DLOOP_TESTS=OFF
        # Halves the build time. Hot targets request optimization themselves (loop_hot in cmake/unity.cmake).
        set -- "-DCMAKE_CXX_FLAGS_RELEASE=-Og -DNDEBUG" "$@"
        if command -v ninja >/dev/null 2>&1; then set -- -G Ninja "$@"; fi
    fi
    cmake -S "$root" -B "$folder" "$@" >>"$log" 2>&1 </dev/null || build_failed
}

# build_in FOLDER WHAT TARGET [CMAKE-ARGUMENT...]: configures if needed, builds, and shows the progress. If the build
# fails, shows the errors in the log.
build_in() {
    folder=$1 what=$2 target=$3
    shift 3
    configure_in "$folder" "$@"
    { cmake --build "$folder" --target "$target" --parallel "$(build_jobs)" 2>&1 </dev/null; echo "[exit $?]"; } |
        show_progress "$what" "$log" || build_failed
}

build_failed() {
    grep -E 'error|Error|FAILED|undefined reference' "$log" | head -n 20 >&2
    say "the build failed; all of it is in $log"
    exit 4
}

# show_progress WHAT LOG: copies the output of a builder or of apt-get from stdin to the log, and shows the progress: on
# a terminal in one rewritten line, otherwise in a line every ten seconds. Returns the exit status in the last line.
show_progress() {
    what=$1 log=$2 begun=$(date +%s) told=0 status=4
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        case $line in
        '[exit '*) status=${line#'[exit '} status=${status%]} ;;
        '['*/*']'*) step=${line%%]*} step=${step#[} && tell_progress "${step%/*}" "${step#*/}" ;; # ninja
        '['*%']'*) step=${line%%\%]*} step=${step#[} && tell_progress "${step##* }" 100 ;;        # make
        dlstatus:*) tell_apt "downloading packages" ;;
        pmstatus:*) tell_apt "installing packages" ;;
        esac
    done
    if [ "$told" != 0 ] && [ -t 2 ]; then printf '\r\033[K' >&2; fi
    return "$status"
}

# Shows the percentage in a line `pmstatus:PACKAGE:PERCENT:WORDS`; the package name may contain a colon. Downloading
# and installing are counted separately.
tell_apt() {
    if [ "$what" != "$1" ]; then what=$1 begun=$(date +%s); fi
    percent= fields=${line#*:}
    while [ -n "$fields" ]; do
        field=${fields%%:*}
        case $field in
        *[!0-9.]*) [ -z "$percent" ] || break ;;
        *) percent=${field%%.*} ;;
        esac
        case $fields in *:*) fields=${fields#*:} ;; *) break ;; esac
    done
    [ -z "$percent" ] || tell_progress "$percent" 100
}

tell_progress() { # DONE ALL
    if [ -n "$quiet" ]; then return; fi
    now=$(date +%s)
    if [ "$1" -eq 0 ]; then return; fi
    left=$(((now - begun) * ($2 - $1) / $1))
    case $((left / 60)) in 0) left="$left s left" ;; *) left="$((left / 60)) min $((left % 60)) s left" ;; esac
    if [ $((now - begun)) -lt 3 ]; then left=; fi # too early to tell
    if [ -t 2 ]; then
        printf '\r%s: %s  %s/%s  %s\033[K' "${0##*/}" "$what" "$1" "$2" "$left" >&2
        told=$now
    elif [ $((now - told)) -ge 10 ]; then
        tell "$what  $1/$2  $left"
        told=$now
    fi
}

# At least two jobs, but no more than memory allows: the generated parser needs about 1 GiB per job.
build_jobs() {
    cores=$(nproc 2>/dev/null || echo 2)
    gib=$(awk '/^MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo 2>/dev/null)
    if [ -n "$gib" ] && [ "$gib" -lt "$cores" ]; then cores=$gib; fi
    if [ "$cores" -lt 2 ]; then cores=2; fi
    echo "$cores"
}
