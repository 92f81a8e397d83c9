package dev.trestle.systems.docstore.upkeep;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.events.Change;
import dev.trestle.platform.events.Event;
import dev.trestle.platform.events.Follower;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.Rights;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Share;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What is told of changes: to those who may read a document, that it changed; to those who could and cannot any more, that it is gone,
 * and nothing else about it.
 */
public final class DocumentEvents {
    private final ItemStore store;
    private final Follower follower;

    /** {@code follower} hears of documents that are in lists of others, or were. */
    public DocumentEvents(ItemStore store, Follower follower) {
        this.store = store;
        this.follower = follower;
    }

    /** A document changed. */
    record Changed(
            String id, String change, int currentVersion, String displayName, String owner, Instant lastModified) {}

    /** A document is not the listener's to read any more. */
    record Gone(String id) {}

    public List<Event> of(Change change) {
        Document before = document(change.before());
        Document after = document(change.after());
        List<Event> events = new ArrayList<>(told(before, after));
        if (isListed(before) || isListed(after)) {
            events.add(follower.item(DocumentsTable.TABLE, change));
        }
        return events;
    }

    private static boolean isListed(@Nullable Document document) {
        return document != null && !Share.of(document).isEmpty();
    }

    private static List<Event> told(@Nullable Document before, @Nullable Document after) {
        if (after == null) {
            // Neither is there for a version's row: the document's own tells of it.
            return before == null
                    ? List.of()
                    : List.of(new Event("gone", new Gone(before.id()), who -> isReader(who, before)));
        }
        Changed told = new Changed(
                after.id(),
                what(before, after),
                after.currentVersion(),
                after.displayName(),
                after.owner(),
                after.lastModified());
        Event changed = new Event("document", told, who -> isReader(who, after));
        if (before == null) {
            return List.of(changed);
        }
        Predicate<Principal> left = who -> isReader(who, before) && !isReader(who, after);
        return List.of(changed, new Event("gone", new Gone(after.id()), left));
    }

    private static String what(@Nullable Document before, Document after) {
        if (before == null) {
            return "created";
        }
        if (before.currentVersion() != after.currentVersion()) {
            return after.rolledBackAt() == null ? "saved" : "rolledBack";
        }
        return before.displayName().equals(after.displayName()) ? "access" : "renamed";
    }

    private static boolean isReader(Principal who, Document document) {
        try {
            return Rights.roleOf(Caller.of(who), document) != null;
        } catch (ApiException ofNoTenant) {
            return false;
        }
    }

    /** Null for what is no document, or cannot be read: lists leave it out as well. */
    private @Nullable Document document(Map<String, AttributeValue> item) {
        AttributeValue tenant = item.get("tenantId");
        return tenant == null || tenant.s() == null
                ? null
                : store.within(tenant.s())
                        .recordOf(DocumentsTable.DOCUMENT, item)
                        .orElse(null);
    }
}
