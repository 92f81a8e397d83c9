# The benchmarks, and what they compare with. Sourced by ../trestle.

DYNALITE_VERSION=4.0.0

# Installs dynalite once, with npm, and sets DYNALITE to the directory that holds it; empty if it cannot be had. Only bench --wire does.
fetch_dynalite() {
    local log=$BUILD/dynalite.log
    DYNALITE=$BUILD/dynalite-$DYNALITE_VERSION
    [ -e "$DYNALITE/ready" ] && return 0
    if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
        echo "trestle: NOT COMPARED with dynalite: it needs node and npm (Debian: apt install nodejs npm)." >&2
        DYNALITE=
        return 0
    fi
    echo "trestle: installing dynalite $DYNALITE_VERSION with npm" >&2
    mkdir -p "$DYNALITE" || exit 1
    if npm install --no-fund --no-audit --prefix "$DYNALITE" "dynalite@$DYNALITE_VERSION" >"$log" 2>&1 </dev/null; then
        : >"$DYNALITE/ready"
    else
        echo "trestle: NOT COMPARED with dynalite: npm could not install it, see $log" >&2
        DYNALITE=
    fi
}

run_bench() { # arguments...
    local with_local=
    TRESTLE_HEAP=${TRESTLE_HEAP:-2g}
    if [ "${1:-}" = start ]; then
        shift
        set -- --start "$@"
    fi
    if [ "${1:-}" = --dynamodb-local ]; then
        shift
        fetch_local
        with_local=yes
    fi
    case " $* " in
        *" --docstore "*)
            [ -z "$with_local" ] || MORE_CLASSES=$LOCAL/*
            case " $* " in
                *" --without-dynalite "*) ;;
                *)
                    fetch_dynalite
                    [ -z "$DYNALITE" ] || set -- --dynalite "$DYNALITE" "$@"
                    ;;
            esac
            ;;
        *" --wire "*) # the others run in processes of their own
            case " $* " in
                *" --without-dynalite "*) ;;
                *)
                    fetch_dynalite
                    [ -z "$DYNALITE" ] || set -- --dynalite "$DYNALITE" "$@"
                    ;;
            esac
            ;;
        *) [ -z "$with_local" ] || MORE_CLASSES=$LOCAL/* ;; # it insists on the application's own class loader
    esac
    [ -z "$with_local" ] || set -- --dynamodb-local "$LOCAL" "$@"
    run_java bench dev.trestle.bench.Bench "$@"
}
