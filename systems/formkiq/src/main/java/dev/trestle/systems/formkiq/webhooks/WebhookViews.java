package dev.trestle.systems.formkiq.webhooks;

import dev.trestle.model.annotation.Name;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.tags.TagViews.NewTag;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operations on webhooks take and give. */
final class WebhookViews {
    record WebhookFields(
            @Nullable String name,
            @Nullable String ttl,
            @Nullable String enabled,
            @Nullable List<NewTag> tags) {}

    record WebhookView(
            String siteId,
            String name,
            String url,
            String insertedDate,
            String webhookId,
            String userId,
            String enabled,
            @Nullable String ttl) {}

    record WebhooksView(@Nullable String next, List<WebhookView> webhooks) {}

    record MadeWebhook(String webhookId, String siteId) {}

    record ListWebhooks(
            @Nullable String siteId,
            @Nullable String next,
            @Nullable String limit) implements OnSite {}

    record AddWebhook(@Nullable String siteId, WebhookFields body) implements OnSite {}

    record ByWebhook(String webhookId, @Nullable String siteId) implements OnSite {}

    record UpdateWebhook(String webhookId, @Nullable String siteId, WebhookFields body) implements OnSite {}

    record TagView(String insertedDate, String webhookId, String type, String userId, String value, String key) {}

    record TagsView(List<TagView> tags) {}

    record AddTag(String webhookId, @Nullable String siteId, NewTag body) implements OnSite {}

    /**
     * What is left at a webhook.
     *
     * @param webhooks the webhook's id
     * @param redirectUri where the sender's browser goes on
     * @param responseFields the fields of a form that go there, too, separated by commas
     */
    record CallWebhook(
            String webhooks,
            @Nullable String siteId,
            @Name("redirect_uri") @Nullable String redirectUri,
            @Nullable String responseFields,
            byte @Nullable [] body)
            implements OnSite {
        /** The content may be anything, and long. */
        @Override
        public String toString() {
            return "CallWebhook[" + webhooks + "]";
        }
    }

    /** The document that a call made. */
    record CalledWebhook(String documentId, String siteId) {}

    private WebhookViews() {}
}
