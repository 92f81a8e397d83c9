package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.system.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of videos on this machine: programs that read videos read files. A copy is kept for the next who wants it, as long as all of them
 * together are within a limit; the one that was not used for longest goes first. For any number of threads.
 */
public final class SourceFiles implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SourceFiles.class);
    private static final long KEPT_BYTES_MAX = 2L << 30;

    private final Path directory;
    private final ObjectBucket contents;
    private final Map<String, Copy> copies = new LinkedHashMap<>(16, 0.75f, true);

    /** A copy, and how many use it. */
    private static final class Copy {
        private final Path path;
        private int users;
        private boolean ready;
        private boolean failed;

        Copy(Path path) {
            this.path = path;
        }
    }

    /** A copy while it is used. */
    public final class Use implements AutoCloseable {
        private final Copy copy;

        private Use(Copy copy) {
            this.copy = copy;
        }

        public Path path() {
            return copy.path;
        }

        @Override
        public void close() {
            release(copy);
        }
    }

    public SourceFiles(Environment<?> environment, ObjectBucket contents) {
        this.directory = environment.directory().resolve("videos");
        this.contents = contents;
    }

    /**
     * A copy of an object.
     *
     * @throws VideoRefusedException if the object is gone
     */
    public Use open(String key) {
        Copy copy;
        boolean fetch = false;
        synchronized (this) {
            Copy known = copies.get(key);
            if (known == null || known.failed) {
                known = new Copy(
                        directory.resolve("video-" + ProcessHandle.current().pid() + "-" + UUID.randomUUID()));
                copies.put(key, known);
                fetch = true;
            }
            known.users++;
            copy = known;
        }
        if (fetch) {
            fetch(key, copy);
        } else {
            await(copy);
        }
        return new Use(copy);
    }

    private void fetch(String key, Copy copy) {
        boolean done = false;
        try (InputStream stored = contents.open(key)) {
            if (stored == null) {
                throw new VideoRefusedException("The video's file is gone.");
            }
            Files.createDirectories(directory);
            Files.copy(stored, copy.path, StandardCopyOption.REPLACE_EXISTING);
            done = true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            settle(key, copy, done);
        }
    }

    private synchronized void settle(String key, Copy copy, boolean done) {
        copy.ready = done;
        copy.failed = !done;
        if (!done) {
            copy.users--;
            copies.remove(key, copy);
            delete(copy);
        }
        notifyAll();
    }

    private synchronized void await(Copy copy) {
        try {
            while (!copy.ready && !copy.failed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            copy.users--;
            throw new UncheckedIOException(new IOException("Interrupted while another fetched the video."));
        }
        if (copy.failed) {
            copy.users--;
            throw new UncheckedIOException(new IOException("The video could not be fetched."));
        }
    }

    private synchronized void release(Copy copy) {
        copy.users--;
        long kept = 0;
        for (Copy each : List.copyOf(copies.values())) {
            kept += each.path.toFile().length();
        }
        for (Map.Entry<String, Copy> each : List.copyOf(copies.entrySet())) {
            if (kept <= KEPT_BYTES_MAX) {
                break;
            }
            if (each.getValue().users == 0) {
                kept -= each.getValue().path.toFile().length();
                copies.remove(each.getKey());
                delete(each.getValue());
            }
        }
        if (copy.users == 0 && !copies.containsValue(copy)) {
            delete(copy); // its video was deleted while it was used
        }
    }

    /** Forgets the copy of an object that is deleted. */
    public synchronized void forget(String key) {
        Copy copy = copies.remove(key);
        if (copy != null && copy.users == 0) {
            delete(copy);
        }
    }

    private static void delete(Copy copy) {
        try {
            Files.deleteIfExists(copy.path);
        } catch (IOException e) {
            LOG.warn("a copy of a video could not be removed: {}", copy.path, e);
        }
    }

    /** Removes what processes before this one have left. */
    public void sweep() {
        String own = "video-" + ProcessHandle.current().pid() + "-";
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.filter(file -> !file.getFileName().toString().startsWith(own))
                    .sorted(Comparator.naturalOrder())
                    .toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            LOG.warn("old copies of videos could not be removed", e);
        }
    }

    @Override
    public synchronized void close() {
        copies.values().stream().filter(copy -> copy.users == 0).forEach(SourceFiles::delete);
        copies.values().removeIf(copy -> copy.users == 0);
    }
}
