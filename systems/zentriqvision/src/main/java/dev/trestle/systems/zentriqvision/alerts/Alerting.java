package dev.trestle.systems.zentriqvision.alerts;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.platform.notices.NewNotice;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.Alert;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Member;
import dev.trestle.systems.zentriqvision.model.SavedSearch;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.search.Matching;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Raises alerts: follows what is seen, whoever found it, and asks each saved search of the organisation. An alert, its notice, its mail and the
 * request to its webhook are one transaction. A sighting that is told twice is the same alert, so that following again after a crash loses and doubles
 * nothing.
 */
final class Alerting {
    /** What was seen longer ago is no news: an archive that is uploaded alerts nobody. */
    static final Duration NEWS = Duration.ofHours(24);

    /** How long alerts are kept. */
    static final Duration KEPT = Duration.ofDays(30);

    /** The most saved searches of an organisation that are asked. */
    static final int SEARCHES_MAX = 2_000;

    private static final Logger LOG = LoggerFactory.getLogger(Alerting.class);
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final int CAUGHT_UP_MAX = 50_000;
    private static final int ID_LENGTH = 20;

    private final Parts parts;
    private final Watchers watchers;
    private final AlertMails mails;
    private final WebhookDeliveries webhooks;

    Alerting(Parts parts, Watchers watchers, WebhookDeliveries webhooks) {
        this.parts = parts;
        this.watchers = watchers;
        this.mails = new AlertMails(parts);
        this.webhooks = webhooks;
    }

    void changed(RecordChange<Appearance> change) {
        Appearance seen = change.after();
        String orgId = change.tenant();
        if (seen != null && orgId != null && change.isNew()) {
            seen(orgId, seen);
        }
    }

    /** Asks once more about all that is news, at most so much of it: what was alerted already is not alerted again. */
    void catchUp(String orgId) {
        Instant now = parts.times().now();
        ItemStore store = parts.deciding(orgId);
        if (searches(store).stream().noneMatch(SavedSearch::alert)) {
            return;
        }
        // By time, the earliest first: which of several sightings alerts is as it would have been.
        List<AppearanceEntry> rows = new ArrayList<>(
                store.first(DataTable.SEARCH_BY_TIME.of().from(now.minus(NEWS)).to(now), CAUGHT_UP_MAX));
        Collections.reverse(rows);
        rows.forEach(row -> seen(orgId, appearance(row)));
    }

    private static Appearance appearance(AppearanceEntry row) {
        return new Appearance(
                row.personId(),
                row.videoId(),
                row.timestamp(),
                row.confidence(),
                row.attributes(),
                row.box(),
                row.thumbnailKey(),
                null,
                null,
                null);
    }

    private static List<SavedSearch> searches(ItemStore store) {
        return store.first(SupportTable.SEARCHES_OF_ORGANIZATION.of(), SEARCHES_MAX);
    }

    private void seen(String orgId, Appearance seen) {
        if (isOld(seen.timestamp())) {
            return;
        }
        ItemStore store = parts.deciding(orgId);
        List<SavedSearch> searches = searches(store);
        if (searches.stream().noneMatch(SavedSearch::alert)) {
            return;
        }
        String camera = store.get(DataTable.VIDEO_METADATA.of(seen.videoId()))
                .map(Video::camera)
                .orElse(null);
        for (SavedSearch each : searches) {
            if (each.alert() && holds(each, seen, camera)) {
                watchers.watcher(orgId, each.userId(), seen.videoId())
                        .ifPresent(watcher -> raise(store, orgId, each, watcher, seen, camera));
            }
        }
    }

    private boolean isOld(Instant at) {
        return at.isBefore(parts.times().now().minus(NEWS));
    }

    private static boolean holds(SavedSearch search, Appearance seen, @Nullable String camera) {
        try {
            return Matching.of(search.filter()).holds(seen, camera);
        } catch (ApiException e) {
            // An earlier release, or another program, stored what cannot be searched: the others are still asked.
            LOG.atWarn().addKeyValue("search", search.searchId()).log("a saved search cannot be asked");
            return false;
        }
    }

    private void raise(
            ItemStore store,
            String orgId,
            SavedSearch search,
            Member watcher,
            Appearance seen,
            @Nullable String camera) {
        Object unused = parts.changes().run(store, () -> decide(store, orgId, search, watcher, seen, camera));
    }

    private Decision<Boolean> decide(
            ItemStore store,
            String orgId,
            SavedSearch search,
            Member watcher,
            Appearance seen,
            @Nullable String camera) {
        Instant at = seen.timestamp();
        Duration apart = Duration.ofMinutes(search.everyMinutes()).minusSeconds(1);
        boolean isKnown = !store.first(
                        SupportTable.ALERTED_BETWEEN
                                .of(seen.personId(), search.searchId())
                                .from(at.minus(apart))
                                .to(at.plus(apart)),
                        1)
                .isEmpty();
        if (isKnown) {
            return Decision.of(false);
        }
        Instant now = parts.times().now();
        Alert alert = new Alert(
                search.userId(),
                idOf(search, seen),
                search.searchId(),
                search.name(),
                seen.personId(),
                seen.videoId(),
                at,
                camera,
                seen.thumbnailKey(),
                now,
                null,
                now.plus(KEPT));
        Decision<Boolean> decision = Decision.of(true).create(SupportTable.ALERT, alert);
        mails.add(decision, orgId, search, alert);
        notify(decision, orgId, watcher, alert);
        if (search.webhook() != null) {
            webhooks.add(decision, orgId, alert);
        }
        return decision;
    }

    /** The bell says which search found somebody, and where; who it is, the page says to who may see it. */
    private void notify(Decision<?> decision, String orgId, Member watcher, Alert alert) {
        String camera = alert.camera();
        NewNotice notice = NewNotice.of(NoticeKind.ALERT, "alert", alert.searchName(), AlertMails.page(alert))
                .with("camera", camera == null ? "–" : camera);
        parts.environment()
                .notices()
                .add(
                        decision,
                        new Notices.Address(orgId, List.of(watcher.userId()), null, watcher.issuer()),
                        alert.raisedAt(),
                        notice);
    }

    /** By time, so that lists have them in its order; the same for the same sighting. */
    private static String idOf(SavedSearch search, Appearance seen) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : List.of(search.searchId(), seen.personId())) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
            String hash = Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest());
            return "alert_" + SECOND.format(seen.timestamp()) + "_" + hash.substring(0, ID_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
