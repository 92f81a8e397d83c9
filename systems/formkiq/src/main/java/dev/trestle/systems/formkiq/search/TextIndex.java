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
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncType;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentTags;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.ReadingRows;
import dev.trestle.systems.formkiq.model.ReadingRows.FullText;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.reading.FullDocument;
import dev.trestle.systems.formkiq.reading.FullDocument.FullAttribute;
import dev.trestle.systems.formkiq.reading.FullTexts;
import dev.trestle.systems.formkiq.reading.Syncs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The words in documents' paths, metadata, tags, attributes and contents. It follows the streams, a moment behind, and is made of
 * the tables again if its files are missing or damaged.
 *
 * <p>It knows which site a document is in. Rules of folders change without a change of the documents below, so that
 * what it finds is compared with them, and with the documents themselves, for each page.
 */
public final class TextIndex implements AutoCloseable {
    /** Raised with each change of what entries hold. */
    private static final int VERSION = 2;

    private static final String READER = "reader";
    private static final String NAME = "name";
    private static final String PATH = "path";
    private static final String METADATA = "metadata";
    private static final String TAGS = "tags";
    private static final String ATTRIBUTES = "attributes";
    private static final String CONTENT = "content";
    private static final String ID = "id";
    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final int PAGE_MAX = 100;
    private static final int TERM_MAX = 1000;

    private final Environment<?> environment;
    private final FullTexts texts;
    private final IndexDefinition definition;
    private volatile @Nullable SearchIndex index;

    public TextIndex(Environment<?> environment, FullTexts texts, Syncs syncs) {
        this.environment = environment;
        this.texts = texts;
        this.definition = IndexDefinition.named("documents", VERSION)
                .text(NAME, 4)
                .text(PATH, 2)
                .text(METADATA, 1)
                .text(TAGS, 2)
                .text(ATTRIBUTES, 2)
                .text(CONTENT, 1)
                .of(Documents.DOCUMENT, Document::documentId, this::entry)
                .part(DocumentTags.TAG, Tag::documentId, (reads, tag) -> entry(reads, tag.documentId()))
                .part(
                        DocumentAttributes.DOCUMENT_ATTRIBUTE,
                        DocumentAttribute::documentId,
                        (reads, row) -> entry(reads, row.documentId()))
                .part(ReadingRows.FULL_TEXT, FullText::documentId, (reads, row) -> entry(reads, row.documentId()))
                .onWritten(written -> note(syncs, written));
    }

    /** Each write is a row of its document, so that one sees what has reached the index and what has not. */
    private static void note(Syncs syncs, IndexDefinition.Written written) {
        RuntimeException failure = written.failure();
        if (written.isRemoved()) {
            syncs.softDeleted(written.store(), written.id());
        } else {
            syncs.write(
                    written.store(),
                    written.id(),
                    written.entity() == ReadingRows.FULL_TEXT ? SyncType.CONTENT : SyncType.METADATA,
                    failure == null ? SyncStatus.COMPLETE : SyncStatus.FAILED,
                    failure == null ? null : String.valueOf(failure.getMessage()));
        }
    }

    /** Opens the index, and follows the tables from then on; not called while samples are made. */
    public void start() {
        index = SearchIndex.open(
                definition,
                environment.directory().resolve("search"),
                new SearchIndex.Source(
                        environment.deployment(),
                        environment.streams(),
                        environment.store(),
                        SupportTable.FOLLOWER,
                        INTERVAL));
    }

    private @Nullable Entry entry(ItemStore reads, String documentId) {
        return reads.consistent()
                .get(Documents.DOCUMENT_BY_ID.of(documentId))
                .map(document -> entry(reads, document))
                .orElse(null);
    }

    /** None for a document that was taken out of the index. */
    private @Nullable Entry entry(ItemStore reads, Document document) {
        return texts.find(reads.consistent(), document)
                .map(full -> entry(full, document))
                .orElse(null);
    }

    private static Entry entry(FullDocument full, Document document) {
        String path = PathIndex.plain(full.path() == null ? "" : full.path());
        int slash = path.lastIndexOf('/');
        Entry entry = Entry.readableBy(READER)
                .text(NAME, both(path.substring(slash + 1)))
                .text(PATH, slash < 0 ? null : both(path.substring(0, slash)))
                .text(METADATA, lines(full.metadata()))
                .text(TAGS, lines(full.tags()))
                .text(ATTRIBUTES, lines(values(full.attributes())))
                .text(CONTENT, full.content())
                .at(document.inserteddate().getEpochSecond());
        Map<String, Set<String>> filters = Map.of(
                ID, Set.of(document.documentId()),
                TAGS, terms(full.tags()),
                ATTRIBUTES, terms(values(full.attributes())));
        return new Entry(entry.readers(), entry.texts(), filters, entry.at(), entry.stored());
    }

