# Building only what a command runs, only when its sources changed. Sourced by ../trestle.
#
# Each state of the sources is built into a directory of its own, .build/MODULE-CHECKSUM, complete when the file "ready" is in it.
# So a build never takes the classes away from a process that runs, and two states never mix.

BUILD=$ROOT/.build
BUILDS_KEPT=3

# Where a module of this project lies, below its root; nothing if there is none of that name.
module_directory() { # artifact
    local directory
    for directory in "$1" "systems/$1"; do
        if [ -f "$ROOT/$directory/pom.xml" ]; then
            printf '%s' "$directory"
            return
        fi
    done
}

# The directories of a module and of the modules of this project that it depends on, directly or not, one per line.
module_closure() { # module
    local found=" $1 " queue=$1 module dependency directory
    while [ -n "$queue" ]; do
        module=${queue%% *}
        queue=${queue#"$module"}
        queue=${queue# }
        for dependency in $(awk '/<groupId>dev\.trestle<\/groupId>/ { getline; gsub(/.*<artifactId>|<\/artifactId>.*/, ""); print }' \
            "$ROOT/$module/pom.xml"); do
            directory=$(module_directory "$dependency")
            case $found in
                *" $directory "*) ;;
                *)
                    if [ -n "$directory" ]; then
                        found="$found$directory "
                        queue="${queue:+$queue }$directory"
                    fi
                    ;;
            esac
        done
    done
    # shellcheck disable=SC2086
    printf '%s\n' $found
}

# A checksum over the names and contents of everything that goes into a module's build.
source_checksum() { # module
    (
        cd "$ROOT" || exit 1
        for module in $(module_closure "$1"); do
            find "$module/pom.xml" "$module/src/main" -type f -exec cksum {} +
        done
        cksum pom.xml .mvn/jvm.config
    ) | sort -k 3 | cksum | tr -s ' \t' '-' | sed 's/-$//'
}

# Sets BUILT to the directory that holds a complete build of the module.
build() { # module
    local module=$1 log="$BUILD/$1.log"
    BUILT="$BUILD/$module-$(source_checksum "$module")"
    [ -e "$BUILT/ready" ] && return 0
    find_maven
    mkdir -p "$BUILD" || exit 1
    lock_builds
    if [ ! -e "$BUILT/ready" ]; then
        maven_with_progress "$log" "building $module" ${BUILD_PROFILES:+"$BUILD_PROFILES"} -Dquick="$BUILT" -pl "$module" -am \
            process-classes ||
            show_failure "$log" "the build of $module failed"
        pack_classes "$BUILT" || fail 1 "trestle: the classes of $module could not be packed"
        : >"$BUILT/ready"
        prune_builds "$module"
    fi
    unlock_builds
}

lock_builds() {
    if command -v flock >/dev/null; then
        exec 9>"$BUILD/lock"
        flock -n 9 && return 0
        echo "trestle: waiting for another build to end" >&2
        flock 9
    else
        until mkdir "$BUILD/lock.d" 2>/dev/null; do
            if ! kill -0 "$(cat "$BUILD/lock.d/pid" 2>/dev/null || echo $$)" 2>/dev/null; then
                rm -rf "$BUILD/lock.d" # its owner died
            else
                sleep 1
            fi
        done
        echo $$ >"$BUILD/lock.d/pid"
    fi
}

unlock_builds() {
    exec 9>&-
    rm -rf "$BUILD/lock.d"
}

# Notes that this process, which is about to become Java, uses a build; forgets those that have ended.
mark_used() { # directory
    local file
    for file in "$1"/used-by.*; do
        [ -e "$file" ] && ! kill -0 "${file##*.}" 2>/dev/null && rm -f "$file"
    done
    { : >"$1/used-by.$$"; } 2>/dev/null # who runs it may not be who built it
}

in_use() { # directory
    local file
    for file in "$1"/used-by.*; do
        [ -e "$file" ] && kill -0 "${file##*.}" 2>/dev/null && return 0
    done
    return 1
}

prune_builds() { # module
    ls -dt "$BUILD/$1"-*/ | tail -n "+$((BUILDS_KEPT + 1))" | while IFS= read -r old; do
        in_use "$old" || rm -rf "$old"
    done
}

# Runs Maven with its output in a log, and shows on standard error how far it is.
maven_with_progress() { # log title maven-arguments...
    local log=$1 title=$2
    shift 2
    (
        set -o pipefail
        cd "$ROOT" && "$MAVEN" -B -Dstyle.color=never "$@" 2>&1 | tee "$log" | show_progress "$title"
    )
}

show_progress() { # title
    local title=$1 line="" part code module="" what="" at="" spin=0 began=$SECONDS terminal=""
    [ -t 2 ] && terminal=yes
    [ -n "$terminal" ] || echo "trestle: $title" >&2
    while :; do
        IFS= read -r -t 1 part
        code=$?
        line=$line$part
        if [ "$code" -gt 128 ]; then
            : # no line within the second: turn the wheel only
        elif [ "$code" -ne 0 ]; then
            break
        else
            case $line in
                *"Building "*"["*"/"*"]"*)
                    at=${line##*\[}
                    at=${at%%\]*}
                    # What follows the last module is a report over all of them.
                    [ "${at%%/*}" -le "${at##*/}" ] || at="${at##*/}/${at##*/}"
                    at="[$at]"
                    module=${line#*Building }
                    module=${module%% [0-9]*}
                    what=""
                    [ -n "$terminal" ] || echo "trestle: $at $module" >&2
                    ;;
                *"Downloading from "*) what=" · fetching ${line##*/}" ;;
                *" --- "*) what="" ;;
            esac
            line=""
        fi
        if [ -n "$terminal" ]; then
            spin=$(((spin + 1) % 4))
            printf '\r\033[K%.100s' "$(printf '%s' '|/-\' | cut -c $((spin + 1))) $title $at $module, $((SECONDS - began)) s$what" >&2
        fi
    done
    if [ -n "$terminal" ]; then
        printf '\r\033[K' >&2
    else
        echo "trestle: $title took $((SECONDS - began)) s" >&2
    fi
}

show_failure() { # log message
    grep -v -e '^\[ERROR\] *$' -e 'Downloaded from' -e 'Downloading from' -e 'Help 1' -e 're-run Maven' -e 'Re-run Maven' "$1" |
        tail -n 40 >&2
    fail 1 "" "trestle: $2; the whole log is in $1"
}

maven_quietly() { # name maven-arguments...
    local name=$1
    shift
    find_maven
    mkdir -p "$BUILD" || exit 1
    maven_with_progress "$BUILD/$name.log" "$name" "$@" || show_failure "$BUILD/$name.log" "$name failed"
}
