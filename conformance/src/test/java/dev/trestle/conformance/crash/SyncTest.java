package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No acknowledgement before its sync, seen from the operating system: under strace, each line by which a child process acknowledges a
 * write comes after a write to the log and the end of an fdatasync of that log, both since the line before.
 */
@Tag("once")
class SyncTest {
    private static final int WRITES = 40;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    /** Writes one after the other, and prints a line for each. */
    static final class OneByOne {
        private OneByOne() {}

        public static void main(String[] arguments) {
            try (TrestleDb db = StoreFiles.open(Path.of(arguments[0]))) {
                Script.createTables(db.client());
                Script script = new Script(1, "eve");
                Contents contents = Contents.empty();
                System.out.println("begin");
                for (int number = 0; number < WRITES; number++) {
                    Script.Step step = script.step(number, contents);
                    Contents before = contents.copy();
                    step.apply(contents);
                    step.run(db.client());
                    System.out.println(contents.equals(before) ? "nothing to write" : "acknowledged");
                }
                System.out.println("end");
            }
        }
    }

    @Test
    void write_acknowledged_wasSyncedBefore() throws Exception {
        List<String> acknowledgements = events(SystemCalls.of(temporary, OneByOne.class, temporary.resolve("store")));
        assertThat(acknowledgements.stream().filter(event -> event.equals("acknowledged")))
                .as("the trace holds the acknowledgements")
                .hasSizeGreaterThan(WRITES / 2);
        checkOrder(acknowledgements);
    }

    /** A write of the engine's own, such as a sweep's, may come between a write's sync and its acknowledgement. */
    private static void checkOrder(List<String> events) {
        boolean written = false;
        boolean synced = false;
        int position = events.indexOf("begin");
        for (String event : events.subList(position, events.indexOf("end"))) {
            switch (event) {
                case "write begins" -> written = true;
                case "sync ended" -> synced |= written;
                case "acknowledged" -> {
                    assertThat(synced).as("%s", events).isTrue();
                    written = false;
                    synced = false;
                }
                default -> {}
            }
        }
    }

    /** Begins of writes to a log and of acknowledgements, ends of syncs that succeeded, in order. */
    private static List<String> events(List<SystemCalls.Call> calls) {
        List<String> events = new ArrayList<>();
        for (SystemCalls.Call call : calls) {
            if (call.file().matches(".*/rocks/[0-9]+\\.log")) {
                events.add(call.isWrite() ? "write begins" : "sync ended");
            } else {
                List.of("begin", "acknowledged", "end").stream()
                        .filter(call::says)
                        .forEach(events::add);
            }
        }
        return events;
    }
}
