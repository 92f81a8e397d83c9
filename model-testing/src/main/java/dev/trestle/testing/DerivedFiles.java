package dev.trestle.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files under docs/api, which follow from code: a test compares them, and {@code -Dapi.renew=true} writes them anew. */
public final class DerivedFiles {
    private static final Path DIRECTORY = Path.of("../../docs/api");

    private DerivedFiles() {}

    /** What is stored; empty if there is no such file. */
    public static String stored(String name) throws IOException {
        Path file = DIRECTORY.resolve(name);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    /**
     * Compares a file with the text derived from the code.
     *
     * @throws AssertionError if they differ
     */
    public static void compare(String name, String derived) throws IOException {
        if (Boolean.getBoolean("api.renew")) {
            Files.createDirectories(DIRECTORY);
            Files.writeString(DIRECTORY.resolve(name), derived);
        }
        String stored = stored(name);
        if (!stored.equals(derived)) {
            throw new AssertionError("docs/api/" + name + " is old, from character " + firstDifference(stored, derived)
                    + " on. If the change is intended, run ./trestle test -Dtest=ApiFilesTest -Dapi.renew=true and look at"
                    + " the difference.");
        }
    }

    private static String firstDifference(String one, String other) {
        int at = 0;
        while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at + ": " + other.substring(at, Math.min(other.length(), at + 200));
    }
}
