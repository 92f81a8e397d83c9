# Finding the JDK. Sourced by ../trestle.

JAVA_LEAST=17

# The major version of the Java in a directory, read from its release file: starting Java to ask costs 50 ms.
java_major() { # java-home
    local version
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null)
    if [ -z "$version" ]; then
        version=$("$1/bin/java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
    fi
    echo "${version:-0}"
}

java_home_of_path() {
    local java link
    java=$(command -v java) || return 1
    while [ -L "$java" ]; do
        link=$(readlink "$java")
        case $link in
            /*) java=$link ;;
            *) java=$(dirname "$java")/$link ;;
        esac
    done
    (cd "$(dirname "$java")/.." && pwd -P)
}

# Sets and exports JAVA_HOME to a JDK that is new enough: the one it names already, or the one on the PATH. What only runs does without
# the compiler.
find_java() { # [runtime]
    local home major seen="" use=${1:-}
    for home in "${JAVA_HOME:-}" "$(java_home_of_path)"; do
        [ -n "$home" ] || continue
        if [ ! -x "$home/bin/java" ]; then
            seen="$seen; $home has no bin/java"
            continue
        fi
        major=$(java_major "$home")
        if [ "$major" -lt "$JAVA_LEAST" ]; then
            seen="$seen; $home is Java $major"
        elif [ "$use" != runtime ] && [ ! -x "$home/bin/javac" ]; then
            seen="$seen; $home has no compiler (a JRE, not a JDK)"
        else
            export JAVA_HOME=$home
            return 0
        fi
    done
    fail 1 "trestle: a JDK, version $JAVA_LEAST or newer, is needed and was not found${seen}." \
        "Install one (Debian: apt install openjdk-17-jdk-headless) or let JAVA_HOME name it."
}

find_maven() {
    MAVEN=$(command -v "${MAVEN_CMD:-mvn}") && return 0
    fail 1 "trestle: Maven 3.8 or newer is needed to build and was not found on the PATH." \
        "Install it (Debian: apt install maven) or let MAVEN_CMD name it."
}
