package dev.trestle.systems.formkiq.search;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.search.SearchPage;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Pages.Source;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.reading.FullDocument;
import dev.trestle.systems.formkiq.reading.FullDocument.FullAttribute;
import dev.trestle.systems.formkiq.reading.FullTexts;
import dev.trestle.systems.formkiq.reading.FulltextOperations;
import dev.trestle.systems.formkiq.search.SearchViews.ResponseFields;
import dev.trestle.systems.formkiq.search.TextIndex.Exact;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The search in the index of words alone, page by page: by text, tags and attributes of what is in the index. What the caller may
 * not read is left out before pages are counted.
 */
public final class FulltextSearch {
    private static final int LIMIT = 10;
    private static final int LIMIT_MAX = 100;
    private static final int PAGE_MAX = 1000;
    private static final int HITS_MAX = 50_000;
    private static final int READ = 200;
    private static final int CONDITIONS_MAX = 50;
    private static final int IDS_MAX = 100;

    private final Library library;
    private final TextIndex index;
    private final FullTexts texts;

    public FulltextSearch(Library library, TextIndex index, FullTexts texts) {
        this.library = library;
        this.index = index;
        this.texts = texts;
    }

    record TagCondition(
            @Nullable String eq,
            @Nullable List<String> eqOr,
            @Nullable String key) {}

    record Value(
            @Nullable String stringValue,
            @Nullable BigDecimal numberValue,
            @Nullable Boolean booleanValue) {
        /** As the index has it; null if nothing is asked for. */
        @Nullable
        String text() {
            if (stringValue != null && !stringValue.isEmpty()) {
                return stringValue;
            }
            if (numberValue != null) {
                return FullDocument.plain(numberValue);
            }
            return booleanValue == null ? null : booleanValue.toString();
        }
    }

    record AttributeCondition(
            @Nullable Value eq,
            @Nullable List<Value> eqOr,
            @Nullable String key) {}

    record FulltextQuery(
            @Nullable Integer page,
            @Nullable String text,
            @Nullable List<TagCondition> tags,
            @Nullable List<AttributeCondition> attributes) {}

    record FulltextBody(
            @Nullable FulltextQuery query, @Nullable ResponseFields responseFields) {}

    record SearchFulltext(
            @Nullable String siteId,
            @Nullable String indexName,
            @Nullable String limit,
            FulltextBody body) implements OnSite {}

    record FoundFulltext(
            String siteId,
            @Nullable String path,
            @Nullable String contentType,
            @Nullable String width,
            @Nullable String height,
            @Nullable String deepLinkPath,
            @Nullable String insertedDate,
            @Nullable String lastModifiedDate,
            @Nullable String checksum,
            @Nullable ChecksumType checksumType,
            String documentId,
            @Nullable Integer contentLength,
            @Nullable String createdBy,
            @Nullable Map<String, Object> tags,
            @Nullable Map<String, Object> metadata,
            @Nullable Map<String, FullAttribute> attributes) {}

    record FoundFulltexts(List<FoundFulltext> documents) {}

    record AskedExcerpts(@Nullable String text, @Nullable List<String> documentIds) {}

    record GetExcerpts(@Nullable String siteId, AskedExcerpts body) implements OnSite {}

    record ExcerptPart(String text, boolean found) {}

    /** {@code field} is one of name, path, metadata, tags, attributes and content. */
    record FieldExcerpt(String field, List<ExcerptPart> parts) {}

    record DocumentExcerpts(String documentId, List<FieldExcerpt> fields) {}

    record Excerpts(List<DocumentExcerpts> excerpts) {}

    public void declare(Operations<Caller> api) {
        api.post("SearchFulltext", "/searchFulltext", SearchFulltext.class)
                .about("Finds documents in the index of words, by text, tags and attributes")
                .right(Rights.READ)
                .refuses(Kind.INVALID, Kind.UNAVAILABLE)
                .gives(FoundFulltexts.class, this::search);
        api.post("GetExcerpts", "/x/excerpts", GetExcerpts.class)
                .about("The passages in which documents have the words of a text")
                .right(Rights.READ)
                .refuses(Kind.INVALID, Kind.UNAVAILABLE)
                .gives(Excerpts.class, this::excerpts);
    }

    private FoundFulltexts search(Given<Caller, SearchFulltext> given) {
        FulltextQuery query = given.asked().body().query();
        if (query == null) {
            throw Refusals.of("query", "'query' is required");
        }
        List<Exact> conditions = conditions(query);
        String text = query.text() == null ? "" : query.text().strip();
        if (text.isEmpty() && conditions.isEmpty()) {
            throw Refusals.of("", "either 'text', 'tags', or 'attributes' are required");
        }
        int page = query.page() == null ? 1 : Math.max(1, query.page());
        if (page > PAGE_MAX) {
            throw Refusals.of("page", "'page' cannot exceed " + PAGE_MAX);
        }
        int limit = limit(given.asked().limit());
        ResponseFields fields = given.asked().body().responseFields();
        Source<Hit> source = index.find(given.by().site(), text, conditions);
        List<FoundFulltext> shown = new ArrayList<>();
        for (Document document : page(given.by(), source, (page - 1) * limit, limit)) {
            texts.find(library.store(given.by()), document)
                    .ifPresent(full -> shown.add(view(given.by().site(), document.documentId(), full, fields)));
        }
        return new FoundFulltexts(shown);
    }

