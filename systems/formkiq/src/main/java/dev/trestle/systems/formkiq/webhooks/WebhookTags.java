package dev.trestle.systems.formkiq.webhooks;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.WebhookRows;
import dev.trestle.systems.formkiq.model.WebhookRows.Webhook;
import dev.trestle.systems.formkiq.model.WebhookRows.WebhookTag;
import dev.trestle.systems.formkiq.tags.TagRows;
import dev.trestle.systems.formkiq.tags.TagViews.NewTag;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.TagView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The tags of webhooks, which documents get that are left there. */
final class WebhookTags {
    /** All of them are written in one transaction, each with a row of the record. */
    static final int TAGS_MAX = 25;

    private WebhookTags() {}

    static List<WebhookTag> of(ItemStore store, String webhookId) {
        return store.first(WebhookRows.TAGS_OF_WEBHOOK.of(webhookId), TAGS_MAX);
    }

    /** The rows that a request asks for, one for each key. */
    static List<WebhookTag> rows(Webhook hook, @Nullable List<NewTag> asked, String user, Instant at) {
        Refusals refusals = new Refusals();
        TagRows.check(refusals, asked);
        refusals.addIf(asked != null && asked.size() > TAGS_MAX, "tags", "maximum number is " + TAGS_MAX);
        refusals.check();
        Map<String, WebhookTag> rows = new LinkedHashMap<>();
        for (NewTag tag : asked == null ? List.<NewTag>of() : asked) {
            String key = String.valueOf(tag.key());
            rows.put(key, new WebhookTag(hook.webhookId(), key, values(tag), user, at, hook.expiresAt()));
        }
        return List.copyOf(rows.values());
    }

    private static List<String> values(NewTag tag) {
        List<String> values = new ArrayList<>();
        if (tag.value() != null) {
            values.add(tag.value());
        }
        if (tag.values() != null) {
            tag.values().stream()
                    .filter(Objects::nonNull)
                    .filter(value -> !values.contains(value))
                    .forEach(values::add);
        }
        return values;
    }

    /** The tag as a document gets it. */
    static NewTag forDocument(WebhookTag row) {
        return row.values().size() == 1
                ? new NewTag(row.tagKey(), row.values().get(0), null)
                : new NewTag(row.tagKey(), null, row.values());
    }

    /** One for each value, since the API has a place for one. */
    static List<TagView> views(WebhookTag row) {
        List<String> values = row.values().isEmpty() ? List.of("") : row.values();
        return values.stream()
                .map(value -> new TagView(
                        Dates.text(row.insertedDate()),
                        row.webhookId(),
                        TagRows.TYPE.toLowerCase(java.util.Locale.ROOT),
                        row.userId(),
                        value,
                        row.tagKey()))
                .toList();
    }
}
