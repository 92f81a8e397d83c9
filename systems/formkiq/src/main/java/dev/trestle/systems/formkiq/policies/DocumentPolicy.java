package dev.trestle.systems.formkiq.policies;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentRows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whether documents are among those that a policy leaves to a caller. A child is let through with its parent. */
public final class DocumentPolicy {
    private static final int VALUES_MAX = 10_000;

    private DocumentPolicy() {}

    /** Operations whose handlers ask this class about each document: to all others, a rule about attributes opens nothing. */
    public static boolean isAsked(String method, String resource) {
        return resource.startsWith("/documents")
                || resource.startsWith("/x/documents")
                || resource.startsWith("/reindex/documents/")
                || resource.equals("/search")
                || resource.equals("/queues/{queueId}/documents")
                || resource.equals("/workflows/{workflowId}/documents")
                || resource.equals("/x/queues")
                || resource.equals("/x/queues/{queueId}/documents")
                || resource.equals("/searchFulltext")
                || resource.equals("/x/excerpts")
                || resource.equals("/x/mappings/trial")
                || resource.equals("/folders") && method.equals("GET")
                || resource.equals("/indices/{indexType}/move")
                || resource.equals("/indices/{indexType}/{indexKey}")
                || resource.startsWith("/cases/") && resource.endsWith("/documents") && method.equals("GET")
                || resource.equals("/x/deleted");
    }

    public static boolean allows(ItemStore store, Grant grant, String documentId) {
        if (grant.isUnlimited()) {
            return true;
        }
        List<DocumentAttribute> values = new ArrayList<>();
        for (String key : grant.keys()) {
            values.addAll(store.first(DocumentAttributes.ATTRIBUTE_VALUES.of(documentId, key), VALUES_MAX));
        }
        return grant.allows(values);
    }

    /** Those of some documents that are let through. */
    public static Set<String> allowed(ItemStore store, Grant grant, Collection<String> documentIds) {
        Set<String> allowed = new HashSet<>(documentIds);
        if (!grant.isUnlimited()) {
            allowed.removeIf(id -> !allows(store, grant, id));
        }
        return allowed;
    }

    /** The same of a document that was deleted softly, some of whose rows may not have been moved yet. */
    public static boolean allowsDeleted(ItemStore store, Grant grant, String documentId) {
        if (grant.isUnlimited()) {
            return true;
        }
        List<DocumentAttribute> values =
                new ArrayList<>(store.first(DocumentRows.DELETED_ATTRIBUTES_OF_DOCUMENT.of(documentId), VALUES_MAX));
        values.addAll(store.first(DocumentAttributes.ATTRIBUTES_OF_DOCUMENT.of(documentId), VALUES_MAX));
        return grant.allows(values);
    }
}
