package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.home.SystemHome;
import dev.trestle.platform.home.SystemHome.Figure;
import dev.trestle.platform.home.SystemHome.Thing;
import dev.trestle.systems.docstore.documents.Requests.ListDocuments;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A caller's home page of the Document Store: what changed last among their own documents and those shared with them. */
final class HomePage {
    private static final int SHARED_MAX = 50;
    private static final int RECENT_MAX = 6;

    private final Lists lists;

    HomePage(Lists lists) {
        this.lists = lists;
    }

    SystemHome of(Caller caller) {
        List<DocumentView> shared = newest(caller, "shared", SHARED_MAX);
        List<Thing> recent = Stream.concat(newest(caller, "mine", RECENT_MAX).stream(), shared.stream())
                .sorted(Comparator.comparing(DocumentView::lastModified).reversed())
                .limit(RECENT_MAX)
                .map(HomePage::recent)
                .toList();
        String number = shared.size() < SHARED_MAX ? Integer.toString(shared.size()) : SHARED_MAX + "+";
        return new SystemHome(List.of(), recent, new Figure("shared", number, Map.of(), null));
    }

    private List<DocumentView> newest(Caller caller, String view, int max) {
        return lists.list(caller, new ListDocuments(view, null, null, null, null, null, false, "changed", max, null))
                .items();
    }

    private static Thing recent(DocumentView document) {
        @Nullable String owner = document.ownerName();
        return new Thing(
                null,
                document.displayName(),
                "owner".equals(document.role()) || owner == null ? "own" : "sharedBy",
                owner == null ? Map.of() : Map.of("name", owner),
                Map.of(),
                DocumentNotices.link(document.id()),
                owner,
                document.lastModified());
    }
}
