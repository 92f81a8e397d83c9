package dev.trestle.conformance.concurrency;

import org.jspecify.annotations.Nullable;

/**
 * One call of a recorded history: what was asked, what was answered, and when.
 *
 * @param call for the model, and for whoever reads a failure
 * @param answer null stands for an answer that says nothing, or for "there is no item", as the call has it
 */
record Operation<C>(C call, @Nullable Object answer, long invokedNanos, long respondedNanos) {
    Operation {
        if (respondedNanos < invokedNanos) {
            throw new IllegalArgumentException("a response before its call");
        }
    }
}
