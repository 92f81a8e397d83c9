package dev.trestle.systems.formkiq.extension;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.Sites;
import dev.trestle.systems.formkiq.policies.DocumentPolicy;
import dev.trestle.systems.formkiq.policies.Grant;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether somebody who listens may read what is at a path of a site. Each change asks it for each listener, so what the
 * tables say is remembered for a moment.
 */
final class SiteReaders {
    private static final Duration REMEMBERED = Duration.ofSeconds(3);

    private final ItemStore items;
    private final Clock clock;

    /** By the caller itself: each connection has its own. */
    private final Map<Caller, Known> known = new WeakHashMap<>();

    SiteReaders(ItemStore items, Clock clock) {
        this.items = items;
        this.clock = clock;
    }

    /** What was read of somebody; an absent reach is of a site that they may not read. */
    private record Known(Instant until, Map<String, Set<Permission>> sites, Map<String, Optional<Reach>> bySite) {}

    /** What somebody may read in a site: by rules of folders, and of documents and of all else by its policy. */
    private record Reach(FolderAccess folders, Grant documents, Grant others) {
        static final Reach ALL = new Reach(FolderAccess.everywhere(), Grant.ALL, Grant.ALL);
    }

    /** Whether somebody may read a document, or its values: {@code path} is null where it is not known. */
    boolean mayReadDocument(Caller who, @Nullable String site, @Nullable String path, String documentId) {
        Optional<Reach> reach = reach(who, site);
        return reach.isPresent()
                && reach.get().folders().allows(path, Permission.READ)
                && DocumentPolicy.allows(
                        items.within(String.valueOf(site)).consistent(),
                        reach.get().documents(),
                        documentId);
    }

    /** The same of one that was deleted softly. */
    boolean mayReadDeleted(Caller who, @Nullable String site, @Nullable String path, String documentId) {
        Optional<Reach> reach = reach(who, site);
        return reach.isPresent()
                && reach.get().folders().allows(path, Permission.READ)
                && DocumentPolicy.allowsDeleted(
                        items.within(String.valueOf(site)).consistent(),
                        reach.get().documents(),
                        documentId);
    }

    /** Whether somebody may read folders of a site. */
    boolean mayReadFolders(Caller who, @Nullable String site) {
        return reach(who, site)
                .filter(found -> !found.documents().leavesNothing())
                .isPresent();
    }

    /** Whether somebody may read what of a site is no document. */
    boolean mayReadOthers(Caller who, @Nullable String site) {
        return reach(who, site).filter(found -> found.others().isUnlimited()).isPresent();
    }

    private synchronized Optional<Reach> reach(Caller who, @Nullable String site) {
        if (site == null) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        Known read = known.get(who);
        if (read == null || now.isAfter(read.until())) {
            read = new Known(now.plus(REMEMBERED), who.sites(), new HashMap<>());
            known.put(who, read);
        }
        Set<Permission> permissions = read.sites().getOrDefault(site, Set.of());
        return read.bySite().computeIfAbsent(site, id -> read(who, id, permissions));
    }

    private Optional<Reach> read(Caller who, String site, Set<Permission> permissions) {
        if (who.isAdministrator()) {
            return Optional.of(Reach.ALL);
        }
        boolean isClosed = items.get(Sites.SITE_BY_ID.of(site))
                .filter(row -> row.status() != ActiveStatus.ACTIVE)
                .isPresent();
        if (isClosed || permissions.isEmpty()) {
            return Optional.empty();
        }
        boolean administers = permissions.contains(Permission.ADMIN);
        boolean governs = administers || permissions.contains(Permission.GOVERN);
        if (!governs && !permissions.contains(Permission.READ)) {
            return Optional.empty();
        }
        Grant documents = administers ? Grant.ALL : who.grantFor(site, "GET", "/documents/{documentId}");
        Grant others = administers ? Grant.ALL : who.grantFor(site, "GET", "/attributes/{key}");
        FolderAccess folders = governs ? FolderAccess.everywhere() : FolderAccess.of(items.within(site), who.groups());
        return Optional.of(new Reach(folders, documents, others));
    }
}
