package dev.trestle.engine.expression;

import dev.trestle.engine.value.Value;

/** What an update does at one path, its right-hand side evaluated. */
sealed interface Change {

    record Put(Value value) implements Change {}

    /** Remove what is there, if anything. */
    record Remove() implements Change {}

    /** Leave it as it is. */
    record Keep() implements Change {}
}
