package dev.trestle.systems.formkiq.search;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Pages.Source;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.folders.FolderLists;
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.search.SearchViews.FoundDocument;
import dev.trestle.systems.formkiq.search.SearchViews.FoundView;
import dev.trestle.systems.formkiq.search.SearchViews.MetaQuery;
import dev.trestle.systems.formkiq.search.SearchViews.Query;
import dev.trestle.systems.formkiq.search.SearchViews.ResponseFields;
import dev.trestle.systems.formkiq.search.SearchViews.Search;
import dev.trestle.systems.formkiq.search.SearchViews.ValueQuery;
import dev.trestle.systems.formkiq.tags.TagRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The search for documents. One condition is asked of an index, which gives the order; the others are compared with
 * what each document has. A page is full unless it is the last.
 */
public final class SearchOperations {
    private static final int IDS_MAX = 100;

    private final Library library;
    private final Pages pages;
    private final FolderLists folders;
    private final TextIndex texts;
    private final boolean original;

    /** {@code original} refuses what FormKiQ 1.18 refuses. */
    public SearchOperations(Library library, Pages pages, FolderLists folders, TextIndex texts, boolean original) {
        this.library = library;
        this.pages = pages;
        this.folders = folders;
        this.texts = texts;
        this.original = original;
    }

    public void declare(Operations<Caller> api) {
        api.post("DocumentSearch", "/search", Search.class)
                .about("Finds documents by attributes, tags, folder, path, text and ids")
                .right(Rights.READ)
                .refuses(Kind.INVALID, Kind.UNAVAILABLE)
                .gives(FoundView.class, this::search);
    }

