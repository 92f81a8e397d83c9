package dev.trestle.systems.formkiq.search;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.system.Environment;
import dev.trestle.search.Entry;
import dev.trestle.search.IndexDefinition;
import dev.trestle.search.SearchException;
import dev.trestle.search.SearchIndex;
import dev.trestle.search.SearchPage;
import dev.trestle.search.SearchRequest;
import dev.trestle.search.SearchUnavailableException;
import dev.trestle.systems.formkiq.api.Pages.Source;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentTags;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.tags.TagRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The words in documents' paths, metadata, tags and attributes. It follows the streams, a moment behind, and is made of
 * the tables again if its files are missing or damaged.
 *
 * <p>It knows which site a document is in. Rules of folders change without a change of the documents below, so that
 * what it finds is compared with them, and with the documents themselves, for each page.
 */
public final class TextIndex implements AutoCloseable {
    /** Raised with each change of what entries hold. */
    private static final int VERSION = 1;

    private static final String READER = "reader";
    private static final String NAME = "name";
    private static final String PATH = "path";
    private static final String METADATA = "metadata";
    private static final String TAGS = "tags";
    private static final String ATTRIBUTES = "attributes";
    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final int PAGE_MAX = 100;

    private static final IndexDefinition DEFINITION = IndexDefinition.named("documents", VERSION)
            .text(NAME, 4)
            .text(PATH, 2)
            .text(METADATA, 1)
            .text(TAGS, 2)
            .text(ATTRIBUTES, 2)
            .of(Documents.DOCUMENT, Document::documentId, TextIndex::entry)
            .part(DocumentTags.TAG, Tag::documentId, (reads, tag) -> entry(reads, tag.documentId()))
            .part(
                    DocumentAttributes.DOCUMENT_ATTRIBUTE,
                    DocumentAttribute::documentId,
                    (reads, row) -> entry(reads, row.documentId()));

    private final Environment<?> environment;
    private volatile @Nullable SearchIndex index;

    public TextIndex(Environment<?> environment) {
        this.environment = environment;
    }

    /** Opens the index, and follows the tables from then on; not called while samples are made. */
    public void start() {
        index = SearchIndex.open(
                DEFINITION,
                environment.directory().resolve("search"),
                new SearchIndex.Source(
                        environment.deployment(),
                        environment.streams(),
                        environment.store(),
                        SupportTable.FOLLOWER,
                        INTERVAL));
    }

    private static @Nullable Entry entry(ItemStore reads, String documentId) {
        return reads.consistent()
                .get(Documents.DOCUMENT_BY_ID.of(documentId))
                .map(document -> entry(reads, document))
                .orElse(null);
    }

    private static Entry entry(ItemStore reads, Document document) {
        String path = PathIndex.plain(String.valueOf(document.path()));
        int slash = path.lastIndexOf('/');
        StringBuilder metadata = new StringBuilder();
        document.metadata().forEach((key, value) -> {
            line(metadata, key);
            if (value.hasL()) {
                value.l().forEach(each -> line(metadata, each.s()));
            } else {
                line(metadata, value.s());
            }
        });
        ItemStore store = reads.consistent();
        StringBuilder tags = new StringBuilder();
        TagRows.of(store, document.documentId()).forEach(row -> {
            line(tags, row.tagKey());
            line(tags, row.tagValue());
        });
        StringBuilder attributes = new StringBuilder();
        DocumentValues.of(store, document.documentId()).forEach(row -> {
            line(attributes, row.key());
            line(attributes, row.value());
        });
        return Entry.readableBy(READER)
                .text(NAME, both(path.substring(slash + 1)))
                .text(PATH, slash < 0 ? null : both(path.substring(0, slash)))
                .text(METADATA, metadata.toString())
                .text(TAGS, tags.toString())
                .text(ATTRIBUTES, attributes.toString())
                .at(document.inserteddate().getEpochSecond());
    }

    private static void line(StringBuilder text, @Nullable String value) {
        if (value != null) {
            text.append(value).append('\n');
            String apart = apart(value);
            if (!apart.equals(value)) {
                text.append(apart).append('\n');
            }
        }
    }

    /** Words between which a name has a full stop or a line: {@code annual_plan.pdf} is one word to an analyzer. */
    private static String apart(String value) {
        return value.replace('.', ' ').replace('_', ' ');
    }

    private static String both(String value) {
        StringBuilder text = new StringBuilder();
        line(text, value);
        return text.toString();
    }

    /** The documents of a site that have all words of a text, the most relevant first. */
    Source<Hit> find(String site, String text) {
        return (after, count) -> {
            List<Placed<Hit>> found = new ArrayList<>();
            String cursor = after == null ? null : after.get(0);
            while (found.size() < count) {
                SearchPage page = page(site, text, Math.min(PAGE_MAX, count - found.size()), cursor);
                page.hits().forEach(hit -> found.add(new Placed<>(Hit.of(hit.id()), List.of(hit.cursor()))));
                cursor = page.cursor();
                if (cursor == null) {
                    break;
                }
            }
            return found;
        };
    }

    private SearchPage page(String site, String text, int count, @Nullable String cursor) {
        SearchIndex opened = index;
        if (opened == null) {
            throw ApiException.unavailable("The search index is not open yet. Try again in a moment.", RETRY, null);
        }
        try {
            return opened.search(SearchRequest.of(site, text, Set.of(READER), count)
                    .after(cursor)
                    .withoutExcerpts());
        } catch (SearchUnavailableException e) {
            throw ApiException.unavailable("The search index is being built. Try again in a moment.", RETRY, e);
        } catch (SearchException e) {
            throw Refusals.of("text", String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        SearchIndex opened = index;
        if (opened != null) {
            opened.close();
        }
    }
}
