package dev.trestle.search;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.events.Follower;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A full-text index that follows the streams of its tables.
 *
 * <p>It holds nothing that is not in the tables. If its files are missing, damaged or of another version, or if changes were missed, it is
 * rebuilt from them; an index that can still be searched is, until the new one is complete. Of several processes that share a
 * directory one writes, the one with the lease; the others search what it has committed.
 */
public final class SearchIndex implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SearchIndex.class);
    private static final int STOP_SECONDS = 10;

    private final IndexDefinition definition;
    private final IndexWriting writing;
    private final Thread thread;

    /**
     * What an index is made of.
     *
     * @param store of the model, for all tenants
     * @param lease where the lease of its writer is kept
     * @param interval between two reads of the streams: a search is that far behind
     */
    public record Source(
            Deployment deployment,
            DynamoDbStreamsClient streams,
            ItemStore store,
            Follower.Declaration lease,
            Duration interval) {}

    /** How an index is. */
    public enum Phase {
        /** It is built from the tables. */
        BUILDING,
        /** It follows the streams. */
        FOLLOWING,
        /** Another process writes it. */
        READING
    }

    /**
     * How an index is now.
     *
     * @param isSearchable whether there is something to search in, though it may be old
     * @param entries in it; while it is built, so far
     * @param skipped records that could not be made into entries since it was opened; a rebuild tries them again
     */
    public record State(Phase phase, boolean isSearchable, long entries, long skipped) {}

    private SearchIndex(IndexDefinition definition, IndexWriting writing) {
        this.definition = definition;
        this.writing = writing;
        this.thread = new Thread(writing::run, "trestle-search-" + definition.name());
        thread.setDaemon(true);
    }

    /** Returns at once; what has to be read or built is done on a thread of its own. */
    public static SearchIndex open(IndexDefinition definition, Path directory, Source source) {
        SearchIndex index = new SearchIndex(definition, new IndexWriting(definition, directory, source));
        index.thread.start();
        return index;
    }

    /**
     * @throws SearchException if the request cannot be answered as it is
     * @throws SearchUnavailableException while there is no index
     */
    public SearchPage search(SearchRequest request) {
        SearcherManager searchers = writing.searchers();
        if (searchers == null) {
            throw unavailable();
        }
        IndexSearcher shared = acquire(searchers);
        try {
            // Its own searcher, because a time limit belongs to one search.
            return new Finder(definition, new IndexSearcher(shared.getIndexReader())).find(request);
        } catch (SearchException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            LOG.warn("an index could not be read; its files are checked", e);
            writing.checkFiles();
            throw unavailable();
        } finally {
            release(searchers, shared);
        }
    }

    private static IndexSearcher acquire(SearcherManager searchers) {
        try {
            return searchers.acquire();
        } catch (IOException | RuntimeException e) {
            throw unavailable(); // it was closed just now, for a new one
        }
    }

    private static void release(SearcherManager searchers, IndexSearcher shared) {
        try {
            searchers.release(shared);
        } catch (IOException e) {
            LOG.warn("an old state of an index could not be closed", e);
        }
    }

    private static SearchUnavailableException unavailable() {
        return new SearchUnavailableException("The search index is being built. Try again in a moment.");
    }

    /** Builds it anew, in the background. It can be searched meanwhile. */
    public void rebuild() {
        writing.rebuild();
    }

    public State state() {
        return writing.state();
    }

    @Override
    public void close() {
        writing.stop();
        try {
            thread.join(Duration.ofSeconds(STOP_SECONDS).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            thread.interrupt();
        }
    }
}
