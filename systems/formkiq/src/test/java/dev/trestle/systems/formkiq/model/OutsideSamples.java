package dev.trestle.systems.formkiq.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What stands beside the documented tables of those outside: webhooks, and the users and groups of FormKiQ's API. */
final class OutsideSamples {
    private static final Instant AT = Instant.parse("2024-05-01T10:00:00Z");

    private OutsideSamples() {}

    static List<Sample<?>> all() {
        return List.of(
                Sample.of(
                        WebhookRows.WEBHOOK,
                        new WebhookRows.Webhook(
                                "w1", "paypal", "joe", AT, WebhookRows.WebhookState.OPEN, 60L, AT.plusSeconds(60)),
                        """
                        {"PK": "webhooks", "SK": "hook#w1", "webhookId": "w1", "name": "paypal", "userId": "joe",
                         "insertedDate": "2024-05-01T10:00:00.000Z", "state": "OPEN", "ttl": 60, "expiresAt": 1714557660}
                        """),
                Sample.of(
                        WebhookRows.WEBHOOK_TAG,
                        new WebhookRows.WebhookTag("w1", "kind", List.of("bill"), "joe", AT, AT.plusSeconds(60)),
                        """
                        {"PK": "webhooks#w1", "SK": "tag#kind", "webhookId": "w1", "tagKey": "kind", "values": ["bill"],
                         "userId": "joe", "insertedDate": "2024-05-01T10:00:00.000Z", "expiresAt": 1714557660}
                        """),
                Sample.of(WebhookRows.WEBHOOKS_TOKEN, new WebhookRows.WebhooksToken("t1"), """
                        {"PK": "webhooks", "SK": "token", "token": "t1"}
                        """),
                Sample.of(
                        WebhookRows.WEBHOOK_CALL,
                        new WebhookRows.WebhookCall("w1", "c1", "d1", true, AT.plusSeconds(60)),
                        """
                        {"PK": "webhooks#w1", "SK": "call#c1", "webhookId": "w1", "callId": "c1", "documentId": "d1",
                         "done": true, "expiresAt": 1714557660}
                        """),
                Sample.of(UserRows.USER_GROUP, new UserRows.UserGroup("clerks", "Clerks", AT, AT), """
                        {"PK": "usergroups", "SK": "group#clerks", "groupName": "clerks", "description": "Clerks",
                         "insertedDate": "2024-05-01T10:00:00.000Z", "lastModifiedDate": "2024-05-01T10:00:00.000Z"}
                        """),
                Sample.of(UserRows.USER_PROFILE, new UserRows.UserProfile("p1", Map.of("nickname", "Joe"), AT), """
                        {"PK": "users#p1", "SK": "profile", "personId": "p1", "attributes": {"nickname": "Joe"},
                         "lastModifiedDate": "2024-05-01T10:00:00.000Z"}
                        """));
    }
}
