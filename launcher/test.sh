# The test command and the licence report. Sourced by ../trestle.

ERRORS_SHOWN=200
REASON_LINES=12
FLAKES_MAX=3
ENGINE_COVERAGE_MIN=85
LICENSE_REPORT=$ROOT/target/licenses/THIRD-PARTY.txt
LICENSE_GOAL=license:aggregate-add-third-party

write_licenses() {
    find_java
    maven_quietly licenses process-classes "$LICENSE_GOAL"
    license_report >"$ROOT/THIRD-PARTY.txt" || exit 1
    echo "THIRD-PARTY.txt: $(grep -c '^ *(' "$ROOT/THIRD-PARTY.txt") dependencies, all under allowed licences"
}

# Projects that name no page of their own inherit one about hosting, which says nothing of them.
license_report() {
    sed 's# - http[^ )]*/oss-repository-hosting\.html[^)]*)# - no url defined)#' "$LICENSE_REPORT"
}

# What some tests need beyond the JDK and Maven, from Debian's packages, where this may install them.
install_tools() {
    install_tool strace strace -V
    install_tool awscli aws --version
    install_tool python3-boto3 python3 -c "import boto3"
    install_tool rclone rclone version
    install_tool chromium chromium --version
    install_tool chromium-driver chromedriver --version
}

install_tool() { # package command-that-works-once-it-is-there...
    local package=$1 log=$ROOT/target/tools.log
    shift
    "$@" >/dev/null 2>&1 && return
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        echo "installing $package"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package"; } >"$log" 2>&1 </dev/null
    fi
    "$@" >/dev/null 2>&1 || echo "NOT INSTALLED: $package; the tests that need it will say that they did not run"
}

# Everything that has to hold before a change is taken in. Ends with the line "N passed, N failed, N skipped".
run_tests() { # maven-arguments...
    local code=0 whole="" began=$SECONDS log=$ROOT/target/test.log began_file=$ROOT/target/test.began
    find_java
    find_maven
    mkdir -p "$ROOT/target" || exit 1
    cd "$ROOT" || exit 1
    install_tools
    rm -f "$LICENSE_REPORT"
    : >"$began_file"
    [ $# -eq 0 ] && whole=yes
    echo "mvn verify${*:+ $*}: compile with lint, error-prone and NullAway; tests; coverage; format; dependency rules${whole:+; licences}"
    echo "Java $(java_major "$JAVA_HOME") in $JAVA_HOME; log in $log"

    set -o pipefail
    # A failed test does not keep the suites of other modules from running: count_tests fails in the end. It is tried once more, so
    # that one run tells what fails from what fails now and then; both are shown, and more than a few of the second kind fail too.
    # shellcheck disable=SC2086
    "$MAVEN" -B -fae -Dmaven.test.failure.ignore=true -Dsurefire.rerunFailingTestsCount=1 -Dstyle.color=never verify ${whole:+$LICENSE_GOAL} "$@" 2>&1 | tee "$log" | report_tests || code=1
    set +o pipefail

    report_not_run "$began_file"
    report_coverage || code=1
    if [ -n "$whole" ] && [ "$code" -eq 0 ] && ! diff "$ROOT/THIRD-PARTY.txt" <(license_report); then
        echo "FAILED: THIRD-PARTY.txt is not what the dependencies say: run ./trestle licenses"
        code=1
    fi
    count_tests "$log" "$code" $((SECONDS - began))
}

# Turns Maven's output into one line per module and suite, and the errors, each failed test with the first lines of why.
report_tests() {
    local line errors=0 reason=0
    local suite='Tests run: ([0-9]+), .*Time elapsed: ([0-9.,]+ m?s).* -- in (.*)$'
    local module='Building (Trestle.*) [0-9][^ ]* +\[([0-9]+)/([0-9]+)\]'
    while IFS= read -r line; do
        if [[ $line =~ $suite ]]; then
            printf '  %-7s %5s tests %11s  %s\n' \
                "$(case $line in *'<<<'*) echo FAILED ;; *) echo ok ;; esac)" \
                "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}"
        elif [[ $line =~ $module ]]; then
            # What follows the last module is the report over all of them.
            [ "${BASH_REMATCH[2]}" -le "${BASH_REMATCH[3]}" ] && echo "${BASH_REMATCH[1]}" || echo "Licences"
        elif [[ $line == '[WARNING] '*.java:* && $errors -lt $ERRORS_SHOWN ]]; then
            errors=$((errors + 1))
            printf '  %.400s\n' "${line#\[WARNING\] }"
        elif [[ $line == '[ERROR] '?* && $errors -lt $ERRORS_SHOWN && $line != *'Help 1'* && $line != *-run\ Maven* ]]; then
            errors=$((errors + 1))
            printf '  %.400s\n' "${line#\[ERROR\] }"
            [[ $line == *'<<<'* ]] && reason=$REASON_LINES
        elif [[ $line == '['* ]]; then
            reason=0
        elif [ "$reason" -gt 0 ]; then
            reason=$((reason - 1))
            printf '      %.1000s\n' "$line"
        fi
    done
}

# What tests could not run here, and why. Surefire keeps what tests print in files of its own.
report_not_run() { # file-as-old-as-the-run
    find "$ROOT" -path '*/target/surefire-reports/*-output.txt' -newer "$1" -exec grep -h '^NOT RUN: ' {} + | sort -u
}

# Coverage of the main code by all suites together. The engine has a floor: what it promises is tested.
report_coverage() {
    local csv=$ROOT/conformance/target/site/jacoco-aggregate/jacoco.csv
    [ -e "$csv" ] || return 0
    awk -F, -v floor="$ENGINE_COVERAGE_MIN" '
        NR > 1 { sub(/.*\//, "", $1); missed[$1] += $8; covered[$1] += $9 }
        END {
            for (module in missed) {
                lines = missed[module] + covered[module]
                if (lines == 0) continue
                percent = 100 * covered[module] / lines
                printf "coverage by all suites: %-12s %5.1f %% of %d lines\n", module, percent, lines
                if (module == "engine" && percent < floor) low = percent
            }
            if (low) { printf "FAILED: the engine\047s coverage is %.1f %%, less than %d %%\n", low, floor; exit 1 }
        }' "$csv"
}

# Prints the totals and exits. No test at all is no success.
count_tests() { # log code seconds
    awk -v code="$2" -v seconds="$3" -v path="$1" -v flakes_max="$FLAKES_MAX" '
        # Maven sums up each run of suites, after its reruns, in a line of counts alone.
        /Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+(, Flakes: [0-9]+)?$/ {
            gsub(/[^0-9]+/, " ", $0)
            split($0, n, " ")
            run += n[1]; failed += n[2] + n[3]; skipped += n[4]; flaky += n[5]
        }
        END {
            if (run == 0) { print "FAILED: no test ran"; code = 1 }
            else if (code != 0 && failed == 0) print "FAILED: the tests passed, a check did not; see above and " path
            if (flaky > 0) printf "FLAKY: %d failed at first and passed when tried again; see above\n", flaky
            if (flaky > flakes_max) { printf "FAILED: more than %d are flaky\n", flakes_max; code = 1 }
            printf "%d s\n%d passed, %d failed, %d skipped\n", seconds, run - failed - skipped, failed, skipped
            exit code != 0 || failed > 0
        }' "$1"
    exit $?
}