    /** What is asked for, with empty parts left out. */
    private record Asked(
            String text,
            MetaQuery meta,
            List<ValueQuery> attributes,
            List<ValueQuery> tags,
            boolean isOneTag,
            @Nullable List<String> ids) {
        boolean hasFolder() {
            return !isEmpty(meta.folder());
        }
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private static Asked parts(Query query) {
        List<ValueQuery> attributes = joined(query.attribute(), query.attributes());
        List<ValueQuery> tags = joined(query.tag(), query.tags());
        MetaQuery meta = query.meta() == null ? new MetaQuery(null, null, null, null, null) : query.meta();
        List<String> ids = query.documentIds() == null || query.documentIds().isEmpty() ? null : query.documentIds();
        boolean isOneTag = query.tag() != null && !isEmpty(query.tag().key());
        return new Asked(query.text() == null ? "" : query.text().strip(), meta, attributes, tags, isOneTag, ids);
    }

    /** A client sends an empty object for what it does not ask. */
    private static List<ValueQuery> joined(@Nullable ValueQuery one, @Nullable List<ValueQuery> several) {
        List<ValueQuery> all = new ArrayList<>();
        boolean isBlank = one == null
                || isEmpty(one.key())
                        && one.eq() == null
                        && !one.hasEqOr()
                        && !one.hasBeginning()
                        && one.range() == null;
        if (!isBlank) {
            all.add(one);
        }
        if (several != null) {
            all.addAll(several);
        }
        return all;
    }

    private FoundView search(Given<Caller, Search> given) {
        Query query = given.asked().body().query();
        if (query == null) {
            throw Refusals.of("", "invalid body");
        }
        Asked asked = parts(query);
        check(asked);
        if (original) {
            checkOriginal(asked, library.indexes(given.by()));
        }
        Search request = given.asked();
        int otherwise = asked.ids() == null ? 10 : asked.ids().size();
        Pages.Asked page = pages.asked(
                given.by(),
                "DocumentSearch",
                List.of(Json.text(request.body())),
                request.limit(),
                request.next(),
                request.previous(),
                otherwise);
        ResponseFields fields = request.body().responseFields();
        if (isFolderList(asked)) {
            FoundView list = folderList(given.by(), page, asked);
            return fields == null ? list : withFields(given.by(), list, fields);
        }
        FolderAccess access = FolderAccess.of(library.store(given.by()), given.by());
        RequiredTexts required = new RequiredTexts(library.store(given.by()), asked.attributes());
        Pages.Listing<FoundDocument> found = pages.collect(
                page, source(given.by(), asked), hits -> shown(given.by(), access, asked, fields, required, hits));
        return new FoundView(found.next(), found.previous(), found.items());
    }

    /** Adds what is asked for of the files in a folder. */
    private FoundView withFields(Caller caller, FoundView list, ResponseFields fields) {
        List<FoundDocument> shown = list.documents().stream()
                .map(each -> Boolean.TRUE.equals(each.folder())
                        ? each
                        : FieldsShown.with(
                                each,
                                false,
                                Hit.of(each.documentId()),
                                fields,
                                new Rows(library.store(caller), each.documentId())))
                .toList();
        return new FoundView(list.next(), list.previous(), shown);
    }

    private static void check(Asked asked) {
        boolean hasNothing = asked.text().isEmpty()
                && asked.attributes().isEmpty()
                && asked.tags().isEmpty()
                && asked.ids() == null
                && !asked.hasFolder()
                && isEmpty(asked.meta().path())
                && isEmpty(asked.meta().indexType())
                && isEmpty(asked.meta().indexFilterBeginsWith());
        if (hasNothing) {
            throw Refusals.of("", "invalid body");
        }
        if (asked.ids() != null && asked.ids().size() > IDS_MAX) {
            throw Refusals.message("Maximum number of DocumentIds is " + IDS_MAX);
        }
        Refusals refusals = new Refusals();
        for (ValueQuery each : asked.attributes()) {
            refusals.require(each.key(), "key");
            if (each.range() != null) {
                refusals.addIf(isEmpty(each.range().start()), "start", "'start' is required")
                        .addIf(isEmpty(each.range().end()), "end", "'end' is required");
            }
        }
        for (ValueQuery each : asked.tags()) {
            refusals.addIf(isEmpty(each.key()), "tag/key", "tag 'key' is required");
            if (each.range() != null) {
                refusals.addIf(isEmpty(each.range().start()), "range/start", "range start is required")
                        .addIf(isEmpty(each.range().end()), "range/end", "range end is required");
            }
        }
        long keys = asked.attributes().stream().map(ValueQuery::key).distinct().count();
        refusals.addIf(keys < asked.attributes().size(), "", "duplicate attributes in query");
        refusals.check();
    }

    private static void checkOriginal(Asked asked, ItemStore indexes) {
        List<ValueQuery> several = asked.attributes();
        Refusals refusals = new Refusals();
        refusals.addIf(
                !asked.text().isEmpty() && !asked.tags().isEmpty(), "", "'text' search cannot be combined with 'tags'");
        refusals.addIf(
                !asked.text().isEmpty() && !several.isEmpty(),
                "",
                "'text' search cannot be combined with 'attributes'");
        boolean hasMeta = asked.hasFolder()
                || !isEmpty(asked.meta().path())
                || !isEmpty(asked.meta().indexType());
        refusals.addIf(
                hasMeta && !(several.isEmpty() && asked.tags().isEmpty()),
                "",
                "'meta' cannot be combined with 'tags' or 'attributes'");
        refusals.addIf(asked.tags().size() > 1, "tags", "multiple tags search not supported");
        for (int i = 0; i + 1 < several.size(); i++) {
            refusals.addIf(
                    several.get(i).hasBeginning(),
                    "beginsWith",
                    "'beginsWith' can only be used on last attribute in list");
            refusals.addIf(
                    several.get(i).range() != null, "range", "'range' can only be used on last attribute in list");
        }
        refusals.addIf(
                several.size() > 1 && several.stream().anyMatch(ValueQuery::hasEqOr),
                "range",
                "'eqOr' is not supported with composite keys");
        refusals.check();
        if (several.size() > 1 && CompositeSearch.find(indexes, several).isEmpty()) {
            String keys = String.join(
                    ",",
                    several.stream().map(each -> String.valueOf(each.key())).toList());
            throw Refusals.of("", "no composite key found for attributes '" + keys + "'");
        }
    }

    private static boolean isFolderList(Asked asked) {
        MetaQuery meta = asked.meta();
        boolean isAlone = asked.text().isEmpty()
                && asked.attributes().isEmpty()
                && asked.tags().isEmpty();
        return isAlone && asked.ids() == null && (asked.hasFolder() || "folder".equals(meta.indexType()));
    }

    private FoundView folderList(Caller caller, Pages.Asked page, Asked asked) {
        MetaQuery meta = asked.meta();
        String path = asked.hasFolder() ? String.valueOf(meta.folder()) : meta.eq() == null ? "" : meta.eq();
        ItemStore store = library.store(caller);
        List<String> names = PathIndex.names(path);
        Optional<FolderEntry> folder = PathIndex.folder(store, names).map(PathIndex.Entry::record);
        if (folder.isEmpty() && !names.isEmpty()) {
            return new FoundView(null, null, List.of());
        }
        String id = folder.map(FolderEntry::documentId).orElse(PathIndex.ROOT);
        String filter = meta.indexFilterBeginsWith() == null ? "" : meta.indexFilterBeginsWith();
        String at = String.join("/", names);
        if (filter.equals("ff#")) {
            return folders.list(caller, page, at, Folders.SUBFOLDERS.of(id));
        }
        if (filter.equals("fi#")) {
            return folders.list(caller, page, at, Folders.FILES.of(id));
        }
        if (filter.startsWith("ff#")) {
            return folders.list(caller, page, at, Folders.SUBFOLDERS_BY_PREFIX.of(id, filter.substring(3)));
        }
        return filter.startsWith("fi#")
                ? folders.list(caller, page, at, Folders.FILES_BY_PREFIX.of(id, filter.substring(3)))
                : folders.list(caller, page, at, Folders.FOLDER_CONTENT.of(id));
    }

    /** The condition that an index answers: the most selective that is asked for. */
    private Source<Hit> source(Caller caller, Asked asked) {
        Sources sources = new Sources(library.indexes(caller));
        boolean hasValues = !asked.attributes().isEmpty() || !asked.tags().isEmpty();
        if (!asked.text().isEmpty()) {
            return texts.find(caller.site(), asked.text());
        }
        List<String> ids = asked.ids();
        if (ids != null && !hasValues) {
            return fixed(ids);
        }
        if (!isEmpty(asked.meta().path())) {
            return fixed(PathIndex.file(
                            library.store(caller), String.valueOf(asked.meta().path()))
                    .map(entry -> List.of(entry.record().documentId()))
                    .orElse(List.of()));
        }
        Optional<Bound<DocumentAttribute>> composite =
                CompositeSearch.find(library.indexes(caller), asked.attributes());
        if (composite.isPresent()) {
            return sources.ofComposite(composite.get());
        }
        if (!asked.attributes().isEmpty()) {
            return sources.ofAttribute(driver(asked.attributes()));
        }
        if (!asked.tags().isEmpty()) {
            return sources.ofTag(driver(asked.tags()));
        }
        return new AllDocuments(library.store(caller), library.indexes(caller));
    }

    private static ValueQuery driver(List<ValueQuery> queries) {
        return queries.stream().filter(ValueQuery::hasEq).findFirst().orElse(queries.get(0));
    }

    private static Source<Hit> fixed(List<String> ids) {
        return (after, count) -> {
            int from = after == null ? 0 : Integer.parseInt(after.get(0));
            List<Placed<Hit>> part = new ArrayList<>();
            for (int i = from; i < ids.size() && part.size() < count; i++) {
                part.add(new Placed<>(Hit.of(ids.get(i)), List.of(Integer.toString(i + 1))));
            }
            return part;
        };
    }

    private List<@Nullable FoundDocument> shown(
            Caller caller,
            FolderAccess access,
            Asked asked,
            @Nullable ResponseFields fields,
            RequiredTexts required,
            List<Hit> hits) {
        Set<String> lacking = required.lacking(hits);
        Map<String, Document> documents = library.readable(
                caller,
                access,
                hits.stream()
                        .map(Hit::documentId)
                        .filter(id -> !lacking.contains(id))
                        .toList());
        List<@Nullable FoundDocument> shown = new ArrayList<>();
        for (Hit hit : hits) {
            Document document = documents.get(hit.documentId());
            shown.add(document == null || !hit.isMatch() ? null : shown(caller, asked, fields, hit, document));
        }
        return shown;
    }

    private @Nullable FoundDocument shown(
            Caller caller, Asked asked, @Nullable ResponseFields fields, Hit hit, Document document) {
        if (!isWanted(asked, document)) {
            return null;
        }
        Rows rows = new Rows(library.store(caller), document.documentId());
        for (ValueQuery each : asked.attributes()) {
            boolean isDriver = hit.attribute() != null && hit.attribute().key().equals(each.key());
            if (!isDriver && rows.attributes().stream().noneMatch(row -> Conditions.matches(each, row))) {
                return null;
            }
        }
        ValueQuery driven = hit.tag() == null ? null : driver(asked.tags());
        for (ValueQuery each : asked.tags()) {
            boolean has = each.equals(driven)
                    || rows.tags().stream()
                            .anyMatch(
                                    row -> row.tagKey().equals(each.key()) && Conditions.matches(each, row.tagValue()));
            if (!has) {
                return null;
            }
        }
        return FieldsShown.with(Found.document(caller.site(), document), asked.isOneTag(), hit, fields, rows);
    }

    private static boolean isWanted(Asked asked, Document document) {
        if (asked.ids() != null && !asked.ids().contains(document.documentId())) {
            return false;
        }
        String path = PathIndex.plain(String.valueOf(document.path()));
        String wanted = asked.meta().path();
        if (!isEmpty(wanted) && !path.equals(PathIndex.plain(String.valueOf(wanted)))) {
            return false;
        }
        if (asked.hasFolder()) {
            String folder = PathIndex.plain(String.valueOf(asked.meta().folder()));
            if (!folder.isEmpty() && !path.startsWith(folder + "/")) {
                return false;
            }
        }
        String filter = asked.meta().indexFilterBeginsWith();
        if (isEmpty(filter)) {
            return true;
        }
        String name = path.substring(path.lastIndexOf('/') + 1);
        String beginning = String.valueOf(filter);
        return name.startsWith(beginning.startsWith("fi#") ? beginning.substring(3) : beginning);
    }

    /** The rows of a document, read when they are first asked for. */
    static final class Rows {
        private final ItemStore store;
        private final String documentId;
        private @Nullable List<DocumentAttribute> attributes;
        private @Nullable List<Tag> tags;

        Rows(ItemStore store, String documentId) {
            this.store = store;
            this.documentId = documentId;
        }

        List<DocumentAttribute> attributes() {
            List<DocumentAttribute> known = attributes;
            if (known == null) {
                known = DocumentValues.of(store, documentId);
                attributes = known;
            }
            return known;
        }

        List<Tag> tags() {
            List<Tag> known = tags;
            if (known == null) {
                known = TagRows.of(store, documentId);
                tags = known;
            }
            return known;
        }
    }
}
