package dev.trestle.systems.zentriqvision.alerts;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.systems.zentriqvision.model.SavedSearch;
import dev.trestle.systems.zentriqvision.model.WebhookResult;
import dev.trestle.systems.zentriqvision.search.Matching;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A saved search as its user gets to see it.
 *
 * @param filters as {@code GET /search} has them; a list of one is that one
 * @param webhookSecret only in the answer to the request that made it: it is never shown again
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SearchView(
        String searchId,
        String name,
        Map<String, Object> filters,
        boolean alert,
        int everyMinutes,
        boolean mail,
        @Nullable WebhookView webhook,
        @Nullable String webhookSecret,
        Instant createdAt,
        Instant changedAt) {
    /**
     * @param secretId tells one secret from the next, and nothing of it
     * @param last what became of the last request
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record WebhookView(
            String url, String secretId, @Nullable LastView last) {}

    /** @param message what was wrong */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record LastView(
            Instant at,
            boolean delivered,
            @Nullable Integer status,
            int attempt,
            @Nullable String message) {}

    static SearchView of(SavedSearch search, @Nullable WebhookResult last, @Nullable String secret) {
        SavedSearch.Webhook webhook = search.webhook();
        return new SearchView(
                search.searchId(),
                search.name(),
                Matching.texts(search.filter()),
                search.alert(),
                search.everyMinutes(),
                search.mail(),
                webhook == null
                        ? null
                        : new WebhookView(webhook.url(), webhook.secretId(), last == null ? null : view(last)),
                secret,
                search.createdAt(),
                search.changedAt());
    }

    private static LastView view(WebhookResult last) {
        return new LastView(last.at(), last.delivered(), last.status(), last.attempt(), last.message());
    }
}
