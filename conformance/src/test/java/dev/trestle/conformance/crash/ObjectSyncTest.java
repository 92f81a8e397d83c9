package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.Upload;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No object is acknowledged before the disk has it, seen from the operating system: its file is synced, then the directory with the file's
 * name, and only then the index names it, in a log that is synced before the answer. Otherwise a power cut could leave a row without bytes.
 * The name of a directory that was made for the file is synced before the file is written.
 */
@Tag("once")
class ObjectSyncTest {
    private static final int OBJECTS = 15;
    private static final String DIRECTORY_NAMES_SYNCED = "directory names synced";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    /** Stores objects one after the other, and prints a line for each. */
    static final class OneByOne {
        private OneByOne() {}

        public static void main(String[] arguments) {
            try (ObjectStore store = ObjectStore.open(ObjectStoreOptions.directory(Path.of(arguments[0])))) {
                store.createBucket("bucket");
                System.out.println("begin");
                for (int number = 0; number < OBJECTS; number++) {
                    try (Upload<StoredObject> upload = store.beginPut(new PutObject("bucket", "k" + number))) {
                        upload.write(ByteBuffer.wrap(new byte[20_000]));
                        upload.write(ByteBuffer.wrap(new byte[20_000]));
                        upload.finish(null);
                    }
                    System.out.println("acknowledged");
                }
                System.out.println("end");
            }
        }
    }

    @Test
    void put_acknowledged_wasSyncedFileThenDirectoryThenIndex() throws Exception {
        List<String> events = new ArrayList<>();
        Set<String> directories = new HashSet<>();
        boolean namesSynced = false;
        for (SystemCalls.Call call : SystemCalls.of(temporary, OneByOne.class, temporary.resolve("store"))) {
            String event = event(call);
            boolean repeated =
                    !events.isEmpty() && events.get(events.size() - 1).equals(event);
            if (event.equals(DIRECTORY_NAMES_SYNCED)) {
                namesSynced = true;
            } else if (!event.isEmpty() && !repeated) {
                if (event.equals("file written") && directories.add(directory(call))) {
                    assertThat(namesSynced)
                            .as("%s was synced by name", directory(call))
                            .isTrue();
                }
                namesSynced = false;
                events.add(event);
            }
        }
        assertThat(directories).hasSizeGreaterThan(5);
        List<String> expected = new ArrayList<>();
        for (int number = 0; number < OBJECTS; number++) {
            expected.addAll(List.of(
                    "file written",
                    "file synced",
                    "directory synced",
                    "index written",
                    "index synced",
                    "acknowledged"));
        }
        assertThat(events.subList(events.indexOf("begin") + 1, events.indexOf("end")))
                .isEqualTo(expected);
    }

    private static String directory(SystemCalls.Call call) {
        return call.file().substring(0, call.file().lastIndexOf('/'));
    }

    private static String event(SystemCalls.Call call) {
        if (call.file().matches(".*/blobs/[0-9a-f]{2}/[0-9a-f]{30}")) {
            return call.isWrite() ? "file written" : "file synced";
        }
        if (call.file().matches(".*/blobs/[0-9a-f]{2}")) {
            return "directory synced";
        }
        if (call.file().endsWith("/blobs")) {
            return DIRECTORY_NAMES_SYNCED;
        }
        if (call.file().matches(".*/rocks/[0-9]+\\.log")) {
            return call.isWrite() ? "index written" : "index synced";
        }
        return List.of("begin", "acknowledged", "end").stream()
                .filter(call::says)
                .findFirst()
                .orElse("");
    }
}
