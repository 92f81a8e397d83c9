package dev.trestle.systems.formkiq.webhooks;

import com.fasterxml.jackson.core.JacksonException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Outside;
import dev.trestle.systems.formkiq.api.PublicRates;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Filing;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.systems.formkiq.model.WebhookRows;
import dev.trestle.systems.formkiq.model.WebhookRows.Webhook;
import dev.trestle.systems.formkiq.model.WebhookRows.WebhookCall;
import dev.trestle.systems.formkiq.model.WebhookRows.WebhookState;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.CallWebhook;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.CalledWebhook;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is left at webhooks. A call becomes a document with the webhook's tags, which goes when the webhook ends.
 *
 * <p>A call with an Idempotency-Key first stores the id that its document gets, so that whoever repeats it, at the same
 * time or after a crash, makes that document or finds it, and never another one.
 */
public final class WebhookCalls {
    private static final long BODY_BYTES_MAX = 5L << 20;
    private static final Duration REMEMBERED = Duration.ofDays(2);
    private static final int KEY_MAX = 1_000;
    private static final int MOVED = 301;

    private final ItemStore items;
    private final Changes changes;
    private final Filing filing;
    private final Outside outside;
    private final PublicRates rates;
    private final Clock clock;
    private final boolean isOpen;
    private final Redirects redirects;

    /** What it runs on. */
    public record Parts(
            ItemStore items, Changes changes, Filing filing, Outside outside, PublicRates rates, Clock clock) {}

    /** {@code isOpen} says whether those may call who are not signed in. */
    public WebhookCalls(Parts parts, boolean isOpen, java.util.List<String> redirectHosts) {
        this.items = parts.items();
        this.changes = parts.changes();
        this.filing = parts.filing();
        this.outside = parts.outside();
        this.rates = parts.rates();
        this.clock = parts.clock();
        this.isOpen = isOpen;
        this.redirects = new Redirects(redirectHosts);
    }

    public void declare(Operations<Caller> api) {
        api.post("PublicAddWebhook", "/public/webhooks/{webhooks*}", CallWebhook.class)
                .about("Leaves a document at a webhook, signed in or not")
                .takes("*/*")
                .bodyBytesMax(BODY_BYTES_MAX)
                .refuses(Kind.INVALID, Kind.UNAUTHENTICATED, Kind.NOT_FOUND, Kind.RATE_LIMITED)
                .repliesToAll(CalledWebhook.class, this::callPublicly, MOVED);
        api.post("AddWebhookDocument", "/private/webhooks/{webhooks*}", CallWebhook.class)
                .about("Leaves a document at a webhook, which may be private")
                .right(Rights.WRITE)
                .takes("*/*")
                .bodyBytesMax(BODY_BYTES_MAX)
                .refuses(Kind.INVALID, Kind.RATE_LIMITED)
                .alsoGives(MOVED)
                .replies(
                        CalledWebhook.class,
                        given -> called(given.call(), given.asked(), given.by().site(), true));
    }

    private Reply callPublicly(Call call, CallWebhook asked) {
        if (!isOpen) {
            throw Refusals.notFound("/public/webhooks/" + asked.webhooks() + " request handler not found");
        }
        String site = asked.siteId() == null || asked.siteId().isEmpty() ? DocumentsTable.DEFAULT_SITE : asked.siteId();
        rates.count(call.address(), site);
        if (!outside.isOpen(site)) {
            throw invalid();
        }
        return called(call, asked, site, false);
    }

    private static ApiException invalid() {
        return Refusals.message("invalid webhook url");
    }

