package dev.trestle.conformance.streams;

import dev.trestle.engine.api.StreamListener;
import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** A listener that keeps what it is told. */
class Collector implements StreamListener {
    private final List<StreamRecord> records = new ArrayList<>();
    private int gaps;
    private int ends;

    @Override
    public synchronized void onRecords(List<StreamRecord> delivered) {
        records.addAll(delivered);
    }

    @Override
    public synchronized void onGap() {
        gaps++;
    }

    @Override
    public synchronized void onEnd() {
        ends++;
    }

    synchronized List<StreamRecord> records() {
        return List.copyOf(records);
    }

    /** The partition keys of the records, in their order. */
    List<String> keys() {
        return records().stream().map(Collector::key).toList();
    }

    static String key(StreamRecord record) {
        return ((Value.S) Objects.requireNonNull(record.keys().attribute("pk"))).value();
    }

    synchronized int gaps() {
        return gaps;
    }

    synchronized int ends() {
        return ends;
    }

    void awaitRecords(int count) {
        await(count + " records are delivered", () -> records().size() >= count);
    }

    static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .until(condition);
    }
}
