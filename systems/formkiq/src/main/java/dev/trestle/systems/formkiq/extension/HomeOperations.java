package dev.trestle.systems.formkiq.extension;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.home.SystemHome;
import dev.trestle.platform.home.SystemHome.Figure;
import dev.trestle.platform.home.SystemHome.Thing;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.systems.formkiq.model.RecordRows;
import dev.trestle.systems.formkiq.model.RecordRows.DocumentLock;
import dev.trestle.systems.formkiq.model.Sites;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.DocumentDay;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A caller's home page: what waits for their decision, what they have checked out, and the newest documents of their sites. Each document is asked about as {@link SiteReaders}
 * answers for events: rules of folders and the site's policy hide here what they hide elsewhere.
 */
public final class HomeOperations {
    /** The home page asks this of every system, for everybody. */
    public static final String HOME = "GetHome";

    private static final int SITES_MAX = 20;
    private static final int SITES_READ = 1000;
    private static final int LOCKS_READ = 500;
    private static final int DAYS_READ = 5;
    private static final int DOCUMENTS_READ = 25;
    private static final int CHECKED_OUT_MAX = 10;
    private static final int RECENT_MAX = 6;

    private final ItemStore items;
    private final SiteReaders readers;

    public HomeOperations(ItemStore items, Clock clock) {
        this.items = items;
        this.readers = new SiteReaders(items, clock);
    }

    public void declare(Operations<Caller> api) {
        api.get(HOME, "/x/home")
                .about(
                        "What the caller's home page shows: documents that wait for their decision, that they have checked out, and the newest of their sites")
                .description("Of the first 20 sites that the caller may enter.")
                .right(Rights.LISTEN)
                .gives(SystemHome.class, given -> home(given.by()));
    }

    private SystemHome home(Caller who) {
        Map<String, String> sites = sites(who);
        List<Thing> waiting = new ArrayList<>();
        List<Thing> recent = new ArrayList<>();
        sites.entrySet().stream().limit(SITES_MAX).forEach(site -> {
            checkedOut(who, site, waiting);
            decisions(who, site, waiting);
            newest(who, site, recent);
        });
        // Decisions first, the one that has waited longest before all others.
        waiting.sort(Comparator.comparing((Thing each) -> each.kind() != NoticeKind.APPROVAL)
                .thenComparing(each -> each.kind() == NoticeKind.APPROVAL ? each.at() : Instant.MAX)
                .thenComparing(Thing::at, Comparator.reverseOrder()));
        recent.sort(Comparator.comparing(Thing::at).reversed());
        Figure figure = new Figure("sites", Integer.toString(sites.size()), Map.of(), null);
        return new SystemHome(
                waiting.stream().limit(SystemHome.THINGS_MAX).toList(),
                recent.stream().limit(RECENT_MAX).toList(),
                figure);
    }

    /** The titles of the sites that somebody may enter, by id. */
    private Map<String, String> sites(Caller who) {
        Map<String, Sites.Site> rows = items.first(Sites.ALL_SITES.of(), SITES_READ).stream()
                .collect(Collectors.toMap(Sites.Site::siteId, Function.identity(), (one, other) -> one));
        TreeSet<String> ids = new TreeSet<>(who.sites().keySet());
        if (who.isAdministrator()) {
            ids.add(DocumentsTable.DEFAULT_SITE);
            ids.addAll(rows.keySet());
        }
        Map<String, String> sites = new TreeMap<>();
        for (String id : ids) {
            Sites.Site row = rows.get(id);
            if (row == null || row.status() == ActiveStatus.ACTIVE || who.isAdministrator()) {
                sites.put(id, row == null ? id : row.title());
            }
        }
        return sites;
    }

