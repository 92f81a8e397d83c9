package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

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

/** What a child process did to its files, as strace saw it: begins of writes, and ends of syncs that succeeded, in their order. */
final class SystemCalls {
    private static final Pattern CALL =
            Pattern.compile("(?<pid>\\d+)\\s+(?<call>write|fdatasync|fsync)\\(\\d+<(?<file>[^>]*)>(?<rest>.*)");
    private static final Pattern RESUMED = Pattern.compile(
            "(?<pid>\\d+)\\s+<\\.\\.\\. (?<call>write|fdatasync|fsync) resumed>.*= (?<result>-?\\d+).*");

    private SystemCalls() {}

    /** {@code said} is what a write wrote, up to 40 characters, as strace shows it; empty for a sync. */
    record Call(boolean isWrite, String file, String said) {

        boolean says(String line) {
            return isWrite && said.startsWith(", \"" + line + "\\n");
        }
    }

    /** Runs a main class to its end, which it tells with the line {@code end}. */
    static List<Call> of(Path home, Class<?> main, Object... arguments) throws Exception {
        if (!isStraceThere()) {
            System.err.println(
                    "NOT RUN: strace is not installed, so nothing shows that acknowledgements wait for the disk");
            Assumptions.abort("strace is not installed: apt-get install strace");
        }
        Path trace = home.resolve("trace");
        List<String> strace = List.of(
                "strace", "-f", "-qq", "-y", "-s", "40", "-e", "trace=write,fdatasync,fsync", "-o", trace.toString());
        try (ChildJvm child = ChildJvm.start(home, strace, main, arguments)) {
            child.readUntil("end");
            assertThat(child.waitFor()).as(child.errors()).isZero();
        }
        return parse(Files.readAllLines(trace));
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

    private static List<Call> parse(List<String> trace) {
        List<Call> calls = new ArrayList<>();
        Map<String, String> syncing = new HashMap<>();
        for (String line : trace) {
            Matcher call = CALL.matcher(line);
            Matcher resumed = RESUMED.matcher(line);
            if (call.matches()) {
                if (call.group("call").equals("write")) {
                    calls.add(new Call(true, call.group("file"), call.group("rest")));
                } else if (call.group("rest").matches("\\)\\s+= 0")) {
                    calls.add(new Call(false, call.group("file"), ""));
                } else {
                    syncing.put(call.group("pid"), call.group("file"));
                }
            } else if (resumed.matches() && !resumed.group("call").equals("write")) {
                String file = syncing.remove(resumed.group("pid"));
                if (file != null && resumed.group("result").equals("0")) {
                    calls.add(new Call(false, file, ""));
                }
            }
        }
        return calls;
    }
}
