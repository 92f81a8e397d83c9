package dev.trestle.wire.dynamodb;

import dev.trestle.wire.json.Fields;

/** The tables that a request of one operation reaches: {@code check} has to ask for every one of them. */
@FunctionalInterface
interface Reach {
    void check(Fields request, TableAccess access);
}
