package dev.trestle.systems.unisync.transfer;

import dev.trestle.platform.api.Csv;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.work.WorkException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files of imports, read. The last few stay in memory: an import reads its file for each step. For any number of threads. */
final class ImportFiles {
    static final int ROWS_MAX = 10_000;
    static final long BYTES_MAX = 10L * 1024 * 1024;

    private static final int KEPT_MAX = 4;

    private final ObjectBucket bucket;
    private final Map<String, ImportRows> kept = new LinkedHashMap<>(KEPT_MAX, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ImportRows> eldest) {
            return size() > KEPT_MAX;
        }
    };

    ImportFiles(ObjectBucket bucket) {
        this.bucket = bucket;
    }

    /**
     * The rows of a file.
     *
     * @throws WorkException if it is gone, or no table that can be read
     */
    synchronized ImportRows rows(String key) {
        ImportRows known = kept.get(key);
        if (known == null) {
            known = read(key);
            kept.put(key, known);
        }
        return known;
    }

    private ImportRows read(String key) {
        byte[] bytes = bucket.bytes(key);
        if (bytes == null) {
            throw new WorkException("FILE_GONE", "The file is kept no longer. Upload it again.");
        }
        try {
            return ImportRows.read(bytes, ROWS_MAX);
        } catch (Csv.MalformedException e) {
            throw new WorkException("NO_TABLE", "The file is no table that can be read: " + e.getMessage() + ".");
        }
    }

    synchronized void delete(String key) {
        kept.remove(key);
        bucket.delete(key);
    }
}
