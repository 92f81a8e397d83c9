package dev.trestle.engine.transfer;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.write.BulkWriter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Puts the items of one data file, from the line at which an earlier import stopped. Used by one thread. */
final class FileImport {
    private static final int CHUNK_BYTES = 1024 * 1024;
    private static final int CHUNK_ITEMS = 2048;
    private static final int COMMITS_UNDER_WAY = 3;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int RETRIES_MAX = 12_000; // a minute

    private final BulkWriter bulk;
    private final TableDef table;
    private final ImportSource.DataFileEntry file;
    private final byte[] noteKey;
    private final ImportNote done;
    private final Counted counted;
    private final Deque<CompletableFuture<@Nullable Void>> underWay = new ArrayDeque<>();
    private List<BulkWriter.Prepared> chunk = new ArrayList<>();
    private long chunkBytes;
    private ImportNote noted;

    /** Told what is on disk. */
    interface Counted {
        void add(long items, long jsonBytes);
    }

    FileImport(
            BulkWriter bulk,
            TableDef table,
            ImportSource.DataFileEntry file,
            byte[] noteKey,
            ImportNote done,
            Counted counted) {
        this.bulk = bulk;
        this.table = table;
        this.file = file;
        this.noteKey = noteKey;
        this.done = done;
        this.noted = done;
        this.counted = counted;
    }

    void run(BooleanSupplier stopped) throws IOException {
        String md5 = Md5.ofFile(file.path());
        if (!md5.equals(file.md5())) {
            throw EngineException.validation(file.path() + " is damaged: its MD5 is " + md5 + ", and " + file.md5()
                    + " in the manifest. Nothing more of it was imported");
        }
        try (LineReader lines = new LineReader(file.path(), file.name())) {
            while (!stopped.getAsBoolean() && lines.next()) {
                if (lines.lineNumber() > file.items()) {
                    throw lines.problem("the manifest counts " + file.items() + " items only");
                }
                if (lines.lineNumber() > done.lines()) {
                    add(lines);
                }
            }
            if (!stopped.getAsBoolean() && lines.lineNumber() < file.items()) {
                throw lines.problem("this is the last, and the manifest counts " + file.items() + " items");
            }
            if (!chunk.isEmpty()) {
                commit(lines);
            }
        } finally {
            awaitAll();
        }
    }

    private void add(LineReader lines) throws IOException {
        BulkWriter.Prepared item;
        try {
            item = BulkWriter.prepare(table, ItemParser.parse(lines.array(), lines.offset(), lines.length()));
        } catch (EngineException e) {
            throw lines.problem(e.getMessage());
        }
        chunk.add(item);
        chunkBytes += item.storedBytes();
        if (chunkBytes >= CHUNK_BYTES || chunk.size() >= CHUNK_ITEMS) {
            commit(lines);
        }
    }

    private void commit(LineReader lines) {
        while (underWay.size() >= COMMITS_UNDER_WAY) {
            await(underWay.remove());
        }
        ImportNote note = new ImportNote(lines.lineNumber(), lines.bytes());
        long items = note.lines() - noted.lines();
        long jsonBytes = note.jsonBytes() - noted.jsonBytes();
        underWay.add(put(note).thenRun(() -> counted.add(items, jsonBytes)));
        noted = note;
        chunk = new ArrayList<>();
        chunkBytes = 0;
    }

    /** Others may write meanwhile, so that the queue is full or an item's lock is held for long. */
    private CompletableFuture<@Nullable Void> put(ImportNote note) {
        for (int attempt = 0; ; attempt++) {
            try {
                return bulk.put(table.name(), table.id(), chunk, note.put(noteKey));
            } catch (EngineException e) {
                boolean busy = e.code() == ErrorCode.THROTTLING || e.code() == ErrorCode.TRANSACTION_CONFLICT;
                if (!busy || attempt == RETRIES_MAX) {
                    throw e;
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void awaitAll() {
        while (!underWay.isEmpty()) {
            await(underWay.remove());
        }
    }

    private static void await(CompletableFuture<@Nullable Void> commit) {
        try {
            commit.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof EngineException failure ? failure : e;
        }
    }
}
