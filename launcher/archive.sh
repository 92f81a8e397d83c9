# Quick starts: the server's classes in an archive of Java's own (class data sharing). Sourced by ../trestle.

# Puts the classes of each module of a build into a jar: Java keeps no classes of directories in an archive.
pack_classes() { # directory
    local classes module
    for classes in "$1"/*/classes; do
        module=${classes%/classes}
        "$JAVA_HOME/bin/jar" --create --no-compress --file "$module/classes.jar" -C "$classes" . || return 1
    done
}

# Sets ARCHIVE to the archive of the server's classes; empty if there is none. It is made once for each build and Java, of the classes that
# a rehearsal of the server loads. Without it, or if it does not fit, Java loads its classes one by one as always.
find_archive() { # java-command up to, and with, the class path...
    ARCHIVE=
    [ -e "$JAVA_HOME/release" ] || return 0
    ARCHIVE=$BUILT/classes-$(cksum <"$JAVA_HOME/release" | tr -s ' \t' '-' | sed 's/-$//').jsa
    if [ ! -e "$ARCHIVE" ] && [ -w "$BUILT" ]; then
        echo "trestle: preparing for quick starts" >&2
        make_archive "$ARCHIVE.$$" "$@" >"$BUILD/archive.log" 2>&1 </dev/null
        if [ -s "$ARCHIVE.$$" ]; then
            mv "$ARCHIVE.$$" "$ARCHIVE"
        else
            : >"$ARCHIVE" # not tried again
        fi
    fi
    [ -s "$ARCHIVE" ] || ARCHIVE=
}

# One archive of Java's classes and ours, in place of one upon Java's: that would lack classes as old as picocli's.
make_archive() { # archive java-command...
    local archive=$1 word dump=()
    shift
    "$@" "-XX:DumpLoadedClassList=$archive.list" dev.trestle.server.Rehearsal "$BUILT/rehearsal"
    # Only G1 can put Java's own objects into it; whatever runs later can read them.
    for word in "$@"; do
        case $word in
            -XX:+Use*GC) word=-XX:+UseG1GC ;;
        esac
        dump+=("$word")
    done
    "${dump[@]}" -Xshare:dump "-XX:SharedClassListFile=$archive.list" "-XX:SharedArchiveFile=$archive"
    rm -f "$archive.list"
}
