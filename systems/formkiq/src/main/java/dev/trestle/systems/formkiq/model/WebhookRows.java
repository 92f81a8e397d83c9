package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.SupportTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Webhooks: addresses at which others leave documents. */
public final class WebhookRows {
    /** Who may call a webhook. */
    public enum WebhookState {
        /** Whoever knows its address. */
        OPEN,
        /** Nobody. */
        DISABLED,
        /** Whoever is signed in and may write in its site. */
        PRIVATE
    }

    /**
     * A webhook.
     *
     * @param ttl in seconds, as somebody gave it
     * @param expiresAt when it ends, and with it the documents that it made
     */
    @RecordBuilder
    public record Webhook(
            String webhookId,
            String name,
            String userId,
            Instant insertedDate,
            WebhookState state,
            @Nullable Long ttl,
            @Nullable @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {
        /** Whether it has not ended; the table may keep it for a while after that. */
        public boolean isThere(Instant now) {
            return expiresAt == null || now.isBefore(expiresAt);
        }
    }

    /** A tag that documents of a webhook get. */
    public record WebhookTag(
            String webhookId,
            String tagKey,
            List<String> values,
            String userId,
            Instant insertedDate,
            @Nullable @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}

    /** What changes with each webhook that is added: two that are added at once count each other. */
    public record WebhooksToken(String token) {}

    /**
     * A call that came with an Idempotency-Key.
     *
     * @param callId a hash of the key
     * @param documentId what the call makes, or has made
     * @param done whether it has
     */
    public record WebhookCall(
            String webhookId,
            String callId,
            String documentId,
            boolean done,
            @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}

    public static final Entity<Webhook> WEBHOOK = TABLE.entity(Webhook.class)
            .about("An address at which others leave documents")
            .key("webhooks", "hook#{webhookId}")
            .accept("HOT_PARTITION", "at most a thousand items, seldom changed");

    public static final Entity<WebhookTag> WEBHOOK_TAG = TABLE.entity(WebhookTag.class)
            .about("A tag that documents of a webhook get")
            .key("webhooks#{webhookId}", "tag#{tagKey}")
            .accept("ITEM_GROWTH", "a hundred values at most");

    public static final Entity<WebhooksToken> WEBHOOKS_TOKEN = TABLE.entity(WebhooksToken.class)
            .about("What changes with each webhook that is added")
            .key("webhooks", "token");

    public static final Entity<WebhookCall> WEBHOOK_CALL = TABLE.entity(WebhookCall.class)
            .about("A call of a webhook that came with an Idempotency-Key")
            .key("webhooks#{webhookId}", "call#{callId}");

    public static final Pattern<Webhook> WEBHOOK_BY_ID = WEBHOOK.get("Get a webhook");

    public static final Pattern<Webhook> WEBHOOKS =
            WEBHOOK.query("List the webhooks of a site").beginsWith("hook#");

    public static final Pattern<WebhookTag> TAGS_OF_WEBHOOK =
            WEBHOOK_TAG.query("List the tags of a webhook").beginsWith("tag#");

    public static final Pattern<WebhooksToken> TOKEN_OF_WEBHOOKS =
            WEBHOOKS_TOKEN.get("Get what changes with the webhooks of a site");

    public static final Pattern<WebhookCall> CALL_OF_WEBHOOK = WEBHOOK_CALL.get("Get a call of a webhook");

    private WebhookRows() {}
}
