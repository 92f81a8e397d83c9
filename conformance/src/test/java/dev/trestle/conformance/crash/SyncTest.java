package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No acknowledgement before its sync, seen from the operating system: under strace, each line by which a child process acknowledges a
 * write comes after a write to the log and the end of an fdatasync of that log, both since the line before.
 */
class SyncTest {
    private static final int WRITES = 40;
    private static final Pattern CALL =
            Pattern.compile("(?<pid>\\d+)\\s+(?<call>write|fdatasync|fsync)\\(\\d+<(?<file>[^>]*)>(?<rest>.*)");
    private static final Pattern RESUMED = Pattern.compile(
            "(?<pid>\\d+)\\s+<\\.\\.\\. (?<call>write|fdatasync|fsync) resumed>.*= (?<result>-?\\d+).*");

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
        if (!isStraceThere()) {
            System.err.println(
                    "NOT RUN: strace is not installed, so nothing shows that acknowledgements wait for the disk");
            Assumptions.abort("strace is not installed: apt-get install strace");
        }
        Path trace = temporary.resolve("trace");
        List<String> strace = List.of(
                "strace", "-f", "-qq", "-y", "-s", "40", "-e", "trace=write,fdatasync,fsync", "-o", trace.toString());
        try (ChildJvm child = ChildJvm.start(temporary, strace, OneByOne.class, temporary.resolve("store"))) {
            child.readUntil("end");
            assertThat(child.waitFor()).as(child.errors()).isZero();
        }
        List<String> acknowledgements = events(Files.readAllLines(trace));
        assertThat(acknowledgements.stream().filter(event -> event.equals("acknowledged")))
                .as("the trace holds the acknowledgements")
                .hasSizeGreaterThan(WRITES / 2);
        checkOrder(acknowledgements);
    }

    private static boolean isStraceThere() throws InterruptedException {
        try {
            return new ProcessBuilder("strace", "-o", "/dev/null", "true")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void checkOrder(List<String> events) {
        boolean written = false;
        boolean synced = false;
        int position = events.indexOf("begin");
        for (String event : events.subList(position, events.indexOf("end"))) {
            switch (event) {
                case "write begins" -> {
                    written = true;
                    synced = false;
                }
                case "sync ended" -> synced = written;
                case "acknowledged" -> {
                    assertThat(written && synced).as("%s", events).isTrue();
                    written = false;
                    synced = false;
                }
                default -> {}
            }
        }
    }

    /** Begins of writes to a log and of acknowledgements, ends of syncs that succeeded, in order. */
    private static List<String> events(List<String> trace) {
        List<String> events = new ArrayList<>();
        Map<String, String> syncing = new HashMap<>();
        for (String line : trace) {
            Matcher call = CALL.matcher(line);
            Matcher resumed = RESUMED.matcher(line);
            if (call.matches()) {
                boolean isLog = call.group("file").matches(".*/rocks/[0-9]+\\.log");
                boolean isWrite = call.group("call").equals("write");
                if (isLog && isWrite) {
                    events.add("write begins");
                } else if (isWrite) {
                    for (String said : List.of("begin", "acknowledged", "end")) {
                        if (call.group("rest").startsWith(", \"" + said + "\\n")) {
                            events.add(said);
                        }
                    }
                } else if (isLog && call.group("rest").matches("\\)\\s+= 0")) {
                    events.add("sync ended");
                } else if (isLog) {
                    syncing.put(call.group("pid"), call.group("file"));
                }
            } else if (resumed.matches() && !resumed.group("call").equals("write")) {
                if (syncing.remove(resumed.group("pid")) != null
                        && resumed.group("result").equals("0")) {
                    events.add("sync ended");
                }
            }
        }
        return events;
    }
}
