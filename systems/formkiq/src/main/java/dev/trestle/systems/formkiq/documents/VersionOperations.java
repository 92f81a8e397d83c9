package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.DocumentsDocumentBuilder;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.VersionsTable;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The operations on the contents that a document had. */
final class VersionOperations {
    private final Library library;
    private final Contents contents;
    private final Pages pages;
    private final Actions actions;

    VersionOperations(Library library, Contents contents, Pages pages, Actions actions) {
        this.library = library;
        this.contents = contents;
        this.pages = pages;
        this.actions = actions;
    }

    record VersionView(
            @Nullable String insertedDate,
            @Nullable String checksum,
            @Nullable ChecksumType checksumType,
            @Nullable String contentType,
            @Nullable String userId,
            @Nullable Integer contentLength,
            String versionKey,
            @Nullable String s3version) {}

    record VersionsView(@Nullable String next, List<VersionView> documents) {}

    record ListVersions(
            String documentId,
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String shareKey,
            @Nullable String next)
            implements OnSite {}

    record VersionBody(@Nullable String versionKey) {}

    record SetVersion(String documentId, @Nullable String siteId, VersionBody body) implements OnSite {}

    record ByVersion(
            String documentId,
            String versionKey,
            @Nullable String siteId,
            @Nullable String shareKey) implements OnSite {}

    void declare(Operations<Caller> api) {
        String all = "/documents/{documentId}/versions";
        api.get("GetDocumentVersions", all, ListVersions.class)
                .about("The contents that a document had, the current one first, then the latest")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(VersionsView.class, this::list);
        api.put("SetDocumentVersion", all, SetVersion.class)
                .about("Makes an earlier content the current one; the present one becomes a version")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::promote);
        api.delete("DeleteDocumentVersion", all + "/{versionKey}", ByVersion.class)
                .about("Deletes an earlier content for good")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::delete);
    }

    private VersionsView list(Given<Caller, ListVersions> given) {
        ListVersions asked = given.asked();
        Document document =
                library.require(given.by(), asked.documentId(), Permission.READ).record();
        ItemStore store = library.store(given.by());
        Pages.Listing<VersionView> page = pages.collect(
                pages.asked(
                        given.by(),
                        "GetDocumentVersions",
                        List.of(asked.documentId()),
                        asked.limit(),
                        asked.next(),
                        null),
                (after, count) -> versions(store, document, after, count),
                Pages.each(each -> each));
        return new VersionsView(page.next(), page.items());
    }

    /** The place of the current one is a single word; those of versions are their keys. */
    private static List<Placed<VersionView>> versions(
            ItemStore store, Document document, @Nullable List<String> after, int count) {
        List<Placed<VersionView>> found = new ArrayList<>();
        if (after == null) {
            found.add(new Placed<>(current(document), List.of(History.CURRENT)));
        }
        List<String> place = after == null || after.size() == 1 ? null : after;
        for (Placed<DocumentVersion> each : store.placed(
                VersionsTable.VERSIONS_OF_DOCUMENT.of(document.documentId()), count - found.size(), place)) {
            found.add(new Placed<>(view(each.record()), each.place()));
        }
        return found;
    }

    private static VersionView current(Document document) {
        return new VersionView(
                Dates.text(document.lastModifiedDate()),
                document.checksum(),
                document.checksumType(),
                document.contentType(),
                document.userId(),
                Showing.length(document),
                History.CURRENT,
                document.s3version());
    }

    private static VersionView view(DocumentVersion version) {
        Long length = version.contentLength();
        return new VersionView(
                Dates.textOf(version.inserteddate()),
                version.checksum(),
                version.checksumType(),
                version.contentType(),
                version.userId(),
                length == null || length > Integer.MAX_VALUE ? null : Integer.valueOf(length.intValue()),
                History.keyOf(version),
                version.s3version());
    }

    private Decision<Message> promote(Given<Caller, SetVersion> given) {
        String documentId = given.asked().documentId();
        Stored<Document> before = library.require(given.by(), documentId, Permission.WRITE);
        ItemStore store = library.store(given.by());
        String key = given.asked().body().versionKey();
        new Refusals().require(key, "versionKey").check();
        Stored<DocumentVersion> version = History.find(store, documentId, String.valueOf(key))
                .orElseThrow(() -> Refusals.of("versionKey", "invalid versionKey '" + key + "'"));
        Document after = DocumentsDocumentBuilder.builder(History.with(before.record(), version.record()))
                .lastModifiedDate(given.at())
                .build();
        Decision<Message> decision = Decision.of(new Message("Version '" + key + "' is current"))
                .replace(Documents.DOCUMENT, before, after)
                .delete(VersionsTable.DOCUMENT_VERSION, version);
        actions.contentCame(
                store,
                decision,
                given.by().site(),
                before.record(),
                after,
                given.by().actor());
        return decision;
    }

    private Decision<Message> delete(Given<Caller, ByVersion> given) {
        ByVersion asked = given.asked();
        Stored<Document> document = library.require(given.by(), asked.documentId(), Permission.DELETE);
        ItemStore store = library.store(given.by());
        if (asked.versionKey().equals(History.CURRENT)) {
            throw Refusals.message("current version cannot be deleted");
        }
        DocumentVersion version = History.find(store, asked.documentId(), asked.versionKey())
                .map(Stored::record)
                .orElseThrow(() -> Refusals.of("versionKey", "invalid versionKey '" + asked.versionKey() + "'"));
        String object = version.s3version();
        boolean isCurrent = object != null && object.equals(document.record().s3version());
        boolean isPublished = store.get(Documents.PUBLICATION_OF_DOCUMENT.of(asked.documentId()))
                .filter(each -> object != null && Objects.equals(each.s3Version(), object))
                .isPresent();
        if (isCurrent) {
            throw Refusals.message("current version cannot be deleted");
        }
        if (isPublished) {
            throw Refusals.message("version is published");
        }
        String key = Contents.key(given.by().site(), asked.documentId());
        Decision<Message> decision = Decision.of(new Message("Version '" + asked.versionKey() + "' deleted"));
        History.find(store, asked.documentId(), asked.versionKey())
                .ifPresent(row -> decision.delete(VersionsTable.DOCUMENT_VERSION, row));
        return object == null ? decision : decision.afterwards(() -> contents.dropQuietly(key, object));
    }
}
