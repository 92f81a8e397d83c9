package dev.trestle.engine.transfer;

import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The moments of which exports are. Each export of a store on disk has a copy of it, made of links, in the data directory: {@code
 * exports/(export id)}. So an export that was cut short goes on, in another process too, with the very moment at which it began. Of a
 * store in memory it is a snapshot, which ends with the process.
 *
 * <p>Beside a copy lies a note of where its export is. A copy whose export is gone is removed when the next export begins.
 */
final class Moments {
    private static final String DIRECTORY = "exports";
    private static final String NOTE = ".target";
    private static final long COPY_CACHE_BYTES = 8L * 1024 * 1024;

    private final Store store;
    private final @Nullable Path directory;
    private final Set<String> underWay = new HashSet<>();

    Moments(Store store, @Nullable Path dataDirectory) {
        this.store = store;
        this.directory = dataDirectory == null ? null : dataDirectory.resolve(DIRECTORY);
    }

    /** One moment of the store; {@code copy} is null in memory. */
    record Moment(Snapshot snapshot, @Nullable Store copy) implements AutoCloseable {
        @Override
        public void close() {
            snapshot.close();
            if (copy != null) {
                copy.close();
            }
        }
    }

    /** Claims an export for this call. Tells whether nobody else in this process is at it. */
    synchronized boolean claim(String exportId) {
        return underWay.add(exportId);
    }

    synchronized void release(String exportId) {
        underWay.remove(exportId);
    }

    boolean has(String exportId) {
        return directory != null && Files.isDirectory(directory.resolve(exportId));
    }

    /** Keeps the moment that is now. */
    void keep(Layout export) throws IOException {
        if (directory != null) {
            DurableFiles.createDirectories(directory);
            DurableFiles.write(
                    note(directory, export.exportId()),
                    export.state().toAbsolutePath().toString());
            store.backup(directory.resolve(export.exportId()));
        }
    }

    Moment open(String exportId) {
        if (directory == null) {
            return new Moment(store.countedSnapshot(), null);
        }
        Store copy = Store.openCopy(directory.resolve(exportId), COPY_CACHE_BYTES);
        try {
            return new Moment(copy.countedSnapshot(), copy);
        } catch (RuntimeException | Error e) {
            copy.close();
            throw e;
        }
    }

    /** Lets go of a moment that nobody will ask for again. */
    void forget(String exportId) throws IOException {
        if (directory != null) {
            Store.removeCopy(directory.resolve(exportId));
            Files.deleteIfExists(note(directory, exportId));
        }
    }

    /** Lets go of the moments whose exports are complete, or were removed. */
    synchronized void forgetAbandoned() throws IOException {
        if (directory == null || !Files.isDirectory(directory)) {
            return;
        }
        for (Path note : notes(directory)) {
            String name = String.valueOf(note.getFileName());
            String exportId = name.substring(0, name.length() - NOTE.length());
            boolean abandoned = !Files.exists(Path.of(Files.readString(note)));
            if (abandoned && !underWay.contains(exportId)) {
                forget(exportId);
            }
        }
    }

    private static List<Path> notes(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(NOTE)).toList();
        }
    }

    private static Path note(Path directory, String exportId) {
        return directory.resolve(exportId + NOTE);
    }
}