    private static int limit(@Nullable String text) {
        if (text == null || !text.strip().matches("[0-9]{1,9}")) {
            return LIMIT;
        }
        int limit = Integer.parseInt(text.strip());
        return limit < 1 ? LIMIT : Math.min(limit, LIMIT_MAX);
    }

    /** The documents of a page, of those that the caller may read. */
    private List<Document> page(Caller caller, Source<Hit> source, int from, int count) {
        ItemStore store = library.store(caller);
        FolderAccess access = FolderAccess.of(store, caller);
        List<Document> page = new ArrayList<>();
        List<String> place = null;
        int passed = 0;
        int read = 0;
        while (page.size() < count && read < HITS_MAX) {
            List<Placed<Hit>> hits = source.read(place, READ);
            List<String> ids =
                    hits.stream().map(hit -> hit.record().documentId()).toList();
            Map<String, Document> readable = library.readable(caller, access, ids);
            for (String id : ids) {
                Document document = readable.get(id);
                if (document != null && passed++ >= from && page.size() < count) {
                    page.add(document);
                }
            }
            read += hits.size();
            if (hits.size() < READ) {
                break;
            }
            place = hits.get(hits.size() - 1).place();
        }
        return page;
    }

    private static List<Exact> conditions(FulltextQuery query) {
        List<TagCondition> tags = query.tags() == null ? List.of() : query.tags();
        List<AttributeCondition> attributes = query.attributes() == null ? List.of() : query.attributes();
        Refusals refusals = new Refusals();
        refusals.addIf(
                tags.size() + attributes.size() > CONDITIONS_MAX,
                "query",
                "at most " + CONDITIONS_MAX + " conditions at a time");
        tags.forEach(each -> refusals.addIf(isEmpty(each.key()), "tag/key", "tag 'key' is required"));
        attributes.forEach(each -> refusals.require(each.key(), "key"));
        refusals.check();
        List<Exact> conditions = new ArrayList<>();
        for (TagCondition each : tags) {
            List<String> values = each.eq() != null && !each.eq().isEmpty()
                    ? List.of(each.eq())
                    : each.eqOr() == null ? List.of() : each.eqOr();
            conditions.add(new Exact(true, String.valueOf(each.key()), values));
        }
        for (AttributeCondition each : attributes) {
            List<String> values = new ArrayList<>();
            if (each.eq() != null && each.eq().text() != null) {
                values.add(String.valueOf(each.eq().text()));
            } else if (each.eqOr() != null) {
                each.eqOr().stream()
                        .map(Value::text)
                        .filter(value -> value != null)
                        .forEach(value -> values.add(String.valueOf(value)));
            }
            conditions.add(new Exact(false, String.valueOf(each.key()), values));
        }
        return conditions;
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private static FoundFulltext view(
            String site, String documentId, FullDocument full, @Nullable ResponseFields fields) {
        Long length = full.contentLength();
        List<String> tags = fields == null || fields.tags() == null ? List.of() : fields.tags();
        List<String> attributes = fields == null || fields.attributes() == null ? List.of() : fields.attributes();
        Map<String, List<String>> shownTags = new TreeMap<>(full.tags());
        shownTags.keySet().retainAll(tags);
        Map<String, FullAttribute> shownAttributes = new TreeMap<>(full.attributes());
        shownAttributes.keySet().retainAll(attributes);
        return new FoundFulltext(
                site,
                full.path(),
                full.contentType(),
                full.width(),
                full.height(),
                full.deepLinkPath(),
                full.insertedDate(),
                full.lastModifiedDate(),
                full.checksum(),
                full.checksumType(),
                documentId,
                length == null || length > Integer.MAX_VALUE ? null : Integer.valueOf(length.intValue()),
                full.createdBy(),
                shownTags.isEmpty() ? null : FulltextOperations.folded(shownTags),
                full.metadata().isEmpty() ? null : FulltextOperations.folded(full.metadata()),
                shownAttributes.isEmpty() ? null : shownAttributes);
    }

    private Excerpts excerpts(Given<Caller, GetExcerpts> given) {
        AskedExcerpts asked = given.asked().body();
        String text = asked.text() == null ? "" : asked.text().strip();
        List<String> ids = asked.documentIds() == null ? List.of() : asked.documentIds();
        new Refusals()
                .require(text, "text")
                .addIf(ids.size() > IDS_MAX, "documentIds", "maximum number is " + IDS_MAX)
                .check();
        Set<String> readable = library.readable(given.by(), ids).keySet();
        Map<String, Map<String, List<SearchPage.Part>>> found =
                index.excerpts(given.by().site(), text, readable);
        List<DocumentExcerpts> shown = new ArrayList<>();
        for (String id : new LinkedHashSet<>(ids)) {
            Map<String, List<SearchPage.Part>> fields = found.get(id);
            if (fields != null && !fields.isEmpty()) {
                shown.add(new DocumentExcerpts(id, fields(fields)));
            }
        }
        return new Excerpts(shown);
    }

    private static List<FieldExcerpt> fields(Map<String, List<SearchPage.Part>> fields) {
        List<FieldExcerpt> shown = new ArrayList<>();
        fields.forEach((field, parts) -> shown.add(new FieldExcerpt(
                field,
                parts.stream()
                        .map(part -> new ExcerptPart(part.text(), part.isFound()))
                        .toList())));
        return shown;
    }
}
