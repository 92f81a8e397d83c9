# The comparison with DynamoDB Local. Sourced by ../trestle.

# Fetches DynamoDB Local once, and sets LOCAL to the directory that holds it. Only this command ever does.
fetch_local() {
    local version log=$BUILD/dynamodb-local.log
    version=$(sed -n 's:.*<dynamodb-local.version>\(.*\)</dynamodb-local.version>.*:\1:p' "$ROOT/oracle/dynamodb-local/pom.xml")
    LOCAL=$BUILD/dynamodb-local-$version
    [ -e "$LOCAL/ready" ] && return 0
    echo "trestle: fetching DynamoDB Local $version. Its licence (the DynamoDB Local License Agreement of AWS) binds whoever" \
        "runs it; it is no part of Trestle." >&2
    find_maven
    mkdir -p "$BUILD" || exit 1
    maven_with_progress "$log" "fetching DynamoDB Local" -f "$ROOT/oracle/dynamodb-local/pom.xml" \
        -Dlocal.directory="$LOCAL" process-classes || show_failure "$log" "DynamoDB Local could not be fetched"
    : >"$LOCAL/ready"
}

run_oracle() { # arguments...
    find_java
    fetch_local
    BUILD_PROFILES=-Poracle
    run_java oracle dev.trestle.oracle.Oracle --dynamodb-local "$LOCAL" "$@"
}
