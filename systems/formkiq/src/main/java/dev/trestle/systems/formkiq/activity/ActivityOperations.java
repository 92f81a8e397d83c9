package dev.trestle.systems.formkiq.activity;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.activity.ActivityViews.ActivitiesView;
import dev.trestle.systems.formkiq.activity.ActivityViews.ActivityView;
import dev.trestle.systems.formkiq.activity.ActivityViews.UserActivitiesView;
import dev.trestle.systems.formkiq.activity.ActivityViews.UserActivityView;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.entities.EntityTypes;
import dev.trestle.systems.formkiq.model.AuditTable;
import dev.trestle.systems.formkiq.model.AuditTable.ResourceActivity;
import dev.trestle.systems.formkiq.model.VersionsTable;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentActivity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The operations that show the record. Who governs a site sees all of it, all others what they did themselves. */
public final class ActivityOperations {
    private final ItemStore items;
    private final Pages pages;
    private final Archived archived;
    private final Known known;

    /** Refuses a document that the caller may not know of. */
    @FunctionalInterface
    public interface Known {
        void require(Caller caller, String documentId);
    }

    /** {@code readable} refuses a document that is not there, or that the caller may not read. */
    public ActivityOperations(ItemStore items, Pages pages, Known readable) {
        this.items = items;
        this.pages = pages;
        this.known = (caller, documentId) -> requireKnown(items, readable, caller, documentId);
        this.archived = new Archived();
    }

    record OfUser(
            @Nullable String siteId,
            @Nullable String next,
            @Nullable String limit,
            @Nullable String userId) implements OnSite {}

    record OfDocument(
            String documentId,
            @Nullable String siteId,
            @Nullable String next,
            @Nullable String limit) implements OnSite {}

    record OfResource(
            @Nullable String siteId,
            @Nullable String documentId,
            @Nullable String entityTypeId,
            @Nullable String namespace,
            @Nullable String entityId,
            @Nullable String start,
            @Nullable String end,
            @Nullable String sort,
            @Nullable String next,
            @Nullable String limit,
            @Nullable String userId)
            implements OnSite {}

    public void declare(Operations<Caller> api) {
        api.get("GetUserActivities", "/userActivities", OfUser.class)
                .about("What a user did to documents, newest first: the caller, unless who governs the site names"
                        + " another")
                .right(Rights.READ)
                .refuses(Kind.INVALID)
                .gives(UserActivitiesView.class, this::ofUser);
        api.get("GetDocumentUserActivities", "/documents/{documentId}/userActivities", OfDocument.class)
                .about("What was done to a document, newest first; only what the caller did, unless they govern the"
                        + " site. It stays when the document is deleted")
                .right(Rights.READ)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .gives(UserActivitiesView.class, this::ofDocument);
        api.get("GetResourceActivities", "/activities", OfResource.class)
                .about("What was done, or tried, to documents, their attributes, entities and their types: of one of"
                        + " these, of a user, or of the days from start to end, today if neither is given. Only what"
                        + " the caller did, unless they govern the site")
                .right(Rights.READ)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .gives(ActivitiesView.class, this::ofResource);
    }

    private ItemStore store(Caller caller) {
        return items.within(caller.site());
    }

    private UserActivitiesView ofUser(Given<Caller, OfUser> given) {
        Caller caller = given.by();
        String asked = given.asked().userId();
        String user = caller.governs() && asked != null && !asked.isEmpty() ? asked : caller.user();
        if (!caller.governs() && asked != null && !asked.isEmpty() && !asked.equals(user)) {
            throw Refusals.denied();
        }
        return shown(
                caller,
                pages.asked(
                        caller,
                        "GetUserActivities",
                        List.of(user),
                        given.asked().limit(),
                        given.asked().next(),
                        null),
                VersionsTable.ACTIVITY_OF_USER.of(user),
                user);
    }

    private UserActivitiesView ofDocument(Given<Caller, OfDocument> given) {
        Caller caller = given.by();
        String documentId = given.asked().documentId();
        known.require(caller, documentId);
        return shown(
                caller,
                pages.asked(
                        caller,
                        "GetDocumentUserActivities",
                        List.of(documentId),
                        given.asked().limit(),
                        given.asked().next(),
                        null),
                VersionsTable.ACTIVITY_OF_DOCUMENT.of(documentId),
                caller.governs() ? null : caller.user());
    }

    private UserActivitiesView shown(
            Caller caller, Pages.Asked page, Bound<DocumentActivity> bound, @Nullable String user) {
        ItemStore store = store(caller);
        Pages.Listing<UserActivityView> found = pages.collect(
                page,
                (after, count) -> store.placed(bound, count, after),
                rows -> archived.views(store, caller.site(), only(rows, user)));
        return new UserActivitiesView(found.next(), found.items());
    }

