package dev.trestle.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineException;
import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Swaps of tables that wait for the next start, in a file of the data directory: a system that runs has read its table, follows its stream
 * and would go on with both. They are done before any system is opened. An entry is removed before its swap is done, so that a process that
 * is killed in between leaves the tables as they were; a swap that was done twice would undo itself.
 */
public final class PendingSwaps {
    private static final Logger LOG = LoggerFactory.getLogger(PendingSwaps.class);
    private static final String FILE = "pending-swaps.json";

    private final Path file;

    public PendingSwaps(Path data) {
        this.file = data.resolve(FILE);
    }

    /** The table that takes the place of each. */
    synchronized Map<String, String> all() {
        try {
            return Files.exists(file)
                    ? Json.mapper().readValue(file.toFile(), new TypeReference<TreeMap<String, String>>() {})
                    : new TreeMap<>();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The file " + file + " cannot be read. Delete it to drop the swaps in it.", e);
        }
    }

    synchronized void add(String table, String copy) {
        Map<String, String> all = new TreeMap<>(all());
        all.put(table, copy);
        write(all);
    }

    /** Whether there was one. */
    synchronized boolean remove(String table) {
        Map<String, String> all = new TreeMap<>(all());
        boolean was = all.remove(table) != null;
        if (was) {
            write(all);
        }
        return was;
    }

    private void write(Map<String, String> all) {
        try {
            if (all.isEmpty()) {
                Files.deleteIfExists(file);
                return;
            }
            Path next = file.resolveSibling(FILE + ".next");
            Files.write(next, Json.bytes(all));
            try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("The file " + file + " cannot be written.", e);
        }
    }

    /** Does what waits. One that cannot be done is dropped with a warning: it must not keep the server from starting. */
    public void apply(Engine engine) {
        Map<String, String> waiting;
        try {
            waiting = all();
        } catch (UncheckedIOException e) {
            LOG.warn("swaps of tables that wait could not be read, and were not done", e);
            return;
        }
        waiting.forEach((table, copy) -> {
            remove(table);
            try {
                engine.swapTables(table, copy);
                LOG.atInfo()
                        .addKeyValue("table", table)
                        .addKeyValue("copy", copy)
                        .log("a restored table took the place of another; what was there is in the copy");
            } catch (EngineException e) {
                LOG.atWarn()
                        .addKeyValue("table", table)
                        .addKeyValue("copy", copy)
                        .setCause(e)
                        .log("a swap of tables could not be done and was dropped");
            }
        });
    }
}
