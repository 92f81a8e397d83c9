# The test command and the licence report. Sourced by ../trestle.

ERRORS_SHOWN=200
REASON_LINES=12
FLAKES_MAX=1
ENGINE_COVERAGE_MIN=85
COVERAGE_REPORT=$ROOT/conformance/target/site/jacoco-aggregate/jacoco.csv
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
    install_tool tesseract-ocr tesseract --version
    install_tool ffmpeg ffmpeg -version
    install_tool clamav-daemon /usr/sbin/clamd --version
    install_tool libreoffice-writer-nogui soffice --version
    install_tool opencv-doc sh -c 'ls /usr/share/doc/opencv-doc/examples/data/vtest.avi*'
    install_tool python3-onnx /usr/bin/python3 -c "import onnx, numpy"
    install_tool fonts-noto-cjk sh -c 'fc-list :lang=zh-tw | grep -q .'
    install_tool nodejs node --version
    install_tool npm npm --version
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

# Everything that has to hold before a change is taken in; with --quick what a change is tried with while it is made. Ends with the line
# "N passed, N failed, N skipped".
run_tests() { # [--quick | --coverage] maven-arguments...
    local code=0 whole="" coverage=engine began=$SECONDS log=$ROOT/target/test.log began_file=$ROOT/target/test.began
    local what="compile with lint, error-prone and NullAway; tests; the engine's coverage; format; dependency rules"
    local maven=(verify) flaky=0
    case ${1:-} in
        --quick)
            shift
            coverage=""
            what="compile with lint, error-prone and NullAway; quick suites"
            maven=(-Pquick-tests -Dcoverage.skip=true -T 2 test)
            ;;
        --coverage)
            shift
            coverage=all
            what="compile with lint, error-prone and NullAway; tests; coverage; format; dependency rules"
            maven=(-Dcoverage.skip=false -Dcoverage.report.skip=false '-Dcoverage.classes=dev.trestle.*' verify)
            ;;
        *) [ $# -gt 0 ] || whole=yes ;;
    esac
    find_java
    find_maven
    mkdir -p "$ROOT/target" || exit 1
    cd "$ROOT" || exit 1
    [ -z "$coverage" ] || install_tools
    rm -f "$LICENSE_REPORT" "$COVERAGE_REPORT" "$log" "$log.conformance"
    : >"$began_file"
    echo "mvn ${maven[*]}${*:+ $*}: $what${whole:+; licences}"
    echo "Java $(java_major "$JAVA_HOME") in $JAVA_HOME; log in $log"

    if [ -n "$whole" ]; then
        run_whole "$log" || code=1
    else
        run_maven "$log" "${maven[@]}" "$@" || code=1
    fi
    report_not_run "$began_file"
    [ -z "$coverage" ] || report_coverage "$coverage" || code=1
    if [ -n "$whole" ] && [ ! -e "$COVERAGE_REPORT" ]; then
        echo "FAILED: coverage was not counted"
        code=1
    fi
    if [ -n "$whole" ] && [ "$code" -eq 0 ] && ! diff "$ROOT/THIRD-PARTY.txt" <(license_report); then
        echo "FAILED: THIRD-PARTY.txt is not what the dependencies say: run ./trestle licenses"
        code=1
    fi
    [ "$code" -eq 0 ] && try_again "$began_file" "$@" && flaky=$FLAKES
    count_tests "$log" "$code" $((SECONDS - began)) "$flaky"
}

# Runs Maven, says in short what it does, and adds its output to a log. A failed test does not keep the suites of other modules from running:
# count_tests fails in the end.
run_maven() { # log maven-arguments...
    local log=$1
    shift
    (
        set -o pipefail
        "$MAVEN" -B -fae -Dmaven.test.failure.ignore=true -Dstyle.color=never "$@" 2>&1 </dev/null | tee -a "$log" | report_tests
    )
}

# Compiles and checks everything; then runs the suites of conformance, many of which wait for disks and other programs, beside those of the
# other modules; and then those that measure, with nothing beside them.
run_whole() { # log
    local log=$1 code=0 conformance beside
    find "$ROOT" -path '*/target/jacoco.exec' -delete
    run_maven "$log" -T 2 -DskipTests verify "$LICENSE_GOAL" || return 1
    # Everything is compiled, and two builds at a time must not write the same files.
    beside=(-Dmaven.main.skip=true -Dmaven.resources.skip=true -Dmdep.skip=true -Dmaven.compiler.useIncrementalCompilation=false)
    set -m # in a group of its own, which ends with this shell however that ends
    run_maven "$log.conformance" "${beside[@]}" -Dtest.others.skip=true -Dtest.alone.skip=true -pl conformance -am test &
    conformance=$!
    set +m
    # shellcheck disable=SC2064
    trap "kill -- -$conformance 2>/dev/null" EXIT
    run_maven "$log" "${beside[@]}" -pl '!conformance' test || code=1
    wait "$conformance" || code=1
    trap - EXIT
    cat "$log.conformance" >>"$log"
    run_maven "$log" "${beside[@]}" -Dtest.others.skip=true -Dtest.together.skip=true -pl conformance -am prepare-package || code=1
    rm -f "$log.conformance"
    return "$code"
}

