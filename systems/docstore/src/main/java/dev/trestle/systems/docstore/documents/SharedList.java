package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Timeline;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Share;
import dev.trestle.systems.docstore.model.SupportTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is shared with somebody or with one of their groups, newest change first, each document once.
 *
 * <p>Every name of the caller has a list of its own, which are read as one. The rows say what may be there; the document itself, read
 * consistently, says whether the caller may still see it.
 */
final class SharedList {
    /** A round leaves out what the caller may not see any more; there are few of these, and only for a moment. */
    private static final int ROUNDS_MAX = 20;

    private static final Timeline<Share> NEWEST_FIRST = new Timeline<>(Share::lastModified, Share::documentId);

    private final ItemStore store;

    SharedList(ItemStore store) {
        this.store = store;
    }

    Page<Document> page(Caller caller, @Nullable String role, int limit, @Nullable String cursor) {
        List<Timeline.Source<Share>> lists = lists(caller);
        List<Document> found = new ArrayList<>();
        @Nullable String next = cursor;
        for (int round = 0; round < ROUNDS_MAX; round++) {
            Page<Share> shares = NEWEST_FIRST.page(lists, Timeline.NEWEST, limit - found.size(), next);
            found.addAll(visible(caller, role, shares.items()));
            next = shares.next();
            if (next == null || found.size() == limit) {
                break;
            }
        }
        return new Page<>(found, next);
    }

    private List<Timeline.Source<Share>> lists(Caller caller) {
        ItemStore tenant = store.within(caller.tenant());
        List<Timeline.Source<Share>> lists = new ArrayList<>();
        for (String principal : caller.principals()) {
            lists.add((moment, max) ->
                    tenant.stream(SupportTable.SHARED_WITH.of(principal).to(moment), max));
        }
        return lists;
    }

    private List<Document> visible(Caller caller, @Nullable String role, List<Share> shares) {
        ItemStore tenant = store.within(caller.tenant()).consistent();
        return tenant
                .getAll(shares.stream()
                        .map(share -> DocumentsTable.LATEST.of(share.documentId()))
                        .toList())
                .stream()
                .flatMap(Optional::stream)
                .filter(document -> isShown(caller, role, document))
                .toList();
    }

    /** What the caller owns is in their own list; what a group of theirs owns is here. */
    private static boolean isShown(Caller caller, @Nullable String role, Document document) {
        Rights.Role held = Rights.roleOf(caller, document);
        return held != null
                && !document.owner().equals(caller.subject())
                && (role == null || held.name().toLowerCase(Locale.ROOT).equals(role));
    }
}
