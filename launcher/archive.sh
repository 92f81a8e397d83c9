# Quick starts: the server's classes in an archive of Java's own (class data sharing). Sourced by ../trestle.

# Puts the classes of each module of a build into a jar: Java keeps no classes of directories in an archive.
pack_classes() { # directory
    local classes module
    for classes in "$1"/*/classes; do
        module=${classes%/classes}
        "$JAVA_HOME/bin/jar" --create --no-compress --file "$module/classes.jar" -C "$classes" . || return 1
    done
}

# Sets ARCHIVE to the archive of the server's classes; empty if there is none. It is made by a rehearsal of the server, once for each
# build and Java. Without it, or if it does not fit, Java loads its classes one by one as always.
find_archive() { # java-command up to, and with, the class path...
    local log=$BUILD/archive.log
    ARCHIVE=
    [ -e "$JAVA_HOME/release" ] || return 0
    ARCHIVE=$BUILT/classes-$(cksum <"$JAVA_HOME/release" | tr -s ' \t' '-' | sed 's/-$//').jsa
    if [ ! -e "$ARCHIVE" ]; then
        echo "trestle: preparing for quick starts" >&2
        "$@" "-XX:ArchiveClassesAtExit=$ARCHIVE.$$" dev.trestle.server.Rehearsal "$BUILT/rehearsal" >"$log" 2>&1 </dev/null
        if [ -s "$ARCHIVE.$$" ]; then
            mv "$ARCHIVE.$$" "$ARCHIVE"
        else
            : >"$ARCHIVE" # not tried again
        fi
    fi
    [ -s "$ARCHIVE" ] || ARCHIVE=
}