    private void checkedOut(Caller who, Map.Entry<String, String> site, List<Thing> found) {
        String holder = who.actor().identity();
        List<DocumentLock> own = items.within(site.getKey()).first(RecordRows.LOCKS.of(), LOCKS_READ).stream()
                .filter(lock -> holder.equals(lock.holder()) && lock.checkedOutAt() != null)
                .sorted(Comparator.comparing(HomeOperations::since).reversed())
                .limit(CHECKED_OUT_MAX)
                .toList();
        Map<String, Document> documents = readable(
                who, site.getKey(), own.stream().map(DocumentLock::documentId).toList());
        for (DocumentLock lock : own) {
            Document document = documents.get(lock.documentId());
            if (document != null) {
                found.add(thing(NoticeKind.ASSIGNED, "checkedOut", site, document, null, since(lock)));
            }
        }
    }

    /** What waits in a queue for a decision of the caller. */
    private void decisions(Caller who, Map.Entry<String, String> site, List<Thing> found) {
        List<WaitingForMe.Waits> all =
                WaitingForMe.of(items, who, site.getKey(), who.sites().getOrDefault(site.getKey(), Set.of()));
        Map<String, Document> documents = readable(
                who,
                site.getKey(),
                all.stream()
                        .map(each -> each.row().documentId())
                        .limit(DOCUMENTS_READ)
                        .toList());
        for (WaitingForMe.Waits each : all) {
            Document document = documents.get(each.row().documentId());
            if (document != null) {
                found.add(new Thing(
                        NoticeKind.APPROVAL,
                        nameOf(document),
                        "waits",
                        Map.of("site", site.getValue(), "queue", each.queue().name()),
                        Map.of(),
                        "/formkiq/" + segment(site.getKey()) + "/queues/"
                                + segment(each.queue().documentId()) + "?document=" + segment(document.documentId()),
                        null,
                        each.row().since()));
            }
        }
    }

    private static Instant since(DocumentLock lock) {
        return Optional.ofNullable(lock.checkedOutAt()).orElse(Instant.EPOCH);
    }

    /** The newest that the caller may read, among the newest of the site's latest days. */
    private void newest(Caller who, Map.Entry<String, String> site, List<Thing> found) {
        ItemStore indexes = items.within(site.getKey());
        List<String> ids = new ArrayList<>();
        for (DocumentDay day : indexes.first(SupportTable.LATEST_DAYS.of(), DAYS_READ)) {
            Instant from = LocalDate.parse(day.day()).atStartOfDay().toInstant(ZoneOffset.UTC);
            indexes.first(Documents.DOCUMENTS_OF_DAY.of(from), DOCUMENTS_READ - ids.size())
                    .forEach(each -> ids.add(each.documentId()));
            if (ids.size() >= DOCUMENTS_READ) {
                break;
            }
        }
        readable(who, site.getKey(), ids).values().stream()
                .sorted(Comparator.comparing(Document::inserteddate).reversed())
                .limit(RECENT_MAX)
                .forEach(each -> found.add(thing(null, "added", site, each, each.userId(), each.inserteddate())));
    }

    /** By id those that are there, are no other's children, and that the caller may read. */
    private Map<String, Document> readable(Caller who, String site, List<String> ids) {
        if (ids.isEmpty()) {
            return Map.of();
        }
        return items
                .within(site)
                .consistent()
                .getAll(ids.stream()
                        .distinct()
                        .map(Documents.DOCUMENT_BY_ID::of)
                        .toList())
                .stream()
                .flatMap(Optional::stream)
                .filter(each -> each.belongsToDocumentId() == null)
                .filter(each -> readers.mayReadDocument(who, site, each.path(), each.documentId()))
                .collect(Collectors.toMap(Document::documentId, Function.identity()));
    }

    private static Thing thing(
            @Nullable NoticeKind kind,
            String code,
            Map.Entry<String, String> site,
            Document document,
            @Nullable String by,
            Instant at) {
        return new Thing(
                kind,
                nameOf(document),
                code,
                by == null ? Map.of("site", site.getValue()) : Map.of("site", site.getValue(), "name", by),
                Map.of(),
                "/formkiq/" + segment(site.getKey()) + "/documents/" + segment(document.documentId()),
                by,
                at);
    }

    private static String nameOf(Document document) {
        String path = document.path() == null ? "" : document.path();
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.isEmpty() ? document.documentId() : name;
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
