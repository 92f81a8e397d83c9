package dev.trestle.platform.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The files of the class path that were sent before, read and compressed once. */
final class StaticFiles {
    /** Holds only what is on the class path, so that nobody can fill the memory with names of their own. */
    private final Map<String, StaticFile> known = new ConcurrentHashMap<>();

    @Nullable
    StaticFile find(String path, String type, UnaryOperator<byte[]> sent) throws IOException {
        StaticFile found = known.get(path);
        return found == null ? read(path, type, sent) : found;
    }

    private @Nullable StaticFile read(String path, String type, UnaryOperator<byte[]> sent) throws IOException {
        try (InputStream in = StaticFiles.class.getClassLoader().getResourceAsStream(path)) {
            if (in == null) {
                return null;
            }
            StaticFile read = new StaticFile(type, sent.apply(in.readAllBytes()));
            known.put(path, read);
            return read;
        }
    }
}
