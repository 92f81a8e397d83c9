package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.documents.DocumentViews.DocumentsView;
import dev.trestle.systems.formkiq.documents.DocumentViews.ListDocuments;
import dev.trestle.systems.formkiq.documents.DocumentViews.ListedDocument;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.DocumentActions;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.Sync;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncService;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncType;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.SoftDeletedDocument;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.policies.DocumentPolicy;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The documents of a day, newest first, and the deleted ones. A day of another time zone is parts of two days here. */
final class DayLists {
    private static final Set<String> ACTION_STATUS = Set.of(
            "FAILED",
            "IN_QUEUE",
            "PENDING",
            "RUNNING",
            "SKIPPED",
            "FAILED_RETRY",
            "MAX_RETRIES_REACHED",
            "WAITING_FOR_RETRY");
    private static final int SYNCS_MAX = 200;
    private static final Set<String> SYNC_STATUS = Set.of("FULLTEXT_METADATA_FAILED", "FULLTEXT_CONTENT_FAILED");

    private final Library library;
    private final Pages pages;
    private final ActionLists actions;

    DayLists(Library library, Pages pages) {
        this.library = library;
        this.pages = pages;
        this.actions = new ActionLists(library, pages);
    }

    DocumentsView list(Caller caller, ListDocuments asked) {
        String status = asked.actionStatus();
        if (status != null && !status.isEmpty()) {
            if (!ACTION_STATUS.contains(status)) {
                throw Refusals.message("invalid actionStatus '" + status + "'");
            }
            return actions.list(caller, ActionStatus.valueOf(status), asked);
        }
        String sync = asked.syncStatus();
        if (sync != null && !sync.isEmpty()) {
            if (!SYNC_STATUS.contains(sync)) {
                throw Refusals.message("Unknown 'syncStatus'");
            }
            return unsynced(
                    caller, asked, sync.equals("FULLTEXT_CONTENT_FAILED") ? SyncType.CONTENT : SyncType.METADATA);
        }
        return "true".equals(asked.deleted()) ? deleted(caller, asked) : ofDay(caller, asked);
    }

    /** The documents whose writing to the index of words has failed, each of them once. */
    private DocumentsView unsynced(Caller caller, ListDocuments asked, SyncType type) {
        ItemStore indexes = library.indexes(caller);
        ItemStore store = library.store(caller);
        FolderAccess access = FolderAccess.of(store, caller);
        Bound<Sync> bound =
                DocumentActions.SYNCS_BY_STATUS_AND_TYPE.of(SyncService.OPENSEARCH, SyncStatus.FAILED, type);
        Pages.Asked page = pages.asked(
                caller, "GetDocuments", List.of("sync", type.name()), asked.limit(), asked.next(), asked.previous());
        Pages.Listing<ListedDocument> listing =
                pages.collect(page, (after, count) -> indexes.placed(bound, count, after), hits -> {
                    Map<String, Document> found = library.readable(
                            caller, access, hits.stream().map(Sync::documentId).toList());
                    List<@Nullable ListedDocument> shown = new ArrayList<>();
                    for (Sync hit : hits) {
                        Document document = found.get(hit.documentId());
                        shown.add(
                                document != null && isLastFailure(store, hit)
                                        ? Showing.listed(caller.site(), document)
                                        : null);
                    }
                    return shown;
                });
        return new DocumentsView(listing.next(), listing.previous(), listing.items());
    }

    private static boolean isLastFailure(ItemStore store, Sync hit) {
        return store.first(DocumentActions.SYNCS_OF_DOCUMENT.of(hit.documentId()), SYNCS_MAX).stream()
                .filter(each -> each.status() == SyncStatus.FAILED && each.type() == hit.type())
                .findFirst()
                .filter(each -> each.syncDate().equals(hit.syncDate()))
                .isPresent();
    }

