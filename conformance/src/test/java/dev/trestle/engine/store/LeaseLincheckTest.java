package dev.trestle.engine.store;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nobody is inside the lease, under any interleaving, when what it protects is freed or afterwards. */
@Tag("once")
class LeaseLincheckTest {
    /** The model checker takes every walk over many cells for a wait: two are enough to tell them apart. */
    private static final int CELLS = 2;

    @Test
    void use_whileTheOwnerReplacesOrCloses_neverTouchesFreedHandles() {
        new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(1)
                .iterations(4)
                .invocationsPerIteration(150)
                .minimizeFailedScenario(false)
                .check(Handles.class);
    }

    /** A handle that says whether it was used after it was freed. No order of whole operations ever does that. */
    public static class Handles {
        private final Lease lease = new Lease(CELLS);
        private volatile boolean freed;

        @Operation
        public String use() {
            int ticket;
            try {
                ticket = lease.enter();
            } catch (IllegalStateException e) {
                return "closed";
            }
            try {
                return freed ? "used after it was freed" : "used";
            } finally {
                lease.exit(ticket);
            }
        }

        /** Whoever must not wait is turned away at times, so that it says nothing when it was. */
        @Operation
        public String tryToUse() {
            int ticket = lease.tryEnter();
            if (ticket == Lease.NOT_NOW) {
                return "";
            }
            try {
                return freed ? "used after it was freed" : "";
            } finally {
                lease.exit(ticket);
            }
        }

        @Operation(nonParallelGroup = "owner")
        public void replace() {
            lease.exclusively(false, () -> {
                boolean before = freed;
                freed = true;
                freed = before;
            });
        }

        @Operation(nonParallelGroup = "owner")
        public void close() {
            lease.exclusively(true, () -> freed = true);
        }
    }
}
