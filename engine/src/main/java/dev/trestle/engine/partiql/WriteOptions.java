package dev.trestle.engine.partiql;

import dev.trestle.engine.api.Metering;
import org.jspecify.annotations.Nullable;

/** What a request says of a statement that writes, beside the statement. */
record WriteOptions(@Nullable String onFailure, Metering metering) {
    /** For a statement of a transaction, which tells its cost as a whole. */
    static WriteOptions inTransaction(@Nullable String onFailure) {
        return new WriteOptions(onFailure, Metering.NONE);
    }
}
