package dev.trestle.objects.care;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.blob.BlobFiles;
import dev.trestle.objects.index.Index;
import dev.trestle.objects.index.Table;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks, once after each opening and beside all requests, for blobs that no commit ever named: a process that was killed leaves them. A file
 * is looked up in the index only after it was seen not to be under way, so one whose commit is still to come is never taken for lost.
 */
public final class Sweep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

    private final Index index;
    private final BlobFiles files;
    private final Thread thread = new Thread(this::run, "trestle-objects-sweep");
    private final CompletableFuture<Long> removed = new CompletableFuture<>();
    private volatile boolean closing;

    public Sweep(Index index, BlobFiles files) {
        this.index = index;
        this.files = files;
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** How many files it has removed, when it is through. */
    public CompletableFuture<Long> removed() {
        return removed;
    }

    private void run() {
        long count = 0;
        try {
            for (Path directory : files.directories()) {
                count += sweep(directory);
            }
        } catch (IOException | RuntimeException e) {
            if (!closing) {
                LOG.warn("the search for blobs that nothing names was given up; the next opening begins anew", e);
            }
        }
        if (count > 0) {
            LOG.info("removed {} blobs that nothing names, left by a process that did not end well", count);
        }
        removed.complete(count);
    }

    private long sweep(Path directory) throws IOException {
        long count = 0;
        try (DirectoryStream<Path> entries = files.files(directory)) {
            for (Path file : entries) {
                if (closing) {
                    return count;
                }
                Bytes id = files.id(file);
                if (id == null) {
                    LOG.warn("{} is no blob; it is left alone", file);
                } else if (!files.isUnderWay(id) && index.get(Table.BLOBS, Index.key(Table.BLOBS, id)) == null) {
                    files.delete(id);
                    count++;
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return count;
    }

    @Override
    public void close() {
        closing = true;
        removed.join();
    }
}