    private Reply called(Call call, CallWebhook asked, String site, boolean isSignedIn) {
        ItemStore store = items.within(site).consistent();
        Webhook hook = find(store, asked.webhooks());
        if (hook.state() == WebhookState.DISABLED) {
            throw ApiException.of(Kind.RATE_LIMITED, "webhook is disabled");
        }
        if (hook.state() == WebhookState.PRIVATE && !isSignedIn) {
            throw Refusals.denied("webhook is private");
        }
        String contentType = call.header("content-type");
        byte[] body = asked.body() == null ? new byte[0] : asked.body();
        check(contentType, body);
        URI onward = redirects.check(asked.redirectUri());
        String location = onward == null ? null : redirects.location(onward, asked.responseFields(), contentType, body);
        String documentId = filed(call, store, site, hook, contentType, body);
        return location == null
                ? Reply.of(new CalledWebhook(documentId, site))
                : Reply.of(null).status(MOVED).header("location", location);
    }

    private Webhook find(ItemStore store, String webhookId) {
        Optional<Webhook> found =
                WebhookIds.isId(webhookId) ? store.get(WebhookRows.WEBHOOK_BY_ID.of(webhookId)) : Optional.empty();
        return found.filter(hook -> hook.isThere(clock.instant())).orElseThrow(WebhookCalls::invalid);
    }

    private static void check(@Nullable String contentType, byte[] body) {
        String type =
                contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (type.equals("application/json") && !isJson(body)) {
            throw Refusals.message("body isn't valid JSON");
        }
        if (body.length == 0) {
            throw Refusals.message("request body is required");
        }
    }

    private static boolean isJson(byte[] body) {
        try {
            return Json.parse(body) != null;
        } catch (JacksonException e) {
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private String filed(
            Call call, ItemStore store, String site, Webhook hook, @Nullable String contentType, byte[] body) {
        String key = call.header("idempotency-key");
        if (key != null && key.length() > KEY_MAX) {
            throw Refusals.message("Idempotency-Key cannot exceed " + KEY_MAX);
        }
        WebhookCall claim = key == null || key.isEmpty() ? null : claimed(store, hook, WebhookIds.ofCall(key));
        if (claim != null && claim.done()) {
            return claim.documentId();
        }
        String documentId = claim == null ? UUID.randomUUID().toString() : claim.documentId();
        filing.file(
                outside.filing(call, "webhook/" + hook.name(), site),
                clock.instant(),
                new Filing.Left(
                        documentId,
                        "webhooks/" + hook.webhookId(),
                        contentType,
                        body,
                        WebhookTags.of(store, hook.webhookId()).stream()
                                .map(WebhookTags::forDocument)
                                .toList(),
                        hook.expiresAt()));
        if (claim != null) {
            done(store, claim);
        }
        return documentId;
    }

    /** The call of a key: the one that came before, or a new one. */
    private WebhookCall claimed(ItemStore store, Webhook hook, String callId) {
        return changes.run(store, () -> {
            Optional<Stored<WebhookCall>> before =
                    store.stored(WebhookRows.CALL_OF_WEBHOOK.of(hook.webhookId(), callId));
            Instant now = clock.instant();
            if (before.isPresent() && now.isBefore(before.get().record().expiresAt())) {
                return Decision.of(before.get().record());
            }
            WebhookCall fresh = new WebhookCall(
                    hook.webhookId(),
                    callId,
                    UUID.randomUUID().toString(),
                    false,
                    now.plus(REMEMBERED).truncatedTo(java.time.temporal.ChronoUnit.SECONDS));
            return before.isPresent()
                    ? Decision.of(fresh).replace(WebhookRows.WEBHOOK_CALL, before.get(), fresh)
                    : Decision.of(fresh).create(WebhookRows.WEBHOOK_CALL, fresh);
        });
    }

    private void done(ItemStore store, WebhookCall claim) {
        Object unused = changes.run(
                store,
                () -> Decision.done()
                        .put(
                                WebhookRows.WEBHOOK_CALL,
                                new WebhookCall(
                                        claim.webhookId(),
                                        claim.callId(),
                                        claim.documentId(),
                                        true,
                                        claim.expiresAt())));
    }
}
