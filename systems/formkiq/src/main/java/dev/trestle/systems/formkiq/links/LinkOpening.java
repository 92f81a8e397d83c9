package dev.trestle.systems.formkiq.links;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.identity.Passwords;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.activity.Recorder;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.documents.Handing;
import dev.trestle.systems.formkiq.documents.Handing.Handed;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.LinkRows;
import dev.trestle.systems.formkiq.model.LinkRows.DocumentLink;
import dev.trestle.systems.formkiq.model.LinkRows.LinkPlace;
import dev.trestle.systems.formkiq.model.LinkRowsDocumentLinkBuilder;
import dev.trestle.systems.formkiq.model.Sites;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a link opens to somebody who is not signed in. A link that has expired, was revoked, is used up, or whose
 * document or site is closed looks like one that never was. A password is compared only after the attempt has been
 * counted, so that many at once are not more than a few.
 */
final class LinkOpening {
    static final Duration ADDRESS_LIFE = Duration.ofMinutes(5);

    private static final int ATTEMPTS_MAX = 5;
    private static final Duration LOCKED = Duration.ofMinutes(15);

    private final ItemStore items;
    private final Changes changes;
    private final Recorder recorder;
    private final Handing handing;
    private final Passwords passwords;
    private final Clock clock;
    private final Misses misses;

    LinkOpening(
            ItemStore items, Changes changes, Recorder recorder, Handing handing, Passwords passwords, Clock clock) {
        this.items = items;
        this.changes = changes;
        this.recorder = recorder;
        this.handing = handing;
        this.passwords = passwords;
        this.clock = clock;
        this.misses = new Misses(clock);
    }

    /** What is known of a link; nothing of the document before its password was given. */
    record LookView(
            boolean hasPassword,
            String expires,
            @Nullable String name,
            @Nullable String contentType,
            @Nullable Long contentLength) {}

    record Look(@Nullable String token) {}

    record LookAsked(Look body) {}

    record Open(@Nullable String token, @Nullable String password) {
        @Override
        public String toString() {
            return "Open[…]";
        }
    }

    record OpenAsked(Open body) {}

    record OpenView(
            String url,
            String name,
            @Nullable String contentType,
            @Nullable Long contentLength) {}

    /** A link that is open, and its document. */
    private record Found(ItemStore store, LinkPlace place, Document document, DocumentLink link) {}

    LookView look(Call call, LookAsked asked) {
        Found found = find(call, asked.body().token());
        DocumentLink link = found.link();
        if (link.password() != null) {
            return new LookView(true, Dates.text(link.expires()), null, null, null);
        }
        Document document = found.document();
        return new LookView(
                false,
                Dates.text(link.expires()),
                Handing.nameOf(document),
                document.contentType(),
                document.contentLength());
    }

    OpenView open(Call call, OpenAsked asked) {
        Found found = find(call, asked.body().token());
        String hash = found.link().password();
        if (hash != null) {
            String given = asked.body().password() == null ? "" : asked.body().password();
            if (given.isEmpty()) {
                throw Refusals.of("password", "'password' is required");
            }
            change(call, found, this::attempted, false);
            if (!passwords.matches(given, hash)) {
                throw Refusals.denied("wrong password");
            }
        }
        // The address is made first: what cannot be given out is not counted.
        Handed handed = handing.hand(found.place().siteId(), found.document(), ADDRESS_LIFE);
        change(call, found, this::used, true);
        return new OpenView(handed.url(), handed.name(), handed.contentType(), handed.contentLength());
    }

    private Found find(Call call, @Nullable String token) {
        misses.check(call.address());
        Optional<Found> found = token != null && LinkTokens.isToken(token) ? find(token) : Optional.empty();
        if (found.isEmpty()) {
            misses.missed(call.address());
            throw gone();
        }
        return found.get();
    }

    private static ApiException gone() {
        return Refusals.notFound("This link is not valid, or no longer.");
    }

    private Optional<Found> find(String token) {
        return items.consistent()
                .get(LinkRows.PLACE_OF_LINK.of(LinkTokens.digest(token)))
                .flatMap(place -> {
                    ItemStore store = items.within(place.siteId()).consistent();
                    boolean isClosed = items.consistent()
                            .get(Sites.SITE_BY_ID.of(place.siteId()))
                            .filter(site -> site.status() != ActiveStatus.ACTIVE)
                            .isPresent();
                    return isClosed
                            ? Optional.empty()
                            : store.get(LinkRows.LINK_BY_ID.of(place.documentId(), place.linkId()))
                                    .filter(this::isOpen)
                                    .flatMap(link -> handing.find(place.siteId(), place.documentId())
                                            .map(document -> new Found(store, place, document, link)));
                });
    }

    private boolean isOpen(DocumentLink link) {
        return clock.instant().isBefore(link.expires()) && (link.usesMax() == null || link.uses() < link.usesMax());
    }

    private interface Step {
        DocumentLink apply(DocumentLink before);
    }

    /** Who has a link is known by nothing else: the record names who made it. */
    private static Actor visitor(Call call, Found found) {
        String name = "link of " + found.link().createdBy();
        return new Actor(name, name, found.place().siteId(), call.address(), "HTTP");
    }

    private void change(Call call, Found found, Step step, boolean isViewed) {
        Actor visitor = visitor(call, found);
        Object unused = changes.as(visitor).run(found.store(), () -> {
            Stored<DocumentLink> before = found.store()
                    .stored(LinkRows.LINK_BY_ID.of(
                            found.place().documentId(), found.place().linkId()))
                    .filter(link -> isOpen(link.record()))
                    .orElseThrow(LinkOpening::gone);
            Decision<?> decision = Decision.done().replace(LinkRows.DOCUMENT_LINK, before, step.apply(before.record()));
            if (isViewed) {
                recorder.viewing(found.store(), decision, visitor, found.place().documentId());
            }
            return decision;
        });
    }

    private DocumentLink attempted(DocumentLink before) {
        Instant now = clock.instant();
        Instant locked = before.lockedUntil();
        if (locked != null && now.isBefore(locked)) {
            throw ApiException.rateLimited(Duration.between(now, locked));
        }
        int attempts = locked == null ? before.attempts() + 1 : 1;
        return LinkRowsDocumentLinkBuilder.builder(before)
                .attempts(attempts)
                .lockedUntil(attempts >= ATTEMPTS_MAX ? now.plus(LOCKED).truncatedTo(ChronoUnit.MILLIS) : null)
                .build();
    }

    private DocumentLink used(DocumentLink before) {
        return LinkRowsDocumentLinkBuilder.builder(before)
                .uses(before.uses() + 1)
                .usedAt(clock.instant().truncatedTo(ChronoUnit.MILLIS))
                .attempts(before.password() == null ? before.attempts() : 0)
                .lockedUntil(null)
                .build();
    }
}