    private static Map<String, List<String>> values(Map<String, FullAttribute> attributes) {
        Map<String, List<String>> values = new TreeMap<>();
        attributes.forEach((key, attribute) -> values.put(key, attribute.values()));
        return values;
    }

    private static String lines(Map<String, List<String>> values) {
        StringBuilder text = new StringBuilder();
        values.forEach((key, all) -> {
            line(text, key);
            all.forEach(each -> line(text, each));
        });
        return text.toString();
    }

    /** What is compared exactly: which keys are there, and with which values. */
    private static Set<String> terms(Map<String, List<String>> values) {
        Set<String> terms = new HashSet<>();
        values.forEach((key, all) -> {
            terms.add(term(key, null));
            all.forEach(value -> terms.add(term(key, value)));
        });
        return terms;
    }

    /** A key, or one of its values. Long ones are cut and end with a hash. */
    private static String term(String key, @Nullable String value) {
        String whole = value == null ? "k" + key : "v" + key + '\u0000' + value;
        return whole.length() <= TERM_MAX
                ? whole
                : whole.substring(0, TERM_MAX) + '\u0000' + Integer.toHexString(whole.hashCode());
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
        return find(site, text, List.of());
    }

    /** A condition on tags or attributes of what is in the index: a key, and values of which one is there; none for any. */
    record Exact(boolean isTag, String key, List<String> values) {}

    Source<Hit> find(String site, String text, List<Exact> conditions) {
        SearchRequest asked = request(site, text, PAGE_MAX);
        for (Exact each : conditions) {
            Set<String> terms = each.values().isEmpty()
                    ? Set.of(term(each.key(), null))
                    : each.values().stream()
                            .map(value -> term(each.key(), value))
                            .collect(Collectors.toSet());
            asked = filtered(asked, each.isTag() ? TAGS : ATTRIBUTES, terms);
        }
        SearchRequest request = asked.withoutExcerpts();
        return (after, count) -> {
            List<Placed<Hit>> found = new ArrayList<>();
            String cursor = after == null ? null : after.get(0);
            while (found.size() < count) {
                SearchPage page = page(request.limited(Math.min(PAGE_MAX, count - found.size())), cursor);
                page.hits().forEach(hit -> found.add(new Placed<>(Hit.of(hit.id()), List.of(hit.cursor()))));
                cursor = page.cursor();
                if (cursor == null) {
                    break;
                }
            }
            return found;
        };
    }

    /** The passages in which some documents of a site have the words of a text, by document and then by field. */
    Map<String, Map<String, List<SearchPage.Part>>> excerpts(String site, String text, Set<String> documentIds) {
        Map<String, Map<String, List<SearchPage.Part>>> found = new TreeMap<>();
        if (!documentIds.isEmpty()) {
            SearchRequest request = filtered(request(site, text, PAGE_MAX), ID, documentIds);
            page(request, null).hits().forEach(hit -> found.put(hit.id(), hit.excerpts()));
        }
        return found;
    }

    private static SearchRequest request(String site, String text, int count) {
        try {
            return SearchRequest.of(site, text, Set.of(READER), count);
        } catch (SearchException e) {
            throw Refusals.of("text", String.valueOf(e.getMessage()));
        }
    }

    private static SearchRequest filtered(SearchRequest request, String field, Set<String> values) {
        try {
            return request.filter(field, values);
        } catch (SearchException e) {
            throw Refusals.of("query", String.valueOf(e.getMessage()));
        }
    }

    private SearchPage page(SearchRequest request, @Nullable String cursor) {
        SearchIndex opened = index;
        if (opened == null) {
            throw ApiException.unavailable("The search index is not open yet. Try again in a moment.", RETRY, null);
        }
        try {
            return opened.search(request.after(cursor));
        } catch (SearchUnavailableException e) {
            throw ApiException.unavailable("The search index is being built. Try again in a moment.", RETRY, e);
        } catch (SearchException e) {
            throw Refusals.of("text", String.valueOf(e.getMessage()));
        }
    }

    /** Makes the index anew of the tables and the texts; it is searched meanwhile. */
    public void rebuild() {
        SearchIndex opened = index;
        if (opened != null) {
            opened.rebuild();
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
