package dev.trestle.systems.zentriqvision.alerts;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.jobs.HopelessException;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.outgoing.OutgoingException;
import dev.trestle.platform.outgoing.OutgoingHttp;
import dev.trestle.platform.outgoing.OutgoingRequest;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.Alert;
import dev.trestle.systems.zentriqvision.model.SavedSearch;
import dev.trestle.systems.zentriqvision.model.SavedSearch.Webhook;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.WebhookResult;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sends alerts to webhooks, as jobs. An alert is sent at least once, always with the same {@code alertId}; a server that does not take it is
 * tried {@value #ATTEMPTS} times within a quarter of an hour. What became of the last request is written down for the search's user.
 */
final class WebhookDeliveries {
    static final String JOB = "alert-webhook";
    static final int ATTEMPTS = 5;
    static final String SIGNATURE = "X-Trestle-Signature";
    static final String ALERT = "X-Trestle-Alert";

    private static final JobRunner.Retries RETRIES = new JobRunner.Retries(ATTEMPTS, Duration.ofMinutes(1));
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int ANSWER_MAX = 64 * 1024;
    private static final int GONE = 410;

    private final Parts parts;
    private final Watchers watchers;
    private final Webhooks webhooks;

    /** What a job has. */
    private record Delivery(String orgId, String userId, String searchId, String alertId) {}

    /** What a webhook gets. No name or note of a person is in it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Body(
            String alertId,
            String orgId,
            String searchId,
            String search,
            String personId,
            String videoId,
            @Nullable String camera,
            Instant timestamp,
            Instant raisedAt,
            String link) {}

    WebhookDeliveries(Parts parts, Watchers watchers, Webhooks webhooks) {
        this.parts = parts;
        this.watchers = watchers;
        this.webhooks = webhooks;
    }

    void handleBy(JobRunner runner) {
        runner.handle(JOB, RETRIES, this::deliver);
    }

    void add(Decision<?> decision, String orgId, Alert alert) {
        decision.job(JOB, alert.alertId(), new Delivery(orgId, alert.userId(), alert.searchId(), alert.alertId()));
    }

    private void deliver(JobContext job) throws IOException, InterruptedException {
        Delivery what = job.payload(Delivery.class);
        ItemStore store = parts.deciding(what.orgId());
        Optional<SavedSearch> search = store.get(SupportTable.SEARCH_BY_ID.of(what.userId(), what.searchId()));
        Optional<Alert> alert = store.get(SupportTable.ALERT_BY_ID.of(what.userId(), what.alertId()));
        Webhook webhook = search.map(SavedSearch::webhook).orElse(null);
        if (webhook == null
                || alert.isEmpty()
                || watchers.watcher(what.orgId(), what.userId(), alert.get().videoId())
                        .isEmpty()) {
            return; // it was taken away, or its user may not know any more
        }
        try {
            int status = send(webhook, what.orgId(), alert.get());
            boolean isTaken = status >= 200 && status < 300;
            note(store, what, job.attempt(), status, isTaken ? null : "The server answered " + status + ".");
            if (status == GONE) {
                throw new HopelessException("The webhook's server does not want to be told any more: 410.");
            }
            if (!isTaken) {
                throw new IOException("The webhook's server answered " + status + ".");
            }
        } catch (OutgoingException e) {
            note(store, what, job.attempt(), null, e.getMessage());
            if (e.isRefused()) {
                throw new HopelessException(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private int send(Webhook webhook, String orgId, Alert alert) throws IOException, InterruptedException {
        byte[] body = Json.bytes(new Body(
                alert.alertId(),
                orgId,
                alert.searchId(),
                alert.searchName(),
                alert.personId(),
                alert.videoId(),
                alert.camera(),
                alert.timestamp(),
                alert.raisedAt(),
                AlertMails.base(parts) + AlertMails.page(alert)));
        long seconds = parts.environment().clock().instant().getEpochSecond();
        OutgoingHttp.Answer answer = parts.environment()
                .outgoing()
                .send(OutgoingRequest.post(URI.create(webhook.url()), "application/json", body)
                        .withHeader(SIGNATURE, webhooks.signature(webhook, seconds, body))
                        .withHeader(ALERT, alert.alertId())
                        .withHeader("User-Agent", "Trestle")
                        .withLimits(TIMEOUT, ANSWER_MAX));
        return answer.status();
    }

    private void note(ItemStore store, Delivery what, int attempt, @Nullable Integer status, @Nullable String problem) {
        store.put(
                SupportTable.WEBHOOK_RESULT,
                new WebhookResult(
                        what.userId(),
                        what.searchId(),
                        what.alertId(),
                        parts.times().now(),
                        problem == null,
                        status,
                        attempt,
                        problem));
    }
}
