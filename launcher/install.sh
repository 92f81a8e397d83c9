# An installation: a directory with all that a server needs to run, and nothing that builds it. Sourced by ../trestle.
#
# It holds lib/ with every jar of the class path, native/ with RocksDB's library, and this launcher, which runs what is there: it neither
# looks for Maven, nor for its repository in somebody's home, nor writes anything. Any account that can read it can run it.

INSTALLED=$ROOT/lib/classpath
INSTALLED_COMMANDS="serve verify backup restore export import users keys jobs model vision --help --version"

is_installed() {
    [ -e "$INSTALLED" ]
}

# The class path of an installation; its jars are in the order in which lib/classpath has them.
installed_classpath() {
    sed "s,^,$ROOT/lib/," "$INSTALLED" | paste -s -d : -
}

install_to() { # directory
    local target=${1:-} staging
    [ $# -eq 1 ] && [ -n "$target" ] || fail 2 "Usage: ./trestle install DIR" "DIR is made, or replaced if it is an installation."
    case $target in
        /*) ;;
        *) target=$PWD/$target ;;
    esac
    if [ -e "$target" ] && [ ! -e "$target/lib/classpath" ] && [ -n "$(ls -A "$target" 2>/dev/null)" ]; then
        fail 2 "trestle: $target holds something else than an installation. Name a directory that is empty, or not there yet."
    fi
    prepare server
    umask 022
    staging=$target.new
    rm -rf "$staging"
    mkdir -p "$staging/lib" "$staging/native" "$staging/launcher" || fail 1 "trestle: $staging cannot be made."
    copy_jars "$staging/lib"
    copy "$NATIVE"/* "$staging/native"
    copy "$ROOT"/launcher/*.sh "$ROOT"/launcher/nearest.awk "$staging/launcher"
    copy "$ROOT/LICENSE" "$ROOT/NOTICE" "$ROOT/THIRD-PARTY.txt" "$ROOT/docs/trestle.conf" "$ROOT/packaging/trestle.service" "$staging"
    install -m 755 "$ROOT/trestle" "$staging/trestle" || exit 1
    pom_property version >"$staging/VERSION"
    rm -rf "$target.old"
    [ ! -e "$target" ] || mv "$target" "$target.old" || exit 1
    mv "$staging" "$target" || exit 1
    rm -rf "$target.old"
    # The archive for quick starts names its jars by their final place.
    TRESTLE_PRINT_JAVA=1 "$target/trestle" serve >/dev/null || fail 1 "trestle: $target does not run."
    echo "trestle $(cat "$target/VERSION") is installed: $target/trestle serve"
}

copy() { # files... directory
    install -m 644 "$@" || fail 1 "trestle: the installation could not be written."
}

# Modules' jars are all called classes.jar: they get the name of their module.
copy_jars() { # directory
    local jar name
    printf '%s\n' "$CLASSPATH_OF_MODULE" | tr ':' '\n' | while IFS= read -r jar; do
        name=${jar##*/}
        if [ "$name" = classes.jar ]; then
            name=${jar%/classes.jar}
            name=trestle-${name##*/}.jar
        fi
        [ ! -e "$1/$name" ] || fail 1 "trestle: two jars are called $name."
        copy "$jar" "$1/$name"
        printf '%s\n' "$name" >>"$1/classpath"
    done || exit 1
}
