package dev.trestle.server.metrics;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** Adds up one series; any number of threads may. */
final class Counter {
    private final LongAdder reads = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final DoubleAdder readUnits = new DoubleAdder();
    private final DoubleAdder writeUnits = new DoubleAdder();
    private final LongAdder readBytes = new LongAdder();
    private final LongAdder writtenBytes = new LongAdder();

    void read(double units, long bytes) {
        reads.increment();
        readUnits.add(units);
        readBytes.add(bytes);
    }

    void written(double units, long bytes) {
        writes.increment();
        writeUnits.add(units);
        writtenBytes.add(bytes);
    }

    Amounts amounts() {
        return new Amounts(
                reads.sum(), writes.sum(), readUnits.sum(), writeUnits.sum(), readBytes.sum(), writtenBytes.sum());
    }
}
