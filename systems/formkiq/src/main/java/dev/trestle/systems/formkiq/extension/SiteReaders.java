package dev.trestle.systems.formkiq.extension;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.Sites;
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

    /** What was read of somebody; an absent access is of a site that they may not read. */
    private record Known(
            Instant until, Map<String, Set<Permission>> sites, Map<String, Optional<FolderAccess>> bySite) {}

    /** {@code path} is null for what lies in no folder. */
    synchronized boolean mayRead(Caller who, @Nullable String site, @Nullable String path) {
        if (site == null) {
            return false;
        }
        Instant now = clock.instant();
        Known read = known.get(who);
        if (read == null || now.isAfter(read.until())) {
            read = new Known(now.plus(REMEMBERED), who.sites(), new HashMap<>());
            known.put(who, read);
        }
        Set<Permission> permissions = read.sites().getOrDefault(site, Set.of());
        return read.bySite()
                .computeIfAbsent(site, id -> access(who, id, permissions))
                .filter(access -> access.allows(path, Permission.READ))
                .isPresent();
    }

    private Optional<FolderAccess> access(Caller who, String site, Set<Permission> permissions) {
        if (who.isAdministrator()) {
            return Optional.of(FolderAccess.everywhere());
        }
        boolean isClosed = items.get(Sites.SITE_BY_ID.of(site))
                .filter(row -> row.status() != ActiveStatus.ACTIVE)
                .isPresent();
        if (isClosed || permissions.isEmpty()) {
            return Optional.empty();
        }
        boolean governs = permissions.contains(Permission.GOVERN) || permissions.contains(Permission.ADMIN);
        if (governs) {
            return Optional.of(FolderAccess.everywhere());
        }
        return permissions.contains(Permission.READ)
                ? Optional.of(FolderAccess.of(items.within(site), who.groups()))
                : Optional.empty();
    }
}