    private DocumentsView ofDay(Caller caller, ListDocuments asked) {
        String day = asked.date();
        ZoneOffset zone = zone(asked.tz());
        if (day == null || day.isEmpty()) {
            Optional<String> latest = latestDay(caller);
            if (latest.isEmpty()) {
                if (!Checks.isEmpty(asked.next()) || !Checks.isEmpty(asked.previous())) {
                    throw Refusals.invalidNext(); // a token of this site would name the day that it is of
                }
                return new DocumentsView(null, null, List.of());
            }
            day = latest.get();
            zone = ZoneOffset.UTC;
        }
        LocalDate date = date(day);
        Instant from = date.atStartOfDay().toInstant(zone);
        Instant to = date.plusDays(1).atStartOfDay().toInstant(zone).minusSeconds(1);
        Bound<Document> bound = Documents.DOCUMENTS_BETWEEN.of().from(from).to(to);
        ItemStore indexes = library.indexes(caller);
        FolderAccess access = FolderAccess.of(library.store(caller), caller);
        Pages.Asked page = pages.asked(
                caller, "GetDocuments", List.of(day, zone.getId()), asked.limit(), asked.next(), asked.previous());
        Pages.Listing<ListedDocument> listing =
                pages.collect(page, (after, count) -> indexes.placed(bound, count, after), hits -> {
                    Map<String, Document> found = library.readable(
                            caller,
                            access,
                            hits.stream().map(Document::documentId).toList());
                    List<@Nullable ListedDocument> shown = new ArrayList<>();
                    for (Document hit : hits) {
                        Document document = found.get(hit.documentId());
                        shown.add(document == null ? null : Showing.listed(caller.site(), document));
                    }
                    return shown;
                });
        return new DocumentsView(listing.next(), listing.previous(), listing.items());
    }

    /** The latest day of the site that still has documents. */
    private Optional<String> latestDay(Caller caller) {
        ItemStore indexes = library.indexes(caller);
        return library.store(caller).stream(SupportTable.LATEST_DAYS.of(), 1000)
                .map(SupportTable.DocumentDay::day)
                .filter(day -> {
                    Instant from = LocalDate.parse(day).atStartOfDay().toInstant(ZoneOffset.UTC);
                    return !indexes.first(Documents.DOCUMENTS_OF_DAY.of(from), 1)
                            .isEmpty();
                })
                .findFirst();
    }

    private static LocalDate date(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw Refusals.message("Invalid date string: " + text);
        }
    }

    private static ZoneOffset zone(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return ZoneOffset.UTC;
        }
        try {
            // A plus in an address is a space, where nobody has encoded it.
            String zone = text.startsWith(" ") ? "+" + text.strip() : text;
            return ZoneOffset.of(zone.matches("[0-9].*") ? "+" + zone : zone);
        } catch (DateTimeException e) {
            throw Refusals.message("Invalid date string: " + text);
        }
    }

    private DocumentsView deleted(Caller caller, ListDocuments asked) {
        ItemStore store = library.store(caller);
        FolderAccess access = FolderAccess.of(store, caller);
        Pages.Asked page =
                pages.asked(caller, "GetDocuments", List.of("deleted"), asked.limit(), asked.next(), asked.previous());
        Pages.Listing<ListedDocument> listing = pages.collect(
                page, (after, count) -> store.placed(Documents.SOFT_DELETED_DOCUMENTS.of(), count, after), hits -> {
                    List<@Nullable ListedDocument> shown = new ArrayList<>();
                    for (SoftDeletedDocument hit : hits) {
                        boolean isShown = hit.belongsToDocumentId() == null
                                && access.allows(hit.path(), Permission.READ)
                                && DocumentPolicy.allowsDeleted(store, caller.grant(), hit.documentId());
                        shown.add(isShown ? Showing.listed(caller.site(), Showing.restored(hit)) : null);
                    }
                    return shown;
                });
        return new DocumentsView(listing.next(), listing.previous(), listing.items());
    }
}