    private static List<@Nullable DocumentActivity> only(List<DocumentActivity> rows, @Nullable String user) {
        List<@Nullable DocumentActivity> own = new ArrayList<>();
        rows.forEach(row -> own.add(user == null || row.userId().equals(user) ? row : null));
        return own;
    }

    private ActivitiesView ofResource(Given<Caller, OfResource> given) {
        Caller caller = given.by();
        OfResource asked = given.asked();
        ItemStore store = store(caller);
        String wanted = empty(asked.userId());
        if (wanted != null && !caller.governs() && !wanted.equals(caller.user())) {
            throw Refusals.denied();
        }
        String user = caller.governs() ? wanted : caller.user();
        String documentId = empty(asked.documentId());
        if (documentId != null) {
            known.require(caller, documentId);
        }
        Span span = Span.of(asked.start(), asked.end(), given.at());
        boolean isRising = "ASC".equalsIgnoreCase(asked.sort());
        Bound<ResourceActivity> bound = bound(store, caller, asked, wanted, span, isRising);
        Pages.Listing<ActivityView> found = pages.collect(
                pages.asked(
                        caller,
                        "GetResourceActivities",
                        List.of(
                                String.valueOf(asked.documentId()),
                                String.valueOf(asked.entityTypeId()),
                                String.valueOf(asked.namespace()),
                                String.valueOf(asked.entityId()),
                                String.valueOf(asked.start()),
                                String.valueOf(asked.end()),
                                Boolean.toString(isRising),
                                String.valueOf(wanted)),
                        asked.limit(),
                        asked.next(),
                        null),
                (after, count) -> store.placed(bound, count, after),
                rows -> shown(rows, user));
        return new ActivitiesView(found.next(), found.items());
    }

    private static List<@Nullable ActivityView> shown(List<ResourceActivity> rows, @Nullable String user) {
        List<@Nullable ActivityView> views = new ArrayList<>();
        rows.forEach(row -> views.add(user == null || row.userId().equals(user) ? ActivityViews.view(row) : null));
        return views;
    }

    /** The record of a document outlives it, for those who govern the site. */
    static void requireKnown(ItemStore items, Known readable, Caller caller, String documentId) {
        boolean isRecorded = caller.governs()
                && !items.within(caller.site())
                        .first(AuditTable.ACTIVITY_OF_DOCUMENT.of(documentId), 1)
                        .isEmpty();
        if (!isRecorded) {
            readable.require(caller, documentId);
        }
    }

    static @Nullable String empty(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** The list that a request names: of a document, an entity, a type of entity, a user, or of days. */
    private static Bound<ResourceActivity> bound(
            ItemStore store, Caller caller, OfResource asked, @Nullable String user, Span span, boolean isRising) {
        String documentId = empty(asked.documentId());
        String typeName = empty(asked.entityTypeId());
        String entityId = empty(asked.entityId());
        Bound<ResourceActivity> bound;
        if (documentId != null) {
            bound = (isRising ? AuditTable.ACTIVITY_OF_DOCUMENT_OLDEST : AuditTable.ACTIVITY_OF_DOCUMENT_BETWEEN)
                    .of(documentId);
        } else if (typeName != null) {
            String type = EntityTypes.find(store.consistent(), store, typeName, asked.namespace())
                    .map(found -> found.record().documentId())
                    .orElse(typeName);
            bound = entityId == null
                    ? (isRising
                                    ? AuditTable.ACTIVITY_OF_ENTITY_TYPE_OLDEST
                                    : AuditTable.ACTIVITY_OF_ENTITY_TYPE_BETWEEN)
                            .of(type)
                    : (isRising ? AuditTable.ACTIVITY_OF_ENTITY_OLDEST : AuditTable.ACTIVITY_OF_ENTITY_BETWEEN)
                            .of(type, entityId);
        } else if (entityId != null) {
            throw Refusals.of("entityTypeId", "'entityTypeId' is required");
        } else if (user != null || !caller.governs()) {
            bound = (isRising ? AuditTable.ACTIVITY_OF_USER_OLDEST : AuditTable.ACTIVITY_OF_USER_BETWEEN)
                    .of(Objects.requireNonNullElse(user, caller.user()));
        } else {
            bound = (isRising ? AuditTable.ACTIVITY_OLDEST : AuditTable.ACTIVITY_BETWEEN).of();
            Span days = span.ofDays();
            return bound.from(days.from()).to(days.to());
        }
        return bound.from(span.from()).to(span.to());
    }
}