# The tests that failed in this run, one a line: module, class and method.
failed_tests() { # file-as-old-as-the-run
    find "$ROOT" -path '*/target/surefire-reports/TEST-*.xml' -newer "$1" -exec awk -v root="$ROOT/" '
        FNR == 1 { module = FILENAME; sub("/target/surefire-reports/.*", "", module); sub(root, "", module) }
        /<testcase / {
            name = $0; sub(/.*<testcase name="/, "", name); sub(/[^A-Za-z0-9_$].*/, "", name)
            class = $0; sub(/.* classname="/, "", class); sub(/["(].*/, "", class)
        }
        /<(failure|error)[ >]/ { print module, class, name }' {} +
}

# Tries the tests that failed once more, in sight, if no more than FLAKES_MAX did: more are no accident. A test of a kill, a race or a loss
# is tagged "once" and never tried again: what fails one time in a hundred there is a defect. Sets FLAKES to how many have passed now.
try_again() { # file-as-old-as-the-run maven-arguments...
    local failed module class method began_file=$1 log=$ROOT/target/test-again.log
    shift
    FLAKES=0
    failed=$(failed_tests "$began_file")
    [ -n "$failed" ] && [ "$(printf '%s\n' "$failed" | wc -l)" -le "$FLAKES_MAX" ] || return 1
    while read -r module class method; do
        echo "trying again: $class.$method"
        "$MAVEN" -B -Dstyle.color=never -Dtest.excluded.too=once -Dsurefire.failIfNoSpecifiedTests=false \
            "-Dtest=$class${method:+#$method}" \
            "$@" -pl "$module" -am test </dev/null >"$log" 2>&1
        # It may be excluded, as all that are tagged "once" are, and then nothing ran.
        if grep -q '^\[INFO\] BUILD SUCCESS' "$log" && grep -q 'Tests run: [1-9][0-9]*, Failures: 0, Errors: 0, .* -- in '"$class"'$' "$log"; then
            FLAKES=$((FLAKES + 1))
        else
            echo "  failed again, or is never tried again: $log"
        fi
    done <<<"$failed"
    [ "$FLAKES" -gt 0 ]
}

# Turns Maven's output into one line per module and suite, and the errors, each failed test with the first lines of why.
report_tests() {
    local line errors=0 reason=0 heading=""
    local suite='Tests run: ([0-9]+), .*Time elapsed: ([0-9.,]+ m?s).* -- in (.*)$'
    local module='Building (Trestle.*) [0-9][^ ]* +\[([0-9]+)/([0-9]+)\]'
    while IFS= read -r line; do
        if [[ $line =~ $suite ]]; then
            [ -z "$heading" ] || echo "$heading" # of modules with nothing to tell, none
            heading=""
            printf '  %-7s %5s tests %11s  %s\n' \
                "$(case $line in *'<<<'*) echo FAILED ;; *) echo ok ;; esac)" \
                "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}"
        elif [[ $line =~ $module ]]; then
            # What follows the last module is the report over all of them.
            [ "${BASH_REMATCH[2]}" -le "${BASH_REMATCH[3]}" ] && heading=${BASH_REMATCH[1]} || heading=Licences
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
    return 0 # not what the last line happened to be
}

# What tests could not run here, and why. Surefire keeps what tests print in files of its own.
report_not_run() { # file-as-old-as-the-run
    find "$ROOT" -path '*/target/surefire-reports/*-output.txt' -newer "$1" -exec grep -h '^NOT RUN: ' {} + | sort -u
}

# Coverage of the main code: the engine's, which has a floor, since what it promises is tested; or that of all modules.
report_coverage() { # engine | all
    [ -e "$COVERAGE_REPORT" ] || return 0
    awk -F, -v floor="$ENGINE_COVERAGE_MIN" -v which="$1" '
        NR > 1 { sub(/.*\//, "", $1); missed[$1] += $8; covered[$1] += $9 }
        END {
            for (module in missed) {
                lines = missed[module] + covered[module]
                if (lines == 0 || (which != "all" && module != which)) continue
                percent = 100 * covered[module] / lines
                printf "coverage: %-12s %5.1f %% of %d lines\n", module, percent, lines
                if (module == "engine" && percent < floor) low = percent
            }
            if (low) { printf "FAILED: the engine\047s coverage is %.1f %%, less than %d %%\n", low, floor; exit 1 }
        }' "$COVERAGE_REPORT"
}

# Prints the totals and exits. No test at all is no success.
count_tests() { # log code seconds flaky
    awk -v code="$2" -v seconds="$3" -v path="$1" -v flaky="$4" '
        # Maven sums up each run of suites in a line of counts alone.
        /Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+$/ {
            gsub(/[^0-9]+/, " ", $0)
            split($0, n, " ")
            run += n[1]; failed += n[2] + n[3]; skipped += n[4]
        }
        END {
            failed -= flaky
            if (run == 0) { print "FAILED: no test ran"; code = 1 }
            else if (code != 0 && failed == 0) print "FAILED: the tests passed, a check did not; see above and " path
            if (flaky > 0) printf "FLAKY: %d failed at first and passed when tried again; see above\n", flaky
            printf "%d s\n%d passed, %d failed, %d skipped\n", seconds, run - failed - skipped, failed, skipped
            exit code != 0 || failed > 0
        }' "$1"
    exit $?
}
