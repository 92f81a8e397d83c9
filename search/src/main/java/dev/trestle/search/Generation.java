package dev.trestle.search;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;

/**
 * One generation of an index, opened to be written. Each commit holds the position in the streams up to which changes are in it, so that both
 * become durable together. For one thread, but for what {@link #searchers} gives.
 */
final class Generation implements AutoCloseable {
    private static final String FORMAT = "1";
    private static final double BUFFER_MB = 32;

    private final FSDirectory directory;
    private final IndexWriter writer;
    private final SearcherManager searchers;

    private Generation(FSDirectory directory, IndexWriter writer) throws IOException {
        this.directory = directory;
        this.writer = writer;
        this.searchers = new SearcherManager(writer, null);
    }

    /** A new one, which nobody searches before its first commit. */
    static Generation create(Path path) throws IOException {
        return open(path, IndexWriterConfig.OpenMode.CREATE);
    }

    static Generation append(Path path) throws IOException {
        return open(path, IndexWriterConfig.OpenMode.APPEND);
    }

    private static Generation open(Path path, IndexWriterConfig.OpenMode mode) throws IOException {
        FSDirectory directory = FSDirectory.open(path);
        try {
            IndexWriterConfig config = new IndexWriterConfig(Analyzers.OF_INDEX)
                    .setOpenMode(mode)
                    .setRAMBufferSizeMB(BUFFER_MB)
                    .setCommitOnClose(false);
            IndexWriter writer = new IndexWriter(directory, config);
            try {
                return new Generation(directory, writer);
            } catch (IOException | RuntimeException e) {
                writer.rollback();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /**
     * The position in the streams up to which changes are in a generation, after every file was compared with its checksum; null if it is of
     * another version.
     *
     * @throws IOException if it is damaged
     */
    static @Nullable String check(Path path, IndexDefinition definition) throws IOException {
        try (FSDirectory directory = FSDirectory.open(path);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            Map<String, String> data = reader.getIndexCommit().getUserData();
            if (!versionOf(definition).equals(data.get("version"))) {
                return null;
            }
            for (LeafReaderContext leaf : reader.leaves()) {
                leaf.reader().checkIntegrity();
            }
            return data.get("position");
        }
    }

    /** Names all that makes old entries unusable. */
    private static String versionOf(IndexDefinition definition) {
        return FORMAT + "/" + definition.name() + "/" + definition.version() + "/"
                + definition.texts().keySet();
    }

    void put(String key, @Nullable String tenant, String id, Entry entry) throws IOException {
        writer.updateDocument(new Term(Fields.KEY, key), Fields.document(tenant, id, entry));
    }

    void delete(String key) throws IOException {
        writer.deleteDocuments(new Term(Fields.KEY, key));
    }

    void commit(IndexDefinition definition, String position) throws IOException {
        writer.setLiveCommitData(
                Map.of("version", versionOf(definition), "position", position).entrySet());
        writer.commit();
    }

    /** Lets searches see what was put. */
    void refresh() throws IOException {
        searchers.maybeRefreshBlocking();
    }

    SearcherManager searchers() {
        return searchers;
    }

    long entries() {
        return writer.getDocStats().numDocs;
    }

    /** What was not committed is gone, and comes from the streams again. */
    @Override
    public void close() {
        try (directory) {
            searchers.close();
            writer.rollback();
        } catch (IOException e) {
            // Everything that counts is in the last commit.
        }
    }
}
